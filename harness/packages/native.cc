#include "packages/native.h"

#include <algorithm>
#include <set>

#include "base/files.h"
#include "base/json_fields.h"
#include "packages/program.h"

namespace judge {
namespace {

constexpr std::int64_t kDayInNanos = 86'400'000'000'000;

std::optional<Nanos> read_time(JsonFields& fields, std::string_view key) {
    const std::optional<std::int64_t> value = fields.integer(key);
    if (value && (*value <= 0 || *value > kDayInNanos)) {
        fields.refuse(key, "must be between 1 and 86400000000000 nanoseconds (a day)");
        return std::nullopt;
    }
    return value ? std::optional(Nanos(*value)) : std::nullopt;
}

std::optional<Bytes> read_size(JsonFields& fields, std::string_view key) {
    const std::optional<std::int64_t> value = fields.integer(key);
    if (value && (*value <= 0 || *value > (std::int64_t{1} << 40))) {
        fields.refuse(key, "must be between 1 byte and 1 TB (1099511627776)");
        return std::nullopt;
    }
    return value ? std::optional(Bytes{static_cast<std::uint64_t>(*value)}) : std::nullopt;
}

std::optional<std::uint32_t> read_count(JsonFields& fields, std::string_view key) {
    const std::optional<std::int64_t> value = fields.integer(key);
    if (value && (*value <= 0 || *value > 1'000'000)) {
        fields.refuse(key, "must be between 1 and 1000000");
        return std::nullopt;
    }
    return value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
}

Limits read_limits(JsonFields& fields) {
    Limits limits;
    limits.cpu_time = read_time(fields, "cpu_ns");
    limits.wall_time = read_time(fields, "wall_ns");
    limits.memory = read_size(fields, "memory_bytes");
    limits.stack = read_size(fields, "stack_bytes");
    limits.output = read_size(fields, "output_bytes");
    limits.file_size = read_size(fields, "file_bytes");
    limits.processes = read_count(fields, "processes");
    limits.open_files = read_count(fields, "open_files");
    return limits;
}

Limits read_limits_object(JsonFields& parent, std::string_view key) {
    std::optional<JsonFields> fields = parent.object(key);
    return fields ? read_limits(*fields) : Limits{};
}

std::string existing_program(JsonFields& fields, std::string_view key, const std::string& folder) {
    const std::string name = fields.text(key);
    if (name.empty()) return "";
    const std::string path = join_path(folder, name);
    if (name.starts_with('/') || ("/" + name + "/").find("/../") != std::string::npos)
        fields.refuse(key, "'" + name + "' leaves the problem's folder");
    else if (!exists(path))
        fields.refuse(key, "there is no file '" + path + "'");
    return path;
}

void read_checker(JsonFields& root, const std::string& folder, Problem& problem) {
    CheckerSpec& checker = problem.checker;
    checker.where = root.where("checker");
    std::optional<JsonFields> fields = root.object("checker");
    if (!fields) return;
    checker.protocol = fields->text("protocol");
    checker.program = existing_program(*fields, "program", folder);
    checker.compare = fields->text("compare", checker.program.empty() ? "boj" : "");
    checker.args = fields->texts("args");
    checker.limits = read_limits_object(*fields, "limits");
    if (!checker.program.empty() && checker.protocol.empty()) fields->refuse("program", "needs a 'protocol' beside it");
    // Alone, a protocol is the interactor's.
    if (checker.program.empty() && !checker.protocol.empty() && problem.mode != Mode::interactive)
        fields->refuse("protocol", "needs a 'program' that speaks it; a built-in comparison is named by 'compare'");
    if (!checker.program.empty() && fields->has("compare"))
        fields->refuse("compare", "is either a built-in comparison or a program, not both");
}

std::optional<Mode> mode_from(std::string_view text) {
    if (text == "batch") return Mode::batch;
    if (text == "interactive") return Mode::interactive;
    if (text == "multi_pass") return Mode::multi_pass;
    return std::nullopt;
}

std::optional<GroupRule> rule_from(std::string_view text) {
    if (text == "all") return GroupRule::all;
    if (text == "sum") return GroupRule::sum;
    if (text == "minimum") return GroupRule::minimum;
    return std::nullopt;
}

void read_mode(JsonFields& root, const std::string& folder, Problem& problem) {
    if (const std::optional<Mode> mode = mode_from(root.text("mode", "batch")))
        problem.mode = *mode;
    else
        root.refuse("mode", "must be batch, interactive or multi_pass");
    problem.interactor = existing_program(root, "interactor", folder);
    if (problem.mode == Mode::interactive && problem.interactor.empty())
        root.refuse("mode", "an interactive problem needs an 'interactor'");
    const std::int64_t passes = root.integer("validation_passes").value_or(problem.mode == Mode::multi_pass ? 2 : 1);
    if (passes < 1 || passes > 1000) root.refuse("validation_passes", "must be between 1 and 1000");
    problem.validation_passes = static_cast<int>(passes);
}

void read_groups(JsonFields& root, Problem& problem) {
    std::optional<JsonFields> table = root.object("groups");
    if (!table) return;
    for (auto& [name, fields] : table->object_members()) {
        const auto group =
            std::find_if(problem.groups.begin(), problem.groups.end(),
                         [&, wanted = std::string_view(name)](const Group& g) { return g.name == wanted; });
        if (group == problem.groups.end()) {
            table->refuse(name, "no cases lie in '" + name + "'");
            continue;
        }
        group->points = fields.number("points").value_or(0);
        if (group->points < 0) fields.refuse("points", "must not be negative");
        if (const std::optional<GroupRule> rule = rule_from(fields.text("rule", "all")))
            group->rule = *rule;
        else
            fields.refuse("rule", "must be all, sum or minimum");
        group->run_all = fields.boolean("run_all", false);
        group->depends_on = fields.texts("depends_on");
        group->checker_args = fields.texts("checker_args");
        group->limits = read_limits_object(fields, "limits");
        for (const std::string& other : group->depends_on)
            if (std::none_of(problem.groups.begin(), problem.groups.end(),
                             [&](const Group& g) { return g.name == other; }))
                fields.refuse("depends_on", "there is no group '" + other + "'");
    }
}

void read_cases(JsonFields& root, Problem& problem) {
    std::optional<JsonFields> table = root.object("cases");
    if (!table) return;
    for (auto& [name, fields] : table->object_members()) {
        const auto test_case =
            std::find_if(problem.cases.begin(), problem.cases.end(),
                         [wanted = std::string_view(name)](const TestCase& c) { return c.name == wanted; });
        if (test_case == problem.cases.end()) {
            table->refuse(name, "there is no case '" + name + "'");
            continue;
        }
        test_case->limits = read_limits_object(fields, "limits");
        test_case->checker_args = fields.texts("checker_args");
        test_case->points = fields.number("points").value_or(0);
    }
}

Status list_group(const std::string& root, const std::string& group_name, Problem& problem) {
    const std::string folder = join_path(root, group_name);
    JUDGE_ASSIGN(entries, list_directory(folder));
    std::set<std::string> files;
    for (const DirEntry& entry : entries)
        if (entry.kind == DirEntry::Kind::file) files.insert(entry.name);
    bool any = false;
    for (const DirEntry& entry : entries) {
        if (entry.name.starts_with('.') || entry.name.ends_with('~')) continue;
        const std::string_view kind = extension(entry.name);
        const std::string base(stem(entry.name));
        if (entry.kind == DirEntry::Kind::file && kind == "ans" && !files.contains(base + ".in"))
            return Error{
                ErrorCode::bad_input,
                "cannot read the cases of '" + folder + "': '" + entry.name + "' has no input '" + base + ".in'",
                "add the input, or remove the answer"};
        if (entry.kind != DirEntry::Kind::file || kind != "in") continue;
        TestCase test_case;
        test_case.name = group_name + "/" + base;
        test_case.group = group_name;
        test_case.sample = group_name == "sample";
        test_case.input.path = join_path(folder, entry.name);
        if (files.contains(base + ".ans")) test_case.answer = DataFile{join_path(folder, base + ".ans")};
        problem.cases.push_back(std::move(test_case));
        any = true;
    }
    if (any) {
        Group group;
        group.name = group_name;
        problem.groups.push_back(std::move(group));
    }
    for (const DirEntry& entry : entries)
        if (entry.kind == DirEntry::Kind::directory && !entry.name.starts_with('.'))
            JUDGE_TRY(list_group(root, group_name + "/" + entry.name, problem));
    return Done{};
}

Status list_validators(const std::string& folder, Problem& problem) {
    const std::string validators = join_path(folder, "validators");
    if (!is_directory(validators)) return Done{};
    JUDGE_ASSIGN(entries, list_directory(validators));
    for (const DirEntry& entry : entries)
        if (entry.kind == DirEntry::Kind::file && !entry.name.starts_with('.') && !is_header_file(entry.name))
            problem.validators.push_back(join_path(validators, entry.name));
    return Done{};
}

}  // namespace

bool is_native_problem(const std::string& folder) {
    return is_file(join_path(folder, "problem.json"));
}

Status list_cases(const std::string& folder, Problem& problem) {
    for (const char* top : {"sample", "secret"})
        if (is_directory(join_path(folder, top))) JUDGE_TRY(list_group(folder, top, problem));
    return Done{};
}

Result<Problem> read_native_problem(const std::string& folder) {
    JUDGE_ASSIGN(root_folder, real_path(folder));
    JUDGE_ASSIGN(document, JsonDocument::read(join_path(root_folder, "problem.json")));
    Problem problem;
    problem.folder = root_folder;
    problem.id = std::string(file_name(root_folder));
    JUDGE_TRY(list_cases(root_folder, problem));
    JUDGE_TRY(list_validators(root_folder, problem));

    JsonFields root = document.root();
    if (std::optional<JsonFields> title = root.object("title"))
        for (auto& [language, text] : title->text_members()) problem.title[language] = text;
    problem.source_url = root.text("source_url");
    problem.profile = root.text("profile", "boj");
    read_mode(root, root_folder, problem);
    problem.scoring = root.boolean("scoring", false);
    problem.file_access = root.boolean("file_access", false);
    problem.validator_protocol = root.text("validator_protocol", "testlib");
    if (std::optional<JsonFields> limits = root.object("limits")) {
        problem.limits = read_limits(*limits);
        problem.language_extra = limits->boolean("language_extra", true);
    }
    read_checker(root, root_folder, problem);
    read_groups(root, problem);
    read_cases(root, problem);
    if (std::optional<JsonFields> notes = root.object("notes"))
        for (auto& [key, text] : notes->text_members()) problem.notes[key] = text;
    JUDGE_TRY(root.finish());
    return problem;
}

}  // namespace judge
