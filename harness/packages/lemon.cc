#include "packages/lemon.h"

#include <algorithm>

#include "base/files.h"
#include "packages/pairs.h"
#include "packages/program.h"
#include "packages/tree.h"

namespace judge {
namespace {

// Numbers of the enumerations ComparisonMode and TaskType.
constexpr std::int64_t kLineByLine = 0, kIgnoreSpaces = 1, kExternalTool = 2, kRealNumbers = 3, kSpecialJudge = 4;
constexpr std::int64_t kTraditional = 0;

class TaskReader {
  public:
    TaskReader(const Source& source, const Tree& task) : source_(source), task_(task) {}

    Imported run() {
        Problem& problem = imported_.problem;
        const std::string title = task_.text("problemTitle"), file = task_.text("sourceFileName");
        problem.id = safe_id(file.empty() ? title : file);
        problem.title["zh"] = title;
        problem.profile = "local";
        problem.language_extra = false;
        problem.scoring = true;
        read_streams();
        read_comparison();
        int number = 0;
        for (const Tree& row : task_.at("testCases").items()) read_subtask(row, ++number);
        if (task_.integer("taskType").value_or(kTraditional) != kTraditional)
            note(imported_, Severity::warning, "task-type",
                 "'" + title + "' is no traditional task; taken in as a batch problem");
        for (const char* key :
             {"compilerConfiguration", "answerFileExtension", "subFolderCheck", "interactor", "grader",
              "interactorName", "sourceFilesPath", "sourceFilesName", "graderFilesPath", "graderFilesName"})
            task_.allow(key);
        lift_limits();
        assume_limits(imported_);
        return std::move(imported_);
    }

  private:
    void read_streams() {
        for (const auto& [check, name] :
             {std::pair{"standardInputCheck", "inputFileName"}, std::pair{"standardOutputCheck", "outputFileName"}}) {
            const std::string file = task_.text(name);
            if (task_.boolean(check, false) || file.empty()) continue;
            imported_.problem.file_access = true;
            note(imported_, Severity::warning, "named-files",
                 std::string(name) + " is '" + file + "', not a standard stream");
        }
    }

    void read_comparison() {
        CheckerSpec& checker = imported_.problem.checker;
        const std::int64_t mode = task_.integer("comparisonMode").value_or(kLineByLine);
        const std::int64_t precision = task_.integer("realPrecision").value_or(6);
        const std::string judge = task_.text("specialJudge"), flags = task_.text("diffArguments");
        checker.compare = "lines";
        if (mode == kIgnoreSpaces) checker.compare = "tokens";
        if (mode == kRealNumbers) {
            checker.compare = "float";
            checker.args = {"float_absolute_tolerance",
                            "1e-" + std::to_string(std::clamp<std::int64_t>(precision, 0, 18))};
        }
        if (mode == kExternalTool)
            note(imported_, Severity::warning, "external-tool",
                 "the outside tool with '" + flags + "' is not used; lines are compared");
        if (mode < kSpecialJudge) return;
        const std::string file = "data/" + judge;
        // Compiled, as a rule; its source lies beside it.
        for (const std::string& candidate : source_.below("data"))
            if (candidate == file || (is_source_file(candidate) && stem(candidate) == stem(file) &&
                                      parent_path(candidate) == parent_path(file))) {
                if (!is_source_file(candidate)) continue;
                checker.compare.clear();
                checker.protocol = mode == kSpecialJudge ? "lemon" : "lemon-testlib";
                checker.program = source_.path(candidate);
                return;
            }
        note(imported_, Severity::warning, "no-checker",
             "the special judge '" + file + "' is there without its source");
    }

    void read_subtask(const Tree& row, int number) {
        const std::vector<std::string> inputs = row.texts("inputFiles"), answers = row.texts("outputFiles");
        const std::string name = "secret/" + std::to_string(number);
        Limits limits;
        if (const std::optional<double> time = row.number("timeLimit"); time && *time > 0 && *time < 86'400'000)
            limits.cpu_time = Nanos(static_cast<std::int64_t>(*time * 1e6));
        if (const std::optional<double> memory = row.number("memoryLimit"); memory && *memory > 0 && *memory < 1 << 20)
            limits.memory = mib(static_cast<std::uint64_t>(*memory));
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const std::string input = "data/" + inputs[i];
            const std::string answer = i < answers.size() ? "data/" + answers[i] : "";
            if (!source_.has(input)) {
                row.at("inputFiles").refuse("there is no file '" + input + "'");
                return;
            }
            add_case(imported_, name, stem(input), source_.path(input),
                     source_.has(answer) ? source_.path(answer) : "");
        }
        if (inputs.empty()) return;
        Group& group = group_of(imported_.problem, name);
        group.points = row.number("fullScore").value_or(0);
        group.rule = GroupRule::minimum;
        group.limits = limits;
        for (const Tree& other : row.at("dependenceSubtask").items())
            group.depends_on.push_back("secret/" + other.text());
    }

    // What all groups share is the problem's.
    void lift_limits() {
        Problem& problem = imported_.problem;
        if (problem.groups.empty()) return;
        problem.limits = problem.groups.front().limits;
        for (Group& group : problem.groups) {
            if (group.limits.cpu_time == problem.limits.cpu_time) group.limits.cpu_time.reset();
            if (group.limits.memory == problem.limits.memory) group.limits.memory.reset();
            std::erase_if(group.depends_on, [&](const std::string& wanted) {
                return std::none_of(problem.groups.begin(), problem.groups.end(),
                                    [&](const Group& g) { return g.name == wanted; });
            });
        }
    }

    const Source& source_;
    const Tree& task_;
    Imported imported_;
};

std::string contest_file(const Source& source) {
    for (const std::string& file : source.files)
        if (extension(file) == "cdf" && parent_path(file) == ".") return file;
    return "";
}

// source/<contestant>/<task>.<ext> and source/<contestant>/<task>/<task>.<ext>: who they are and what they earned is
// the contest's; they are kept as submissions without a known verdict.
void keep_sources(Imported& imported, const Source& source, const std::string& file_stem) {
    for (const std::string& file : source.below("source"))
        if (stem(file) == file_stem && is_source_file(file)) imported.kept.push_back({file, source.path(file)});
}

}  // namespace

bool is_lemon(const Source& source) {
    return !contest_file(source).empty();
}

Result<std::vector<Imported>> read_lemon(const Source& source) {
    const std::string file = contest_file(source);
    JUDGE_ASSIGN(tree, TreeFile::read_json(source.path(file)));
    const Tree root = tree.root();
    std::vector<Imported> all;
    std::unordered_set<std::string> ids;
    for (const Tree& task : root.at("tasks").items()) {
        Imported imported = TaskReader(source, task).run();
        const std::string wanted = imported.problem.id;
        for (int copy = 2; !ids.insert(imported.problem.id).second; ++copy)
            imported.problem.id = wanted + "-" + std::to_string(copy);
        keep_sources(imported, source, task.text("sourceFileName"));
        imported.kept.push_back({file, source.path(file)});
        all.push_back(std::move(imported));
    }
    if (all.empty())
        return Error{ErrorCode::bad_input, "cannot import '" + source.path(file) + "': it holds no tasks", ""};
    for (const char* key : {"contestTitle", "contestants", "version", "MagicNumber"}) root.allow(key);
    JUDGE_TRY(tree.finish(all.front()));
    return all;
}

}  // namespace judge
