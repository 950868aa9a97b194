#include <algorithm>
#include <array>
#include <map>

#include "base/files.h"
#include "packages/olympiad.h"
#include "packages/pairs.h"
#include "packages/program.h"
#include "packages/text.h"
#include "packages/tree.h"

namespace judge {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kVerdicts = {
    {{"model_solution", "accepted"},
     {"correct", "accepted"},
     {"incorrect", "wrong_answer"},
     {"time_limit", "time_limit_exceeded"},
     {"memory_limit", "memory_limit_exceeded"},
     {"runtime_error", "run_time_error"},
     {"failed", "rejected"},
     {"time_limit_and_runtime_error", "brute_force"},
     {"partially_correct", "partially_accepted"}}};

class TpsReader {
  public:
    TpsReader(const Source& source, Tree root) : source_(source), root_(std::move(root)) {}

    Result<Imported> run() {
        Problem& problem = imported_.problem;
        problem.id = safe_id(root_.text("name", source_.name));
        problem.title["en"] = root_.text("title", problem.id);
        problem.profile = "local";
        problem.language_extra = false;
        if (const std::optional<double> time = root_.number("time_limit"))
            problem.limits.cpu_time = Nanos(static_cast<std::int64_t>(*time * 1e9));
        if (const std::optional<double> memory = root_.number("memory_limit"))
            problem.limits.memory = mib(static_cast<std::uint64_t>(*memory));
        if (const std::string type = root_.text("type", "Batch"); type != "Batch")
            note(imported_, Severity::warning, "task-type",
                 "tasks of type '" + type + "' are taken in as batch problems");
        if (root_.boolean("has_grader", false))
            note(imported_, Severity::warning, "grader",
                 "submissions are functions that a grader calls; it is kept, not linked");
        for (const char* key : {"code", "has_checker", "has_manager", "description", "statement_pdf_link", "graders",
                                "programming_languages", "type_params", "cpp_std_opt", "java_enabled", "web_url"})
            root_.allow(key);
        JUDGE_TRY(read_subtasks());
        read_cases();
        read_programs();
        JUDGE_TRY(read_solutions());
        for (const std::string& file : source_.files)
            if (!taken_.contains(file)) imported_.kept.push_back({file, source_.path(file)});
        assume_limits(imported_);
        return std::move(imported_);
    }

  private:
    Status read_subtasks() {
        if (!source_.has("subtasks.json")) return Done{};
        JUDGE_ASSIGN(tree, TreeFile::read_json(source_.path("subtasks.json")));
        for (const auto& [name, subtask] : tree.root().at("subtasks").members()) {
            points_[name] = subtask.number("score").value_or(0);
            imported_.problem.scoring = imported_.problem.scoring || points_[name] > 0;
            for (const char* key : {"index", "validators", "text"}) subtask.allow(key);
        }
        tree.root().allow("global_validators");
        return tree.finish(imported_);
    }

    // tests/mapping: "subtask test" a line; a test may belong to several.
    std::map<std::string, std::vector<std::string>> mapping() {
        std::map<std::string, std::vector<std::string>> of_test;
        const std::string text = source_.has("tests/mapping") ? text_or_empty(source_.path("tests/mapping")) : "";
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            const std::string line = trimmed(std::string_view(text).substr(begin, end - begin));
            begin = end + 1;
            const std::size_t blank = line.find(' ');
            if (blank == std::string::npos) continue;
            of_test[trimmed(line.substr(blank))].push_back(line.substr(0, blank));
        }
        return of_test;
    }

    void read_cases() {
        const auto of_test = mapping();
        int shared = 0;
        for (const std::string& file : source_.below("tests")) {
            if (extension(file) != "in") continue;
            const std::string base(stem(file)), answer = "tests/" + base + ".out";
            const auto subtasks = of_test.find(base);
            std::string group = "secret";
            if (subtasks != of_test.end()) {
                group = subtasks->second.front() == "samples" ? "sample"
                                                              : "secret/" + safe_file_name(subtasks->second.front());
                shared += subtasks->second.size() > 1 ? 1 : 0;
            }
            taken_.insert(file);
            if (source_.has(answer)) taken_.insert(answer);
            add_case(imported_, group, base, source_.path(file), source_.has(answer) ? source_.path(answer) : "");
            if (group.starts_with("secret/")) group_of(imported_.problem, group).points = points_[group.substr(7)];
        }
        if (shared > 0)
            note(imported_, Severity::warning, "shared-cases",
                 std::to_string(shared) + " tests belong to several subtasks; each counts for the first only");
        if (imported_.problem.cases.empty())
            note(imported_, Severity::error, "missing-tests",
                 "'" + source_.path("tests") + "' holds no generated tests", "run tps gen first");
    }

    void read_programs() {
        Problem& problem = imported_.problem;
        problem.checker.compare = "dmoj-standard";
        if (source_.has_folder("checker"))
            if (const std::string path = program_at(imported_, source_, "checker"); !path.empty()) {
                problem.checker.compare.clear();
                problem.checker.protocol = "testlib";
                problem.checker.program = path;
                taken_.insert(path.substr(source_.folder.size() + 1));
            }
        for (const std::string& file : source_.below("validator"))
            if (is_source_file(file) && !is_header_file(file)) {
                problem.validators.push_back(source_.path(file));
                taken_.insert(file);
            }
    }

    Status read_solutions() {
        if (!source_.has("solutions.json")) return Done{};
        JUDGE_ASSIGN(tree, TreeFile::read_json(source_.path("solutions.json")));
        for (const auto& [name, solution] : tree.root().members()) {
            const std::string file = "solution/" + name, verdict = solution.text("verdict", "correct");
            const auto row =
                std::find_if(kVerdicts.begin(), kVerdicts.end(),
                             [&, wanted = std::string_view(verdict)](const auto& r) { return r.first == wanted; });
            if (row == kVerdicts.end()) solution.at("verdict").refuse("the verdict '" + verdict + "' is not known");
            solution.allow("except");
            if (!source_.has(file) || row == kVerdicts.end()) continue;
            taken_.insert(file);
            add_submission(imported_, std::string(row->second), std::string(file_name(file)), {source_.path(file)});
        }
        return tree.finish(imported_);
    }

    const Source& source_;
    Tree root_;
    Imported imported_;
    std::map<std::string, double> points_;
    std::unordered_set<std::string> taken_;
};

}  // namespace

bool is_tps(const Source& source) {
    return source.has("problem.json") &&
           (source.has("gen/data") || source.has("subtasks.json") || source.has("solutions.json"));
}

Result<std::vector<Imported>> read_tps(const Source& source) {
    JUDGE_ASSIGN(tree, TreeFile::read_json(source.path("problem.json")));
    JUDGE_ASSIGN(imported, TpsReader(source, tree.root()).run());
    JUDGE_TRY(tree.finish(imported));
    std::vector<Imported> all;
    all.push_back(std::move(imported));
    return all;
}

}  // namespace judge
