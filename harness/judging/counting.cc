#include "judging/counting.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "base/fd.h"

namespace judge {
namespace {

// Valgrind runs a program some fifty times slower and needs room for its own translations of it.
constexpr int kSlowness = 100;
constexpr Nanos kStart = std::chrono::seconds(10);
constexpr std::uint64_t kMemoryFactor = 4;
constexpr Bytes kOwnMemory = gib(1);
constexpr Bytes kLogTail = kib(16);

RunRequest under_valgrind(RunRequest run, const std::string& valgrind) {
    const std::vector<std::string> words = {valgrind,
                                            "--tool=cachegrind",
                                            "--cache-sim=no",
                                            "--cachegrind-out-file=/dev/null",
                                            "--trace-children=yes",
                                            "--log-fd=2",
                                            "--"};
    run.argv.insert(run.argv.begin(), words.begin(), words.end());
    Limits& limits = run.limits;
    if (limits.cpu_time)
        limits.cpu_time = std::min<Nanos>(*limits.cpu_time * kSlowness + kStart, std::chrono::hours(1));
    if (limits.wall_time)
        limits.wall_time = std::min<Nanos>(*limits.wall_time * kSlowness + kStart, std::chrono::hours(2));
    if (limits.memory) limits.memory = Bytes{limits.memory->count * kMemoryFactor} + kOwnMemory;
    limits.stack.reset();
    return run;
}

Finding not_counted(const std::string& why, const std::string& remedy) {
    return {Severity::note, "not-counted", "instructions were not counted: " + why, remedy};
}

Result<std::string> tail_of(int fd) {
    std::string tail(kLogTail.count, '\0');
    const off_t size = ::lseek(fd, 0, SEEK_END);
    const auto begin = static_cast<std::uint64_t>(std::max<off_t>(0, size - static_cast<off_t>(tail.size())));
    JUDGE_ASSIGN(got, read_at(fd, tail, begin));
    tail.resize(got);
    return tail;
}

}  // namespace

Result<CountOutcome> count_instructions(const RunRequest& request, const std::string& input_path,
                                        const Counting& counting, OutputFile& output, Runner& runner) {
    if (counting.valgrind.empty())
        return CountOutcome{std::nullopt, not_counted("the machine has no counter for them and there is no valgrind",
                                                      "apt-get install valgrind")};
    JUDGE_ASSIGN(input, open_file(input_path, O_RDONLY));
    JUDGE_ASSIGN(log, make_memory_file("valgrind"));
    JUDGE_TRY(output.reset());
    RunRequest run = under_valgrind(request, counting.valgrind);
    run.stdin_fd = input.get();
    run.stdout_fd = output.fd();
    run.stderr_fd = log.get();
    JUDGE_ASSIGN(outcome, runner.run(run));
    if (outcome.ending != Ending(Exited{0}))
        return CountOutcome{std::nullopt, not_counted("the program does not end well under valgrind", "")};
    JUDGE_ASSIGN(text, tail_of(log.get()));
    CountOutcome count;
    count.instructions = instructions_in(text);
    if (!count.instructions) count.finding = not_counted("valgrind gave no number", "");
    return count;
}

std::optional<std::uint64_t> instructions_in(std::string_view log) {
    std::optional<std::uint64_t> sum;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size());
        std::string_view line = log.substr(0, end);
        log.remove_prefix(std::min(end + 1, log.size()));
        const std::size_t refs = line.find("refs:");
        if (!line.starts_with("==") || refs == std::string_view::npos) continue;
        const std::size_t word = line.find_first_not_of(' ', line.find("== ", 2) + 3);
        if (word == std::string_view::npos || line.substr(word, 2) != "I ") continue;
        std::uint64_t number = 0;
        for (const char c : line.substr(refs + 5))
            if (c >= '0' && c <= '9') number = number * 10 + static_cast<std::uint64_t>(c - '0');
        sum = sum.value_or(0) + number;
    }
    return sum;
}

}  // namespace judge
