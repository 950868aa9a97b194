#include "os/machine.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

namespace judge {
namespace {

TEST(Machines, ProcessorsAreThoseOfTheAffinityMask) {
    const std::vector<unsigned> all = usable_processors();
    ASSERT_FALSE(all.empty());
    std::vector<unsigned> bound;
    // In a thread of its own: the mask ends with it.
    std::thread([&] {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(all.back(), &one);
        if (::sched_setaffinity(0, sizeof one, &one) == 0) bound = usable_processors();
    }).join();
    if (bound.empty()) GTEST_SKIP() << "this process may not change its own affinity";
    EXPECT_EQ(bound, std::vector<unsigned>{all.back()});
}

TEST(Machines, FactsAreTheSameTwice) {
    const Machine machine = machine_facts();
    EXPECT_EQ(machine, machine_facts());
    EXPECT_EQ(machine.fingerprint.size(), 32u);
    EXPECT_EQ(machine.processors, static_cast<int>(usable_processors().size()));
    EXPECT_GT(machine.memory, mib(16));
    EXPECT_NE(machine.cpu_model, "");
    EXPECT_NE(machine.kernel, "");
}

TEST(Machines, TheProcessorIsNamedOnEveryArchitecture) {
    EXPECT_EQ(processor_name("processor\t: 0\nmodel name\t: Some CPU @ 3 GHz\nmodel name\t: Other\n"),
              "Some CPU @ 3 GHz");
    EXPECT_EQ(processor_name("CPU part\t: 0xd0c\nCPU revision : 1"), "CPU part 0xd0c");
    EXPECT_EQ(processor_name("CPU part\t: 0xd08\nModel\t\t: Raspberry Pi 4"), "Raspberry Pi 4");
    EXPECT_EQ(processor_name(""), "");
}

}  // namespace
}  // namespace judge
