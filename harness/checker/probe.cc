#include "checker/probe.h"

#include <fcntl.h>
#include <fmt/format.h>

#include "base/fd.h"

namespace judge {

namespace {

using Kind = CheckOutcome::Kind;

bool earns(const CheckOutcome& outcome) {
    if (outcome.kind == Kind::accepted) return true;
    return outcome.kind == Kind::partial && (outcome.score.value_or(0) > 0 || outcome.points.value_or(0) > 0);
}

std::string ending_words(const CheckOutcome& outcome) {
    return outcome.message.empty() ? "" : ": " + outcome.message;
}

Finding broken(std::string text, const ProtocolRow& row) {
    return {Severity::error, "checker-broken", std::move(text),
            fmt::format("is the checker written for protocol '{}' ({})? It is called as: checker {}", row.id, row.title,
                        fmt::join(row.arguments, " "))};
}

Result<bool> only_white_space(const std::string& path) {
    if (path.empty()) return true;
    JUDGE_ASSIGN(file, open_file(path, O_RDONLY));
    ByteStream stream(file.get());
    while (stream.fill()) {
        if (!is_space(stream.window().front())) return false;
        stream.skip(1);
    }
    if (!stream.error().empty()) return Error{ErrorCode::io, stream.error(), ""};
    return true;
}

}  // namespace

Result<std::optional<Finding>> probe_checker(const ProtocolRow& row, const Executable& checker, const CheckFiles& files,
                                             const std::string& case_name, const Limits& limits, Runner& runner) {
    CheckFiles probe = files;
    probe.feedback_dir.clear();
    if (!files.answer_path.empty()) {
        probe.output_path = files.answer_path;
        JUDGE_ASSIGN(outcome, run_checker(row, checker, probe, limits, runner));
        if (!earns(outcome))
            return std::optional(broken(fmt::format("the checker does not accept the jury's own answer of case '{}'{}",
                                                    case_name, ending_words(outcome)),
                                        row));
    }
    JUDGE_ASSIGN(answer_is_empty, only_white_space(files.answer_path));
    if (answer_is_empty) return std::optional<Finding>();
    JUDGE_ASSIGN(nothing, make_memory_file("empty-output"));
    probe.output_path.clear();
    probe.output_fd = nothing.get();
    JUDGE_ASSIGN(outcome, run_checker(row, checker, probe, limits, runner));
    if (outcome.kind == Kind::judge_fault)
        return std::optional(broken(
            fmt::format("the checker fails on an empty output to case '{}'{}", case_name, ending_words(outcome)), row));
    if (earns(outcome))
        return std::optional(broken(
            fmt::format("the checker accepts an empty output to case '{}', whose answer is not empty", case_name),
            row));
    return std::optional<Finding>();
}

Result<std::optional<Finding>> probe_comparer(const Comparer& comparer, const std::string& answer_path,
                                              const std::string& case_name) {
    JUDGE_ASSIGN(answer, open_file(answer_path, O_RDONLY));
    const CheckOutcome outcome = compare(comparer, answer.get(), answer.get());
    if (earns(outcome)) return std::optional<Finding>();
    return std::optional(Finding{Severity::error, "answer-unfit",
                                 fmt::format("comparer '{}' does not accept the answer of case '{}' as output{}",
                                             comparer.row->id, case_name, ending_words(outcome)),
                                 "correct the answer, or name another comparer"});
}

}  // namespace judge
