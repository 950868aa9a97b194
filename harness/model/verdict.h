#pragma once

// The verdicts, and the one table of their names.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace judge {

/// What is said of one case, or of a submission as a whole. Ordered as in the table, not by badness.
enum class Verdict : std::uint8_t {
    accepted,
    partially_accepted,  // a scoring problem gave some of its points
    presentation_error,
    wrong_answer,
    time_limit_exceeded,
    memory_limit_exceeded,
    output_limit_exceeded,
    run_time_error,
    compile_error,
    judge_error,  // the jury's part failed: checker, answer, generator; never the contestant's fault
    not_judged,   // nothing ran: compiler absent, interrupted, no answer to compare with
};

/// How a verdict is called. `id` is the word of files, flags and folders; `code` the two to four letters of tables;
/// `korean` and `english` what solvers of BOJ know (result codes 4 to 15 there). Source: BOJ's result list and css
/// classes.
struct VerdictRow {
    Verdict verdict = Verdict::accepted;
    std::string_view id;
    std::string_view code;
    std::string_view english;
    std::string_view korean;
};

inline constexpr std::array<VerdictRow, 11> kVerdicts = {{
    {Verdict::accepted, "accepted", "AC", "Accepted", "맞았습니다!!"},
    {Verdict::partially_accepted, "partially_accepted", "PAC", "Partially accepted", "부분 점수"},
    {Verdict::presentation_error, "presentation_error", "PE", "Presentation Error", "출력 형식이 잘못되었습니다"},
    {Verdict::wrong_answer, "wrong_answer", "WA", "Wrong Answer", "틀렸습니다"},
    {Verdict::time_limit_exceeded, "time_limit_exceeded", "TLE", "Time Limit Exceeded", "시간 초과"},
    {Verdict::memory_limit_exceeded, "memory_limit_exceeded", "MLE", "Memory Limit Exceeded", "메모리 초과"},
    {Verdict::output_limit_exceeded, "output_limit_exceeded", "OLE", "Output Limit Exceeded", "출력 초과"},
    {Verdict::run_time_error, "run_time_error", "RTE", "Runtime Error", "런타임 에러"},
    {Verdict::compile_error, "compile_error", "CE", "Compilation Error", "컴파일 에러"},
    {Verdict::judge_error, "judge_error", "JE", "Judge Error", "채점 불가"},
    {Verdict::not_judged, "not_judged", "--", "Not judged", "채점하지 않음"},
}};

constexpr const VerdictRow& row_of(Verdict verdict) {
    return kVerdicts[static_cast<std::size_t>(verdict)];
}

/// The verdict whose `id` is `id`, or nothing.
std::optional<Verdict> verdict_from_id(std::string_view id);

}  // namespace judge
