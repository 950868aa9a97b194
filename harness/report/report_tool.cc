// Renders reports without the rest of the program, for tests in a browser and for timing.
//
//   report_tool render FORMAT LANGUAGE < reports.json    one format of the reports on standard input
//   report_tool synthesize CASES > page.html             a page with so many cases, sources, history and ratios
//   report_tool measure CASES                            seconds to render so many cases in each format

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/fd.h"
#include "model/json.h"
#include "report/formats.h"
#include "report/html.h"

namespace judge {
namespace {

/// Submissions of one problem that share `cases` cases; every 37th case fails.
std::vector<Report> synthetic_reports(int cases) {
    std::vector<Report> reports(static_cast<std::size_t>(cases >= 10'000 ? 4 : 2));
    for (std::size_t k = 0; k < reports.size(); ++k) {
        Report& report = reports[k];
        report.problem_id = "boj-" + std::to_string(1000 + k / 2);
        report.problem_title = {{"ko", "별 찍기"}, {"en", "Stars"}};
        report.submission_id = fmt::format("submission-{}.cpp", k);
        report.build.language_name = "C++17";
        report.limits.cpu_time = Nanos(1'000'000'000);
        report.limits.memory = mib(256);
        report.verdict = Verdict::wrong_answer;
        report.started_unix_ns = 1'764'500'000'000'000'000;
        for (int i = 0; i < cases / static_cast<int>(reports.size()); ++i) {
            Judgement judgement;
            judgement.case_name = fmt::format("secret/{:05}", i);
            judgement.verdict = i % 37 == 36 ? Verdict::wrong_answer : Verdict::accepted;
            judgement.limits = report.limits;
            judgement.usage.cpu_user = Nanos(900'000 + 1'000 * i + (i * 7919) % 400'000);
            judgement.usage.wall = judgement.usage.cpu_user * 2;
            judgement.usage.peak_memory = kib(2048 + static_cast<std::uint64_t>(i % 64) * 4);
            judgement.readings.resize(i < 20 ? 5 : 1, Reading{judgement.usage, Exited{0}, false, false, true});
            for (std::size_t r = 0; r < judgement.readings.size(); ++r)
                judgement.readings[r].usage.cpu_user *= 100 + static_cast<int>(r * 7 % 5);
            if (judgement.verdict == Verdict::wrong_answer) judgement.input_head = std::string(400, '7');
            report.cases.push_back(std::move(judgement));
        }
        report.cases_total = static_cast<int>(report.cases.size());
        report.cases_passed = report.cases_total - report.cases_total / 37;
        report.slowest_cpu = report.cases.back().usage.cpu();
        report.peak_memory = mib(3);
    }
    return reports;
}

/// The reports with something of everything that a page can show.
std::string synthetic_page(const std::vector<Report>& reports) {
    std::vector<ShownSource> sources;
    std::vector<Trend> trends;
    for (const Report& report : reports) {
        sources.push_back({report.problem_id, report.submission_id, "solutions/" + report.submission_id,
                           "#include <iostream>\n\nint main() {\n    std::cout << \"</script>\";  // 한글\n}\n"});
        Trend trend{report.problem_id, report.submission_id, {}};
        for (int i = 0; i < 12; ++i)
            trend.points.push_back({report.started_unix_ns - (12 - i) * 86'400'000'000'000,
                                    i == 5 ? Verdict::wrong_answer : Verdict::accepted,
                                    Nanos(9'000'000 - i * 300'000 + i % 3 * 200'000), mib(2), ""});
        trends.push_back(std::move(trend));
    }
    const std::vector<Ratio> ratios = {
        {reports[0].problem_id, reports[0].submission_id, reports[1].submission_id, 1.42, 1.31, 1.55},
        {reports[0].problem_id, reports[1].submission_id, reports[0].submission_id, 0.99, 0.95, 1.04},
        {reports[0].problem_id, reports[1].submission_id, reports[1].submission_id, 3, 0,
         std::numeric_limits<double>::infinity()}};
    return render_html({reports, sources, trends, ratios}, {});
}

Result<std::vector<Report>> read_reports() {
    JUDGE_ASSIGN(text, read_all(0));
    const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
    if (document.is_discarded() || !document.contains("reports"))
        return Error{ErrorCode::bad_input, "cannot read the reports: not the JSON of judge", ""};
    std::vector<Report> reports;
    for (const nlohmann::json& value : document["reports"]) {
        JUDGE_ASSIGN(report, report_from_json(value));
        reports.push_back(std::move(report));
    }
    return reports;
}

void print(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
}

int render(std::string_view format_id, std::string_view language) {
    const ReportFormat* format = find_report_format(format_id);
    const Result<std::vector<Report>> reports = read_reports();
    if (format == nullptr || !reports) {
        std::fprintf(stderr, "%s\n", format ? to_text(reports.error()).c_str() : "no such format");
        return 2;
    }
    print(format->render({.reports = *reports}, {.tongue = language == "ko" ? Tongue::ko : Tongue::en}));
    return 0;
}

int measure(const std::vector<Report>& reports) {
    for (const ReportFormat& format : kReportFormats) {
        const auto begin = std::chrono::steady_clock::now();
        const std::string text = format.render({.reports = reports}, {.verbosity = Verbosity::verbose});
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        print(fmt::format("{:10} {:.3f} s  {:.1f} MB\n", format.id, took.count(),
                          static_cast<double>(text.size()) / 1e6));
    }
    return 0;
}

}  // namespace
}  // namespace judge

int main(int argc, char** argv) {
    const std::vector<std::string> args(argv + 1, argv + argc);
    if (args.size() == 3 && args[0] == "render") return judge::render(args[1], args[2]);
    const int cases = args.size() == 2 ? std::atoi(args[1].c_str()) : 0;
    if (cases >= 4 && args[0] == "measure") return judge::measure(judge::synthetic_reports(cases));
    if (cases >= 4 && args[0] == "synthesize") {
        judge::print(judge::synthetic_page(judge::synthetic_reports(cases)));
        return 0;
    }
    std::fputs("usage: report_tool render FORMAT LANGUAGE | synthesize CASES | measure CASES\n", stderr);
    return 2;
}
