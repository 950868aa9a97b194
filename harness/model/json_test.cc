#include "model/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace judge {
namespace {

using nlohmann::json;

Limits full_limits() {
    Limits limits;
    limits.cpu_time = Nanos(1'000'000'001);
    limits.wall_time = Nanos(3);
    limits.memory = mib(256);
    limits.stack = mib(8);
    limits.output = mib(64);
    limits.file_size = mib(1);
    limits.processes = 1;
    limits.open_files = 64;
    return limits;
}

Usage full_usage() {
    Usage usage;
    usage.cpu_user = Nanos(700'000'000);
    usage.cpu_system = Nanos(50'000'001);
    usage.wall = Nanos(9'007'199'254'740'993);  // no double holds it
    usage.run_queue_wait = Nanos(12);
    usage.peak_memory = Bytes{123'456'789};
    usage.written = Bytes{17};
    usage.peak_processes = 3;
    usage.involuntary_switches = 0;
    usage.stolen = Nanos(7);
    usage.khz_before = 2'400'000;
    usage.khz_after = 1'800'000;
    usage.instructions = 18'446'744'073'709'551'615u;
    usage.meter = {"rusage of the tree", "cgroup v2 memory.peak", true, false, "hardware counter"};
    return usage;
}

Judgement full_judgement() {
    Judgement judgement;
    judgement.case_name = "secret/02-별";
    judgement.group = "secret";
    judgement.verdict = Verdict::wrong_answer;
    judgement.reason = "reason";
    judgement.message = "the 3rd token";
    judgement.score = 1.0 / 3;
    judgement.limits = full_limits();
    judgement.usage = full_usage();
    judgement.readings = {{full_usage(), Exited{3}, true, false, false},
                          {full_usage(), Signalled{11}, false, true, false},
                          {full_usage(), Stopped{LimitKind::file_size}, false, false, true}};
    judgement.difference = Difference{10, 11, 1, 2, 3, 4, 5, "45.0", "45", "a␊\n", "b", 2, 0};
    judgement.stderr_head = "oops";
    judgement.input_head = "1 2\n";
    judgement.answer_head = "3";
    judgement.output_head = "\\xFF";
    judgement.input_size = Bytes{4};
    judgement.answer_size = Bytes{1};
    judgement.output_size = gib(5);
    judgement.input_digest = "aa";
    judgement.answer_digest = "bb";
    judgement.findings = {{Severity::warning, "crlf", "text", "remedy"}};
    judgement.transcript = "0.012 < text\n";
    return judgement;
}

Report full_report() {
    Report report;
    report.judge_version = "0.1.0";
    report.problem_id = "boj-2580";
    report.problem_title = {{"ko", "스도쿠"}, {"en", "Sudoku"}};
    report.source_url = "https://example.org/2580";
    report.submission_id = "wrong_answer/no-stop.cpp";
    report.source_files = {"solutions/boj-2580/wrong_answer/no-stop.cpp"};
    report.source_digest = "cc";
    report.profile = "boj";
    report.build = {"cpp17", "C++17", "g++ 12.2.0", {"g++", "-O2"}, {"./Main"}, "dd", true, Nanos(5), "warning: x"};
    report.limits = full_limits();
    report.checker = {"", "testlib", "/p/checker.cpp", {"-s", ""}, full_limits(), "problem.json:8"};
    report.verdict = Verdict::partially_accepted;
    report.reason = "Segfault";
    report.expected = {"rejected", {Verdict::wrong_answer, Verdict::accepted}, {}};
    report.as_expected = true;
    report.cases = {full_judgement(), Judgement{}};
    report.cases_total = 9;
    report.cases_passed = 1;
    report.groups = {{"secret", Verdict::accepted, 12.5, 20.25, 1, 2, 3}};
    report.points = 12.5;
    report.max_points = 100;
    report.slowest_cpu = Nanos(750'000'001);
    report.peak_memory = Bytes{4096};
    report.containment = {true, {{"network", true, "namespace", ""}, {"files", false, "", "do this"}}};
    report.machine = {"ff", "Some CPU", 2, gib(8), "6.1.0", "ee"};
    report.findings = {{Severity::error, "code", "text", ""}, {Severity::note, "n", "", ""}};
    report.started_unix_ns = 1'764'537'600'123'456'789;
    report.wall = Nanos(77);
    report.reused = true;
    report.interrupted = true;
    return report;
}

TEST(ReportJson, AFilledReportComesBackExactly) {
    const Report report = full_report();
    EXPECT_EQ(report_from_text(report_text(report, JsonStyle::line)).value(), report);
    EXPECT_EQ(report_from_text(report_text(report, JsonStyle::indented)).value(), report);
    EXPECT_EQ(report_text(report, JsonStyle::line), to_json(report).dump());
    EXPECT_EQ(report_text(report, JsonStyle::indented), to_json(report).dump(1));
    EXPECT_EQ(report_from_json(to_json(report)).value(), report);
}

TEST(ReportJson, AnEmptyReportComesBackExactly) {
    EXPECT_EQ(report_from_text(report_text(Report{}, JsonStyle::line)).value(), Report{});
    Report bare;
    bare.checker.compare = "";
    bare.expected = {"", {}, {}};
    EXPECT_EQ(report_from_text(report_text(bare, JsonStyle::line)).value(), bare);
}

TEST(ReportJson, UnitsAreInTheNamesAndAbsentValuesAreLeftOut) {
    const json value = to_json(full_report());
    EXPECT_EQ(value["schema"], 1);
    EXPECT_EQ(value["limits"]["cpu_time_ns"], 1'000'000'001);
    EXPECT_EQ(value["cases"][0]["usage"]["cpu_ns"], 750'000'001);
    EXPECT_EQ(value["cases"][0]["verdict"], "wrong_answer");
    EXPECT_EQ(value["cases"][0]["readings"][2]["ending"].dump(), R"({"kind":"stopped","limit":"file_size"})");
    EXPECT_EQ(value["expected"].dump(), R"({"id":"rejected","permitted":["accepted","wrong_answer"]})");
    const json bare = to_json(Report{});
    EXPECT_FALSE(bare.contains("points") || bare.contains("reason") || bare.contains("cases"));
    EXPECT_EQ(bare["cases_total"], 0);
    EXPECT_EQ(bare["reused"], false);
    EXPECT_EQ(to_json(Limits{}).dump(), "{}");
}

TEST(ReportJson, AnyBytesBecomePrintableText) {
    Report report;
    report.reason = std::string("\xFF\0\x1B", 3);
    report.problem_title["ko"] = "\xC3";
    report.points = std::numeric_limits<double>::infinity();
    const Report back = report_from_text(report_text(report, JsonStyle::line)).value();
    EXPECT_EQ(back.reason, "\\xFF\\0\\x1B");
    EXPECT_EQ(back.problem_title.at("ko"), "\\xC3");
    EXPECT_EQ(back.points, std::nullopt);
}

TEST(ReportJson, WrongTypesNameTheirPlace) {
    const auto refusal = [](const char* pointer, json wrong) {
        json value = to_json(full_report());
        value[json::json_pointer(pointer)] = std::move(wrong);
        const Result<Report> report = report_from_json(value);
        return report ? "" : report.error().message;
    };
    for (const char* pointer : {"/cases_total", "/build/log", "/cases/0/usage/wall_ns", "/cases/0/readings/1/ending",
                                "/cases/0/findings/0/severity", "/expected/permitted/0", "/verdict", "/machine",
                                "/problem_title", "/reused", "/points", "/limits/processes"}) {
        EXPECT_EQ(refusal(pointer, json::array({json::array()})),
                  std::string("cannot read the report: the value at '") + pointer + "' is not what it must be");
    }
    EXPECT_EQ(refusal("/limits/processes", -1),
              "cannot read the report: the value at '/limits/processes' is not what it must be");
    EXPECT_EQ(refusal("/cases_total", 5'000'000'000),
              "cannot read the report: the value at '/cases_total' is not what it must be");
    EXPECT_EQ(refusal("/verdict", "great"), "cannot read the report: the value at '/verdict' is not what it must be");
    EXPECT_EQ(refusal("/unknown_field", 1), "");
}

TEST(ReportJson, OtherJsonAndNewerSchemasAreRefused) {
    EXPECT_EQ(report_from_text("{}").error().message, "cannot read the report: it is not the JSON of a report");
    EXPECT_EQ(report_from_text("[]").error().code, ErrorCode::bad_input);
    EXPECT_EQ(report_from_text("{\"schema\"").error().code, ErrorCode::bad_input);
    const Error newer = report_from_text("{\"schema\": 2}").error();
    EXPECT_EQ(newer.message, "cannot read the report: its schema 2 is newer than this judge");
    EXPECT_EQ(newer.hint, "update judge");
}

}  // namespace
}  // namespace judge
