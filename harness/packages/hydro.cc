#include "packages/hydro.h"

#include <algorithm>
#include <array>

#include "base/files.h"
#include "packages/pairs.h"
#include "packages/polygon.h"
#include "packages/text.h"
#include "packages/tree.h"

namespace judge {
namespace {

constexpr std::array<std::string_view, 7> kProgramTypes = {"testlib", "kattis", "lemon", "syzoj",
                                                           "hustoj",  "qduoj",  "cms"};

std::string config_of(const Source& source) {
    for (const char* name : {"testdata/config.yaml", "testdata/config.yml", "config.yaml", "config.yml"})
        if (source.has(name)) return name;
    return "";
}

class HydroReader {
  public:
    explicit HydroReader(const Source& source) : source_(source), config_(config_of(source)) {
        if (source.has_folder("testdata")) data_ = "testdata/";
    }

    Result<Imported> run() {
        Problem& problem = imported_.problem;
        problem.id = safe_id(source_.name);
        problem.profile = "local";
        problem.language_extra = false;
        problem.checker.compare =
            "lines";  // the default: blanks at line ends, empty lines at the end and CR are nothing
        JUDGE_TRY(read_about());
        if (!config_.empty()) JUDGE_TRY(read_config());
        if (!problem.limits.cpu_time) problem.limits.cpu_time = std::chrono::seconds(1);
        if (!problem.limits.memory) problem.limits.memory = mib(256);
        if (problem.cases.empty()) pair_data();
        for (const std::string& file : source_.files)
            if (!taken_.contains(file)) imported_.kept.push_back({file, source_.path(file)});
        return std::move(imported_);
    }

  private:
    Status read_about() {
        if (!source_.has("problem.yaml")) return Done{};
        JUDGE_ASSIGN(tree, TreeFile::read_yaml(source_.path("problem.yaml")));
        const Tree root = tree.root();
        if (const std::string pid = root.text("pid"); !pid.empty()) imported_.problem.id = safe_id(pid);
        if (const std::string title = root.text("title"); !title.empty()) imported_.problem.title["zh"] = title;
        for (const char* key : {"owner", "tag", "nSubmit", "nAccept", "difficulty", "hidden", "sort", "docType"})
            root.allow(key);
        return tree.finish(imported_);
    }

    void read_limits(const Tree& from, Limits& limits) {
        const std::string time = from.text("time"), memory = from.text("memory");
        if (!time.empty()) {
            const Result<Nanos> parsed = parse_time(time);
            if (parsed)
                limits.cpu_time = *parsed;
            else
                from.at("time").refuse(parsed.error().message);
        }
        if (!memory.empty()) {
            const Result<Bytes> parsed = parse_size(memory);
            if (parsed)
                limits.memory = *parsed;
            else
                from.at("memory").refuse(parsed.error().message);
        }
    }

    // A program is a name, or {file, lang}. Marks it as taken.
    std::string program(const Tree& root, const char* key) {
        const Tree value = root.at(key);
        std::string name = value.is_map() ? value.text("file") : value.text();
        value.allow();
        if (name.empty()) return "";
        if (!source_.has(data_ + name)) {
            value.refuse("there is no file '" + data_ + name + "'");
            return "";
        }
        taken_.insert(data_ + name);
        return source_.path(data_ + name);
    }

    void read_checker(const Tree& root) {
        CheckerSpec& checker = imported_.problem.checker;
        const std::string type = root.text("checker_type", "default");
        if (type == "strict") checker.compare = "exact";
        if (type == "default" || type == "strict") return;
        const Tree value = root.at("checker");
        const std::string name = value.is_map() ? value.text("file") : value.text();
        if (type == "testlib" && !source_.has(data_ + name) && is_standard_checker(name.substr(0, name.find('.')))) {
            checker.compare = name.substr(0, name.find('.'));
            return;
        }
        if (std::find(kProgramTypes.begin(), kProgramTypes.end(), type) == kProgramTypes.end()) {
            root.at("checker_type").refuse("the checker type '" + type + "' is not known");
            return;
        }
        if (const std::string path = program(root, "checker"); !path.empty()) {
            checker.compare.clear();
            checker.protocol = type;
            checker.program = path;
        }
    }

    void read_kind(const Tree& root) {
        const std::string type = root.text("type", "default");
        Problem& problem = imported_.problem;
        if (type == "interactive") {
            problem.interactor = program(root, "interactor");
            if (problem.interactor.empty()) return;
            problem.mode = Mode::interactive;
            problem.checker = {};
            problem.checker.compare.clear();
            problem.checker.protocol = "testlib";
        } else if (type != "default") {
            note(imported_, Severity::warning, "task-type",
                 "problems of type '" + type + "' are taken in as batch problems");
        }
        if (const std::string name = root.text("filename"); !name.empty()) {
            problem.file_access = true;
            note(imported_, Severity::warning, "named-files",
                 "the streams are '" + name + ".in' and '" + name + ".out'");
        }
    }

    void add(const std::string& group, const Tree& row) {
        const std::string input = row.text("input"), answer = row.text("output");
        if (!source_.has(data_ + input)) {
            row.refuse("there is no file '" + data_ + input + "'");
            return;
        }
        const bool answered = source_.has(data_ + answer) && !answer.empty();
        if (!answered && !answer.empty())
            note(imported_, Severity::warning, "no-answer",
                 "there is no file '" + data_ + answer + "' (" + row.where() + ")");
        taken_.insert(data_ + input);
        if (answered) taken_.insert(data_ + answer);
        TestCase& test_case = add_case(imported_, group, stem(input), source_.path(data_ + input),
                                       answered ? source_.path(data_ + answer) : "");
        read_limits(row, test_case.limits);
        test_case.points = row.number("score").value_or(0);
    }

    void read_subtasks(const Tree& root) {
        int number = 0;
        for (const Tree& subtask : root.at("subtasks").items()) {
            ++number;
            const std::string id = subtask.text("id", std::to_string(number));
            const std::string name = "secret/subtask" + safe_file_name(id), type = subtask.text("type", "min");
            for (const Tree& row : subtask.at("cases").items()) add(name, row);
            Group& group = group_of(imported_.problem, name);
            group.points = subtask.number("score").value_or(0);
            imported_.problem.scoring = imported_.problem.scoring || group.points > 0;
            group.rule = type == "sum" ? GroupRule::sum : GroupRule::minimum;
            if (type == "max")
                note(imported_, Severity::warning, "rule-changed",
                     "the subtask at " + subtask.where() +
                         " takes the best case; "
                         "the worst counts here");
            read_limits(subtask, group.limits);
            for (const Tree& other : subtask.at("if").items())
                group.depends_on.push_back("secret/subtask" + other.text());
        }
        for (Group& group : imported_.problem.groups)
            std::erase_if(group.depends_on, [&](const std::string& wanted) {
                const auto& groups = imported_.problem.groups;
                return std::none_of(groups.begin(), groups.end(), [&](const Group& g) { return g.name == wanted; });
            });
    }

    Status read_config() {
        JUDGE_ASSIGN(tree, TreeFile::read_yaml(source_.path(config_)));
        const Tree root = tree.root();
        read_limits(root, imported_.problem.limits);
        read_checker(root);
        read_kind(root);
        read_subtasks(root);
        double total = 0;
        for (const Tree& row : root.at("cases").items()) {
            add("secret", row);
            total += imported_.problem.cases.empty() ? 0 : imported_.problem.cases.back().points;
        }
        if (total > 0) {
            imported_.problem.scoring = true;
            group_of(imported_.problem, "secret").rule = GroupRule::sum;
            group_of(imported_.problem, "secret").points = total;
        }
        if (const std::string path = program(root, "validator"); !path.empty())
            imported_.problem.validators.push_back(path);
        for (const char* key :
             {"time_limit_rate", "memory_limit_rate", "multi_pass", "user_extra_files", "judge_extra_files", "langs",
              "score", "detail", "num_processes", "manager", "template", "key", "outputs", "subType", "target"})
            root.allow(key);
        // What no case of the file has is empty; groups without cases would be refused later.
        std::erase_if(imported_.problem.groups, [&](const Group& group) {
            return std::none_of(imported_.problem.cases.begin(), imported_.problem.cases.end(),
                                [&](const TestCase& c) { return c.group == group.name; });
        });
        return tree.finish(imported_);
    }

    void pair_data() {
        std::vector<std::string> files;
        for (const std::string& file : source_.files)
            if (!taken_.contains(file) && file.starts_with(data_) && file != config_) files.push_back(file);
        const Pairing pairing = pair_files(files);
        add_pairs(imported_, source_, pairing);
        for (const FilePair& pair : pairing.pairs) taken_.insert({pair.input, pair.answer});
        taken_.insert(pairing.orphans.begin(), pairing.orphans.end());
    }

    const Source& source_;
    std::string config_, data_;  // data_: "testdata/" or ""
    Imported imported_;
    std::unordered_set<std::string> taken_;
};

}  // namespace

bool is_hydro(const Source& source) {
    if (!source.has_folder("testdata")) {
        if (config_of(source).empty()) return false;
        return std::any_of(source.files.begin(), source.files.end(),
                           [](const std::string& f) { return f.ends_with(".in"); });
    }
    return source.has("problem.yaml") || !config_of(source).empty();
}

Result<std::vector<Imported>> read_hydro(const Source& source) {
    JUDGE_ASSIGN(imported, HydroReader(source).run());
    std::vector<Imported> all;
    all.push_back(std::move(imported));
    return all;
}

}  // namespace judge
