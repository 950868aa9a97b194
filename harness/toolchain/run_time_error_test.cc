#include "toolchain/run_time_error.h"

#include <gtest/gtest.h>

#include <csignal>

namespace judge {
namespace {

std::string crash(std::string_view family, int signal, std::string_view text = "") {
    return run_time_error_reason(family, Signalled{signal}, text);
}
std::string failure(std::string_view family, std::string_view text) {
    return run_time_error_reason(family, Exited{1}, text);
}

TEST(RunTimeError, SignalsHaveNames) {
    EXPECT_EQ(crash("cpp", SIGSEGV), "Segfault");
    EXPECT_EQ(crash("cpp", SIGBUS), "BusError");
    EXPECT_EQ(crash("cpp", SIGFPE), "FloatingPointException");
    EXPECT_EQ(crash("python", SIGPIPE), "BrokenPipe");
    EXPECT_EQ(crash("rust", 40), "Signal 40");
}

TEST(RunTimeError, SuccessAndLimitsHaveNone) {
    EXPECT_EQ(run_time_error_reason("cpp", Exited{0}, "std::bad_alloc"), "");
    EXPECT_EQ(run_time_error_reason("cpp", Stopped{LimitKind::memory}, "std::bad_alloc"), "");
}

TEST(RunTimeError, WhatLibrariesPrintIsRead) {
    EXPECT_EQ(crash("cpp", SIGABRT, "terminate called after throwing an instance of 'std::bad_alloc'"), "bad_alloc");
    EXPECT_EQ(crash("cpp", SIGABRT, "... instance of 'std::bad_array_new_length'\n what(): "), "bad_array_new_length");
    EXPECT_EQ(crash("cpp-clang", SIGABRT, "instance of 'std::out_of_range'"), "out_of_range");
    EXPECT_EQ(crash("c", SIGABRT, "free(): double free or corruption (out)"), "DoubleFree");
    EXPECT_EQ(crash("c", SIGABRT, "Main: Main.c:3: main: Assertion `0' failed."), "AssertionFailed");
    EXPECT_EQ(crash("c", SIGABRT, "*** stack smashing detected ***: terminated"), "BufferOverflow");
    EXPECT_EQ(crash("c", SIGABRT), "Aborted");
    EXPECT_EQ(failure("cpp", ""), "NZEC");
}

TEST(RunTimeError, JavaClassesLoseTheirEnding) {
    EXPECT_EQ(failure("java", "Exception in thread \"main\" java.util.NoSuchElementException: No line found\n\tat"),
              "NoSuchElement");
    EXPECT_EQ(failure("java", "Exception in thread \"main\" java.lang.ArithmeticException: / by zero"), "/ by zero");
    EXPECT_EQ(failure("java", "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 5"),
              "ArrayIndexOutOfBounds");
    EXPECT_EQ(failure("java", "Exception in thread \"main\" java.lang.StackOverflowError"), "StackOverflow");
    EXPECT_EQ(failure("kotlin", "Exception in thread \"main\" MyOwnException"), "Exception");
    EXPECT_EQ(failure("java", "Error: Could not find or load main class Main"), "main class Main");
    EXPECT_EQ(failure("kotlin", "no main manifest attribute, in Main.jar"), "No main");
    EXPECT_EQ(failure("java", ""), "NZEC");
}

TEST(RunTimeError, PythonClassesAreTakenWord) {
    EXPECT_EQ(failure("python",
                      "Traceback (most recent call last):\n  File \"Main.py\"\nZeroDivisionError: division by zero"),
              "ZeroDivisionError");
    EXPECT_EQ(failure("pypy", "Traceback\nRecursionError: maximum recursion depth exceeded\n"), "RecursionError");
    EXPECT_EQ(failure("python", "Traceback\n__main__\nKeyError: 3\n"), "Error");
    EXPECT_EQ(failure("python", "IndexError: a\n\nDuring handling\nValueError: b\n"), "ValueError");
}

TEST(RunTimeError, OtherRuntimesHaveTheirWords) {
    EXPECT_EQ(failure("javascript", "RangeError: Maximum call stack size exceeded"), "StackSizeExceeded");
    EXPECT_EQ(failure("javascript", "Error: ENOENT: no such file or directory"), "ENOENT");
    EXPECT_EQ(failure("typescript", "TypeError: x is undefined"), "TypeError");
    EXPECT_EQ(failure("go", "panic: runtime error: index out of range [5] with length 3"), "IndexOutOfRange");
    EXPECT_EQ(failure("go", "fatal error: all goroutines are asleep - deadlock!"), "Deadlock");
    EXPECT_EQ(failure("ruby", "Main.rb:1:in `/': divided by 0 (ZeroDivisionError)"), "Error");
    EXPECT_EQ(failure("ruby", "Main.rb:1:in `<main>': undefined method (NoMethodError)"), "NoMethodError");
    EXPECT_EQ(failure("csharp", "Unhandled Exception:\nSystem.FormatException: Input string"), "Format");
    EXPECT_EQ(failure("csharp", "Unhandled Exception:\nSystem.NullReferenceException: Object"), "Segfault");
    EXPECT_EQ(failure("csharp-dotnet", "Unhandled exception. System.IndexOutOfRangeException: Index"),
              "IndexOutOfRange");
    EXPECT_EQ(failure("cobol", "libcob: error"), "NZEC");
}

}  // namespace
}  // namespace judge
