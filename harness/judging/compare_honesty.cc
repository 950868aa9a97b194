// How honest judge compare is on this machine, as rows for scripts/bench:
//
//   false    differences called in 100 short comparisons of two byte-identical programs: at most 4
//   missed   of 20 comparisons with a program that does 5 % more counted work, those that did not call it slower: at
//            most 1
//
//     compare_honesty [FALSE-COMPARISONS [SLOWER-COMPARISONS]]

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "base/files.h"
#include "judging/compare.h"
#include "sandbox/box_runner.h"

namespace judge {
namespace {

constexpr int kWork = 8'000'000;  // some ten milliseconds

class Honesty {
  public:
    Honesty(Runner& runner, std::string input, const std::string& folder)
        : runner_(runner), input_(std::move(input)), folder_(folder) {}

    // Programs are two copies of one file, so that even their places on the disk differ.
    Result<SpeedCall> compare(int first_work, int second_work, Nanos time) {
        Executable programs[2];
        CompareRequest request;
        for (int i = 0; i < 2; ++i) {
            programs[i].argv = {folder_ + (i == 0 ? "/first" : "/second"),
                                std::to_string(i == 0 ? first_work : second_work)};
            programs[i].readable = {folder_};
            Limits limits;
            limits.cpu_time = std::chrono::seconds(10);
            request.contenders.push_back({&programs[i], {limits}});
        }
        request.cases = {{"work", input_, 0}};
        request.budget.time = time;
        request.cpu = 0;
        const auto now = [] { return Nanos(std::chrono::steady_clock::now().time_since_epoch()); };
        JUDGE_ASSIGN(rounds, run_rounds(request, runner_, now));
        longest_ = std::max(longest_, rounds.elapsed);
        return compare_speed(rounds).front().call;
    }

    Nanos longest() const { return longest_; }

  private:
    Runner& runner_;
    std::string input_, folder_;
    Nanos longest_{};
};

void print_row(const char* name, int count, int goal, const std::string& unit) {
    fmt::print(
        "{{\"name\": \"compare-honesty.{}\", \"ratio_median\": {}, \"ratio_min\": {}, \"ratio_max\": {}, "
        "\"goal\": {}, \"unit\": \"{}\"}}\n",
        name, count, count, count, goal, unit);
    std::fflush(stdout);
}

Status measure(const std::string& here, int alike, int slower) {
    JUDGE_ASSIGN(folder, TempDir::make("judge-honesty-"));
    JUDGE_ASSIGN(program, read_file(join_path(here, "judge-counted-work")));
    for (const char* name : {"first", "second"}) JUDGE_TRY(write_file_atomically(folder / name, program, 0755));
    JUDGE_TRY(write_file_atomically(folder / "input", "", 0644));
    BoxOptions options;
    options.box_program = join_path(here, "judge-box");
    JUDGE_ASSIGN(runner, make_box_runner(options));

    Honesty quick(*runner, folder / "input", folder.path());
    int false_calls = 0;
    for (int i = 0; i < alike; ++i) {
        JUDGE_ASSIGN(call, quick.compare(kWork, kWork, std::chrono::seconds(2)));
        false_calls += call != SpeedCall::no_difference;
    }
    print_row("false", false_calls, alike * 4 / 100,
              fmt::format("differences called in {} comparisons of a program with itself, 2 s each", alike));
    Honesty careful(*runner, folder / "input", folder.path());
    int missed = 0;
    for (int i = 0; i < slower; ++i) {
        JUDGE_ASSIGN(call, careful.compare(kWork, kWork + kWork / 20, std::chrono::seconds(50)));
        missed += call != SpeedCall::slower;
    }
    print_row("missed", missed, slower / 20,
              fmt::format("of {} comparisons with 5 % more work not called slower, {} at most each", slower,
                          to_text(careful.longest())));
    return Done{};
}

}  // namespace
}  // namespace judge

int main(int argc, char** argv) {
    const int alike = argc > 1 ? std::atoi(argv[1]) : 100;
    const int slower = argc > 2 ? std::atoi(argv[2]) : 20;
    const judge::Result<std::string> self = judge::real_path("/proc/self/exe");
    const judge::Status done =
        self ? judge::measure(std::string(judge::parent_path(*self)), alike, slower) : judge::Status(self.error());
    if (done) return 0;
    fmt::print(stderr, "compare_honesty: {}\n", judge::to_text(done.error()));
    return 2;
}
