#include "packages/qduoj.h"

#include <algorithm>

#include "base/files.h"
#include "packages/hustoj.h"
#include "packages/pairs.h"
#include "packages/text.h"
#include "packages/tree.h"

namespace judge {
namespace {

class QduojReader {
  public:
    explicit QduojReader(const Source& source) : source_(source) {}

    Result<Imported> run() {
        Problem& problem = imported_.problem;
        problem.id = safe_id(source_.name);
        problem.profile = "local";
        problem.language_extra = false;
        problem.checker.compare = "lines";  // the site hashes the output without white space at its end
        problem.limits.stack = mib(128);
        problem.limits.output = mib(16);
        if (source_.has("problem.json"))
            JUDGE_TRY(read_problem());
        else
            JUDGE_TRY(read_info());
        if (problem.cases.empty() || !has_secret()) pair_data();
        for (const std::string& file : source_.files)
            if (!taken_.contains(file)) imported_.kept.push_back({file, source_.path(file)});
        assume_limits(imported_);
        return std::move(imported_);
    }

  private:
    bool has_secret() const {
        const auto& cases = imported_.problem.cases;
        return std::any_of(cases.begin(), cases.end(), [](const TestCase& c) { return !c.sample; });
    }

    void add(const Tree& row, const std::string& folder) {
        const std::string input = folder + row.text("input_name"), answer = row.text("output_name");
        if (!source_.has(input)) {
            row.refuse("there is no file '" + input + "'");
            return;
        }
        const std::string answer_file = folder + answer;
        const bool answered = !answer.empty() && source_.has(answer_file);
        taken_.insert(input);
        if (answered) taken_.insert(answer_file);
        TestCase& test_case =
            add_case(imported_, "secret", stem(input), source_.path(input), answered ? source_.path(answer_file) : "");
        test_case.points = row.number("score").value_or(0);
        row.allow();
    }

    Status read_samples(const Tree& samples) {
        int number = 0;
        for (const Tree& sample : samples.items()) {
            const std::string place = "qduoj-" + imported_.problem.id + "/" + std::to_string(++number);
            JUDGE_ASSIGN(input, write_scratch(source_, place + ".in", sample.text("input")));
            JUDGE_ASSIGN(answer, write_scratch(source_, place + ".ans", sample.text("output")));
            add_case(imported_, "sample", std::to_string(number), input, answer);
        }
        return Done{};
    }

    Status read_code(const Tree& root) {
        const std::string place = "qduoj-" + imported_.problem.id + "/";
        if (const Tree spj = root.at("spj"); spj.is_map()) {
            const std::string name = "spj." + ending_of_language(spj.text("language", "C++"));
            JUDGE_ASSIGN(path, write_scratch(source_, place + name, spj.text("code")));
            imported_.problem.checker.compare.clear();
            imported_.problem.checker.protocol = "qduoj";
            imported_.problem.checker.program = std::move(path);
            spj.allow();
        }
        int number = 0;
        for (const Tree& answer : root.at("answers").items()) {
            const std::string name =
                "answer" + std::to_string(++number) + "." + ending_of_language(answer.text("language"));
            JUDGE_ASSIGN(path, write_scratch(source_, place + name, answer.text("code")));
            add_submission(imported_, "accepted", name, {path});
        }
        return Done{};
    }

    Status read_problem() {
        JUDGE_ASSIGN(tree, TreeFile::read_json(source_.path("problem.json")));
        const Tree root = tree.root();
        Problem& problem = imported_.problem;
        if (const std::string id = root.text("display_id"); !id.empty()) problem.id = safe_id("qduoj-" + id);
        problem.title["zh"] = root.text("title");
        if (const std::optional<double> time = root.number("time_limit"); time && *time > 0 && *time < 86'400'000)
            problem.limits.cpu_time = Nanos(static_cast<std::int64_t>(*time * 1e6));
        if (const std::optional<double> memory = root.number("memory_limit");
            memory && *memory > 0 && *memory < 1 << 20)
            problem.limits.memory = mib(static_cast<std::uint64_t>(*memory));
        JUDGE_TRY(read_samples(root.at("samples")));
        JUDGE_TRY(read_code(root));
        for (const Tree& row : root.at("test_case_score").items()) add(row, "testcase/");
        double total = 0;
        for (const TestCase& test_case : problem.cases) total += test_case.points;
        if (root.text("rule_type") == "OI" && total > 0) {
            problem.scoring = true;
            group_of(problem, "secret").rule = GroupRule::sum;
            group_of(problem, "secret").points = total;
        } else {
            for (TestCase& test_case : problem.cases) test_case.points = 0;
        }
        for (const char* key : {"description", "input_description", "output_description", "hint", "source", "tags",
                                "template", "difficulty", "rule_type"})
            root.allow(key);
        return tree.finish(imported_);
    }

    Status read_info() {
        JUDGE_ASSIGN(tree, TreeFile::read_json(source_.path("info")));
        const bool special = tree.root().boolean("spj", false);
        for (const auto& [number, row] : tree.root().at("test_cases").members()) add(row, "");
        if (special)
            note(imported_, Severity::warning, "no-checker",
                 "the test data is for a special judge, which it does not hold", "set checker in problem.json");
        tree.root().allow("test_case_number");
        taken_.insert("info");
        return tree.finish(imported_);
    }

    void pair_data() {
        const std::vector<std::string> files = source_.below(source_.has_folder("testcase") ? "testcase" : "");
        const Pairing pairing = pair_files(files);
        add_pairs(imported_, source_, pairing);
        for (const FilePair& pair : pairing.pairs) taken_.insert({pair.input, pair.answer});
        taken_.insert(pairing.orphans.begin(), pairing.orphans.end());
    }

    const Source& source_;
    Imported imported_;
    std::unordered_set<std::string> taken_;
};

}  // namespace

bool is_qduoj(const Source& source) {
    if (source.has("problem.json") && source.has_folder("testcase")) return true;
    return source.has("info") && text_or_empty(source.path("info")).find("\"test_cases\"") != std::string::npos;
}

Result<std::vector<Imported>> read_qduoj(const Source& source) {
    JUDGE_ASSIGN(imported, QduojReader(source).run());
    std::vector<Imported> all;
    all.push_back(std::move(imported));
    return all;
}

}  // namespace judge
