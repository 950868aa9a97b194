// interaction_soak REPEATS WAITING_REPEATS: pairs of contestant and interactor in boxes, each again and again: the
// verdict must be the same every time, whoever dies first. Ends with 0 if so. WAITING_REPEATS is for the pairs that
// take half a second and more, for they end when nothing moves.
//
// The program plays all parts: the soak itself; `--contestant KIND` and `--interactor KIND`.

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <string>

#include "base/files.h"
#include "checker/check_run.h"
#include "checker/interact.h"
#include "judging/verdict_of.h"
#include "sandbox/box_runner.h"

namespace judge {
namespace {

using namespace std::chrono_literals;

constexpr int kAccepts = 42, kRefuses = 43;  // Kattis' exit codes

// One line from standard input; false at its end.
bool read_line(std::string& line) {
    line.clear();
    for (char c = 0; ::read(0, &c, 1) == 1;) {
        if (c == '\n') return true;
        line += c;
    }
    return false;
}

bool say(std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(1, text.data(), text.size());
        if (n <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

[[noreturn]] void crash() {
    ::signal(SIGSEGV, SIG_DFL);
    ::raise(SIGSEGV);
    ::_exit(99);
}

// Asks once; the answer is 7.
int interact(const std::string& kind) {
    std::string line;
    if (kind == "refuses-unheard") return kRefuses;
    if (kind == "breaks") ::abort();
    if (kind == "never-reads")
        for (;;) say("more\n");
    if (kind == "only-waits") {
        read_line(line);
        return kRefuses;
    }
    say("guess?\n");
    if (kind == "closes") ::close(1);
    bool heard = read_line(line);
    const bool right = heard && line == "7";
    if (kind == "reads-to-the-end")
        while (heard) heard = read_line(line);
    if (kind == "breaks-at-the-end" && !heard) ::abort();
    if (kind == "answers-at-the-end") {
        while (heard) heard = read_line(line);
        say("the end\n");
    }
    if (kind == "thanks") say("thank you\n");
    return right ? kAccepts : kRefuses;
}

int contest(const std::string& kind) {
    std::string line;
    if (kind == "leaves") return 0;
    if (kind == "fails") return 1;
    if (kind == "crashes") crash();
    while (kind == "babbles")
        if (!say("8\n")) return 1;
    if (!read_line(line)) return 1;
    if (kind == "waits" && !read_line(line)) return 1;
    for (std::string more; kind == "reads-all" && read_line(more);) {
    }
    const bool wrong = kind.starts_with("wrong");
    say(wrong ? "8\n" : "7\n");
    if (kind == "closes") {
        ::close(1);
        return read_line(line) && line == "the end" ? 0 : 1;
    }
    if (kind.ends_with("then-fails")) return 1;
    if (kind.ends_with("then-crashes")) crash();
    if (kind.ends_with("then-reads") && !read_line(line)) crash();
    if (kind.ends_with("then-writes"))
        for (int i = 0; i < 20'000; ++i)
            if (!say("and more\n")) return 1;
    return 0;
}

struct Pair {
    const char* contestant;
    const char* interactor;
    Verdict verdict;
    enum class Pace { quick, waits } pace = Pace::quick;
};

constexpr Verdict kAc = Verdict::accepted, kWa = Verdict::wrong_answer, kRte = Verdict::run_time_error;
const Pair kPairs[] = {
    {"right", "listens", kAc},
    {"right", "reads-to-the-end", kAc},
    {"right", "thanks", kAc},
    {"right-then-writes", "listens", kAc},  // pain 63
    {"right-then-crashes", "listens", kRte},
    {"right-then-fails", "listens", kRte},
    {"right-then-reads", "listens", kRte},
    {"wrong", "listens", kWa},
    // pain 61: the interactor says wrong, and the contestant dies before, beside or after it.
    {"wrong-then-crashes", "listens", kWa},
    {"wrong-then-fails", "listens", kWa},
    {"wrong-then-reads", "listens", kWa},
    {"wrong-then-writes", "listens", kWa},
    {"crashes", "refuses-unheard", kWa},
    {"babbles", "refuses-unheard", kWa},
    {"babbles", "listens", kWa},
    // The interactor asks for more and is told that nothing follows: the contestant answers for its own end.
    {"leaves", "listens", kWa},
    {"leaves", "breaks-at-the-end", Verdict::judge_error},
    {"fails", "listens", kRte},
    {"crashes", "listens", kRte},
    {"crashes", "breaks-at-the-end", kRte},
    {"wrong-then-crashes", "reads-to-the-end", kRte},
    // pain 60: a flood.
    {"babbles", "reads-to-the-end", Verdict::output_limit_exceeded},
    {"right", "breaks", Verdict::judge_error},
    {"crashes", "breaks", Verdict::judge_error},
    // pain 65: both sides wait; and both pipes full.
    {"right", "only-waits", Verdict::time_limit_exceeded, Pair::Pace::waits},
    {"waits", "only-waits", Verdict::time_limit_exceeded, Pair::Pace::waits},
    {"babbles", "never-reads", Verdict::time_limit_exceeded, Pair::Pace::waits},
    // One side closes its output and reads on: the other is told of that end.
    {"closes", "answers-at-the-end", kAc, Pair::Pace::waits},
    {"reads-all", "closes", kAc, Pair::Pace::waits},
};

class Soak {
  public:
    Soak(std::string self, std::unique_ptr<Runner> runner)
        : self_(std::move(self)),
          runner_(std::move(runner)),
          protocols_(built_in_protocols().value()),
          row_(*find_protocol(protocols_.interactors, "kattis").value()) {}

    bool holds(const Pair& pair, int repeats) {
        std::map<std::string, int> seen;
        for (int i = 0; i < repeats; ++i) ++seen[once(pair)];
        const std::string expected(row_of(pair.verdict).code);
        const bool good = seen.size() == 1 && seen.begin()->first == expected;
        if (good) return true;
        fmt::print("{} against {}: {} expected, got", pair.contestant, pair.interactor, expected);
        for (const auto& [verdict, times] : seen) fmt::print(" {} {} times,", verdict, times);
        fmt::print(" of {}\n", repeats);
        return false;
    }

  private:
    RunRequest request(const char* part, const char* kind) const {
        RunRequest request;
        request.argv = {self_, part, kind};
        request.readable = {self_};
        request.limits.cpu_time = 20s;
        request.limits.wall_time = 60s;
        request.limits.memory = mib(64);
        request.limits.output = mib(1);
        return request;
    }

    std::string once(const Pair& pair) {
        PairRequest both;
        both.contestant = request("--contestant", pair.contestant);
        both.interactor = request("--interactor", pair.interactor);
        if (pair.pace == Pair::Pace::waits) both.contestant.limits.wall_time = 2s;
        const Result<PairOutcome> outcome = runner_->run_pair(both);
        if (!outcome) return to_text(outcome.error());
        const CheckOutcome said = interpret_checker(row_, outcome->interactor, {});
        const PairFacts facts = judge_pair(*outcome, said, BrokenPipe::forgiven);
        return std::string(row_of(verdict_of(facts.contestant, {}, facts.check, "").verdict).code);
    }

    std::string self_;
    std::unique_ptr<Runner> runner_;
    Protocols protocols_;
    const ProtocolRow& row_;
};

int run(int repeats, int waiting_repeats) {
    const std::string self = real_path("/proc/self/exe").value();
    BoxOptions options;
    options.box_program = join_path(parent_path(self), "judge-box");
    Result<std::unique_ptr<Runner>> runner = make_box_runner(options);
    if (!runner) {
        fmt::print(stderr, "interaction_soak: {}\n", to_text(runner.error()));
        return 2;
    }
    Soak soak(self, std::move(runner).value());
    bool good = true;
    for (const Pair& pair : kPairs) {
        // A flood runs until its limit, and takes seconds as well.
        const bool slow = pair.pace == Pair::Pace::waits || std::string_view(pair.contestant) == "babbles";
        good = soak.holds(pair, slow ? waiting_repeats : repeats) && good;
    }
    return good ? 0 : 1;
}

}  // namespace
}  // namespace judge

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == "--contestant") return judge::contest(argv[2]);
    if (argc == 3 && std::string_view(argv[1]) == "--interactor") return judge::interact(argv[2]);
    const int repeats = argc == 3 ? std::atoi(argv[1]) : 0, waiting = argc == 3 ? std::atoi(argv[2]) : 0;
    if (repeats < 1 || waiting < 1) {
        fmt::print(stderr, "usage: interaction_soak REPEATS WAITING_REPEATS\n");
        return 2;
    }
    return judge::run(repeats, waiting);
}
