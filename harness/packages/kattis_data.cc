// The cases and groups of a Kattis package.
//
// Arguments of the output validator are inherited downwards and replaced whole by what is nearer, where the model adds
// case to group to problem: so they are written at each case once any case differs from its group.

#include <algorithm>
#include <map>

#include "base/files.h"
#include "packages/kattis.h"

namespace judge {
namespace {

// What testdata.yaml or test_group.yaml of one folder says, with what it inherits.
struct GroupSettings {
    std::vector<std::string> checker_args;
    bool run_all = false;
    std::string rule;  // "", "min", "sum", "pass-fail"
    double accept_score = 1;
    std::optional<double> max_score;
    std::vector<std::string> requires_groups;
};

std::optional<double> upper_bound(const std::string& range) {
    const std::size_t blank = range.find_last_of(' ');
    if (blank == std::string::npos) return std::nullopt;
    const std::string text = range.substr(blank + 1);
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end != text.c_str() + text.size() || text.empty() || value > 1e9) return std::nullopt;
    return value;
}

void read_legacy_settings(const Tree& root, GroupSettings& settings) {
    settings.run_all = root.text("on_reject", settings.run_all ? "continue" : "break") == "continue";
    if (root.has("output_validator_flags")) settings.checker_args = root.words("output_validator_flags");
    for (const std::string& flag : root.words("grader_flags")) {
        if (flag == "min" || flag == "sum") settings.rule = flag;
    }
    settings.accept_score = root.number("accept_score").value_or(settings.accept_score);
    // An upper bound belongs to this folder alone: its children have bounds of their own.
    settings.max_score = upper_bound(root.text("range"));
    for (const char* key : {"grading", "input_validator_flags", "reject_score"}) root.allow(key);
}

void read_new_settings(const Tree& root, GroupSettings& settings) {
    if (root.has("output_validator_args")) settings.checker_args = root.words("output_validator_args");
    settings.rule = root.text("score_aggregation");
    settings.max_score.reset();
    if (root.text("max_score") != "unbounded") settings.max_score = root.number("max_score");
    settings.requires_groups = root.texts("require_pass");
    for (const char* key : {"input_validator_args", "static_validator_args", "static_validation_score",
                            "input_visualizer_args", "output_visualizer_args", "full_feedback"})
        root.allow(key);
}

class DataReader {
  public:
    DataReader(Imported& imported, const Source& source, KattisVersion version)
        : imported_(imported), source_(source), version_(version) {}

    Status run() {
        GroupSettings settings;
        JUDGE_TRY(read_settings("data", settings));
        for (const char* top : {"sample", "secret"}) JUDGE_TRY(read_folder(top, settings));
        for (const std::string& file : source_.below("data"))
            if (!taken_.contains(file)) imported_.kept.push_back({file, source_.path(file)});
        return Done{};
    }

  private:
    bool is_legacy() const { return version_ == KattisVersion::legacy; }

    Status read_settings(const std::string& folder, GroupSettings& settings) {
        const std::string file = folder + (is_legacy() ? "/testdata.yaml" : "/test_group.yaml");
        settings.requires_groups.clear();
        settings.max_score.reset();
        if (!is_legacy()) settings.rule.clear();
        if (!source_.has(file)) return Done{};
        JUDGE_ASSIGN(tree, TreeFile::read_yaml(source_.path(file)));
        if (is_legacy())
            read_legacy_settings(tree.root(), settings);
        else
            read_new_settings(tree.root(), settings);
        if (tree.root().at("args"))
            note(imported_, Severity::warning, "program-arguments",
                 "'" + file + "' gives arguments to the submissions, which are not passed");
        return tree.finish(imported_);
    }

    Status read_folder(const std::string& group, GroupSettings settings) {
        const std::string folder = "data/" + group;
        const std::vector<std::string> files = source_.below(folder);
        if (files.empty()) return Done{};
        JUDGE_TRY(read_settings(folder, settings));
        std::vector<std::string> inner;
        const std::size_t before = imported_.problem.cases.size();
        for (const std::string& file : files) {
            const std::size_t slash = file.find('/', folder.size() + 1);
            if (slash == std::string::npos) {
                if (extension(file) == "in") JUDGE_TRY(read_case(group, file));
            } else if (const std::string name = file.substr(folder.size() + 1, slash - folder.size() - 1);
                       !name.ends_with(".files") && (inner.empty() || inner.back() != name)) {
                inner.push_back(name);
            }
        }
        if (imported_.problem.cases.size() > before) finish_group(group, settings, before);
        for (const std::string& file : files)
            if (extension(file) == "ans" && !taken_.contains(file) && file.rfind('/') == folder.size())
                note(imported_, Severity::warning, "no-input", "the answer '" + source_.path(file) + "' has no input",
                     "it is kept as it is");
        for (const std::string& name : inner) JUDGE_TRY(read_folder(group + "/" + name, settings));
        return Done{};
    }

    Status read_case(const std::string& group, const std::string& file) {
        const std::string base = file.substr(0, file.size() - 3);
        const std::string answer = base + ".ans";
        const bool answered = source_.has(answer);
        taken_.insert(file);
        if (answered) taken_.insert(answer);
        if (!answered && imported_.problem.mode != Mode::interactive)
            note(imported_, Severity::warning, "no-answer", "'" + source_.path(file) + "' has no answer");
        TestCase& test_case =
            add_case(imported_, group, file_name(base), source_.path(file), answered ? source_.path(answer) : "");
        if (source_.has_folder(base + ".files"))
            note(imported_, Severity::warning, "case-files",
                 "'" + base + ".files' is kept, but its files are not put before the submissions");
        if (!source_.has(base + ".yaml")) return Done{};
        JUDGE_ASSIGN(tree, TreeFile::read_yaml(source_.path(base + ".yaml")));
        if (tree.root().has("output_validator_args")) {
            test_case.checker_args = tree.root().words("output_validator_args");
            own_args_.insert(test_case.name);
        }
        if (tree.root().at("args"))
            note(imported_, Severity::warning, "program-arguments",
                 "'" + base + ".yaml' gives arguments to the submission, which are not passed");
        for (const char* key : {"input_validator_args", "input_visualizer_args", "output_visualizer_args",
                                "full_feedback", "hint", "description"})
            tree.root().allow(key);
        return tree.finish(imported_);
    }

    void finish_group(const std::string& name, const GroupSettings& settings, std::size_t first) {
        Problem& problem = imported_.problem;
        Group& group = group_of(problem, name);
        group.run_all = settings.run_all;
        const auto begin = problem.cases.begin() + static_cast<std::ptrdiff_t>(first);
        const auto count = static_cast<double>(problem.cases.end() - begin);
        if (std::any_of(begin, problem.cases.end(), [&](const TestCase& c) { return own_args_.contains(c.name); })) {
            for (auto test_case = begin; test_case != problem.cases.end(); ++test_case)
                if (!own_args_.contains(test_case->name)) test_case->checker_args = settings.checker_args;
        } else {
            group.checker_args = settings.checker_args;
        }
        for (const std::string& required : settings.requires_groups) group.depends_on.push_back(required);
        if (!problem.scoring || name == "sample") return;
        const bool sums = settings.rule == "sum" || (settings.rule.empty() && name == "secret");
        group.rule = sums ? GroupRule::sum : settings.rule == "min" ? GroupRule::minimum : GroupRule::all;
        if (settings.max_score)
            group.points = *settings.max_score;
        else if (is_legacy())
            group.points = settings.accept_score * (sums ? count : 1);
        else if (name == "secret")
            group.points = 100;
    }

    Imported& imported_;
    const Source& source_;
    KattisVersion version_;
    std::unordered_set<std::string> taken_, own_args_;
};

// A dependency on a folder means all groups in it; one on a group without cases means nothing.
void settle_dependencies(Imported& imported) {
    std::vector<Group>& groups = imported.problem.groups;
    for (Group& group : groups) {
        std::vector<std::string> real;
        for (const std::string& wanted : group.depends_on) {
            bool found = false;
            for (const Group& other : groups) {
                if (other.name != wanted && !other.name.starts_with(wanted + "/")) continue;
                found = true;
                if (other.name != group.name) real.push_back(other.name);
            }
            if (!found)
                note(imported, Severity::warning, "unknown-group",
                     "group '" + group.name + "' requires '" + wanted + "', which has no cases");
        }
        group.depends_on = std::move(real);
    }
}

// Flags of the default validator that all groups share become the problem's.
void lift_flags(Imported& imported) {
    Problem& problem = imported.problem;
    if (!problem.checker.program.empty() || problem.mode == Mode::interactive || problem.groups.empty()) return;
    const std::vector<std::string> shared = problem.groups.front().checker_args;
    const bool same = std::all_of(problem.groups.begin(), problem.groups.end(),
                                  [&](const Group& group) { return group.checker_args == shared; }) &&
                      std::all_of(problem.cases.begin(), problem.cases.end(),
                                  [](const TestCase& test_case) { return test_case.checker_args.empty(); });
    if (!same) return;
    problem.checker.args.insert(problem.checker.args.end(), shared.begin(), shared.end());
    for (Group& group : problem.groups) group.checker_args.clear();
}

}  // namespace

Status read_kattis_data(Imported& imported, const Source& source, KattisVersion version) {
    JUDGE_TRY(DataReader(imported, source, version).run());
    settle_dependencies(imported);
    lift_flags(imported);
    if (imported.problem.cases.empty())
        note(imported, Severity::warning, "no-cases", "'" + source.path("data") + "' holds no cases");
    return Done{};
}

}  // namespace judge
