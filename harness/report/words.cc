#include "report/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace judge {
namespace {

std::string with_reason(Verdict verdict, const std::string& reason, std::optional<double> score,
                        const Messages& messages) {
    std::string words(messages.verdict(verdict));
    if (verdict == Verdict::partially_accepted && score) return fmt::format("{} ({:.4g})", words, *score);
    return reason.empty() ? words : fmt::format("{} ({})", words, messages.translated(reason));
}

template <typename T>
std::string used_of_limit(const std::optional<T>& used, const std::optional<T>& limit) {
    if (!used) return "";
    return limit ? to_text(*used) + " / " + to_text(*limit) : to_text(*used);
}

}  // namespace

std::string verdict_words(const Report& report, const Messages& messages) {
    return with_reason(report.verdict, report.reason, report.points, messages);
}

std::string verdict_words(const Judgement& judgement, const Messages& messages) {
    return with_reason(judgement.verdict, judgement.reason, judgement.score, messages);
}

std::string whole_verdict_words(const Report& report, const Messages& messages) {
    const std::string words = verdict_words(report, messages);
    const Judgement* refused = report.as_expected ? nullptr : first_failure(report);
    if (!refused || !report.expected.permitted.contains(report.verdict)) return words;
    return messages.text("table.also", words, messages.verdict(refused->verdict));
}

std::string expectation_words(const Expectation& expected, const Messages& messages) {
    std::string words;
    const auto& verdicts = expected.required.empty() ? expected.permitted : expected.required;
    if (verdicts.size() > 4) return expected.id;
    for (const Verdict verdict : verdicts) {
        const std::string_view word = messages.verdict(verdict);
        words = words.empty() ? std::string(word) : messages.text("expected.or", words, word);
    }
    return words;
}

std::string against(std::optional<Nanos> used, std::optional<Nanos> limit) {
    return used_of_limit(used, limit);
}

std::string against(std::optional<Bytes> used, std::optional<Bytes> limit) {
    return used_of_limit(used, limit);
}

const Judgement* first_failure(const Report& report) {
    for (const Judgement& judgement : report.cases)
        if (!report.expected.permitted.contains(judgement.verdict)) return &judgement;
    return nullptr;
}

std::string unexpected_words(const Report& report, const Messages& messages) {
    if (report.as_expected) return "";
    const std::string wanted = expectation_words(report.expected, messages);
    if (const Judgement* judgement = first_failure(report))
        return messages.text("unexpected.case", judgement->case_name, verdict_words(*judgement, messages), wanted);
    if (report.interrupted) return messages.text("unexpected.interrupted", report.cases.size(), report.cases_total);
    if (report.cases.empty()) return messages.text("unexpected.whole", verdict_words(report, messages), wanted);
    return messages.text("unexpected.none", report.cases.size(), wanted);
}

std::vector<CountedFinding> findings_of(std::span<const Report> reports) {
    std::vector<CountedFinding> all;
    std::map<std::tuple<Severity, std::string, std::string, std::string>, std::size_t> indices;
    for (const Report& report : reports) {
        std::set<std::size_t> seen;  // a report counts once, however many of its cases say so
        const auto take = [&](const Finding& finding, const std::string& where) {
            const auto [known, fresh] = indices.try_emplace(
                std::tuple(finding.severity, finding.code, finding.text, finding.remedy), all.size());
            const std::size_t index = known->second;
            if (fresh) all.push_back({finding, 0, where});
            if (seen.insert(index).second) ++all[index].reports;
        };
        for (const Finding& finding : report.findings) take(finding, name_of(report));
        for (const Judgement& judgement : report.cases)
            for (const Finding& finding : judgement.findings)
                take(finding, name_of(report) + " " + judgement.case_name);
    }
    std::stable_sort(all.begin(), all.end(), [](const CountedFinding& a, const CountedFinding& b) {
        return a.finding.severity > b.finding.severity;
    });
    return all;
}

std::vector<Containment::Mechanism> gaps_of(std::span<const Report> reports) {
    std::vector<Containment::Mechanism> gaps;
    for (const Report& report : reports) {
        if (report.containment.contained || report.cases.empty()) continue;
        for (const Containment::Mechanism& mechanism : report.containment.mechanisms) {
            const auto same = [&](const Containment::Mechanism& other) { return other.id == mechanism.id; };
            if (!mechanism.active && std::none_of(gaps.begin(), gaps.end(), same)) gaps.push_back(mechanism);
        }
    }
    return gaps;
}

Tally tally_of(std::span<const Report> reports) {
    Tally tally;
    std::set<std::string_view> problems;
    for (const Report& report : reports) {
        ++tally.submissions;
        if (report.as_expected) ++tally.as_expected;
        if (report.interrupted) tally.interrupted = true;
        problems.insert(report.problem_id);
    }
    tally.problems = problems.size();
    return tally;
}

std::string summary_words(const Tally& tally, const Messages& messages) {
    if (tally.submissions == 0) return messages.text("summary.nothing");
    std::string words = messages.text("summary.count", tally.problems, tally.submissions);
    const std::size_t not_expected = tally.submissions - tally.as_expected;
    words += not_expected == 0 ? messages.text("summary.all_expected")
                               : messages.text("summary.some_not", tally.as_expected, not_expected);
    return tally.interrupted ? words + messages.text("summary.interrupted") : words;
}

std::string name_of(const Report& report) {
    return report.problem_id + "/" + report.submission_id;
}

std::string title_of(const Report& report, Tongue tongue) {
    for (const std::string_view wanted : {id_of(tongue), std::string_view("en"), std::string_view("ko")}) {
        const auto found = report.problem_title.find(std::string(wanted));
        if (found != report.problem_title.end() && !found->second.empty()) return found->second;
    }
    return report.problem_title.empty() ? "" : report.problem_title.begin()->second;
}

}  // namespace judge
