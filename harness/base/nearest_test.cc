#include "base/nearest.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

TEST(Nearest, IsTheNameWithTheFewestChanges) {
    const std::vector<std::string> names = {"list", "languages", "listen"};
    EXPECT_EQ(nearest("lsit", names), "list");
    EXPECT_EQ(nearest("lxxt", names), std::nullopt);  // two changes of four bytes
    EXPECT_EQ(nearest("lst", names), "list");
    EXPECT_EQ(nearest("langages", names), "languages");
    EXPECT_EQ(nearest("frobnicate", names), std::nullopt);
}

TEST(Nearest, BecomesAHint) {
    EXPECT_EQ(did_you_mean("lst", {"list"}, "see"), "did you mean 'list'?");
    EXPECT_EQ(did_you_mean("x", {"list"}, "see"), "see");
}

}  // namespace
}  // namespace judge
