#include "packages/own_copy.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <map>
#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "base/files.h"
#include "base/hash.h"
#include "packages/native.h"
#include "packages/native_writer.h"
#include "packages/project.h"
#include "packages/tree.h"

namespace judge {
namespace {

constexpr const char* kFolder = ".judge-problem";
constexpr const char* kIndex = ".judge-problem/files.json";

Result<std::string> hash_of_file(const std::string& path) {
    JUDGE_ASSIGN(file, open_file(path, O_RDONLY));
    Hasher hasher;
    std::array<char, 65536> buffer;
    for (std::uint64_t offset = 0;;) {
        JUDGE_ASSIGN(count, read_at(file.get(), buffer, offset));
        if (count == 0) return hasher.hex();
        hasher.add({buffer.data(), count});
        offset += count;
    }
}

bool is_own(const std::string& file) {
    return file.starts_with(std::string(kFolder) + "/");
}

// The package's own files by name, without the copy.
Result<std::map<std::string, std::string>> hashes_of(const Source& source) {
    std::map<std::string, std::string> hashes;
    for (const std::string& file : source.files) {
        if (is_own(file)) continue;
        JUDGE_ASSIGN(hash, hash_of_file(source.path(file)));
        hashes[file] = hash;
    }
    return hashes;
}

std::string digest_of(const std::map<std::string, std::string>& hashes) {
    Hasher hasher;
    for (const auto& [name, hash] : hashes) {
        hasher.add_field(name);
        hasher.add_field(hash);
    }
    return hasher.hex();
}

Status link_to(const std::string& target, const std::string& path) {
    JUDGE_TRY(make_directories(std::string(parent_path(path))));
    if (::symlink(target.c_str(), path.c_str()) != 0)
        return errno_error(ErrorCode::io, "cannot make '" + path + "'", errno);
    return Done{};
}

// A project of links that holds the problem, below the source's scratch folder.
class Restorer {
  public:
    Restorer(const Source& source, Tree index)
        : source_(source), index_(std::move(index)), root_(join_path(source.scratch, "own-copy")) {}

    Result<Imported> run() {
        const std::string id = index_.text("id");
        if (id.empty() || safe_id(id) != id) return broken("its id is no name of a problem");
        const std::string place = "testdata/" + id + "/";
        for (const std::string& file : source_.below(kFolder))
            if (file != kIndex)
                JUDGE_TRY(link_to(source_.path(file), join_path(root_, file.substr(std::string(kFolder).size() + 1))));
        for (const auto& [name, row] : index_.at("cases").members()) {
            if (!(name.starts_with("sample/") || name.starts_with("secret/")) ||
                ("/" + name + "/").find("/../") != std::string::npos)
                return broken("'" + name + "' is no name of a case");
            JUDGE_TRY(add(place + name + ".in", row.text("input")));
            if (row.has("answer")) JUDGE_TRY(add(place + name + ".ans", row.text("answer")));
        }
        Project project;
        project.root = root_;
        Imported imported;
        JUDGE_ASSIGN(problem, read_native_problem(problem_folder(project, id)));
        JUDGE_ASSIGN(submissions, list_submissions(project, id));
        imported.problem = std::move(problem);
        imported.problem.id = safe_id(source_.name);
        imported.submissions = std::move(submissions);
        for (Submission& submission : imported.submissions) submission.problem_id = imported.problem.id;
        return imported;
    }

  private:
    Error broken(const std::string& cause) const {
        return {ErrorCode::bad_input, "cannot read '" + source_.path(kIndex) + "': " + cause,
                std::string("remove ") + kFolder + " from the package"};
    }
    Status add(const std::string& name, const std::string& file) {
        if (!source_.has(file)) return broken("there is no file '" + file + "' in the package");
        return link_to(source_.path(file), join_path(root_, name));
    }

    const Source& source_;
    Tree index_;
    std::string root_;
};

}  // namespace

Status put_own_copy(const Problem& problem, const std::vector<Submission>& submissions, const std::string& folder) {
    JUDGE_ASSIGN(source, open_source(folder, problem.id, ""));
    JUDGE_ASSIGN(hashes, hashes_of(source));
    std::map<std::string, std::string> names;  // by hash
    for (const auto& [name, hash] : hashes) names.emplace(hash, name);
    nlohmann::ordered_json cases = nlohmann::ordered_json::object();
    for (const TestCase& test_case : problem.cases) {
        JUDGE_ASSIGN(input, hash_of_file(test_case.input.path));
        if (!names.contains(input)) return Done{};
        cases[test_case.name]["input"] = names[input];
        if (!test_case.answer) continue;
        JUDGE_ASSIGN(answer, hash_of_file(test_case.answer->path));
        if (!names.contains(answer)) return Done{};
        cases[test_case.name]["answer"] = names[answer];
    }
    Imported whole;
    whole.problem = problem;
    whole.submissions = submissions;
    const std::string own = join_path(folder, kFolder);
    JUDGE_TRY(make_directories(own));
    JUDGE_TRY(write_native(whole, own, Overwrite::refuse));
    for (const char* cases_folder : {"sample", "secret"})
        if (const std::string place = join_path(own, "testdata/" + problem.id + "/" + cases_folder); exists(place))
            JUDGE_TRY(remove_tree(place));
    const nlohmann::ordered_json index = {{"id", problem.id}, {"package", digest_of(hashes)}, {"cases", cases}};
    return write_file_atomically(join_path(folder, kIndex), index.dump(1) + "\n");
}

Source without_own_copy(const Source& source) {
    Source plain = source;
    std::erase_if(plain.files, is_own);
    plain.known = {plain.files.begin(), plain.files.end()};
    return plain;
}

Result<OwnCopy> own_copy_of(const Source& source) {
    if (!source.has(kIndex) || source.scratch.empty()) return OwnCopy{};
    JUDGE_ASSIGN(tree, TreeFile::read_json(source.path(kIndex)));
    JUDGE_ASSIGN(hashes, hashes_of(source));
    if (tree.root().text("package") != digest_of(hashes))
        return OwnCopy{std::nullopt, Finding{Severity::note, "own-copy-stale",
                                             std::string("the package was changed since it was exported: '") + kFolder +
                                                 "' is passed over, and what the format has no place for is lost",
                                             ""}};
    JUDGE_ASSIGN(imported, Restorer(source, tree.root()).run());
    JUDGE_TRY(tree.finish(imported));
    return OwnCopy{std::move(imported), std::nullopt};
}

}  // namespace judge
