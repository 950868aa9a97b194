#include "base/units.h"

#include <gtest/gtest.h>

#include "base/hash.h"

namespace judge {
namespace {

Nanos ns(std::int64_t count) {
    return Nanos(count);
}

TEST(Units, TimesShowTwoOrThreeDigits) {
    EXPECT_EQ(to_text(ns(0)), "0 ms");
    EXPECT_EQ(to_text(ns(83'000)), "0.083 ms");
    EXPECT_EQ(to_text(ns(830'000)), "0.83 ms");
    EXPECT_EQ(to_text(ns(9'990'000)), "9.99 ms");
    EXPECT_EQ(to_text(ns(9'999'000)), "10 ms");
    EXPECT_EQ(to_text(ns(12'000'000)), "12 ms");
    EXPECT_EQ(to_text(ns(999'400'000)), "999 ms");
    EXPECT_EQ(to_text(ns(999'600'000)), "1.00 s");
    EXPECT_EQ(to_text(ns(1'750'000'000)), "1.75 s");
    EXPECT_EQ(to_text(ns(12'340'000'000)), "12.3 s");
    EXPECT_EQ(to_text(ns(59'960'000'000)), "1:00 min");
    EXPECT_EQ(to_text(ns(125'000'000'000)), "2:05 min");
    EXPECT_EQ(to_text(ns(-12'000'000)), "-12 ms");
}

TEST(Units, SizesArePowersOf1024) {
    EXPECT_EQ(to_text(Bytes{0}), "0 B");
    EXPECT_EQ(to_text(Bytes{812}), "812 B");
    EXPECT_EQ(to_text(Bytes{4608}), "4.5 KB");
    EXPECT_EQ(to_text(mib(256)), "256 MB");
    EXPECT_EQ(to_text(mib(1536)), "1.5 GB");
    EXPECT_EQ(to_text(Bytes{(1 << 20) - 1}), "1 MB");
    EXPECT_EQ(to_text(gib(3000)), "2.9 TB");
}

TEST(Units, TimesAreReadWithTheirUnit) {
    for (const std::string_view text : {"1500ms", "1.5s", " 1.5 s ", "1.5", "1500000us", "1500000µs", "0.025min"})
        EXPECT_EQ(parse_time(text).value(), ns(1'500'000'000)) << text;
    EXPECT_EQ(parse_time("2 S").value(), ns(2'000'000'000));
    EXPECT_EQ(parse_time("1ns").value(), ns(1));
    EXPECT_EQ(parse_time("0.1s").value(), ns(100'000'000));
    EXPECT_EQ(parse_time("24h").value(), ns(86'400'000'000'000));
}

TEST(Units, BadTimesAreRefusedWithTheReason) {
    const auto cause = [](std::string_view text) { return parse_time(text).error().message; };
    EXPECT_EQ(cause(""), "cannot read the time '': it is empty");
    EXPECT_EQ(cause("-1s"), "cannot read the time '-1s': it is negative");
    EXPECT_EQ(cause("0"), "cannot read the time '0': it is zero");
    EXPECT_EQ(cause("abc"), "cannot read the time 'abc': it is not a number with a unit");
    EXPECT_EQ(cause("nan"), "cannot read the time 'nan': it is not a number with a unit");
    EXPECT_EQ(cause("1,5s"), "cannot read the time '1,5s': unknown unit ',5s'");
    EXPECT_EQ(cause("1m"), "cannot read the time '1m': unknown unit 'm'");
    EXPECT_EQ(cause("25h"), "cannot read the time '25h': it is too large");
    EXPECT_EQ(parse_time("x").error().code, ErrorCode::usage);
    EXPECT_NE(parse_time("1x").error().hint.find("ns, us, ms, s, min or h"), std::string::npos);
}

TEST(Units, SizesAreReadWithTheirUnit) {
    for (const std::string_view text : {"256MB", "256 MiB", "256m", "256", "262144k", "0.25g", "268435456b"})
        EXPECT_EQ(parse_size(text).value(), mib(256)) << text;
    EXPECT_EQ(parse_size("1tb").value(), gib(1024));
    EXPECT_EQ(parse_size("1048575").value(), mib(1048575));
}

TEST(Units, ABareSizeThatMayBeBytesIsRefused) {
    const Error error = parse_size("1048576").error();
    EXPECT_EQ(error.message, "cannot read the size '1048576': it may mean bytes or MB");
    EXPECT_EQ(error.hint, "add the unit: '1048576b' is bytes, '1048576MB' is megabytes");
}

TEST(Units, BadSizesAreRefused) {
    for (const std::string_view text : {"", "-1k", "0", "0.1b", "2tb", "1x", "MB", "1e3k"})
        EXPECT_EQ(parse_size(text).error().code, ErrorCode::usage) << text;
}

// Source: the test values of xxHash 0.8 (XXH3 128 bits, seed 0, empty input).
TEST(Hash, IsXxh3) {
    EXPECT_EQ(hash_of(""), "99aa06d3014798d86001c324468d497f");
}

TEST(Hash, PiecesHashAsTheWhole) {
    Hasher hasher;
    hasher.add("hello ");
    hasher.add("world");
    EXPECT_EQ(hasher.hex(), hash_of("hello world"));
}

TEST(Hash, FieldsKeepTheirBounds) {
    Hasher one, two;
    one.add_field("ab");
    one.add_field("c");
    two.add_field("a");
    two.add_field("bc");
    EXPECT_NE(one.hex(), two.hex());
}

}  // namespace
}  // namespace judge
