#include "judging/case.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/files.h"
#include "base/utf8.h"
#include "judging/excerpt.h"
#include "judging/pass.h"
#include "judging/score.h"
#include "judging/timing.h"
#include "toolchain/run_time_error.h"

namespace judge {
namespace {

// Outputs beyond this are an error of the program, whatever the problem says: twice the answer, at least 64 MB.
constexpr std::uint64_t kLeastOutputLimit = std::uint64_t{64} << 20;

Judgement judge_fault(const CaseRequest& request, std::string message) {
    Judgement judgement;
    judgement.case_name = request.test_case->name;
    judgement.group = request.test_case->group;
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

std::optional<TextCount> if_counted(const Result<TextCount>& count) {
    return count ? std::optional(*count) : std::nullopt;
}

void show(const CaseRequest& request, const Bench& bench, Judgement& judgement) {
    const TestCase& test_case = *request.test_case;
    judgement.input_count = if_counted(count_text_of_file(test_case.input.path));
    if (test_case.answer) judgement.answer_count = if_counted(count_text_of_file(test_case.answer->path));
    if (!request.checking->interactor_protocol()) judgement.output_count = if_counted(count_text(bench.output.fd()));
    if (Result<Excerpt> input = excerpt_of_file(test_case.input.path)) judgement.input_head = input->text;
    if (test_case.answer)
        if (Result<Excerpt> answer = excerpt_of_file(test_case.answer->path)) judgement.answer_head = answer->text;
    if (Result<Excerpt> output = excerpt_of(bench.output.fd())) judgement.output_head = output->text;
}

// Facts and words of a pass, and its one reading. A case of several passes is as slow and as large as its worst one.
void add_pass(Judgement& judgement, const Pass& pass, const Judged& judged) {
    judgement.verdict = judged.verdict;
    judgement.reason = judged.reason;
    // How an interactive pass came to its time limit says more than that it was idle.
    const bool note_says_more = judged.message.empty() || judged.verdict == Verdict::time_limit_exceeded;
    judgement.message = note_says_more && !pass.note.empty() ? pass.note : judged.message;
    if (pass.check) judgement.difference = pass.check->difference;
    judgement.stderr_head = printable(pass.run.stderr_head);
    judgement.transcript += pass.transcript;
    judgement.output_size = pass.output_size;
    const bool worse = judgement.readings.empty() || pass.run.usage.cpu() > judgement.usage.cpu();
    if (!worse) return;
    judgement.usage = pass.run.usage;
    Reading reading;
    reading.usage = pass.run.usage;
    reading.ending = pass.run.ending;
    judgement.readings = {reading};
}

// Passes until one is not accepted, or the checker asks for no other.
Result<Judgement> run_passes(const CaseRequest& request, const Limits& limits, Bench& bench) {
    const Problem& problem = request.checking->problem();
    TempDir feedback;
    if (request.checking->has_checker() || request.checking->interactor_protocol()) {
        JUDGE_ASSIGN(made, TempDir::make("judge-feedback-"));
        feedback = std::move(made);
    }
    PassInput input{request.test_case->input.path, feedback.path(), limits};
    Judgement judgement;
    for (int number = 1;; ++number) {
        JUDGE_ASSIGN(pass, request.checking->interactor_protocol() ? run_interactive_pass(request, input, bench)
                                                                   : run_batch_pass(request, input, bench));
        RunOutcome counts = pass.run;
        counts.ending = pass.counts;
        const std::string reason = run_time_error_reason(request.family, counts.ending, counts.stderr_head);
        const Judged judged = verdict_of(counts, pass.limits_count ? limits : Limits{}, pass.check, reason);
        add_pass(judgement, pass, judged);
        if (pass.check) judgement.score = score_of(*pass.check, judged.verdict, problem, *request.test_case);
        const bool again = judged.verdict == Verdict::accepted && pass.check->next_pass && problem.mode != Mode::batch;
        if (!again) return judgement;
        if (number == problem.validation_passes)
            return judge_fault(
                request, fmt::format("the checker asks for pass {}, and the problem allows {}", number + 1, number));
        const std::string next = feedback / fmt::format("pass-{}.in", number + 1);
        if (::rename(pass.check->next_pass->c_str(), next.c_str()) != 0)
            return judge_fault(request, "the input of the next pass cannot be read: " + *pass.check->next_pass);
        input.input_path = next;
    }
}

// Where the machine has no counter, one more run gives the number; it needs its program's input alone.
Status count_case(const CaseRequest& request, Judgement& judgement, Bench& bench) {
    if (judgement.usage.instructions || request.checking->problem().mode != Mode::batch) return Done{};
    RunRequest run = request_for(*request.program, request.limits, request.cpu);
    JUDGE_ASSIGN(
        count, count_instructions(run, request.test_case->input.path, *request.counting, bench.output, *bench.runner));
    if (count.finding) judgement.findings.push_back(*count.finding);
    if (!count.instructions) return Done{};
    for (Usage* usage : {&judgement.usage, &judgement.readings.front().usage}) {
        usage->instructions = count.instructions;
        usage->meter.instructions = "valgrind";
    }
    return Done{};
}

}  // namespace

Result<Bench> Bench::make(Runner& runner) {
    JUDGE_ASSIGN(output, OutputFile::make());
    return Bench{&runner, std::move(output), std::nullopt};
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
    const CaseFiles& files = *request.files;
    for (const HashedFile* file : {&files.input, &files.answer})
        if (!file->fault.empty()) return judge_fault(request, file->fault);
    const Limits limits = with_output_limit(request.limits, files.answer.size);
    Result<Judgement> run = run_passes(request, limits, bench);
    if (!run && (run.error().code == ErrorCode::not_found || run.error().code == ErrorCode::bad_input))
        run = judge_fault(request, run.error().message);
    if (!run) return run;
    if (request.counting && run->verdict == Verdict::accepted) JUDGE_TRY(count_case(request, *run, bench));
    if (run->verdict != Verdict::accepted) show(request, bench, *run);
    run->case_name = test_case.name;
    run->group = test_case.group;
    run->limits = limits;
    run->input_size = files.input.size;
    run->answer_size = files.answer.size;
    run->input_digest = files.input.digest;
    run->answer_digest = files.answer.digest;
    for (Reading& reading : run->readings) {
        reading.disturbed = is_disturbed(reading.usage);
        reading.exclusive = request.exclusive;
        reading.counted = true;
    }
    return run;
}

}  // namespace judge
