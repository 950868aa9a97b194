#include <algorithm>
#include <cstdlib>

#include "base/files.h"
#include "packages/olympiad.h"
#include "packages/pairs.h"
#include "packages/program.h"
#include "packages/text.h"
#include "packages/tree.h"

namespace judge {
namespace {

// "# ST: 20" begins a subtask; every other line that is no comment is a case, and so is "#COPY: file".
struct Subtask {
    double points = 0;
    int cases = 0;
};

std::vector<Subtask> subtasks_of(const std::string& text) {
    std::vector<Subtask> subtasks;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = trimmed(std::string_view(text).substr(begin, end - begin));
        begin = end + 1;
        if (line.starts_with("#COPY:")) line = "copy";
        if (const std::size_t mark = line.find("ST:"); line.starts_with('#') && mark != std::string::npos) {
            subtasks.emplace_back().points = std::strtod(line.c_str() + mark + 3, nullptr);
            continue;
        }
        line.resize(std::min(line.find('#'), line.size()));
        if (trimmed(line).empty()) continue;
        if (subtasks.empty()) subtasks.emplace_back();
        ++subtasks.back().cases;
    }
    return subtasks;
}

class CmsReader {
  public:
    CmsReader(const Source& source, Tree root) : source_(source), root_(std::move(root)) {}

    Imported run() {
        Problem& problem = imported_.problem;
        problem.id = safe_id(root_.text("name", source_.name));
        problem.title["en"] = root_.text("title", problem.id);
        problem.profile = "local";
        problem.language_extra = false;
        if (const std::optional<double> time = root_.number("time_limit"))
            problem.limits.cpu_time = Nanos(static_cast<std::int64_t>(*time * 1e9));
        if (const std::optional<double> memory = root_.number("memory_limit"))
            problem.limits.memory = mib(static_cast<std::uint64_t>(*memory));
        read_streams();
        read_cases();
        read_checker();
        read_solutions();
        if (root_.boolean("output_only", false))
            note(imported_, Severity::warning, "submit-answer", "submissions that are outputs cannot be judged");
        for (const char* key : {"total_value", "n_input", "primary_language", "score_mode", "score_type",
                                "public_testcases", "token_mode", "feedback_level", "score_precision",
                                "score_type_parameters", "max_submission_number", "max_user_test_number"})
            root_.allow(key);
        for (const std::string& file : source_.files)
            if (!taken_.contains(file)) imported_.kept.push_back({file, source_.path(file)});
        assume_limits(imported_);
        return std::move(imported_);
    }

  private:
    void read_streams() {
        for (const char* key : {"infile", "outfile"}) {
            const std::string name = root_.text(key);
            if (name.empty()) continue;
            imported_.problem.file_access = true;
            note(imported_, Severity::warning, "named-files",
                 std::string(key) + " is '" + name + "', not a standard stream");
        }
    }

    void read_cases() {
        std::vector<Subtask> subtasks;
        if (source_.has("gen/GEN")) subtasks = subtasks_of(text_or_empty(source_.path("gen/GEN")));
        Problem& problem = imported_.problem;
        problem.scoring = std::any_of(subtasks.begin(), subtasks.end(), [](const Subtask& s) { return s.points > 0; });
        std::size_t subtask = 0;
        int left = subtasks.empty() ? -1 : subtasks.front().cases;
        for (int i = 0;; ++i) {
            const std::string number = std::to_string(i);
            const std::string input = "input/input" + number + ".txt", answer = "output/output" + number + ".txt";
            if (!source_.has(input)) break;
            while (left == 0 && subtask + 1 < subtasks.size()) left = subtasks[++subtask].cases;
            std::string group = "secret";
            if (subtasks.size() > 1) group += "/subtask" + std::to_string(subtask);
            --left;
            taken_.insert(input);
            if (source_.has(answer))
                taken_.insert(answer);
            else
                note(imported_, Severity::warning, "no-answer", "'" + source_.path(input) + "' has no answer");
            add_case(imported_, group, number, source_.path(input), source_.has(answer) ? source_.path(answer) : "");
            if (!subtasks.empty()) group_of(problem, group).points = subtasks[subtask].points;
        }
        if (problem.cases.empty())
            note(imported_, Severity::error, "no-cases", "'" + source_.path("input") + "' holds no input0.txt");
    }

    void read_checker() {
        CheckerSpec& checker = imported_.problem.checker;
        // The white diff of CMS: the same tokens on the same lines.
        checker.compare = "dmoj-standard";
        for (const std::string& file : source_.files) {
            const bool is_checker = file.starts_with("check/checker.") || file.starts_with("cor/correttore.");
            if (is_checker && is_source_file(file)) {
                checker.compare.clear();
                checker.protocol = "cms";
                checker.program = source_.path(file);
                taken_.insert(file);
            }
            if (file.starts_with("check/manager.") || file.starts_with("cor/manager."))
                note(imported_, Severity::warning, "manager",
                     "the manager '" + file + "' talks through pipes of CMS; it is kept");
            if (file.starts_with("sol/grader.") && is_source_file(file))
                note(imported_, Severity::warning, "grader",
                     "submissions are functions that '" + file + "' calls; it is kept, not linked to them");
        }
    }

    void read_solutions() {
        for (const std::string& file : source_.below("sol")) {
            const std::string_view name = stem(file);
            if (!is_source_file(file) || (name != "solution" && name != "soluzione")) continue;
            taken_.insert(file);
            add_submission(imported_, "accepted", std::string(file_name(file)), {source_.path(file)});
        }
    }

    const Source& source_;
    Tree root_;
    Imported imported_;
    std::unordered_set<std::string> taken_;
};

}  // namespace

bool is_cms(const Source& source) {
    return source.has("task.yaml");
}

Result<std::vector<Imported>> read_cms(const Source& source) {
    JUDGE_ASSIGN(tree, TreeFile::read_yaml(source.path("task.yaml")));
    std::vector<Imported> all;
    all.push_back(CmsReader(source, tree.root()).run());
    JUDGE_TRY(tree.finish(all.front()));
    return all;
}

}  // namespace judge
