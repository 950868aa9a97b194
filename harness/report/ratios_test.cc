#include "report/ratios.h"

#include <gtest/gtest.h>

#include <limits>

namespace judge {
namespace {

TEST(MarkdownRatios, IsATableOfPairs) {
    const std::vector<Ratio> ratios = {{"p", "a.cpp", "b.cpp", 1.5, 1.25, 2.0, 0.99},
                                       {"p", "a.cpp", "c_1.py", 7, 0, std::numeric_limits<double>::infinity(), 0.99}};
    EXPECT_EQ(markdown_ratios(ratios, Messages(Tongue::en)),
              "\n| CPU time | ratio | 99 % interval |\n|---|--:|---|\n"
              "| b.cpp / a.cpp | 1.500 | 1.250 – 2.000 |\n"
              "| c\\_1.py / a.cpp | 7.000 | – |\n");
    EXPECT_EQ(markdown_ratios({}, Messages(Tongue::en)), "");
}

}  // namespace
}  // namespace judge
