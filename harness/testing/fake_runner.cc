#include "testing/fake_runner.h"

#include <unistd.h>

#include "base/fd.h"

namespace judge {
namespace {

Result<std::string> content_of(int fd) {
    std::string content;
    std::string buffer(65536, '\0');
    for (;;) {
        JUDGE_ASSIGN(got, read_at(fd, buffer, content.size()));
        content.append(buffer, 0, got);
        if (got < buffer.size()) return content;
    }
}

RunOutcome outcome_of(const FakeResult& result, const RunRequest& request) {
    RunOutcome outcome;
    outcome.ending = result.ending;
    outcome.usage.cpu_user = result.cpu;
    outcome.usage.wall = result.wall == Nanos{} ? result.cpu : result.wall;
    outcome.usage.peak_memory = result.memory;
    outcome.usage.run_queue_wait = result.run_queue_wait;
    if (request.count_instructions) outcome.usage.instructions = result.instructions;
    if (outcome.usage.instructions) outcome.usage.meter.instructions = "hardware counter";
    outcome.usage.written = Bytes{result.output.size() + result.error.size()};
    outcome.stderr_head = result.error;
    return outcome;
}

}  // namespace

Result<RunOutcome> FakeRunner::run(const RunRequest& request) {
    requests.push_back(request);
    const auto program = request.argv.empty() ? programs.end() : programs.find(request.argv[0]);
    if (program == programs.end())
        return Error{ErrorCode::tool_missing,
                     "cannot run '" + (request.argv.empty() ? "" : request.argv[0]) + "': no such fake", ""};
    FakeRun what;
    what.request = &request;
    what.count = counts_[request.argv[0]]++;
    if (request.stdin_fd >= 0) {
        JUDGE_ASSIGN(input, content_of(request.stdin_fd));
        what.input = input;
    }
    const FakeResult result = program->second(what);
    if (request.stdout_fd >= 0) JUDGE_TRY(write_all(request.stdout_fd, result.output));
    if (request.stderr_fd >= 0) JUDGE_TRY(write_all(request.stderr_fd, result.error));
    return outcome_of(result, request);
}

Result<PairOutcome> FakeRunner::run_pair(const PairRequest& request) {
    PairOutcome outcome;
    RunRequest interactor = request.interactor;
    RunRequest contestant = request.contestant;
    JUDGE_ASSIGN(questions, make_memory_file("questions"));
    JUDGE_ASSIGN(replies, make_memory_file("replies"));
    interactor.stdin_fd = -1;
    interactor.stdout_fd = questions.get();
    contestant.stdin_fd = questions.get();
    contestant.stdout_fd = replies.get();
    JUDGE_ASSIGN(first, run(interactor));
    JUDGE_ASSIGN(second, run(contestant));
    outcome.interactor = first;
    outcome.contestant = second;
    outcome.contestant.finish_rank = 1;
    JUDGE_ASSIGN(asked, content_of(questions.get()));
    JUDGE_ASSIGN(answered, content_of(replies.get()));
    outcome.transcript = {{Nanos{0}, false, asked}, {Nanos{1}, true, answered}};
    return outcome;
}

}  // namespace judge
