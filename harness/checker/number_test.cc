#include "checker/number.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace judge {
namespace {

using namespace std::string_view_literals;

std::optional<double> decimal(std::string_view token) {
    return parse_number(token, NumberForm::decimal);
}

TEST(Number, ReadsPlainForms) {
    EXPECT_EQ(decimal("0"), 0.0);
    EXPECT_EQ(decimal("-0"), 0.0);
    EXPECT_TRUE(std::signbit(*decimal("-0")));
    EXPECT_EQ(decimal("+5"), 5.0);
    EXPECT_EQ(decimal("007"), 7.0);
    EXPECT_EQ(decimal("5."), 5.0);
    EXPECT_EQ(decimal(".5"), 0.5);
    EXPECT_EQ(decimal("1e3"), 1000.0);
    EXPECT_EQ(decimal("1E-3"), 0.001);
    EXPECT_EQ(decimal("-12.50e+1"), -125.0);
}

TEST(Number, RefusesHardTokens) {
    for (const std::string_view token : {""sv,
                                         "."sv,
                                         "-"sv,
                                         "+"sv,
                                         "e5"sv,
                                         "1e"sv,
                                         "1e+"sv,
                                         "--1"sv,
                                         "1.2.3"sv,
                                         "1_000"sv,
                                         "1,5"sv,
                                         "１"sv,
                                         "1.0abracadabra"sv,
                                         "3\0junk"sv,
                                         "3\0"sv,
                                         "nan"sv,
                                         "-nan"sv,
                                         "NaN"sv,
                                         "inf"sv,
                                         "-inf"sv,
                                         "infinity"sv,
                                         "0x10"sv,
                                         "0x1p3"sv,
                                         "1e400"sv,
                                         "1f"sv,
                                         "1.0f"sv})
        EXPECT_EQ(decimal(token), std::nullopt) << token;
}

TEST(Number, HexadecimalIsForKattisOnly) {
    EXPECT_EQ(parse_number("0x10", NumberForm::c_double), 16.0);
    EXPECT_EQ(parse_number("-0X1.8p3", NumberForm::c_double), -12.0);
    EXPECT_EQ(parse_number("0x", NumberForm::c_double), std::nullopt);
    EXPECT_EQ(parse_number("0xg", NumberForm::c_double), std::nullopt);
    EXPECT_EQ(parse_number("0xinf", NumberForm::c_double), std::nullopt);
    EXPECT_EQ(parse_number("0x1p9999", NumberForm::c_double), std::nullopt);
    EXPECT_EQ(parse_number("0x1p-9999", NumberForm::c_double), 0.0);
}

TEST(Number, RangeEnds) {
    EXPECT_EQ(parse_number("1e400", NumberForm::testlib), std::numeric_limits<double>::infinity());
    EXPECT_EQ(parse_number("-1e400", NumberForm::testlib), -std::numeric_limits<double>::infinity());
    EXPECT_EQ(decimal("1e-400"), 0.0);
    EXPECT_EQ(decimal("1e-99999999999999999999"), 0.0);
    EXPECT_EQ(decimal("0e99999999999999999999"), 0.0);
    EXPECT_EQ(decimal("1.7976931348623157e308"), DBL_MAX);
    EXPECT_EQ(decimal("4.9e-324"), std::numeric_limits<double>::denorm_min());
    EXPECT_EQ(decimal("1" + std::string(400, '0') + "e-400"), 1.0);
    EXPECT_EQ(decimal("0." + std::string(400, '0') + "1e401"), 1.0);
}

TEST(Number, RoundsLikeTheLibrary) {
    std::mt19937_64 random(7);
    for (int round = 0; round < 50'000; ++round) {
        std::string token;
        for (std::uint64_t digits = 1 + random() % 20; digits > 0; --digits)
            token += static_cast<char>('0' + random() % 10);
        if (random() % 2 == 0) token.insert(token.size() - random() % (token.size() + 1), ".");
        if (random() % 3 == 0) token.insert(0, "-");
        if (random() % 2 == 0) token += "e" + std::to_string(static_cast<int>(random() % 60) - 30);
        ASSERT_EQ(decimal(token), std::strtod(token.c_str(), nullptr)) << token;
    }
}

}  // namespace
}  // namespace judge
