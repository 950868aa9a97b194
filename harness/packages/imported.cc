#include "packages/imported.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>

#include "base/fd.h"
#include "base/files.h"
#include "base/utf8.h"
#include "packages/expectations.h"
#include "packages/text.h"

namespace judge {
namespace {

constexpr std::size_t kMostFiles = 200'000;
constexpr int kDeepest = 64;
constexpr std::size_t kLongestName = 120;

bool is_leaving(std::string_view name) {
    return name == ".git" || name == ".svn" || name == ".hg" || name == "__MACOSX" || name == ".DS_Store" ||
           name == "Thumbs.db" || name == "desktop.ini" || name.starts_with("._") || name.ends_with('~');
}

bool is_link(const std::string& path) {
    struct stat facts {};
    return ::lstat(path.c_str(), &facts) == 0 && S_ISLNK(facts.st_mode);
}

bool is_inside(const std::string& root, const std::string& path) {
    return path == root || path.starts_with(root + "/");
}

class Lister {
  public:
    Lister(const std::string& root, std::vector<std::string>& files) : root_(root), files_(files) {}

    Status list(const std::string& relative, int depth) {
        const std::string folder = relative.empty() ? root_ : join_path(root_, relative);
        if (depth > kDeepest) return refuse(folder, "it is nested deeper than 64 folders");
        JUDGE_ASSIGN(entries, list_directory(folder));
        for (const DirEntry& entry : entries) {
            if (is_leaving(entry.name)) continue;
            const std::string name = relative.empty() ? entry.name : relative + "/" + entry.name;
            if (entry.kind == DirEntry::Kind::other) continue;
            // Only a link can lead elsewhere: the folders above were looked at before.
            if (const std::string path = join_path(root_, name); is_link(path)) {
                JUDGE_ASSIGN(real, real_path(path));
                if (!is_inside(root_, real)) return refuse(path, "it is a link that leaves the package");
            }
            if (entry.kind == DirEntry::Kind::directory) {
                JUDGE_TRY(list(name, depth + 1));
            } else {
                files_.push_back(name);
                if (files_.size() > kMostFiles) return refuse(root_, "it holds over 200,000 files");
            }
        }
        return Done{};
    }

  private:
    static Error refuse(const std::string& path, const std::string& cause) {
        return {ErrorCode::bad_input, "cannot import '" + path + "': " + cause, "remove it from the package"};
    }

    const std::string& root_;
    std::vector<std::string>& files_;
};

// A leading dot or a trailing '~' would hide the case from every listing.
std::string case_base(std::string_view base) {
    std::string name = safe_file_name(decode_name(base));
    if (name.empty() || name.front() == '.') name.insert(0, "_");
    if (name.back() == '~') name.back() = '_';
    return name;
}

// The same for each folder of a group's name.
std::string group_name(std::string_view name) {
    std::string safe;
    for (std::size_t at = 0; at <= name.size();) {
        const std::size_t end = std::min(name.find('/', at), name.size());
        safe += (at == 0 ? "" : "/") + case_base(name.substr(at, end - at));
        at = end + 1;
    }
    return safe;
}

}  // namespace

bool Source::has_folder(std::string_view folder_name) const {
    const std::string prefix = std::string(folder_name) + "/";
    return std::any_of(files.begin(), files.end(), [&](const std::string& file) { return file.starts_with(prefix); });
}

std::vector<std::string> Source::below(std::string_view folder_name) const {
    const std::string prefix = folder_name.empty() ? "" : std::string(folder_name) + "/";
    std::vector<std::string> found;
    for (const std::string& file : files)
        if (file.starts_with(prefix)) found.push_back(file);
    return found;
}

std::string Source::path(std::string_view file) const {
    return join_path(folder, file);
}

Result<Source> open_source(const std::string& folder, const std::string& name, const std::string& scratch) {
    Source source;
    JUDGE_ASSIGN(real, real_path(folder));
    source.folder = std::move(real);
    source.name = name;
    source.scratch = scratch;
    JUDGE_TRY(Lister(source.folder, source.files).list("", 0));
    source.known.insert(source.files.begin(), source.files.end());
    return source;
}

Source inner_source(const Source& source, const std::string& folder_name) {
    Source inner;
    inner.folder = join_path(source.folder, folder_name);
    inner.name = std::string(file_name(folder_name));
    inner.scratch = source.scratch;
    for (const std::string& file : source.below(folder_name))
        inner.files.push_back(file.substr(folder_name.size() + 1));
    inner.known.insert(inner.files.begin(), inner.files.end());
    return inner;
}

void note(Imported& imported, Severity severity, std::string code, std::string text, std::string remedy) {
    imported.findings.push_back({severity, std::move(code), printable(text), std::move(remedy)});
}

Group& group_of(Problem& problem, const std::string& name) {
    const std::string safe = group_name(name);
    const auto found =
        std::find_if(problem.groups.begin(), problem.groups.end(), [&](const Group& g) { return g.name == safe; });
    if (found != problem.groups.end()) return *found;
    problem.groups.emplace_back().name = safe;
    return problem.groups.back();
}

TestCase& add_case(Imported& imported, const std::string& group, std::string_view base, const std::string& input_path,
                   const std::string& answer_path) {
    Problem& problem = imported.problem;
    const std::string safe = group_of(problem, group).name;
    const std::string wanted = safe + "/" + case_base(base);
    std::string name = wanted;
    for (int copy = 2; !imported.case_names.insert(name).second; ++copy) name = wanted + "-" + std::to_string(copy);
    TestCase& test_case = problem.cases.emplace_back();
    test_case.name = name;
    test_case.group = safe;
    test_case.sample = safe == "sample";
    test_case.input.path = input_path;
    if (!answer_path.empty()) test_case.answer = DataFile{answer_path};
    return test_case;
}

Submission& add_submission(Imported& imported, const std::string& expectation, const std::string& name,
                           std::vector<std::string> files) {
    Submission& submission = imported.submissions.emplace_back();
    if (const std::optional<Expectation> row = expectation_of(expectation)) submission.expected = *row;
    submission.problem_id = imported.problem.id;
    const std::string safe = safe_file_name(name);
    const std::string prefix =
        submission.expected.id == "accepted" && files.size() == 1 ? "" : submission.expected.id + "/";
    const std::string wanted = prefix + safe;
    submission.id = wanted;
    const auto taken = [&] {
        return std::any_of(imported.submissions.begin(), imported.submissions.end() - 1,
                           [&](const Submission& other) { return other.id == submission.id; });
    };
    const std::string ending(extension(safe));
    for (int copy = 2; taken(); ++copy)
        submission.id =
            prefix + std::string(stem(safe)) + "-" + std::to_string(copy) + (ending.empty() ? "" : "." + ending);
    submission.files = std::move(files);
    return submission;
}

void keep_folder(Imported& imported, const Source& source, std::string_view folder_name) {
    for (const std::string& file : source.below(folder_name)) imported.kept.push_back({file, source.path(file)});
}

std::string safe_id(std::string_view text) {
    std::string id;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80 || std::isalnum(byte) != 0 || c == '_' || c == '.')
            id += byte < 0x80 ? static_cast<char>(std::tolower(byte)) : c;
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    if (!is_valid_utf8(id)) id = safe_id(printable(id));
    while (!id.empty() && (id.back() == '-' || id.back() == '.')) id.pop_back();
    while (!id.empty() && (id.front() == '.' || id.front() == '-')) id.erase(0, 1);
    while (id.size() > kLongestName || (!id.empty() && !is_valid_utf8(id))) id.pop_back();
    return id.empty() ? "problem" : id;
}

std::string safe_file_name(std::string_view text) {
    std::string name;
    for (const char c : text) name += c == '/' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '_' : c;
    if (name == "." || name == "..") name = "_";
    return name;
}

Result<std::string> write_scratch(const Source& source, const std::string& name, std::string_view text) {
    const std::string path = join_path(source.scratch, name);
    JUDGE_TRY(make_directories(std::string(parent_path(path))));
    JUDGE_ASSIGN(file, open_file(path, O_WRONLY | O_CREAT | O_TRUNC));
    JUDGE_TRY(write_all(file.get(), text));
    return path;
}

void drop_absurd_limits(Imported& imported) {
    const auto keep_sound = [&](Limits& limits) {
        const auto keep = [&](auto member) {
            Limits alone;
            alone.*member = limits.*member;
            const Status sound = check(alone);
            if (sound) return;
            note(imported, Severity::warning, "limit-dropped", sound.error().message,
                 "write a sound one into problem.json");
            (limits.*member).reset();
        };
        for (auto time : {&Limits::cpu_time, &Limits::wall_time}) keep(time);
        for (auto size : {&Limits::memory, &Limits::stack, &Limits::output, &Limits::file_size}) keep(size);
        for (auto count : {&Limits::processes, &Limits::open_files}) keep(count);
    };
    keep_sound(imported.problem.limits);
    keep_sound(imported.problem.checker.limits);
    for (Group& group : imported.problem.groups) keep_sound(group.limits);
    for (TestCase& test_case : imported.problem.cases) keep_sound(test_case.limits);
}

}  // namespace judge
