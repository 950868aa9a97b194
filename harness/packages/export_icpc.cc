// ICPC problem package format 2025-09.

#include <fmt/format.h>

#include "base/files.h"
#include "base/hash.h"
#include "packages/expectations.h"
#include "packages/export_files.h"
#include "packages/export_writers.h"

namespace judge {
namespace {

// The same for the same problem, so that a package that is exported again stays the one it was.
std::string uuid_of(const Problem& problem) {
    std::string hex = hash_of("icpc package of " + problem.id);
    hex[12] = '8';  // RFC 9562: a version of one's own
    hex[16] = 'a';
    return fmt::format("{}-{}-{}-{}-{}", hex.substr(0, 8), hex.substr(8, 4), hex.substr(12, 4), hex.substr(16, 4),
                       hex.substr(20, 12));
}

std::string megabytes(Bytes size) {
    return std::to_string((size.count + (1 << 20) - 1) >> 20);
}

std::string problem_yaml(const Problem& problem) {
    std::string types = problem.scoring ? "scoring" : "pass-fail";
    if (problem.mode == Mode::interactive) types += ", interactive";
    if (problem.mode == Mode::multi_pass) types += ", multi-pass";
    std::string text = "problem_format_version: 2025-09\nname:\n";
    for (const auto& [language, title] : problem.title)
        if (!title.empty()) text += fmt::format("  {}: {}\n", language, yaml_text(title));
    if (problem.title.empty()) text += fmt::format("  en: {}\n", yaml_text(problem.id));
    text += fmt::format("uuid: {}\ntype: [{}]\n", uuid_of(problem), types);
    if (!problem.source_url.empty())
        text += fmt::format("source: {{name: {0}, url: {0}}}\n", yaml_text(problem.source_url));
    std::string limits;
    if (problem.limits.cpu_time)
        limits += fmt::format("  time_limit: {}\n", plain_number(to_seconds(*problem.limits.cpu_time)));
    if (problem.limits.memory) limits += fmt::format("  memory: {}\n", megabytes(*problem.limits.memory));
    if (problem.limits.output) limits += fmt::format("  output: {}\n", megabytes(*problem.limits.output));
    const Limits& checker = problem.checker.limits;
    if (checker.cpu_time) limits += fmt::format("  validation_time: {}\n", plain_number(to_seconds(*checker.cpu_time)));
    if (checker.memory) limits += fmt::format("  validation_memory: {}\n", megabytes(*checker.memory));
    if (problem.mode == Mode::multi_pass) limits += fmt::format("  validation_passes: {}\n", problem.validation_passes);
    if (!limits.empty()) text += "limits:\n" + limits;
    if (problem.file_access) text += "allow_file_writing: true\n";
    return text;
}

class IcpcWriter {
  public:
    IcpcWriter(const Problem& problem, const std::string& folder) : problem_(problem), folder_(folder) {}

    ExportResult run(const std::vector<Submission>& submissions) {
        JUDGE_TRY(put_text(problem_yaml(problem_), folder_, "problem.yaml"));
        JUDGE_TRY(write_checker());
        for (const std::string& validator : problem_.validators)
            JUDGE_TRY(put_program(validator, folder_, "input_validators"));
        for (const TestCase& test_case : problem_.cases) JUDGE_TRY(write_case(test_case));
        JUDGE_TRY(write_groups());
        for (const Submission& submission : submissions) JUDGE_TRY(write_submission(submission));
        if (problem_.language_extra)
            findings_.push_back(
                left_out("language-extra", "the format has no extra time or memory for slower languages"));
        return std::move(findings_);
    }

  private:
    Status write_checker() {
        const CheckerSpec& checker = problem_.checker;
        args_ = checker.args;
        const std::string program = problem_.mode == Mode::interactive ? problem_.interactor : checker.program;
        const std::string protocol = checker.protocol.empty() ? "kattis" : checker.protocol;
        if (!program.empty()) {
            JUDGE_TRY(put_program(program, folder_, "output_validator"));
            if (protocol != "kattis")
                findings_.push_back(left_out(
                    "checker-protocol", fmt::format("'{}' speaks {}, where the format wants an output validator that "
                                                    "exits with 42 or 43",
                                                    program, protocol)));
            return Done{};
        }
        if (checker.compare == "kattis") return Done{};
        args_.clear();
        if (checker.compare == "float") {
            args_ = checker.args;
        } else if (checker.compare == "exact") {
            args_ = {"case_sensitive", "space_change_sensitive"};
        } else {
            args_ = {"case_sensitive"};
            if (checker.compare != "tokens" && checker.compare != "wcmp")
                findings_.push_back(
                    left_out("comparison", fmt::format("'{}' becomes the default validator with case_sensitive, which "
                                                       "ignores white space",
                                                       checker.compare)));
        }
        return Done{};
    }

    Status write_case(const TestCase& test_case) {
        const std::string base = "data/" + test_case.name;
        JUDGE_TRY(put_copy(test_case.input.path, folder_, base + ".in"));
        if (test_case.answer)
            JUDGE_TRY(put_copy(test_case.answer->path, folder_, base + ".ans"));
        else
            JUDGE_TRY(put_text("", folder_, base + ".ans"));
        if (test_case.checker_args.empty()) return Done{};
        return put_text("output_validator_args: " + yaml_list(test_case.checker_args) + "\n", folder_, base + ".yaml");
    }

    Status write_groups() {
        for (const Group& group : problem_.groups) {
            std::string text;
            std::vector<std::string> args = args_;
            args.insert(args.end(), group.checker_args.begin(), group.checker_args.end());
            if (!args.empty()) text += "output_validator_args: " + yaml_list(args) + "\n";
            if (problem_.scoring && group.name != "sample") {
                text += "max_score: " + plain_number(group.points) + "\nscore_aggregation: ";
                text += group.rule == GroupRule::sum       ? "sum\n"
                        : group.rule == GroupRule::minimum ? "min\n"
                                                           : "pass-fail\n";
            }
            if (!group.depends_on.empty()) text += "require_pass: " + yaml_list(group.depends_on) + "\n";
            if (!text.empty()) JUDGE_TRY(put_text(text, folder_, "data/" + group.name + "/test_group.yaml"));
            if (group.limits != Limits{})
                findings_.push_back(left_out("group-limits", "the limits of group '" + group.name + "' are left out"));
        }
        return Done{};
    }

    Status write_submission(const Submission& submission) {
        const std::string expectation = submission.expected.id;
        const bool known = expectation == "accepted" || expectation == "rejected" || expectation == "wrong_answer" ||
                           expectation == "time_limit_exceeded" || expectation == "run_time_error" ||
                           expectation == "brute_force";
        if (!known)
            findings_.push_back(
                left_out("expectation", "'" + submission.id + "' is expected to be only rejected there"));
        const std::string place =
            fmt::format("submissions/{}/{}", known ? expectation : "rejected", file_name(submission.id));
        if (submission.files.size() == 1) return put_copy(submission.files.front(), folder_, place);
        for (const std::string& file : submission.files)
            JUDGE_TRY(put_copy(file, folder_, place + "/" + std::string(file_name(file))));
        return Done{};
    }

    const Problem& problem_;
    const std::string& folder_;
    std::vector<std::string> args_;
    std::vector<Finding> findings_;
};

}  // namespace

ExportResult write_icpc(const Problem& problem, const std::vector<Submission>& submissions, const std::string& folder) {
    return IcpcWriter(problem, folder).run(submissions);
}

}  // namespace judge
