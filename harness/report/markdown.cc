#include "report/markdown.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/escape.h"
#include "report/failure.h"
#include "report/words.h"

namespace judge {
namespace {

constexpr std::size_t kMostBytes = 60'000;  // leaves room for the last lines below 65,000
constexpr std::size_t kMostRows = 200;      // a longer table shows only what is not as expected
constexpr std::size_t kTableBytes = 40'000;

std::string row_of_table(const Report& report, const Messages& messages) {
    const std::string title = title_of(report, messages.tongue());
    std::string verdict = markdown_text(whole_verdict_words(report, messages));
    if (!report.as_expected)
        verdict += " " + markdown_text(messages.text("table.expected", expectation_words(report.expected, messages)));
    const std::string cases =
        report.cases_total > 0 ? fmt::format("{}/{}", report.cases_passed, report.cases_total) : "";
    return fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", report.as_expected ? "✅" : "❌",
                       markdown_text(title.empty() ? report.problem_id : report.problem_id + " " + title),
                       markdown_text(report.submission_id), verdict, cases,
                       against(report.slowest_cpu, report.limits.cpu_time),
                       against(report.peak_memory, report.limits.memory));
}

std::string table(std::span<const Report> reports, const Messages& messages) {
    if (reports.empty()) return "";
    std::string text = "\n|  ";
    for (const std::string& header :
         {messages.text("column.problem"), messages.text("column.submission"), messages.text("column.verdict"),
          messages.text("column.cases"), messages.text("column.cpu"), messages.text("column.memory")})
        text += "| " + header + " ";
    text += "|\n|---|---|---|---|--:|--:|--:|\n";
    const bool all = reports.size() <= kMostRows;
    std::size_t left_out = 0;
    for (const Report& report : reports) {
        const bool wanted = (all || !report.as_expected) && text.size() < kTableBytes;
        if (wanted) text += row_of_table(report, messages);
        if (!wanted) ++left_out;
    }
    return left_out == 0 ? text : text + "\n" + messages.text("markdown.left_out", left_out) + "\n";
}

/// A code block whose fence is longer than any run of backticks inside.
std::string fenced(const std::vector<std::string>& lines) {
    std::string body;
    for (const std::string& line : lines) body += line + "\n";
    std::size_t longest = 2, run = 0;
    for (const char c : body) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    return fence + "text\n" + body + fence + "\n";
}

std::string failures(std::span<const Report> reports, std::size_t room, const Messages& messages,
                     const RenderOptions& options) {
    std::string text;
    std::size_t left_out = 0;
    for (const Report& report : reports) {
        if (report.as_expected) continue;
        const std::vector<std::string> lines = detail_lines(report, messages, options);
        std::string block = fmt::format("\n<details><summary>❌ {}: {}</summary>\n", xml_attribute(name_of(report)),
                                        xml_attribute(unexpected_words(report, messages)));
        if (!lines.empty()) block += "\n" + fenced(lines) + "\n";
        block += "</details>\n";
        if (left_out > 0 || text.size() + block.size() > room) {
            ++left_out;
        } else {
            text += block;
        }
    }
    return left_out == 0 ? text : text + "\n" + messages.text("markdown.more_failures", left_out) + "\n";
}

std::string findings(std::span<const Report> reports, const Messages& messages) {
    std::string text;
    for (const CountedFinding& counted : findings_of(reports)) {
        text +=
            "- " + markdown_text(messages.translated(counted.finding.text)) + " (" + markdown_text(counted.where) + ")";
        if (!counted.finding.remedy.empty())
            text += " " + markdown_text(messages.text("finding.remedy", messages.translated(counted.finding.remedy)));
        text += "\n";
        if (text.size() > 10'000) break;
    }
    for (const Containment::Mechanism& gap : gaps_of(reports))
        text += "- " + markdown_text(messages.text("containment.gaps", gap.id)) + "\n";
    return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string render_markdown(std::span<const Report> reports, const RenderOptions& asked) {
    RenderOptions options = asked;
    options.color = false;
    options.width = 100;
    const Messages messages(options.tongue);
    std::string text = "### " + markdown_text(summary_words(tally_of(reports), messages)) + "\n";
    text += table(reports, messages);
    text += findings(reports, messages);
    return text + failures(reports, kMostBytes - std::min(kMostBytes, text.size()), messages, options);
}

}  // namespace judge
