#include "report/live.h"

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "report/lines.h"

namespace judge {
namespace {

using Lines = std::vector<std::string>;

/// Just enough of a terminal: it interprets what the display writes.
class Screen {
  public:
    void write(std::string_view bytes) {
        while (!bytes.empty()) bytes.remove_prefix(step(bytes));
    }
    /// The lines up to the last one that holds something.
    Lines lines() const {
        Lines shown = lines_;
        while (!shown.empty() && shown.back().empty()) shown.pop_back();
        return shown;
    }

  private:
    std::size_t step(std::string_view bytes) {
        if (bytes[0] == '\r') return column_ = 0, 1;
        if (bytes[0] == '\n') {
            column_ = 0;
            if (++row_ == lines_.size()) lines_.emplace_back();
            return 1;
        }
        if (bytes.starts_with("\x1b[K")) return lines_[row_].resize(column_), 3;
        if (bytes.starts_with("\x1b[J")) {
            lines_.resize(row_ + 1);
            return lines_[row_].resize(column_), 3;
        }
        if (bytes.starts_with("\x1b[")) {
            row_ -= static_cast<std::size_t>(bytes[2] - '0');
            EXPECT_EQ(bytes[3], 'A');
            return 4;
        }
        std::string& line = lines_[row_];
        line.resize(std::max(line.size(), column_ + 1));
        line[column_++] = bytes[0];
        return 1;
    }

    Lines lines_{""};
    std::size_t row_ = 0, column_ = 0;
};

struct Stage {
    explicit Stage(RenderOptions options = {}, Motion motion = Motion::moving)
        : display(make_live_listener({[this](std::string_view bytes) {
                                          screen.write(bytes);
                                          written += bytes;
                                      },
                                      [this] { return now; }, options, motion})) {}

    void at(double seconds) { now = Nanos(static_cast<std::int64_t>(seconds * 1e9)); }
    void say(const Event& event) { display->on(event); }
    void finish(const std::string& submission, bool as_expected) {
        auto report = std::make_shared<Report>();
        report->problem_id = "p";
        report->submission_id = submission;
        report->verdict = Verdict::accepted;
        report->as_expected = as_expected;
        report->expected.required = {as_expected ? Verdict::accepted : Verdict::wrong_answer};
        report->cases_total = report->cases_passed = 3;
        report->slowest_cpu = Nanos(12'000'000);
        report->limits.cpu_time = Nanos(1'000'000'000);
        say(SubmissionFinished{report});
    }

    Screen screen;
    std::string written;
    Nanos now{};
    std::unique_ptr<LiveDisplay> display;
};

TEST(LiveDisplay, ShowsWhatEverySlotDoes) {
    Stage stage;
    stage.say(RunStarted{11, 2});
    stage.say(SubmissionStarted{"p", "a.cpp", 3});
    stage.say(CompileStarted{"p", "a.cpp", "C++17"});
    stage.say(SubmissionStarted{"p", "b.cpp", 3});
    stage.at(0.2);
    stage.say(CaseStarted{"p", "b.cpp", "sample/1"});
    EXPECT_EQ(stage.screen.lines(), (Lines{"judging: 0 of 11 done · 0 s", "  p/a.cpp  compiling (C++17)",
                                           "  p/b.cpp  case 1 of 3: sample/1"}));
}

TEST(LiveDisplay, SaysWhatTakesLongAndGuessesTheRest) {
    Stage stage;
    stage.say(RunStarted{4, 1});
    stage.say(SubmissionStarted{"p", "a.cpp", 3});
    stage.at(1);
    stage.finish("a.cpp", true);
    stage.say(SubmissionStarted{"p", "slow.py", 3});
    stage.say(CaseFinished{"p", "slow.py", {}, 1, 2});
    stage.say(CaseStarted{"p", "slow.py", "secret/1"});
    stage.at(6);
    stage.display->tick();
    EXPECT_EQ(stage.screen.lines(), (Lines{"judging: 1 of 4 done · 1 as expected · 6 s · about 10 s left",
                                           "  p/slow.py  case 2 of 2: secret/1 · 5 s"}));
}

TEST(LiveDisplay, ARepeatIsNoFurtherCase) {
    Stage stage;
    stage.say(RunStarted{1, 1});
    stage.say(SubmissionStarted{"p", "a.cpp", 1});
    stage.say(CaseStarted{"p", "a.cpp", "secret/1"});
    stage.say(CaseFinished{"p", "a.cpp", {}, 1, 1});
    stage.at(0.2);
    stage.display->tick();
    EXPECT_EQ(stage.screen.lines(), (Lines{"judging: 0 of 1 done · 0 s", "  p/a.cpp  measuring once more, alone"}));
}

TEST(LiveDisplay, LeavesNothingBehind) {
    Stage stage;
    stage.screen.write("before\n");
    stage.say(RunStarted{2, 2});
    stage.say(SubmissionStarted{"p", "a.cpp", 3});
    stage.say(SubmissionStarted{"p", "b.cpp", 3});
    stage.at(1);
    stage.finish("a.cpp", false);
    EXPECT_EQ(stage.screen.lines(),
              (Lines{"before", "judging: 1 of 2 done · 1 not as expected · 1 s", "  p/b.cpp  waiting for a slot"}));
    stage.say(RunFinished{2, 1, true});
    stage.screen.write("table\n");
    EXPECT_EQ(stage.screen.lines(), (Lines{"before", "table"}));
}

TEST(LiveDisplay, ErasesItsBlockWhenDestroyed) {
    Stage stage;
    stage.say(RunStarted{2, 2});
    stage.display.reset();
    EXPECT_EQ(stage.screen.lines(), Lines{});
}

TEST(LiveDisplay, DrawsAtMostTenTimesASecond) {
    Stage stage;
    stage.say(RunStarted{1, 1});
    stage.written.clear();
    for (int i = 0; i < 1000; ++i) {
        stage.at(0.001 * i);
        stage.say(CaseStarted{"p", "a.cpp", "case"});
    }
    EXPECT_EQ(std::count(stage.written.begin(), stage.written.end(), '\r'), 9);
}

TEST(LiveDisplay, StaysWithinTheTerminal) {
    for (std::size_t width = 40; width <= 300; width += 13) {
        for (const Tongue tongue : {Tongue::en, Tongue::ko}) {
            Stage stage({.tongue = tongue, .width = width});
            stage.say(RunStarted{1000, 20});
            for (int i = 0; i < 20; ++i)
                stage.say(CompileStarted{"별 찍기", std::string(200, 'a') + "-제출-" + std::to_string(i), "C++17"});
            stage.at(100);
            stage.display->tick();
            ASSERT_EQ(stage.screen.lines().size(), 9u);
            for (const std::string& line : stage.screen.lines()) EXPECT_LT(display_width(line), width) << line;
        }
    }
}

TEST(LiveDisplay, WritesALineASubmissionWithoutATerminal) {
    Stage stage({}, Motion::still);
    stage.say(RunStarted{2, 1});
    stage.say(SubmissionStarted{"p", "a.cpp", 3});
    stage.finish("a.cpp", true);
    stage.finish("b.cpp", false);
    stage.say(RunFinished{2, 1, false});
    EXPECT_EQ(stage.written, "✓ p/a.cpp  AC  3/3  12 ms / 1.00 s\n✗ p/b.cpp  AC (expected WA)  3/3  12 ms / 1.00 s\n");
}

TEST(LiveDisplay, IsSilentWhenQuiet) {
    for (const Motion motion : {Motion::still, Motion::moving}) {
        Stage stage({.verbosity = Verbosity::quiet}, motion);
        stage.say(RunStarted{1, 1});
        stage.finish("a.cpp", true);
        stage.say(RunFinished{1, 1, false});
        EXPECT_EQ(stage.written, "");
    }
}

}  // namespace
}  // namespace judge
