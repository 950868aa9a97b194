#include "judging/counting.h"

#include <gmock/gmock.h>

#include "base/files.h"
#include "testing/fake_runner.h"

namespace judge {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;

constexpr const char* kLog =
    "==1396== Cachegrind, a cache and branch-prediction profiler\n"
    "--1396-- warning: L3 cache found, using its data for the LL simulation.\n"
    "==1396== \n"
    "==1396== I   refs:      7,038,108\n";

TEST(InstructionsIn, ReadsValgrindsNumber) {
    EXPECT_EQ(instructions_in(kLog), std::optional<std::uint64_t>(7'038'108));
    EXPECT_EQ(instructions_in(""), std::nullopt);
    EXPECT_EQ(instructions_in("==1== D refs: 12\nI refs: 4\n==1== I1 misses: 5\n"), std::nullopt);
}

TEST(InstructionsIn, SumsProcesses) {
    EXPECT_EQ(instructions_in("==1== I refs: 1,000\n==2== I   refs:  234"), std::optional<std::uint64_t>(1'234));
}

class CountingRun : public testing::Test {
  protected:
    void SetUp() override {
        ASSERT_TRUE(write_file_atomically(dir_ / "in", "5\n").ok());
        run_.argv = {"/bin/a", "word"};
        run_.limits.cpu_time = seconds(1);
        run_.limits.memory = mib(100);
        run_.limits.stack = mib(8);
    }
    Result<CountOutcome> count(const Counting& counting) {
        return count_instructions(run_, dir_ / "in", counting, output_, runner_);
    }
    TempDir dir_ = TempDir::make("counting-").value();
    OutputFile output_ = OutputFile::make().value();
    RunRequest run_;
    FakeRunner runner_;
};

TEST_F(CountingRun, RunsTheProgramUnderValgrindWithRoomAndTime) {
    runner_.programs["/usr/bin/valgrind"] = [](const FakeRun& run) {
        return FakeResult{.output = run.input, .error = kLog};
    };
    EXPECT_EQ(count({"/usr/bin/valgrind"}).value().instructions, std::optional<std::uint64_t>(7'038'108));
    const RunRequest& asked = runner_.requests.at(0);
    EXPECT_EQ(asked.argv[asked.argv.size() - 2], "/bin/a");
    EXPECT_EQ(asked.argv.back(), "word");
    EXPECT_EQ(asked.limits.cpu_time, seconds(110));
    EXPECT_EQ(asked.limits.memory, Bytes{mib(400).count + gib(1).count});
    EXPECT_EQ(asked.limits.stack, std::nullopt);
}

TEST_F(CountingRun, SaysWhyThereIsNoCount) {
    EXPECT_EQ(count({""}).value().finding->remedy, "apt-get install valgrind");
    runner_.programs["/v"] = [](const FakeRun&) { return FakeResult{.error = kLog, .ending = Signalled{11}}; };
    const CountOutcome outcome = count({"/v"}).value();
    EXPECT_EQ(outcome.instructions, std::nullopt);
    EXPECT_EQ(outcome.finding->text, "instructions were not counted: the program does not end well under valgrind");
}

}  // namespace
}  // namespace judge
