#include "judging/pass.h"

#include <gtest/gtest.h>

#include "testing/court.h"

namespace judge {
namespace {

// Interactive problems in Kattis' convention: the interactor's exit status is 42 for accepted, 43 for wrong.
class Interaction : public Judging {
  protected:
    void SetUp() override {
        Judging::SetUp();
        problem_.mode = Mode::interactive;
        problem_.interactor = dir_ / "interactor.cpp";
        problem_.checker.compare = "";
        add_case("secret/1", "7\n", std::nullopt);
    }
    void interactor_ends(Ending ending) {
        for (FakeRunner& runner : runners_)
            runner.programs["/bin/interactor.cpp"] = [ending](const FakeRun&) {
                return FakeResult{.output = "guess?\n",
                                  .error = "",
                                  .ending = ending,
                                  .cpu = milliseconds(1),
                                  .wall = {},
                                  .memory = mib(1),
                                  .run_queue_wait = {}};
            };
    }
    void contestant_ends(Ending ending) {
        add_submission("a.cpp", [ending](const FakeRun& run) {
            FakeResult result;
            result.output = run.input == "guess?\n" ? "7\n" : "nothing was asked\n";
            result.ending = ending;
            result.cpu = milliseconds(5);
            return result;
        });
    }
};

TEST_F(Interaction, TheInteractorsWordIsTheVerdict) {
    interactor_ends(Exited{42});
    contestant_ends(Exited{0});
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::accepted);
    EXPECT_EQ(report->cases.at(0).usage.cpu(), milliseconds(5)) << "the contestant's own time";
}

TEST_F(Interaction, WrongIsWrongThoughTheContestantCrashesAfterwards) {
    interactor_ends(Exited{43});
    contestant_ends(Signalled{13});
    EXPECT_EQ(judge_one()->verdict, Verdict::wrong_answer);
}

TEST_F(Interaction, ABrokenPipeAfterAcceptanceIsForgiven) {
    interactor_ends(Exited{42});
    contestant_ends(Signalled{13});
    EXPECT_EQ(judge_one()->verdict, Verdict::accepted);
}

TEST_F(Interaction, AnInteractorThatFailsIsTheJurysFault) {
    interactor_ends(Exited{1});
    contestant_ends(Exited{0});
    EXPECT_EQ(judge_one()->verdict, Verdict::judge_error);
}

TEST_F(Interaction, TheTranscriptIsKept) {
    interactor_ends(Exited{43});
    contestant_ends(Exited{0});
    const std::string transcript = judge_one()->cases.at(0).transcript;
    EXPECT_NE(transcript.find("< guess?"), std::string::npos) << transcript;
    EXPECT_NE(transcript.find("> 7"), std::string::npos) << transcript;
}

TEST_F(Interaction, ACaseNeedsNoAnswer) {
    interactor_ends(Exited{42});
    contestant_ends(Exited{0});
    EXPECT_TRUE(judge_one()->as_expected);
}

// Multi-pass problems: Kattis' output validator asks for another pass by writing nextpass.in into its feedback folder.
class MultiPass : public Judging {
  protected:
    void SetUp() override {
        Judging::SetUp();
        problem_.mode = Mode::multi_pass;
        problem_.validation_passes = 2;
        problem_.checker.compare = "";
        problem_.checker.protocol = "kattis";
        problem_.checker.program = dir_ / "validator.cpp";
        add_case("secret/1", "first\n", "answer\n");
        add_submission("a.cpp", echo);
    }
    // Accepts everything but the empty output; asks for another pass `times` times when a contestant is judged.
    void validator_asks(int times) {
        for (FakeRunner& runner : runners_)
            runner.programs["/bin/validator.cpp"] = [times](const FakeRun& run) {
                FakeResult result;
                result.ending = Exited{run.input.empty() ? 43 : 42};
                const bool probing = run.input == "answer\n";
                static thread_local int asked = 0;
                if (probing) asked = 0;
                if (!probing && !run.input.empty() && asked < times) {
                    ++asked;
                    EXPECT_TRUE(write_file_atomically(run.request->argv.back() + "nextpass.in",
                                                      "pass " + std::to_string(asked) + "\n")
                                    .ok());
                }
                return result;
            };
    }
};

TEST_F(MultiPass, RunsAgainOnTheInputOfTheNextPass) {
    validator_asks(1);
    workers_ = 1;
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::accepted) << report->cases.at(0).message;
    int runs = 0;
    for (const RunRequest& request : runners_[0].requests) runs += request.argv[0] == "/bin/a.cpp";
    EXPECT_EQ(runs, 2);
}

TEST_F(MultiPass, MorePassesThanAllowedAreTheJurysFault) {
    validator_asks(2);
    workers_ = 1;
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::judge_error);
    EXPECT_EQ(report->cases.at(0).message, "the checker asks for pass 3, and the problem allows 2");
}

TEST_F(Judging, ACheckerThatRefusesTheJurysAnswerBreaksTheProblem) {
    problem_.checker.compare = "";
    problem_.checker.protocol = "kattis";
    problem_.checker.program = dir_ / "validator.cpp";
    add_case("secret/1", "1\n", "1\n");
    add_submission("a.cpp", echo);
    for (FakeRunner& runner : runners_)
        runner.programs["/bin/validator.cpp"] = [](const FakeRun&) {
            return FakeResult{.output = "",
                              .error = "",
                              .ending = Exited{43},
                              .cpu = {},
                              .wall = {},
                              .memory = {},
                              .run_queue_wait = {}};
        };
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::judge_error);
    EXPECT_FALSE(report->findings.empty());
}

TEST_F(Judging, ACheckersPointsBecomeAShareOfTheCases) {
    problem_.checker.compare = "";
    problem_.checker.protocol = "kattis";
    problem_.checker.program = dir_ / "validator.cpp";
    problem_.scoring = true;
    problem_.groups[1].points = 50;
    problem_.groups[1].rule = GroupRule::minimum;
    add_case("secret/1", "1\n", "1\n");
    add_submission("a.cpp", echo);
    for (FakeRunner& runner : runners_)
        runner.programs["/bin/validator.cpp"] = [](const FakeRun& run) {
            FakeResult result;
            result.ending = Exited{run.input.empty() ? 43 : 42};
            EXPECT_TRUE(write_file_atomically(run.request->argv.back() + "score.txt", "20\n").ok());
            return result;
        };
    const auto report = judge_one();
    EXPECT_EQ(report->points, 20);
    EXPECT_EQ(report->verdict, Verdict::partially_accepted);
}

}  // namespace
}  // namespace judge
