#include "packages/companion.h"

#include <algorithm>

#include "base/files.h"
#include "packages/pairs.h"
#include "packages/program.h"
#include "packages/sites.h"
#include "packages/text.h"

namespace judge {
namespace {

// "A. Theatre Square" -> "A. Theatre Square"; only the ends are cleaned: nbsp, blanks.
std::string clean(std::string text) {
    for (std::size_t at = text.find("\xC2\xA0"); at != std::string::npos; at = text.find("\xC2\xA0"))
        text.replace(at, 2, " ");
    return trimmed(text);
}

bool has_hangul(std::string_view text) {
    // U+AC00 to U+D7A3 begin with EA B0 to ED 9E.
    return std::any_of(text.begin(), text.end(), [](char c) { return c >= '\xEA' && c <= '\xED'; });
}

Status read_limits(const Tree& task, Limits& limits) {
    if (const std::optional<double> time = task.number("timeLimit")) {
        if (*time <= 0 || *time > 86'400'000) task.at("timeLimit").refuse("'timeLimit' must be a time in milliseconds");
        limits.cpu_time = Nanos(static_cast<std::int64_t>(*time * 1e6));
    }
    if (const std::optional<double> memory = task.number("memoryLimit")) {
        if (*memory <= 0 || *memory > 1 << 20) task.at("memoryLimit").refuse("'memoryLimit' must be a size in MB");
        limits.memory = Bytes{static_cast<std::uint64_t>(*memory * (1 << 20))};
    }
    return Done{};
}

Status read_tests(Imported& imported, const Tree& task, const Source& source) {
    int number = 0;
    for (const Tree& test : task.at("tests").items()) {
        const std::string base = std::to_string(++number);
        if (!test.has("input")) {
            test.refuse("a test has no input");
            break;
        }
        const std::string place = imported.problem.id + "/" + base;
        JUDGE_ASSIGN(input, write_scratch(source, place + ".in", test.text("input")));
        std::string answer;
        if (test.has("output")) {
            JUDGE_ASSIGN(written, write_scratch(source, place + ".ans", test.text("output")));
            answer = std::move(written);
        }
        for (const char* key : {"id", "original"}) test.allow(key);
        add_case(imported, "sample", base, input, answer);
    }
    return Done{};
}

void read_streams(Imported& imported, const Tree& task) {
    for (const char* key : {"input", "output"}) {
        const Tree stream = task.at(key);
        const std::string file = stream.text("fileName");
        if (!file.empty()) {
            imported.problem.file_access = true;
            note(imported, Severity::warning, "named-files",
                 std::string("the ") + key + " is the file '" + file + "', not a standard stream");
        }
        stream.allow();
    }
}

}  // namespace

CompanionBatch batch_of(const Tree& task) {
    const Tree batch = task.at("batch");
    CompanionBatch result;
    result.id = batch.text("id");
    result.size = static_cast<int>(std::clamp<std::int64_t>(batch.integer("size").value_or(1), 1, 1000));
    return result;
}

Result<Imported> read_companion_task(const Tree& task, const Source& source) {
    Imported imported;
    Problem& problem = imported.problem;
    const std::string name = clean(task.text("name")), group = clean(task.text("group"));
    problem.source_url = task.text("url");
    // The name of a class drops all that is not ASCII: with Korean names many are one. The address never is.
    problem.id = problem.source_url.empty() ? "" : id_from_url(problem.source_url);
    if (problem.id.empty() && name.empty())
        return Error{ErrorCode::bad_input,
                     "cannot take in the problem of '" + source.name + "': it has no name and no url", ""};
    if (problem.id.empty()) problem.id = safe_id(name);
    problem.title[has_hangul(name) ? "ko" : "en"] = name;
    problem.profile = profile_of_id(problem.id);
    if (!group.empty()) problem.notes["group"] = group;
    JUDGE_TRY(read_limits(task, problem.limits));
    JUDGE_TRY(read_tests(imported, task, source));
    read_streams(imported, task);
    if (task.boolean("interactive", false))
        note(imported, Severity::warning, "no-interactor",
             "'" + problem.id + "' is interactive; its samples are dialogues, and there is no interactor yet",
             "set mode and interactor in problem.json");
    for (const char* key : {"testType", "languages", "batch"}) task.allow(key);
    drop_absurd_limits(imported);
    assume_limits(imported);
    return imported;
}

bool is_cph(const Source& source) {
    return std::any_of(source.files.begin(), source.files.end(),
                       [](const std::string& file) { return file.ends_with(".prob"); });
}

Result<std::vector<Imported>> read_cph(const Source& source) {
    std::vector<Imported> all;
    for (const std::string& file : source.files) {
        if (!file.ends_with(".prob")) continue;
        JUDGE_ASSIGN(tree, TreeFile::read_json(source.path(file)));
        Result<Imported> read = read_companion_task(tree.root(), source);
        if (!read) return read.error();
        Imported& imported = all.emplace_back(*std::move(read));
        // The source lies beside .cph/, whatever machine its absolute path once was of.
        std::string path = tree.root().text("srcPath");
        std::replace(path.begin(), path.end(), '\\', '/');
        const std::string name(file_name(path));
        const auto found = std::find_if(source.files.begin(), source.files.end(),
                                        [&](const std::string& f) { return !name.empty() && file_name(f) == name; });
        if (found != source.files.end() && is_source_file(name))
            add_submission(imported, "accepted", name, {source.path(*found)});
        if (const std::string checker = tree.root().text("customCheckerPath"); !checker.empty())
            note(imported, Severity::warning, "checker-left",
                 "the checker '" + checker + "' lies outside of the package");
        for (const char* key : {"local", "customCheckerPath", "interactive"}) tree.root().allow(key);
        JUDGE_TRY(tree.finish(imported));
    }
    return all;
}

}  // namespace judge
