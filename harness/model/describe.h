#pragma once

// The fields of a Report and of everything in it, each named once for both directions: `describe(io, thing)` calls
// `io(key, field)` in the order of the JSON form; io is a writer or a reader (model/json.cc). A `derived` field is
// written and never read.

#include <concepts>
#include <string_view>
#include <type_traits>
#include <utility>

#include "model/report.h"

namespace judge::json_form {

/// T is U, const or not: a Writer describes const things.
template <typename T, typename U>
concept Of = std::same_as<std::remove_const_t<T>, U>;

inline constexpr std::pair<LimitKind, std::string_view> kLimitKinds[] = {
    {LimitKind::cpu_time, "cpu_time"}, {LimitKind::wall_time, "wall_time"}, {LimitKind::memory, "memory"},
    {LimitKind::output, "output"},     {LimitKind::file_size, "file_size"}, {LimitKind::processes, "processes"}};
inline constexpr std::pair<Severity, std::string_view> kSeverities[] = {
    {Severity::note, "note"}, {Severity::warning, "warning"}, {Severity::error, "error"}};

template <typename Io, Of<Limits> T>
void describe(Io& io, T& x) {
    io("cpu_time_ns", x.cpu_time);
    io("wall_time_ns", x.wall_time);
    io("memory_bytes", x.memory);
    io("stack_bytes", x.stack);
    io("output_bytes", x.output);
    io("file_size_bytes", x.file_size);
    io("processes", x.processes);
    io("open_files", x.open_files);
}

template <typename Io, Of<Meter> T>
void describe(Io& io, T& x) {
    io("cpu", x.cpu);
    io("memory", x.memory);
    io("memory_of_tree", x.memory_of_tree);
    io("memory_upper_bound", x.memory_upper_bound);
    io("instructions", x.instructions);
}

template <typename Io, Of<Usage> T>
void describe(Io& io, T& x) {
    io("cpu_user_ns", x.cpu_user);
    io("cpu_system_ns", x.cpu_system);
    io.derived("cpu_ns", x.cpu());
    io("wall_ns", x.wall);
    io("run_queue_wait_ns", x.run_queue_wait);
    io("peak_memory_bytes", x.peak_memory);
    io("written_bytes", x.written);
    io("peak_processes", x.peak_processes);
    io("involuntary_switches", x.involuntary_switches);
    io("stolen_ns", x.stolen);
    io("khz_before", x.khz_before);
    io("khz_after", x.khz_after);
    io("instructions", x.instructions);
    io("meter", x.meter);
}

template <typename Io, Of<Containment::Mechanism> T>
void describe(Io& io, T& x) {
    io("id", x.id);
    io("active", x.active);
    io("detail", x.detail);
    io("remedy", x.remedy);
}

template <typename Io, Of<Containment> T>
void describe(Io& io, T& x) {
    io("contained", x.contained);
    io("mechanisms", x.mechanisms);
}

template <typename Io, Of<Machine> T>
void describe(Io& io, T& x) {
    io("fingerprint", x.fingerprint);
    io("cpu_model", x.cpu_model);
    io("processors", x.processors);
    io("memory_bytes", x.memory);
    io("kernel", x.kernel);
    io("hostname_digest", x.hostname_digest);
}

template <typename Io, Of<Expectation> T>
void describe(Io& io, T& x) {
    io("id", x.id);
    io("permitted", x.permitted);
    io("required", x.required);
}

template <typename Io, Of<CheckerSpec> T>
void describe(Io& io, T& x) {
    io("compare", x.compare);
    io("protocol", x.protocol);
    io("program", x.program);
    io("args", x.args);
    io("limits", x.limits);
    io("where", x.where);
}

template <typename Io, Of<Finding> T>
void describe(Io& io, T& x) {
    io("severity", x.severity);
    io("code", x.code);
    io("text", x.text);
    io("remedy", x.remedy);
}

template <typename Io, Of<Difference> T>
void describe(Io& io, T& x) {
    io("output_offset", x.output_offset);
    io("answer_offset", x.answer_offset);
    io("output_line", x.output_line);
    io("output_column", x.output_column);
    io("answer_line", x.answer_line);
    io("answer_column", x.answer_column);
    io("token", x.token);
    io("expected", x.expected);
    io("got", x.got);
    io("answer_excerpt", x.answer_excerpt);
    io("output_excerpt", x.output_excerpt);
    io("answer_mark", x.answer_mark);
    io("output_mark", x.output_mark);
}

template <typename Io, Of<TextCount> T>
void describe(Io& io, T& x) {
    io("lines", x.lines);
    io("tokens", x.tokens);
}

template <typename Io, Of<Reading> T>
void describe(Io& io, T& x) {
    io("usage", x.usage);
    io("ending", x.ending);
    io("disturbed", x.disturbed);
    io("exclusive", x.exclusive);
    io("counted", x.counted);
}

template <typename Io, Of<Judgement> T>
void describe(Io& io, T& x) {
    io("case", x.case_name);
    io("group", x.group);
    io("verdict", x.verdict);
    io("reason", x.reason);
    io("message", x.message);
    io("score", x.score);
    io("limits", x.limits);
    io("usage", x.usage);
    io("readings", x.readings);
    io("difference", x.difference);
    io("stderr_head", x.stderr_head);
    io("input_head", x.input_head);
    io("answer_head", x.answer_head);
    io("output_head", x.output_head);
    io("input_bytes", x.input_size);
    io("answer_bytes", x.answer_size);
    io("output_bytes", x.output_size);
    io("input_count", x.input_count);
    io("answer_count", x.answer_count);
    io("output_count", x.output_count);
    io("input_digest", x.input_digest);
    io("answer_digest", x.answer_digest);
    io("findings", x.findings);
    io("transcript", x.transcript);
}

template <typename Io, Of<GroupResult> T>
void describe(Io& io, T& x) {
    io("name", x.name);
    io("verdict", x.verdict);
    io("points", x.points);
    io("max_points", x.max_points);
    io("passed", x.passed);
    io("run", x.run);
    io("total", x.total);
}

template <typename Io, Of<Build> T>
void describe(Io& io, T& x) {
    io("language_id", x.language_id);
    io("language_name", x.language_name);
    io("compiler_version", x.compiler_version);
    io("compile_command", x.compile_command);
    io("run_command", x.run_command);
    io("key", x.key);
    io("from_cache", x.from_cache);
    io("wall_ns", x.wall);
    io("log", x.log);
}

template <typename Io, Of<Report> T>
void describe(Io& io, T& x) {
    io("judge_version", x.judge_version);
    io("problem", x.problem_id);
    io("problem_title", x.problem_title);
    io("source_url", x.source_url);
    io("submission", x.submission_id);
    io("source_files", x.source_files);
    io("source_digest", x.source_digest);
    io("profile", x.profile);
    io("build", x.build);
    io("limits", x.limits);
    io("checker", x.checker);
    io("verdict", x.verdict);
    io("reason", x.reason);
    io("expected", x.expected);
    io("as_expected", x.as_expected);
    io("cases", x.cases);
    io("cases_total", x.cases_total);
    io("cases_passed", x.cases_passed);
    io("groups", x.groups);
    io("points", x.points);
    io("max_points", x.max_points);
    io("slowest_cpu_ns", x.slowest_cpu);
    io("peak_memory_bytes", x.peak_memory);
    io("containment", x.containment);
    io("machine", x.machine);
    io("findings", x.findings);
    io("started_unix_ns", x.started_unix_ns);
    io("wall_ns", x.wall);
    io("reused", x.reused);
    io("content_key", x.content_key);
    io("reuse_key", x.reuse_key);
    io("interrupted", x.interrupted);
}

}  // namespace judge::json_form
