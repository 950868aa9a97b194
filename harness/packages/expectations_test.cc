#include "packages/expectations.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

constexpr Verdict AC = Verdict::accepted, WA = Verdict::wrong_answer, TLE = Verdict::time_limit_exceeded,
                  RTE = Verdict::run_time_error, CE = Verdict::compile_error;

TEST(Expectations, HaveEveryFolderOfTheContract) {
    for (const char* id :
         {"accepted", "rejected", "wrong_answer", "time_limit_exceeded", "run_time_error", "brute_force",
          "memory_limit_exceeded", "output_limit_exceeded", "presentation_error", "compile_error"})
        EXPECT_TRUE(expectation_of(id)) << id;
    EXPECT_FALSE(expectation_of("wrong-answer"));
}

TEST(Met, AcceptedMeansEveryCase) {
    const Expectation accepted = *expectation_of("accepted");
    EXPECT_TRUE(met(accepted, {AC, AC}));
    EXPECT_FALSE(met(accepted, {AC, WA}));
    EXPECT_FALSE(met(accepted, {}));
}

TEST(Met, WrongAnswerMayPassSomeCasesButNotCrash) {
    const Expectation wrong = *expectation_of("wrong_answer");
    EXPECT_TRUE(met(wrong, {AC, WA}));
    EXPECT_FALSE(met(wrong, {AC, AC}));
    EXPECT_FALSE(met(wrong, {WA, RTE}));
}

TEST(Met, BruteForceIsTooSlowOrCrashesButIsNeverWrong) {
    const Expectation brute = *expectation_of("brute_force");
    EXPECT_TRUE(met(brute, {AC, TLE}));
    EXPECT_TRUE(met(brute, {RTE}));
    EXPECT_FALSE(met(brute, {AC}));
    EXPECT_FALSE(met(brute, {TLE, WA}));
}

TEST(Met, RejectedIsAnythingButAccepted) {
    const Expectation rejected = *expectation_of("rejected");
    for (const Verdict verdict : {WA, TLE, RTE, CE}) EXPECT_TRUE(met(rejected, {AC, verdict}));
    EXPECT_FALSE(met(rejected, {AC, AC}));
    EXPECT_FALSE(met(rejected, {WA, Verdict::judge_error}));
}

}  // namespace
}  // namespace judge
