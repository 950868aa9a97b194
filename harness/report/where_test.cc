#include "report/where.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

TEST(PlaceOfDeath, IsTheInnermostFrameOfAPythonTraceback) {
    EXPECT_EQ(place_of_death("Traceback (most recent call last):\n"
                             "  File \"/box/Main.py\", line 9, in <module>\n    solve()\n"
                             "  File \"/box/Main.py\", line 3, in solve\n    return a[7]\n"
                             "  File \"/usr/lib/python3.11/heapq.py\", line 5, in heappop\n"
                             "IndexError: list index out of range\n"),
              "Main.py:3");
}

TEST(PlaceOfDeath, PassesOverFramesOfLibraries) {
    EXPECT_EQ(place_of_death("Exception in thread \"main\" java.util.NoSuchElementException\n"
                             "\tat java.base/java.util.Scanner.throwFor(Scanner.java:937)\n"
                             "\tat Main.main(Main.java:7)\n\tat Main.other(Main.java:12)\n"),
              "Main.java:7");
    EXPECT_EQ(place_of_death("node:internal/modules/cjs/loader:1105\n/box/main.js:3\nTypeError: x\n"
                             "    at Object.<anonymous> (/box/main.js:3:7)\n"),
              "main.js:3");
}

TEST(PlaceOfDeath, ReadsSanitizersAssertionsAndPanics) {
    EXPECT_EQ(place_of_death("=====\n==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60: thread T0\n"
                             "    #0 0x55d in main /home/a/Main.cc:17\n"),
              "Main.cc:17");
    EXPECT_EQ(place_of_death("Main: Main.cc:5: int main(): Assertion `n > 0' failed.\n"), "Main.cc:5");
    EXPECT_EQ(place_of_death("thread 'main' panicked at 'index out of bounds', src/main.rs:2:5\n"), "main.rs:2");
    EXPECT_EQ(place_of_death("goroutine 1 [running]:\nmain.main()\n\t/box/main.go:8 +0x1d\n"), "main.go:8");
}

TEST(PlaceOfDeath, IsUnknownWhereNothingNamesASource) {
    EXPECT_EQ(place_of_death(""), "");
    EXPECT_EQ(place_of_death("terminate called after throwing an instance of 'std::bad_alloc'\n  what():  x\n"), "");
    EXPECT_EQ(place_of_death("at 12:30:15, value 1.5:3, .hidden:4, name.:5\n"), "");
}

TEST(SignalName, IsWhatPeopleCallIt) {
    EXPECT_EQ(signal_name(11), "SIGSEGV");
    EXPECT_EQ(signal_name(6), "SIGABRT");
    EXPECT_EQ(signal_name(1000), "1000");
}

}  // namespace
}  // namespace judge
