#include "sandbox/probe.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

Result<std::vector<Capability>> probe(std::set<std::string> off) {
    BoxOptions options;
    options.box_program = JUDGE_BINARY_DIR "/bin/judge-box";
    options.force_off = std::move(off);
    return probe_machine(options);
}

TEST(ProbeMachine, NamesEveryCapabilityInAFixedOrder) {
    const auto all = probe({});
    ASSERT_TRUE(all.ok()) << to_text(all.error());
    std::string ids;
    for (const Capability& c : *all) ids += c.id + " ";
    EXPECT_EQ(ids,
              "pid-namespace network files landlock system-calls user memory-cgroup processes-cgroup peak-reset "
              "instruction-counter ");
    for (const Capability& c : *all) {
        EXPECT_NE(c.detail, "") << c.id;
        EXPECT_NE(c.without, "") << c.id;
        EXPECT_TRUE(!c.available || c.remedy.empty()) << c.id;
    }
}

TEST(ProbeMachine, SaysWhatIsMissingWithoutNamespacesAndGroups) {
    const auto all = probe({"namespaces", "cgroups"});
    ASSERT_TRUE(all.ok()) << to_text(all.error());
    EXPECT_FALSE((*all)[0].available);
    EXPECT_NE((*all)[0].remedy, "");
    EXPECT_FALSE((*all)[6].available);
    EXPECT_TRUE((*all)[6].needed);
}

TEST(ProbeMachine, DoesNotMissWhatThePrivateRootMakesUnnecessary) {
    const auto all = probe({"landlock"});
    ASSERT_TRUE(all.ok()) << to_text(all.error());
    if (!(*all)[0].available) GTEST_SKIP() << "this machine grants no namespaces";
    const Capability& landlock = (*all)[3];
    EXPECT_FALSE(landlock.needed) << landlock.detail;
    EXPECT_EQ(landlock.remedy, "");
}

}  // namespace
}  // namespace judge
