// What precompiled headers, the fast linker and the cache save: the profile's plain command, the toolchain on an edited
// file, and the toolchain on an unchanged file, one after another in each round, so that a busy machine slows all
// three.
//
//     compile_bench [ROUNDS]      one JSON line a measurement, for scripts/bench

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/files.h"
#include "sandbox/box_runner.h"
#include "toolchain/build_folder.h"
#include "toolchain/toolchain.h"

namespace judge {
namespace {

constexpr int kRounds = 9;
constexpr double kCachedStartGoal = 0.005;  // seconds

struct Round {
    double plain = 0, edited = 0, cached = 0;  // seconds
};

template <typename Work>
Result<double> timed(Work work) {
    const auto start = std::chrono::steady_clock::now();
    JUDGE_TRY(work());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class Bench {
  public:
    Bench(const Toolchain& toolchain, Runner& runner, std::string folder, std::string text)
        : toolchain_(toolchain), runner_(runner), folder_(std::move(folder)), text_(std::move(text)) {}

    /// Rounds of `language` under BOJ's flags, after one that is thrown away. Errors: tool_missing, and what compiling
    /// meets; bad_input - the sample does not compile.
    Result<std::vector<Round>> measure(const std::string& language, int rounds) {
        request_.language = toolchain_.language(language);
        request_.profile = toolchain_.profile("boj");
        request_.files = {join_path(folder_, "solution.cc")};
        std::vector<Round> all;
        for (int i = -1; i < rounds; ++i) {
            JUDGE_ASSIGN(round, one_round(i));
            if (i >= 0) all.push_back(round);
        }
        return all;
    }

  private:
    Result<Round> one_round(int number) {
        // A round's text is new, so nothing of it is in the cache.
        const std::string text = text_ + fmt::format("// {} round {}\n", request_.language->id, number);
        JUDGE_TRY(write_file_atomically(request_.files.front(), text));
        Round round;
        const auto plain = [&]() -> Status {
            JUDGE_ASSIGN(seconds, timed([&] { return compile_plainly(text); }));
            round.plain = seconds;
            return Done{};
        };
        const auto ours = [&]() -> Status {
            JUDGE_ASSIGN(edited, timed([&] { return compile_with_toolchain(); }));
            JUDGE_ASSIGN(cached, timed([&] { return compile_with_toolchain(); }));
            round.edited = edited;
            round.cached = cached;
            return Done{};
        };
        if (number % 2 == 0) JUDGE_TRY(plain());
        JUDGE_TRY(ours());
        if (number % 2 != 0) JUDGE_TRY(plain());
        return round;
    }

    Status compile_with_toolchain() {
        JUDGE_ASSIGN(outcome, toolchain_.compile(request_, runner_));
        command_ = outcome.build.compile_command;
        if (outcome.ok) return Done{};
        return Error{ErrorCode::bad_input, "cannot compile the sample: " + outcome.reason, outcome.build.log};
    }

    /// The profile's command as it is, in a folder of its own, in the same box.
    Status compile_plainly(const std::string& text) {
        if (command_.empty()) return Done{};
        JUDGE_ASSIGN(build, toolchain_.cache().make_build_folder());
        JUDGE_TRY(write_file_atomically(join_path(build.files(), "Main.cc"), text));
        JUDGE_TRY(open_tree(build.files()));
        RunRequest run;
        run.argv = command_;
        run.argv.front() = "/usr/bin/" + command_.front();
        run.env = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "LC_ALL=C.UTF-8"};
        run.cwd = build.files();
        run.writable = {build.files()};
        run.limits = compile_limits(*request_.language);
        JUDGE_ASSIGN(outcome, runner_.run(run));
        if (outcome.ending == Ending(Exited{0})) return Done{};
        return Error{ErrorCode::bad_input, "cannot compile the sample plainly: " + outcome.stderr_head, ""};
    }

    const Toolchain& toolchain_;
    Runner& runner_;
    std::string folder_, text_;
    std::vector<std::string> command_;
    CompileRequest request_;
};

struct Line {
    std::string name;
    std::vector<double> ratios;
    double goal = 0;
    std::string unit;
};

void print(Line line) {
    std::sort(line.ratios.begin(), line.ratios.end());
    fmt::print(
        "{{\"name\": \"{}\", \"ratio_median\": {:.4f}, \"ratio_min\": {:.4f}, \"ratio_max\": {:.4f}, \"goal\": {}, "
        "\"unit\": \"{}\"}}\n",
        line.name, line.ratios[line.ratios.size() / 2], line.ratios.front(), line.ratios.back(), line.goal, line.unit);
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void print_rounds(const std::string& name, const std::vector<Round>& rounds) {
    std::vector<double> edited, cached, start, edited_seconds, cached_seconds, plain_seconds, ones;
    for (const Round& round : rounds) {
        edited.push_back(round.edited / round.plain);
        cached.push_back(round.cached / round.plain);
        start.push_back(round.cached / kCachedStartGoal);
        edited_seconds.push_back(round.edited);
        cached_seconds.push_back(round.cached);
        plain_seconds.push_back(round.plain);
        ones.push_back(1);
    }
    const auto to_plain = [](const std::vector<double>& seconds) {
        return fmt::format("to the plain command, {:.1f} ms", median(seconds) * 1000);
    };
    print({"compile-" + name + "-plain", ones, 1, to_plain(plain_seconds)});
    print({"compile-" + name + "-precompiled", edited, 0.45, to_plain(edited_seconds)});
    print({"compile-" + name + "-cached", cached, 0.01, to_plain(cached_seconds)});
    print({"compile-" + name + "-cached-start", start, 1,
           fmt::format("{:.1f} ms of {:.0f} ms", median(cached_seconds) * 1000, kCachedStartGoal * 1000)});
}

Status run(int rounds) {
    JUDGE_ASSIGN(folder, TempDir::make("compile-bench-"));
    ToolchainOptions options;
    options.cache_dir = folder / "cache";
    options.environment = Environment::of_process();
    JUDGE_ASSIGN(toolchain, Toolchain::open(options));
    BoxOptions box;
    box.box_program = JUDGE_BOX_PROGRAM;
    JUDGE_ASSIGN(runner, make_box_runner(box));
    JUDGE_ASSIGN(text, read_file(JUDGE_BENCH_SOURCE));
    for (const std::string language : {"cpp17", "cpp17-clang"}) {
        Bench bench(toolchain, *runner, folder.path(), text);
        const Result<std::vector<Round>> measured = bench.measure(language, rounds);
        if (!measured && measured.error().code == ErrorCode::tool_missing) {
            fmt::print(stderr, "{}: {}\n", language, measured.error().message);
            continue;
        }
        if (!measured) return measured.error();
        print_rounds(language, *measured);
    }
    return Done{};
}

}  // namespace
}  // namespace judge

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::max(std::atoi(argv[1]), 1) : judge::kRounds;
    const judge::Status done = judge::run(rounds);
    if (done) return 0;
    fmt::print(stderr, "{}\n", judge::to_text(done.error()));
    return 2;
}
