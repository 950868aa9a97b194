#include "sandbox/containment.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace judge {
namespace {

Containment::Mechanism user_of(const BoxFacts& facts) {
    const Containment all = containment_of(facts);
    const auto found = std::find_if(all.mechanisms.begin(), all.mechanisms.end(),
                                    [](const Containment::Mechanism& m) { return m.id == "user"; });
    return found == all.mechanisms.end() ? Containment::Mechanism{} : *found;
}

TEST(ContainmentOf, SaysAsWhomProgramsRun) {
    BoxFacts facts;
    EXPECT_FALSE(user_of(facts).active);
    EXPECT_EQ(user_of(facts).detail, "programs run as this user, without capabilities");
    facts.ready.uid_switched = 1;
    EXPECT_TRUE(user_of(facts).active);
    EXPECT_EQ(user_of(facts).detail, "own unprivileged user");
    // On tmpfs before Linux 6.3, say: nothing else tells that the programs in there ran as root.
    facts.keeps_user_below = "/home/solver/.cache/judge";
    EXPECT_FALSE(user_of(facts).active);
    EXPECT_NE(user_of(facts).detail.find("'/home/solver/.cache/judge'"), std::string::npos);
    EXPECT_FALSE(user_of(facts).remedy.empty());
}

}  // namespace
}  // namespace judge
