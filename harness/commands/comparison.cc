#include "commands/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "model/json.h"
#include "report/lines.h"
#include "report/table.h"
#include "report/words.h"

namespace judge {
namespace {

const Judgement* case_of(const Report& report, const std::string& name) {
    for (const Judgement& judgement : report.cases)
        if (judgement.case_name == name) return &judgement;
    return nullptr;
}

// Every case that some submission ran, in the order of whoever ran most.
std::vector<std::string> all_cases(const Reports& reports) {
    std::vector<std::string> names;
    for (const auto& report : reports)
        for (const Judgement& judgement : report->cases)
            if (std::find(names.begin(), names.end(), judgement.case_name) == names.end())
                names.push_back(judgement.case_name);
    return names;
}

Nanos total_of(const Report& report) {
    Nanos total{};
    for (const Judgement& judgement : report.cases) total += judgement.usage.cpu();
    return total;
}

// A character a case: a dot for an accepted one, the first letter of the verdict's code, blank where it did not run.
std::string strip_of(const Report& report, const std::vector<std::string>& cases) {
    std::string strip;
    for (const std::string& name : cases) {
        const Judgement* judgement = case_of(report, name);
        strip += !judgement                                ? " "
                 : judgement->verdict == Verdict::accepted ? "."
                                                           : std::string(row_of(judgement->verdict).code.substr(0, 1));
    }
    return strip;
}

template <typename Function>
ColumnForm form(std::string header, const Comparison& comparison, Function cell) {
    ColumnForm made{std::move(header), {}};
    for (std::size_t i = 0; i < comparison.reports.size(); ++i) made.cells.push_back(cell(i));
    return made;
}

std::string matrix_text(const Comparison& comparison, const RenderOptions& options) {
    const Messages messages(options.tongue);
    const Reports& reports = comparison.reports;
    const std::vector<std::string> cases = all_cases(reports);
    const auto letter = [](std::size_t i) { return Cell{letter_of(i), Ink::strong}; };
    const auto name = [&](std::size_t i) { return Cell{reports[i]->submission_id}; };
    const auto verdict = [&](std::size_t i) {
        return Cell{std::string(row_of(reports[i]->verdict).code),
                    reports[i]->verdict == Verdict::accepted ? Ink::good : Ink::bad};
    };
    const auto passed = [&](std::size_t i) {
        return Cell{fmt::format("{}/{}", reports[i]->cases_passed, reports[i]->cases_total)};
    };
    const auto worst = [&](std::size_t i) { return Cell{against(reports[i]->slowest_cpu, std::nullopt)}; };
    const auto total = [&](std::size_t i) { return Cell{to_text(total_of(*reports[i]))}; };
    const auto memory = [&](std::size_t i) { return Cell{against(reports[i]->peak_memory, std::nullopt)}; };
    const auto source = [&](std::size_t i) { return Cell{to_text(Bytes{comparison.source_bytes[i]})}; };
    const auto strip = [&](std::size_t i) { return Cell{strip_of(*reports[i], cases)}; };
    using Align = Column::Align;
    std::vector<Column> columns = {
        {{form("", comparison, letter)}},
        {{form(messages.text("column.submission"), comparison, name)}, Align::left, Column::Cut::start, 12},
        {{form(messages.text("column.verdict"), comparison, verdict)}},
        {{form(messages.text("column.cases"), comparison, passed)}, Align::right},
        {{form(messages.text("compare.worst"), comparison, worst)}, Align::right},
        {{form(messages.text("compare.total"), comparison, total), {}}, Align::right},
        {{form(messages.text("column.memory"), comparison, memory), {}}, Align::right},
        {{form(messages.text("compare.source"), comparison, source), {}}, Align::right},
        {{form("", comparison, strip), {}}},
    };
    std::string text;
    for (const std::string& line : lay_out(std::move(columns), {8, 7, 6, 5}, options).lines) text += line + "\n";
    return text;
}

// Verdict and time of every case with every submission.
std::string cases_text(const Comparison& comparison, const RenderOptions& options) {
    const std::vector<std::string> cases = all_cases(comparison.reports);
    std::vector<Column> columns(1);
    columns[0].forms.resize(1);
    columns[0].cut = Column::Cut::end;
    columns[0].floor = 10;
    for (const std::string& name : cases) columns[0].forms[0].cells.push_back({name});
    for (std::size_t i = 0; i < comparison.reports.size(); ++i) {
        Column column{{{letter_of(i), {}}}, Column::Align::right};
        for (const std::string& name : cases) {
            const Judgement* judgement = case_of(*comparison.reports[i], name);
            column.forms[0].cells.push_back(
                judgement ? Cell{fmt::format("{} {}", row_of(judgement->verdict).code, to_text(judgement->usage.cpu())),
                                 judgement->verdict == Verdict::accepted ? Ink::plain : Ink::bad}
                          : Cell{"-", Ink::faint});
        }
        columns.push_back(std::move(column));
    }
    std::string text = "\n";
    for (const std::string& line : lay_out(std::move(columns), {}, options).lines) text += line + "\n";
    return text;
}

std::string interval_text(const RatioInterval& interval, const Messages& messages) {
    const auto figure = [](double value) { return fmt::format("{:.3f}", value); };
    if (!std::isfinite(interval.high)) return figure(interval.ratio);
    return messages.text("compare.interval", figure(interval.ratio), figure(interval.low), figure(interval.high));
}

// Without an interval nothing was decided, least of all that there is no difference.
std::string_view call_id(SpeedCall call, const RatioInterval& interval) {
    if (!std::isfinite(interval.high)) return "undecided";
    switch (call) {
        case SpeedCall::no_difference:
            return "no_difference";
        case SpeedCall::faster:
            return "faster";
        case SpeedCall::slower:
            return "slower";
    }
    return "";
}

std::string call_text(SpeedCall call, const RatioInterval& interval, const Messages& messages) {
    if (!std::isfinite(interval.high)) return messages.text("compare.undecided");
    switch (call) {
        case SpeedCall::no_difference:
            return messages.text("compare.no_difference");
        case SpeedCall::faster:
            return messages.text("compare.faster");
        case SpeedCall::slower:
            return messages.text("compare.slower");
    }
    return "";
}

std::string pair_text(const Comparison& comparison, const PairSpeed& pair, const RenderOptions& options) {
    const Messages messages(options.tongue);
    const std::string first = letter_of(comparison.contenders[pair.first]);
    const std::string second = letter_of(comparison.contenders[pair.second]);
    const auto named = [&](std::size_t index) {
        const CaseSpeed& speed = pair.cases[index];
        return comparison.cases[speed.case_index].name + " " + interval_text(speed.interval, messages);
    };
    std::string text = messages.text("compare.pair", second, first, interval_text(pair.overall, messages)) + ": " +
                       painted(call_text(pair.call, pair.overall, messages), Ink::strong, options) + "\n";
    if (pair.most_separating) text += "  " + messages.text("compare.separates", named(*pair.most_separating)) + "\n";
    for (const std::size_t index : pair.against)
        text += "  " + messages.text("compare.against", pair.call == SpeedCall::slower ? second : first, named(index)) +
                "\n";
    std::size_t wild = 0;
    std::string example;
    for (const CaseSpeed& speed : pair.cases)
        for (const WildRound& round : speed.wild) {
            if (++wild > 3) continue;
            example += fmt::format("{}{} #{} {:.2f}", example.empty() ? "" : ", ",
                                   comparison.cases[speed.case_index].name, round.round + 1, round.ratio);
        }
    if (wild > 0) text += "  " + messages.text("compare.wild", wild, example + (wild > 3 ? ", …" : "")) + "\n";
    if (options.verbosity == Verbosity::verbose)
        for (std::size_t i = 0; i < pair.cases.size(); ++i)
            text += "    " + named(i) + ": " + call_text(pair.cases[i].call, pair.cases[i].interval, messages) + "\n";
    return text;
}

std::string growth_text(const Comparison& comparison, const Messages& messages) {
    std::string text;
    for (std::size_t i = 0; i < comparison.growth.size(); ++i)
        if (const std::optional<GrowthFit>& fit = comparison.growth[i])
            text += messages.text("compare.growth", letter_of(comparison.contenders[i]), name_of(fit->model),
                                  fmt::format("{:.0f}", fit->error * 100)) +
                    "\n";
    return text;
}

std::string speed_text(const Comparison& comparison, const RenderOptions& options) {
    if (!comparison.rounds) return "";
    const Messages messages(options.tongue);
    const Rounds& rounds = *comparison.rounds;
    const char* why = rounds.ended == RoundDecision::precise       ? "compare.precise"
                      : rounds.ended == RoundDecision::out_of_time ? "compare.out_of_time"
                                                                   : "compare.out_of_rounds";
    const auto steady = static_cast<std::size_t>(std::count(rounds.steady.begin(), rounds.steady.end(), true));
    std::string text = "\n" + messages.text("compare.rounds", rounds.count, steady, to_text(rounds.elapsed)) + ": " +
                       messages.text(why) + "\n";
    for (const PairSpeed& pair : comparison.pairs) text += pair_text(comparison, pair, options);
    return text + growth_text(comparison, messages);
}

nlohmann::json json_of(const RatioInterval& interval) {
    nlohmann::json value = {
        {"ratio", interval.ratio}, {"confidence", interval.confidence}, {"p", interval.p}, {"rounds", interval.rounds}};
    if (std::isfinite(interval.high)) {
        value["low"] = interval.low;
        value["high"] = interval.high;
    }
    return value;
}

nlohmann::json json_of(const Comparison& comparison, const PairSpeed& pair) {
    nlohmann::json cases = nlohmann::json::array(), against = nlohmann::json::array();
    for (const CaseSpeed& speed : pair.cases) {
        nlohmann::json one = json_of(speed.interval);
        one["case"] = comparison.cases[speed.case_index].name;
        one["call"] = call_id(speed.call, speed.interval);
        one["adjusted_p"] = speed.adjusted_p;
        one["wild_rounds"] = nlohmann::json::array();
        for (const WildRound& round : speed.wild)
            one["wild_rounds"].push_back({{"round", round.round + 1}, {"ratio", round.ratio}});
        cases.push_back(std::move(one));
    }
    for (const std::size_t index : pair.against) against.push_back(comparison.cases[pair.cases[index].case_index].name);
    nlohmann::json value = {{"first", comparison.contender(pair.first).submission_id},
                            {"second", comparison.contender(pair.second).submission_id},
                            {"overall", json_of(pair.overall)},
                            {"adjusted_p", pair.adjusted_p},
                            {"call", call_id(pair.call, pair.overall)},
                            {"cases", std::move(cases)},
                            {"against", std::move(against)}};
    if (pair.most_separating)
        value["most_separating"] = comparison.cases[pair.cases[*pair.most_separating].case_index].name;
    return value;
}

}  // namespace

std::string letter_of(std::size_t index) {
    const std::string last(1, static_cast<char>('A' + index % 26));
    return index < 26 ? last : letter_of(index / 26 - 1) + last;
}

std::string comparison_text(const Comparison& comparison, const RenderOptions& options) {
    std::string text = matrix_text(comparison, options);
    if (options.verbosity == Verbosity::verbose) text += cases_text(comparison, options);
    text += speed_text(comparison, options);
    const Messages messages(options.tongue);
    for (const std::string& note : comparison.notes)
        for (const std::string& line : wrapped(messages.translated(note), options.width, 2)) text += line + "\n";
    return text;
}

std::string comparison_json(const Comparison& comparison) {
    nlohmann::json submissions = nlohmann::json::array(), pairs = nlohmann::json::array();
    for (std::size_t i = 0; i < comparison.reports.size(); ++i)
        submissions.push_back({{"submission", comparison.reports[i]->submission_id},
                               {"source_bytes", comparison.source_bytes[i]},
                               {"total_cpu_ns", total_of(*comparison.reports[i]).count()},
                               {"report", to_json(*comparison.reports[i])}});
    for (const PairSpeed& pair : comparison.pairs) pairs.push_back(json_of(comparison, pair));
    nlohmann::json value = {{"problem", comparison.reports.front()->problem_id},
                            {"submissions", std::move(submissions)},
                            {"pairs", std::move(pairs)},
                            {"notes", comparison.notes}};
    if (comparison.rounds)
        value["rounds"] = {{"count", comparison.rounds->count},
                           {"elapsed_ns", comparison.rounds->elapsed.count()},
                           {"disturbed_readings", comparison.rounds->disturbed}};
    nlohmann::json growth = nlohmann::json::object();
    for (std::size_t i = 0; i < comparison.growth.size(); ++i)
        if (comparison.growth[i])
            growth[comparison.contender(i).submission_id] = {{"model", name_of(comparison.growth[i]->model)},
                                                             {"error", comparison.growth[i]->error}};
    value["growth"] = std::move(growth);
    return value.dump(2) + "\n";
}

std::vector<Ratio> ratios_of(const Comparison& comparison) {
    std::vector<Ratio> ratios;
    for (const PairSpeed& pair : comparison.pairs)
        ratios.push_back({comparison.reports.front()->problem_id, comparison.contender(pair.first).submission_id,
                          comparison.contender(pair.second).submission_id, pair.overall.ratio, pair.overall.low,
                          pair.overall.high, pair.overall.confidence});
    return ratios;
}

}  // namespace judge
