// judge-spawn-bench: what one contained run costs beside a bare one (vfork, exec, wait4, memory files for input and
// output) of the same program, in alternating batches, so that a disturbed minute disturbs both. Prints one JSON object
// a line.

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <vector>

#include "base/fd.h"
#include "base/files.h"
#include "sandbox/box_runner.h"
#include "sandbox/output_file.h"

namespace judge {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kInput = "17 25\n", kAnswer = "42\n";

struct Plan {
    int rounds = 25;
    int runs = 40;  // of each kind in a round
};

struct Files {
    Fd in, out;
};

Result<Files> make_files() {
    Files files;
    JUDGE_ASSIGN(in, make_memory_file("bench-input"));
    JUDGE_TRY(write_all(in.get(), kInput));
    JUDGE_ASSIGN(out, make_memory_file("bench-output"));
    files.in = std::move(in);
    files.out = std::move(out);
    return files;
}

bool answer_is_right(int fd) {
    char buffer[16] = {};
    const Result<std::size_t> got = read_at(fd, buffer, 0);
    return got && std::string_view(buffer, *got) == kAnswer;
}

// The least that any judge must do.
Status run_bare(const Files& files, const char* program) {
    if (::lseek(files.in.get(), 0, SEEK_SET) != 0 || ::ftruncate(files.out.get(), 0) != 0 ||
        ::lseek(files.out.get(), 0, SEEK_SET) != 0)
        return errno_error(ErrorCode::io, "cannot rewind", errno);
    const pid_t pid = ::vfork();
    if (pid == 0) {
        ::dup2(files.in.get(), 0);
        ::dup2(files.out.get(), 1);
        ::execl(program, program, static_cast<char*>(nullptr));
        ::_exit(127);
    }
    int status = 0;
    rusage used = {};
    if (pid < 0 || ::wait4(pid, &status, 0, &used) != pid || status != 0 || !answer_is_right(files.out.get()))
        return Error{ErrorCode::io, std::string("cannot run '") + program + "'", ""};
    return Done{};
}

Status run_boxed(Runner& runner, RunRequest& request, OutputFile& out, const Files& files) {
    if (::lseek(files.in.get(), 0, SEEK_SET) != 0) return errno_error(ErrorCode::io, "cannot rewind", errno);
    JUDGE_TRY(out.reset());
    JUDGE_ASSIGN(outcome, runner.run(request));
    if (outcome.ending != Ending(Exited{0}) || !answer_is_right(out.fd()))
        return Error{ErrorCode::sandbox, "cannot get the right answer from '" + request.argv.front() + "'", ""};
    return Done{};
}

template <typename Run>
Result<double> batch_ms(int runs, const Run& run) {
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < runs; ++i) JUDGE_TRY(run());
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count() / runs;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

Status bench(Runner& runner, const std::string& name, const std::string& program, double goal, Plan plan) {
    JUDGE_ASSIGN(files, make_files());
    JUDGE_ASSIGN(out, OutputFile::make());
    RunRequest request;
    request.argv = {program};
    request.readable = {std::string(parent_path(program))};
    request.stdin_fd = files.in.get();
    request.stdout_fd = out.fd();
    request.limits.cpu_time = std::chrono::seconds(10);
    request.limits.memory = mib(256);
    request.limits.output = mib(1);
    request.limits.processes = 8;
    request.cpu = static_cast<std::uint32_t>(::sched_getcpu());  // bound to one processor, as judging runs it
    std::vector<double> ratios, bare, boxed;
    for (int round = 0; round < plan.rounds; ++round) {
        JUDGE_ASSIGN(one, batch_ms(plan.runs, [&] { return run_bare(files, program.c_str()); }));
        JUDGE_ASSIGN(two, batch_ms(plan.runs, [&] { return run_boxed(runner, request, out, files); }));
        bare.push_back(one);
        boxed.push_back(two);
        ratios.push_back(two / one);
    }
    const auto [low, high] = std::minmax_element(ratios.begin(), ratios.end());
    fmt::print(
        R"({{"name": "spawn {}", "ratio_median": {:.3f}, "ratio_min": {:.3f}, "ratio_max": {:.3f}, "goal": {}, "unit": "ratio to a bare run", "bare_ms": {:.4f}, "boxed_ms": {:.4f}, "bare_best_ms": {:.4f}, "boxed_best_ms": {:.4f}}})"
        "\n",
        name, median(ratios), *low, *high, goal, median(bare), median(boxed),
        *std::min_element(bare.begin(), bare.end()), *std::min_element(boxed.begin(), boxed.end()));
    return Done{};
}

Status bench_all(const std::string& folder, Plan plan) {
    BoxOptions options;
    options.box_program = join_path(folder, "judge-box");
    JUDGE_ASSIGN(runner, make_box_runner(options));
    JUDGE_TRY(bench(*runner, "static", join_path(folder, "judge-spawn-sample-static"), 1.2, plan));
    return bench(*runner, "dynamic", join_path(folder, "judge-spawn-sample-dynamic"), 1.1, plan);
}

}  // namespace
}  // namespace judge

int main(int argc, char** argv) {
    judge::Plan plan;
    if (argc > 1) plan.rounds = std::max(1, std::atoi(argv[1]));
    if (argc > 2) plan.runs = std::max(1, std::atoi(argv[2]));
    const judge::Result<std::string> self = judge::real_path("/proc/self/exe");
    if (!self) return 2;
    const judge::Status done = judge::bench_all(std::string(judge::parent_path(*self)), plan);
    if (!done) fmt::print(stderr, "judge-spawn-bench: {}\n", judge::to_text(done.error()));
    return done ? 0 : 1;
}
