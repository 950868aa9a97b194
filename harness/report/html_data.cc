#include "report/html_data.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "report/words.h"

namespace judge {
namespace {

using nlohmann::json;

constexpr int kMostDetails = 40;

std::string command_text(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return printable(text);
}

int index_of(Verdict verdict) {
    return static_cast<int>(verdict);
}

json maybe(const std::optional<Nanos>& time) {
    return time ? json(time->count()) : json();
}

json maybe(const std::optional<Bytes>& size) {
    return size ? json(size->count) : json();
}

json limits_data(const Limits& limits) {
    return {{"cpu", maybe(limits.cpu_time)}, {"memory", maybe(limits.memory)}};
}

// The tables are read once for a page, not once for a sentence.
struct Tongues {
    Messages en{Tongue::en}, ko{Tongue::ko};

    json say(const auto& sentence) const { return {{"en", printable(sentence(en))}, {"ko", printable(sentence(ko))}}; }
};

json difference_data(const Difference& difference) {
    return {{"answer_line", difference.answer_line},
            {"answer_column", difference.answer_column},
            {"output_line", difference.output_line},
            {"output_column", difference.output_column},
            {"token", difference.token},
            {"expected", printable(difference.expected)},
            {"got", printable(difference.got)},
            {"answer_excerpt", printable(difference.answer_excerpt)},
            {"output_excerpt", printable(difference.output_excerpt)},
            {"answer_mark", difference.answer_mark},
            {"output_mark", difference.output_mark}};
}

json detail_data(const Judgement& judgement) {
    json detail = json::object();
    const auto add = [&](const char* key, const std::string& text) {
        if (!text.empty()) detail[key] = printable(text);
    };
    add("reason", judgement.reason);
    add("message", judgement.message);
    add("input", judgement.input_head);
    add("answer", judgement.answer_head);
    add("output", judgement.output_head);
    add("stderr", judgement.stderr_head);
    add("transcript", judgement.transcript);
    detail["input_bytes"] = judgement.input_size.count;
    detail["answer_bytes"] = judgement.answer_size.count;
    detail["output_bytes"] = judgement.output_size.count;
    if (judgement.score) detail["score"] = *judgement.score;
    if (judgement.difference) detail["difference"] = difference_data(*judgement.difference);
    return detail;
}

void add_cases(const Report& report, json& to) {
    json cases = json::array(), own_limits = json::object(), runs = json::object(), details = json::object();
    int first = -1, kept = 0, left_out = 0;
    for (std::size_t i = 0; i < report.cases.size(); ++i) {
        const Judgement& judgement = report.cases[i];
        const std::string key = std::to_string(i);
        const bool permitted = report.expected.permitted.contains(judgement.verdict);
        cases.push_back({printable(judgement.case_name), index_of(judgement.verdict), judgement.usage.cpu().count(),
                         judgement.usage.peak_memory.count, judgement.usage.wall.count(), permitted ? 1 : 0});
        if (judgement.limits.cpu_time != report.limits.cpu_time || judgement.limits.memory != report.limits.memory)
            own_limits[key] = limits_data(judgement.limits);
        if (judgement.readings.size() > 1)
            for (const Reading& reading : judgement.readings) runs[key].push_back(reading.usage.cpu().count());
        if (!permitted && first < 0) first = static_cast<int>(i);
        if (judgement.verdict == Verdict::accepted) continue;
        if (kept == kMostDetails) {
            ++left_out;
        } else {
            details[key] = detail_data(judgement);
            ++kept;
        }
    }
    to["cases"] = std::move(cases);
    to["own_limits"] = std::move(own_limits);
    to["runs"] = std::move(runs);
    to["details"] = std::move(details);
    to["first"] = first;
    to["more_details"] = left_out;
}

json groups_data(const Report& report) {
    json groups = json::array();
    for (const GroupResult& group : report.groups)
        groups.push_back({printable(group.name), index_of(group.verdict), group.points, group.max_points, group.passed,
                          group.total});
    return groups;
}

json report_data(const Report& report, const Tongues& tongues) {
    const auto& wanted = report.expected.required.empty() ? report.expected.permitted : report.expected.required;
    json required = json::array(), title = json::object();
    for (const Verdict verdict : wanted) required.push_back(index_of(verdict));
    for (const auto& [tongue, text] : report.problem_title) title[printable(tongue)] = printable(text);
    json data = {{"problem", printable(report.problem_id)},
                 {"title", std::move(title)},
                 {"url", printable(report.source_url)},
                 {"submission", printable(report.submission_id)},
                 {"language", printable(report.build.language_name)},
                 {"compiler", printable(report.build.compiler_version)},
                 {"compile", command_text(report.build.compile_command)},
                 {"run", command_text(report.build.run_command)},
                 {"log", printable(report.build.log)},
                 {"profile", printable(report.profile)},
                 {"verdict", index_of(report.verdict)},
                 {"reason", printable(report.reason)},
                 {"required", std::move(required)},
                 {"ok", report.as_expected},
                 {"why", tongues.say([&](const Messages& messages) { return unexpected_words(report, messages); })},
                 {"total", report.cases_total},
                 {"passed", report.cases_passed},
                 {"cpu", maybe(report.slowest_cpu)},
                 {"memory", maybe(report.peak_memory)},
                 {"limits", limits_data(report.limits)},
                 {"points", report.points ? json(*report.points) : json()},
                 {"max_points", report.max_points ? json(*report.max_points) : json()},
                 {"groups", groups_data(report)},
                 {"started_ms", report.started_unix_ns / 1'000'000},
                 {"reused", report.reused}};
    add_cases(report, data);
    return data;
}

json machines_data(std::span<const Report> reports) {
    json machines = json::array();
    std::vector<Machine> seen;
    for (const Report& report : reports) {
        if (report.machine.cpu_model.empty() || std::find(seen.begin(), seen.end(), report.machine) != seen.end())
            continue;
        seen.push_back(report.machine);
        machines.push_back({{"cpu_model", printable(report.machine.cpu_model)},
                            {"processors", report.machine.processors},
                            {"memory", report.machine.memory.count},
                            {"kernel", printable(report.machine.kernel)}});
    }
    return machines;
}

json findings_data(std::span<const Report> reports) {
    constexpr std::string_view kSeverities[] = {"note", "warning", "error"};
    json findings = json::array();
    for (const CountedFinding& counted : findings_of(reports))
        findings.push_back({{"severity", kSeverities[static_cast<std::size_t>(counted.finding.severity)]},
                            {"text", printable(counted.finding.text)},
                            {"remedy", printable(counted.finding.remedy)},
                            {"where", printable(counted.where)},
                            {"reports", counted.reports}});
    return findings;
}

json gaps_data(std::span<const Report> reports) {
    json gaps = json::array();
    for (const Containment::Mechanism& gap : gaps_of(reports))
        gaps.push_back(
            {{"id", printable(gap.id)}, {"detail", printable(gap.detail)}, {"remedy", printable(gap.remedy)}});
    return gaps;
}

// The Korean of what rooms that know no language said, by its English: of sentences that have one.
json korean_data(std::span<const Report> reports, const Messages& messages) {
    json korean = json::object();
    const auto add = [&](const std::string& english) {
        const std::string key = printable(english);
        if (key.empty() || korean.contains(key)) return;
        if (std::string said = messages.translated(key); said != key) korean[key] = std::move(said);
    };
    for (const CountedFinding& counted : findings_of(reports)) add(counted.finding.text), add(counted.finding.remedy);
    for (const Containment::Mechanism& gap : gaps_of(reports)) add(gap.detail), add(gap.remedy);
    for (const Report& report : reports) {
        add(report.reason);
        for (const Judgement& judgement : report.cases) add(judgement.reason), add(judgement.message);
    }
    return korean;
}

json trends_data(std::span<const Trend> trends) {
    json all = json::array();
    for (const Trend& trend : trends) {
        json points = json::array();
        for (const TrendPoint& point : trend.points)
            points.push_back({point.started_unix_ns / 1'000'000, index_of(point.verdict), maybe(point.slowest_cpu),
                              maybe(point.peak_memory), printable(point.commit)});
        all.push_back({{"problem", printable(trend.problem_id)},
                       {"submission", printable(trend.submission_id)},
                       {"points", std::move(points)}});
    }
    return all;
}

}  // namespace

json html_data(const Material& material, const RenderOptions& options) {
    const Tongues tongues;
    const Tally tally = tally_of(material.reports);
    json reports = json::array(), sources = json::array(), ratios = json::array();
    for (const Report& report : material.reports) reports.push_back(report_data(report, tongues));
    for (const ShownSource& source : material.sources)
        sources.push_back({{"problem", printable(source.problem_id)},
                           {"submission", printable(source.submission_id)},
                           {"path", printable(source.path)},
                           {"text", printable(source.text)}});
    // Too few rounds give no interval: null.
    const auto bound = [](const Ratio& ratio, double value) {
        return std::isfinite(ratio.high) ? json(value) : json();
    };
    for (const Ratio& ratio : material.ratios)
        ratios.push_back({{"problem", printable(ratio.problem_id)},
                          {"first", printable(ratio.first)},
                          {"second", printable(ratio.second)},
                          {"ratio", ratio.ratio},
                          {"low", bound(ratio, ratio.low)},
                          {"high", bound(ratio, ratio.high)}});
    return {{"tongue", id_of(options.tongue)},
            {"version", material.reports.empty() ? "" : printable(material.reports[0].judge_version)},
            {"summary", tongues.say([&](const Messages& messages) { return summary_words(tally, messages); })},
            {"all_good", tally.submissions > 0 && tally.as_expected == tally.submissions && !tally.interrupted},
            {"machines", machines_data(material.reports)},
            {"reports", std::move(reports)},
            {"findings", findings_data(material.reports)},
            {"gaps", gaps_data(material.reports)},
            {"korean", korean_data(material.reports, tongues.ko)},
            {"sources", std::move(sources)},
            {"trends", trends_data(material.trends)},
            {"ratios", std::move(ratios)}};
}

json html_texts() {
    constexpr std::string_view kPrefixes[] = {"html.",    "column.",  "table.",       "expected.",
                                              "failure.", "finding.", "containment.", "severity."};
    json messages = json::object(), verdicts = json::array();
    for (const Tongue tongue : {Tongue::en, Tongue::ko}) {
        const Messages words(tongue);
        for (const auto& [id, sentence] : words.table())
            for (const std::string_view prefix : kPrefixes)
                if (id.starts_with(prefix)) messages[std::string(id_of(tongue))][id] = sentence;
    }
    for (const VerdictRow& row : kVerdicts)
        verdicts.push_back({{"id", row.id}, {"code", row.code}, {"ko", row.korean}});
    return {{"messages", std::move(messages)}, {"verdicts", std::move(verdicts)}};
}

}  // namespace judge
