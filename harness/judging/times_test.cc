// What must hold of every verdict about time, whatever the machine did meanwhile.

#include <gtest/gtest.h>

#include <random>

#include "judging/timing.h"
#include "testing/court.h"

namespace judge {
namespace {

// A program that needs `own` of CPU time; the first run of each case, beside others, takes up to twice as long, and
// some runs sleep until the wall limit. A pure function of the case's number and the count of its runs.
class Restless {
  public:
    explicit Restless(unsigned seed) : seed_(seed) {}

    FakeResult operator()(const FakeRun& run) {
        const int number = std::stoi(run.input);
        std::mt19937 random(seed_ * 7919 + static_cast<unsigned>(number) * 31 + static_cast<unsigned>(runs_[number]++));
        FakeResult result = echo(run);
        const bool first = runs_[number] == 1;
        const Nanos own = milliseconds(200 + 37 * static_cast<int>((seed_ * 13 + static_cast<unsigned>(number)) % 40));
        result.cpu = own + own * static_cast<int>(random() % (first ? 100 : 3)) / 100;
        result.run_queue_wait = first && random() % 2 == 0 ? own / 2 : Nanos(0);
        const Limits& limits = run.request->limits;
        if (random() % 10 == 0) {
            result.cpu = milliseconds(5);
            result.wall = *limits.wall_time;
            result.ending = Stopped{LimitKind::wall_time};
        } else if (result.cpu >= *limits.cpu_time) {
            result.cpu = *limits.cpu_time;
            result.ending = Stopped{LimitKind::cpu_time};
        }
        return result;
    }

  private:
    unsigned seed_;
    std::map<int, int> runs_;  // by case
};

void expect_honest(const Judgement& judgement) {
    const Nanos limit = judgement.limits.cpu_time.value();
    std::size_t exclusive = 0;
    const Reading* counted = nullptr;
    for (const Reading& reading : judgement.readings) {
        exclusive += reading.exclusive;
        if (!reading.counted) continue;
        EXPECT_EQ(counted, nullptr) << "two readings count";
        counted = &reading;
    }
    ASSERT_NE(counted, nullptr);
    EXPECT_EQ(counted->usage, judgement.usage);
    EXPECT_LE(exclusive, static_cast<std::size_t>(kExclusiveRepeats));
    const bool wall = counted->ending == Ending(Stopped{LimitKind::wall_time});
    switch (judgement.verdict) {
        case Verdict::accepted:
            EXPECT_LT(counted->usage.cpu(), limit);
            EXPECT_EQ(counted->ending, Ending(Exited{0}));
            break;
        case Verdict::time_limit_exceeded:
            EXPECT_TRUE(counted->usage.cpu() >= limit || wall);
            EXPECT_EQ(judgement.reason, counted->usage.cpu() >= limit ? "" : "wall");
            break;
        default:
            ADD_FAILURE() << row_of(judgement.verdict).id;
    }
    // What is near the limit rests on quiet runs, unless it reached the kill.
    const bool near = counted->usage.cpu() >= limit * 3 / 4 && counted->usage.cpu() <= limit * 5 / 4;
    EXPECT_TRUE(!near || wall || counted->exclusive);
}

TEST_F(Judging, AVerdictOfTimeRestsOnATimeThatWasMeasured) {
    for (int number = 1; number <= 40; ++number)
        add_case("secret/" + std::to_string(number), std::to_string(number), std::to_string(number));
    options_.run_all = true;
    workers_ = 1;
    std::map<Verdict, int> seen;
    for (unsigned seed = 0; seed < 25; ++seed) {
        submissions_.clear();
        add_submission("a.cpp", Restless(seed));
        const auto report = judge_one();
        ASSERT_EQ(report->cases.size(), 40U);
        for (const Judgement& judgement : report->cases) {
            SCOPED_TRACE(std::to_string(seed) + " " + judgement.case_name);
            expect_honest(judgement);
            ++seen[judgement.verdict];
        }
    }
    EXPECT_GT(seen[Verdict::accepted], 100);
    EXPECT_GT(seen[Verdict::time_limit_exceeded], 100);
}

// 0.9 of the limit alone; beside another measured program, or under a load, up to 1.3 of it.
TEST_F(Judging, SeveralSlotsGiveTheVerdictsOfOne) {
    for (int number = 1; number <= 30; ++number)
        add_case("secret/" + std::to_string(number), std::to_string(number), std::to_string(number));
    options_.run_all = true;
    for (const std::size_t workers : {1U, 2U}) {
        workers_ = workers;
        submissions_.clear();
        // Each runner counts for itself: what ran before on either tells a repeat.
        auto seen = std::make_shared<std::map<std::string, int>>();
        auto mutex = std::make_shared<std::mutex>();
        add_submission("a.cpp", [=](const FakeRun& run) {
            const std::lock_guard lock(*mutex);
            FakeResult result = echo(run);
            const bool first = (*seen)[run.input]++ == 0;
            result.cpu = milliseconds(first && workers > 1 ? 1300 : 900);
            result.run_queue_wait = milliseconds(first && workers > 1 ? 800 : 0);
            return result;
        });
        const auto report = judge_one();
        EXPECT_EQ(report->verdict, Verdict::accepted) << workers;
        EXPECT_EQ(report->slowest_cpu, std::optional<Nanos>(milliseconds(900)));
    }
}

}  // namespace
}  // namespace judge
