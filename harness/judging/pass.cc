#include "judging/pass.h"

#include <fcntl.h>

#include <algorithm>

#include "base/fd.h"
#include "checker/interact.h"
#include "judging/timing.h"

namespace judge {
namespace {

constexpr std::size_t kTranscriptLimit = 4096;

// Threads and processes that a contestant may have besides those of its runtime.
constexpr std::uint32_t kOwnProcesses = 63;

CheckFiles files_for(const CaseRequest& request, const PassInput& input) {
    CheckFiles files = request.checking->files_of(*request.test_case, request.submission_id);
    files.input_path = input.input_path;
    files.feedback_dir = input.feedback_dir;
    return files;
}

}  // namespace

RunRequest request_for(const Executable& program, const Limits& limits, std::uint32_t cpu) {
    RunRequest run;
    run.argv = program.argv;
    run.env = program.env;
    run.readable = program.readable;
    run.limits = run_limits(limits);
    if (!run.limits.processes) run.limits.processes = program.processes + kOwnProcesses;
    run.cpu = cpu;
    return run;
}

Result<Pass> run_batch_pass(const CaseRequest& request, const PassInput& input, Bench& bench) {
    JUDGE_ASSIGN(input_file, open_file(input.input_path, O_RDONLY));
    // Much of an answer is enough: the runner keeps ahead of a program that prints more.
    JUDGE_TRY(bench.output.reset(std::min(request.files->answer.size, mib(1))));
    RunRequest run = request_for(*request.program, input.limits, request.cpu);
    run.count_instructions = request.counting != nullptr;
    run.stdin_fd = input_file.get();
    run.stdout_fd = bench.output.fd();
    JUDGE_ASSIGN(outcome, bench.runner->run(run));
    Pass pass;
    pass.run = outcome;
    pass.counts = outcome.ending;
    if (Result<Bytes> size = bench.output.size()) pass.output_size = *size;
    if (!needs_check(outcome, input.limits)) return pass;
    CheckFiles files = files_for(request, input);
    files.output_fd = bench.output.fd();
    JUDGE_ASSIGN(check, request.checking->check(*request.test_case, files, &request.files->answer, *bench.runner));
    pass.check = std::move(check);
    return pass;
}

Result<Pass> run_interactive_pass(const CaseRequest& request, const PassInput& input, Bench& bench) {
    const Checking& checking = *request.checking;
    CheckFiles files = files_for(request, input);
    JUDGE_ASSIGN(stage, StagedCheck::make(*checking.interactor_protocol(), checking.interactor(), files,
                                          checking.problem().checker.limits));
    PairRequest pair;
    pair.contestant = request_for(*request.program, input.limits, request.cpu);
    pair.contestant.count_instructions = request.counting != nullptr;
    pair.interactor = stage.request();
    JUDGE_ASSIGN(outcome, bench.runner->run_pair(pair));
    JUDGE_ASSIGN(said, stage.interpret(outcome.interactor));
    const bool accepted = said.kind == CheckOutcome::Kind::accepted || said.kind == CheckOutcome::Kind::partial;
    if (accepted && checking.has_checker()) {
        files.output_path = stage.tout_path();
        JUDGE_ASSIGN(check, checking.check(*request.test_case, files, &request.files->answer, *bench.runner));
        if (check) said = *std::move(check);
    }
    const PairFacts facts = judge_pair(outcome, said, BrokenPipe::forgiven);
    Pass pass;
    pass.run = outcome.contestant;
    pass.counts = facts.contestant.ending;
    pass.check = facts.check;
    pass.note = facts.note;
    pass.limits_count = facts.limits_count;
    pass.transcript = transcript_text(outcome.transcript, kTranscriptLimit);
    pass.output_size = outcome.contestant.usage.written;
    return pass;
}

}  // namespace judge
