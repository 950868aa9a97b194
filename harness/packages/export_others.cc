// Polygon-like packages, DMOJ and online-judge-tools.

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "base/files.h"
#include "packages/export_files.h"
#include "packages/export_writers.h"
#include "packages/polygon.h"

namespace judge {
namespace {

const char* polygon_tag(const std::string& expectation) {
    if (expectation == "accepted") return "accepted";
    if (expectation == "wrong_answer") return "wrong-answer";
    if (expectation == "presentation_error") return "presentation-error";
    if (expectation == "time_limit_exceeded") return "time-limit-exceeded";
    if (expectation == "memory_limit_exceeded") return "memory-limit-exceeded";
    return "rejected";
}

const char* polygon_language(const std::string& code) {
    if (code == "en") return "english";
    if (code == "ko") return "korean";
    return code == "ru" ? "russian" : code.c_str();
}

class PolygonWriter {
  public:
    PolygonWriter(const Problem& problem, const std::string& folder) : problem_(problem), folder_(folder) {
        root_ = document_.append_child("problem");
    }

    ExportResult run(const std::vector<Submission>& submissions) {
        root_.append_attribute("revision") = 1;
        root_.append_attribute("short-name") = problem_.id.c_str();
        root_.append_attribute("url") = problem_.source_url.c_str();
        pugi::xml_node names = root_.append_child("names");
        for (const auto& [language, title] : problem_.title) {
            pugi::xml_node name = names.append_child("name");
            name.append_attribute("language") = polygon_language(language);
            name.append_attribute("value") = title.c_str();
        }
        JUDGE_TRY(write_tests());
        JUDGE_TRY(write_assets(submissions));
        std::ostringstream text;
        document_.save(text, "    ");
        JUDGE_TRY(put_text(text.str(), folder_, "problem.xml"));
        return std::move(findings_);
    }

  private:
    Status write_tests() {
        pugi::xml_node judging = root_.append_child("judging");
        judging.append_attribute("input-file") = "";
        judging.append_attribute("output-file") = "";
        pugi::xml_node set = judging.append_child("testset");
        set.append_attribute("name") = "tests";
        if (problem_.limits.cpu_time)
            set.append_child("time-limit").text() =
                static_cast<long long>(problem_.limits.cpu_time->count() / 1'000'000);
        if (problem_.limits.memory)
            set.append_child("memory-limit").text() = static_cast<unsigned long long>(problem_.limits.memory->count);
        set.append_child("test-count").text() = static_cast<unsigned>(problem_.cases.size());
        set.append_child("input-path-pattern").text() = "tests/%02d";
        set.append_child("answer-path-pattern").text() = "tests/%02d.a";
        pugi::xml_node tests = set.append_child("tests");
        int number = 0;
        for (const TestCase& test_case : problem_.cases) {
            const std::string name = fmt::format("tests/{:02}", ++number);
            JUDGE_TRY(put_copy(test_case.input.path, folder_, name));
            if (test_case.answer) JUDGE_TRY(put_copy(test_case.answer->path, folder_, name + ".a"));
            pugi::xml_node test = tests.append_child("test");
            test.append_attribute("method") = "manual";
            if (test_case.sample) test.append_attribute("sample") = "true";
            if (test_case.group.starts_with("secret/"))
                test.append_attribute("group") = test_case.group.substr(7).c_str();
            if (problem_.scoring) test.append_attribute("points") = points_of(test_case);
        }
        write_groups(set);
        return Done{};
    }

    // A group that is all or nothing gives its points with its first case; in a sum, cases without points of their own
    // share what is left.
    double points_of(const TestCase& test_case) {
        if (test_case.sample || test_case.points != 0) return test_case.points;
        for (const Group& group : problem_.groups) {
            if (group.name != test_case.group) continue;
            double left = group.points, sharing = 0;
            const TestCase* first = nullptr;
            for (const TestCase& other : problem_.cases) {
                if (other.group != group.name) continue;
                if (first == nullptr) first = &other;
                left -= other.points;
                sharing += other.points == 0 ? 1 : 0;
            }
            if (group.rule == GroupRule::sum) return std::max(0.0, left) / sharing;
            return first == &test_case ? group.points : 0;
        }
        return 0;
    }

    void write_groups(pugi::xml_node set) {
        pugi::xml_node groups = set.append_child("groups");
        for (const Group& group : problem_.groups) {
            if (!group.name.starts_with("secret/")) continue;
            pugi::xml_node row = groups.append_child("group");
            row.append_attribute("name") = group.name.substr(7).c_str();
            if (problem_.scoring) row.append_attribute("points") = group.points;
            row.append_attribute("points-policy") = group.rule == GroupRule::sum ? "each-test" : "complete-group";
            pugi::xml_node dependencies;
            for (const std::string& other : group.depends_on) {
                if (!other.starts_with("secret/")) continue;
                if (!dependencies) dependencies = row.append_child("dependencies");
                dependencies.append_child("dependency").append_attribute("group") = other.substr(7).c_str();
            }
        }
    }

    Status write_source(pugi::xml_node owner, const std::string& path, const std::string& kind) {
        JUDGE_ASSIGN(name, put_program(path, folder_, kind));
        owner.append_child("source").append_attribute("path") = name.c_str();
        return Done{};
    }

    Status write_assets(const std::vector<Submission>& submissions) {
        pugi::xml_node assets = root_.append_child("assets");
        pugi::xml_node checker = assets.append_child("checker");
        checker.append_attribute("type") = "testlib";
        const CheckerSpec& spec = problem_.checker;
        if (!spec.program.empty()) {
            JUDGE_TRY(write_source(checker, spec.program, "files"));
            if (spec.protocol != "testlib")
                findings_.push_back(left_out("checker-protocol", "'" + spec.program + "' speaks " + spec.protocol +
                                                                     ", where the format wants testlib's order"));
        } else {
            const std::string name = is_standard_checker(spec.compare) ? spec.compare : "wcmp";
            checker.append_attribute("name") = ("std::" + name + ".cpp").c_str();
            if (name != spec.compare && spec.compare != "tokens" && problem_.mode != Mode::interactive)
                findings_.push_back(left_out("comparison", "'" + spec.compare + "' becomes std::wcmp.cpp"));
        }
        if (!problem_.interactor.empty())
            JUDGE_TRY(write_source(assets.append_child("interactor"), problem_.interactor, "files"));
        pugi::xml_node validators = assets.append_child("validators");
        for (const std::string& validator : problem_.validators)
            JUDGE_TRY(write_source(validators.append_child("validator"), validator, "files"));
        pugi::xml_node solutions = assets.append_child("solutions");
        bool main = false;
        for (const Submission& submission : submissions) {
            if (submission.files.size() > 1) {
                findings_.push_back(
                    left_out("several-files", "'" + submission.id + "' is of several files and left out"));
                continue;
            }
            pugi::xml_node solution = solutions.append_child("solution");
            const bool is_main = !main && submission.expected.id == "accepted";
            main = main || is_main;
            solution.append_attribute("tag") = is_main ? "main" : polygon_tag(submission.expected.id);
            JUDGE_TRY(write_source(solution, submission.files.front(), "solutions"));
        }
        return Done{};
    }

    const Problem& problem_;
    const std::string& folder_;
    pugi::xml_document document_;
    pugi::xml_node root_;
    std::vector<Finding> findings_;
};

std::string dmoj_checker(const Problem& problem, std::vector<Finding>& findings) {
    const CheckerSpec& checker = problem.checker;
    if (problem.mode == Mode::interactive) return "";
    if (!checker.program.empty()) {
        const std::string type = checker.protocol == "dmoj"        ? "default"
                                 : checker.protocol == "dmoj-coci" ? "coci"
                                 : checker.protocol == "dmoj-peg"  ? "peg"
                                                                   : "testlib";
        if (!checker.protocol.starts_with("dmoj") && checker.protocol != "testlib")
            findings.push_back(left_out(
                "checker-protocol", "'" + checker.program + "' speaks " + checker.protocol + ", which DMOJ does not"));
        return fmt::format("checker:\n  name: bridged\n  args: {{files: {}, lang: CPP17, type: {}}}\n",
                           yaml_text(file_name(checker.program)), type);
    }
    std::string name = "standard";
    if (checker.compare.starts_with("dmoj-"))
        name = checker.compare.substr(5);
    else if (checker.compare == "exact")
        name = "identical";
    else if (checker.compare == "lines")
        name = "rstripped";
    else if (checker.compare != "boj")
        findings.push_back(left_out("comparison", "'" + checker.compare + "' becomes standard"));
    std::string args;
    for (std::size_t i = 0; i < checker.args.size() && checker.compare.starts_with("dmoj-"); ++i) {
        const bool is_flag = checker.args[i] == "pe_allowed" || checker.args[i] == "filter_new_line" ||
                             checker.args[i] == "filler_lines_optional";
        if (is_flag || i + 1 == checker.args.size())
            args += (args.empty() ? "" : ", ") + checker.args[i] + ": true";
        else
            args += (args.empty() ? "" : ", ") + checker.args[i] + ": " + checker.args[i + 1], ++i;
    }
    return args.empty() ? fmt::format("checker: {}\n", name)
                        : fmt::format("checker: {{name: {}, args: {{{}}}}}\n", name, args);
}

// `in` and `out` of one case, as the value of a flow map.
std::string dmoj_case(const TestCase& test_case) {
    std::string row = "in: " + yaml_text(test_case.name + ".in");
    if (test_case.answer) row += ", out: " + yaml_text(test_case.name + ".out");
    return row;
}

}  // namespace

ExportResult write_polygon(const Problem& problem, const std::vector<Submission>& submissions,
                           const std::string& folder) {
    return PolygonWriter(problem, folder).run(submissions);
}

ExportResult write_dmoj(const Problem& problem, const std::vector<Submission>& submissions, const std::string& folder) {
    std::vector<Finding> findings;
    std::string text = "test_cases:\n";
    std::vector<std::string> batches;
    for (const Group& group : problem.groups) {
        const bool single = group.name == "sample" || group.name == "secret" || group.rule == GroupRule::sum;
        if (!single) {
            batches.push_back(group.name);
            std::string needed;
            for (const std::string& other : group.depends_on)
                for (std::size_t i = 0; i < batches.size(); ++i)
                    if (batches[i] == other) needed += (needed.empty() ? "" : ", ") + std::to_string(i + 1);
            text += fmt::format("- points: {}\n", plain_number(problem.scoring ? group.points : 1));
            if (!needed.empty()) text += fmt::format("  dependencies: [{}]\n", needed);
            text += "  batched:\n";
        }
        for (const TestCase& test_case : problem.cases) {
            if (test_case.group != group.name) continue;
            JUDGE_TRY(put_copy(test_case.input.path, folder, test_case.name + ".in"));
            if (test_case.answer) JUDGE_TRY(put_copy(test_case.answer->path, folder, test_case.name + ".out"));
            const double points = test_case.sample ? 0 : test_case.points != 0 ? test_case.points : 1;
            text += single ? fmt::format("- {{{}, points: {}}}\n", dmoj_case(test_case), plain_number(points))
                           : fmt::format("  - {{{}}}\n", dmoj_case(test_case));
        }
    }
    text += dmoj_checker(problem, findings);
    if (!problem.checker.program.empty()) JUDGE_TRY(put_program(problem.checker.program, folder, ""));
    if (problem.mode == Mode::interactive) {
        JUDGE_TRY(put_program(problem.interactor, folder, ""));
        text += fmt::format("interactive: {{files: {}, type: {}, lang: CPP17}}\nunbuffered: true\n",
                            yaml_text(file_name(problem.interactor)),
                            problem.checker.protocol.ends_with("testlib") ? "testlib" : "default");
    }
    JUDGE_TRY(put_text(text, folder, "init.yml"));
    findings.push_back(left_out("limits", "limits and titles are kept by DMOJ's site, not by its packages"));
    if (!submissions.empty()) findings.push_back(left_out("submissions", "the format has no place for submissions"));
    return findings;
}

ExportResult write_oj(const Problem& problem, const std::vector<Submission>& submissions, const std::string& folder) {
    std::vector<Finding> findings;
    int samples = 0;
    for (const TestCase& test_case : problem.cases) {
        std::string name = std::string(file_name(test_case.name));
        if (test_case.sample)
            name = name.starts_with("sample-") ? name : fmt::format("sample-{}", ++samples);
        else if (test_case.group != "secret")
            name = test_case.group.substr(7) + "-" + name;
        JUDGE_TRY(put_copy(test_case.input.path, folder, "test/" + name + ".in"));
        if (test_case.answer) JUDGE_TRY(put_copy(test_case.answer->path, folder, "test/" + name + ".out"));
    }
    findings.push_back(left_out("limits", "the format has no place for limits, titles and checkers"));
    if (!submissions.empty()) findings.push_back(left_out("submissions", "the format has no place for submissions"));
    return findings;
}

}  // namespace judge
