#include "sandbox/processor_watch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/files.h"

namespace judge {
namespace {

using namespace std::chrono_literals;

class Processor : public testing::Test {
  protected:
    // Ticks that others got of processor 1, and its clock; 0 = the machine tells none.
    void machine(int ticks, int khz) {
        const std::string stat =
            "cpu  9 9 9 9 9 9 9 999 0 0\ncpu0 9 9 9 9 9 9 9 888 0 0\ncpu1 93478 862 25110 47141 762 0 394 " +
            std::to_string(ticks) + " 0 0\ncpu10 9 9 9 9 9 9 9 777 0 0\nintr 1 2\n";
        ASSERT_TRUE(write_file_atomically(root_ / "proc/stat", stat));
        const std::string clock = root_ / "sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq";
        if (khz == 0) return;
        ASSERT_TRUE(write_file_atomically(clock, std::to_string(khz) + "\n"));
    }
    Usage run(ProcessorWatch& watch, std::uint32_t cpu, Nanos begin, Nanos wall, int ticks_after, int khz_after) {
        watch.begin(cpu, begin);
        machine(ticks_after, khz_after);
        Usage usage;
        usage.wall = wall;
        watch.finish(usage, begin + wall);
        return usage;
    }
    TempDir root_ = TempDir::make("processor-").value();
    const Nanos tick_ = Nanos(1s) / ::sysconf(_SC_CLK_TCK);
};

TEST_F(Processor, TellsWhatTheKernelTells) {
    machine(5, 2'400'000);
    const ProcessorFacts facts = read_processor(1, root_.path());
    EXPECT_EQ(facts.stolen, std::optional(5 * tick_));
    EXPECT_EQ(facts.khz, std::optional<std::uint64_t>(2'400'000));
    EXPECT_FALSE(read_processor(2, root_.path()).stolen);
    EXPECT_FALSE(read_processor(0, root_.path()).khz);
    EXPECT_FALSE(read_processor(1, root_ / "nowhere").stolen);
}

TEST_F(Processor, GivesTheDifferenceOverARun) {
    machine(5, 2'400'000);
    ProcessorWatch watch(root_.path());
    const Usage usage = run(watch, 1, 0ns, 300ms, 12, 1'200'000);
    EXPECT_EQ(usage.stolen, std::optional(7 * tick_));
    EXPECT_EQ(usage.khz_before, std::optional<std::uint64_t>(2'400'000));
    EXPECT_EQ(usage.khz_after, std::optional<std::uint64_t>(1'200'000));
    // The figures after one run are those before the next where that follows soon.
    EXPECT_EQ(run(watch, 1, 350ms, 100ms, 13, 1'200'000).stolen, std::optional(1 * tick_));
}

TEST_F(Processor, ReadsAnewWhatIsOld) {
    machine(5, 0);
    ProcessorWatch watch(root_.path());
    run(watch, 1, 0ns, 300ms, 5, 0);
    machine(50, 0);
    const Usage usage = run(watch, 1, 10s, 300ms, 51, 0);
    EXPECT_EQ(usage.stolen, std::optional(1 * tick_));
    EXPECT_FALSE(usage.khz_before || usage.khz_after);
}

TEST_F(Processor, LooksNotAtShortRunsNorWithoutAProcessor) {
    machine(5, 0);
    ProcessorWatch watch(root_.path());
    EXPECT_FALSE(run(watch, 1, 0ns, 19ms, 9, 0).stolen);
    EXPECT_FALSE(run(watch, RunRequest::kAnyCpu, 0ns, 300ms, 9, 0).stolen);
}

}  // namespace
}  // namespace judge
