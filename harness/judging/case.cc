#include "judging/case.h"

#include <fcntl.h>
#include <fmt/format.h>

#include "base/utf8.h"
#include "judging/excerpt.h"
#include "judging/timing.h"
#include "toolchain/run_time_error.h"

namespace judge {
namespace {

// Outputs beyond this are an error of the program, whatever the problem says: twice the answer, at least 64 MB.
constexpr std::uint64_t kLeastOutputLimit = std::uint64_t{64} << 20;

Judgement judge_fault(const CaseRequest& request, std::string message) {
    Judgement judgement;
    judgement.verdict = Verdict::judge_error;
    judgement.reason = "data";
    judgement.message = std::move(message);
    judgement.limits = request.limits;
    return judgement;
}

Limits with_output_limit(Limits limits, Bytes answer_size) {
    if (!limits.output) limits.output = Bytes{std::max(kLeastOutputLimit, answer_size.count * 2)};
    return limits;
}

RunRequest request_for(const CaseRequest& request, int stdin_fd, int stdout_fd, const Limits& limits) {
    RunRequest run;
    run.argv = request.program->argv;
    run.env = request.program->env;
    run.readable = request.program->readable;
    run.stdin_fd = stdin_fd;
    run.stdout_fd = stdout_fd;
    run.limits = run_limits(limits);
    // A runtime's own threads come on top of the one process that the contestant has.
    if (!run.limits.processes) run.limits.processes = request.program->processes + 63;
    run.cpu = request.cpu;
    return run;
}

void show(const CaseRequest& request, const Bench& bench, Judgement& judgement) {
    const TestCase& test_case = *request.test_case;
    if (Result<Excerpt> input = excerpt_of_file(test_case.input.path)) judgement.input_head = input->text;
    if (test_case.answer)
        if (Result<Excerpt> answer = excerpt_of_file(test_case.answer->path)) judgement.answer_head = answer->text;
    if (Result<Excerpt> output = excerpt_of(bench.output.fd())) judgement.output_head = output->text;
}

Result<Judgement> run_batch(const CaseRequest& request, Bench& bench, const Limits& limits) {
    Result<Fd> input = open_file(request.test_case->input.path, O_RDONLY);
    if (!input) return judge_fault(request, input.error().message);
    JUDGE_TRY(bench.output.reset());
    JUDGE_ASSIGN(outcome, bench.runner->run(request_for(request, input->get(), bench.output.fd(), limits)));

    Judgement judgement;
    std::optional<CheckOutcome> check;
    if (needs_check(outcome, limits)) {
        JUDGE_ASSIGN(
            said, request.checking->check(*request.test_case, bench.output.fd(), request.submission_id, *bench.runner));
        check = std::move(said);
    }
    const std::string reason = run_time_error_reason(request.family, outcome.ending, outcome.stderr_head);
    fill(judgement, verdict_of(outcome, limits, check, reason), check, outcome);
    if (Result<Bytes> size = bench.output.size()) judgement.output_size = *size;
    if (judgement.verdict != Verdict::accepted) show(request, bench, judgement);
    return judgement;
}

}  // namespace

void fill(Judgement& judgement, const Judged& judged, const std::optional<CheckOutcome>& check,
          const RunOutcome& outcome) {
    judgement.verdict = judged.verdict;
    judgement.reason = judged.reason;
    judgement.message = judged.message;
    if (check && (judged.verdict == Verdict::accepted || judged.verdict == Verdict::partially_accepted))
        judgement.score = check->score;
    if (check) judgement.difference = check->difference;
    judgement.usage = outcome.usage;
    judgement.stderr_head = printable(outcome.stderr_head);
    Reading reading;
    reading.usage = outcome.usage;
    reading.ending = outcome.ending;
    judgement.readings = {reading};
}

Result<Bench> Bench::make(Runner& runner) {
    JUDGE_ASSIGN(output, OutputFile::make());
    return Bench{&runner, std::move(output)};
}

Limits limits_of_case(const Limits& effective, const Problem& problem, const TestCase& test_case) {
    Limits limits = effective;
    for (const Group& group : problem.groups)
        if (group.name == test_case.group) limits = merged(limits, group.limits);
    return merged(limits, test_case.limits);
}

Result<Judgement> run_case(const CaseRequest& request, Bench& bench) {
    const TestCase& test_case = *request.test_case;
    if (request.checking->broken()) return judge_fault(request, request.checking->broken()->text);
    if (Status encoding = check_encoding(test_case.input.path); !encoding)
        return judge_fault(request, encoding.error().message);
    Bytes answer_size;
    if (test_case.answer) {
        if (Status encoding = check_encoding(test_case.answer->path); !encoding)
            return judge_fault(request, encoding.error().message);
        if (Result<Bytes> size = size_of_file(test_case.answer->path)) answer_size = *size;
    }
    const Limits limits = with_output_limit(request.limits, answer_size);
    Result<Judgement> run = run_batch(request, bench, limits);
    if (!run) return run;
    run->case_name = test_case.name;
    run->group = test_case.group;
    run->limits = limits;
    run->answer_size = answer_size;
    if (Result<Bytes> size = size_of_file(test_case.input.path)) run->input_size = *size;
    for (Reading& reading : run->readings) {
        reading.disturbed = is_disturbed(reading.usage);
        reading.exclusive = request.exclusive;
        reading.counted = true;
    }
    return run;
}

}  // namespace judge
