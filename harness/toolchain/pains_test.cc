// What others' judges got wrong about compiling; the numbers are those of the project's list of such faults. Sources
// that attack their compiler are in compile_safety_test.cc, for they need the real box.

#include <sys/stat.h>

#include "testing/compile_fixture.h"
#include "toolchain/words.h"

namespace judge {
namespace {

using Pains = Compile;

/// A row whose compiler is a script of the user's that says its version and calls g++.
constexpr std::string_view kOwnCompiler = R"({"own": {"like": "cpp17", "name": "Own", "tools": {"own-cxx":
  {"names": ["%"], "version": ["own-cxx --version"]}}, "compile": ["own-cxx {source} -o Main -O1"], "precompiled": {"header": "", "build": "", "use": []}}})";

std::string with(std::string_view text, std::string_view value) {
    std::string all(text);
    return all.replace(all.find('%'), 1, value);
}

void write_compiler(const std::string& path, std::string_view version) {
    const std::string script =
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo " + std::string(version) + "; exit; fi\nexec g++ \"$@\"\n";
    ASSERT_TRUE(write_file_atomically(path, script, 0755).ok());
}

TEST_F(Pains, P71HeaderFlagAndCompilerChangesCompileAgainAndTouchingDoesNot) {
    const std::string compiler = folder_ / "own-cxx";
    write_compiler(compiler, "1.0");
    write("languages.json", with(kOwnCompiler, compiler));
    open();
    const std::string source = write("a.cpp", "#include \"lib.hpp\"\nint main() { puts(kText); }\n");
    write("lib.hpp", "#include <cstdio>\nconst char* const kText = \"one\";\n");
    EXPECT_EQ(output_of(compile({source}, "own")), "one\n");
    EXPECT_TRUE(compile({source}, "own").build.from_cache);

    const struct timespec later[2] = {{4'000'000'000, 0}, {4'000'000'000, 0}};
    for (const char* name : {"a.cpp", "lib.hpp"}) ASSERT_EQ(utimensat(AT_FDCWD, (folder_ / name).c_str(), later, 0), 0);
    EXPECT_TRUE(compile({source}, "own").build.from_cache) << "touched only";

    write("lib.hpp", "#include <cstdio>\nconst char* const kText = \"two\";\n");
    EXPECT_FALSE(compile({source}, "own").build.from_cache) << "an edited header";
    EXPECT_EQ(output_of(compile({source}, "own")), "two\n");

    std::string flags = with(kOwnCompiler, compiler);
    write("languages.json", flags.replace(flags.find("-O1"), 3, "-O2"));
    open();
    EXPECT_FALSE(compile({source}, "own").build.from_cache) << "another flag";
    EXPECT_TRUE(compile({source}, "own").build.from_cache);

    write_compiler(compiler, "2.0");
    open();
    EXPECT_FALSE(compile({source}, "own").build.from_cache) << "another compiler";
    EXPECT_TRUE(compile({source}, "own").build.from_cache);
}

TEST_F(Pains, P73JavaClassesOfAnyNameAndPackage) {
    SKIP_IF_MISSING("java11");
    const std::string main = "public static void main(String[] a) { System.out.println(\"ok\"); }";
    for (const std::string& text :
         {"public class Solve { " + main + " }", "package a.b;\npublic class Main { " + main + " }",
          "class Helper {}\nclass Other { " + main + " }", "public class 별찍기 { " + main + " }",
          "class A { static int main; }\nclass B { " + main + " }\nclass Main { " + main + " }"}) {
        EXPECT_EQ(output_of(compile({write("solution.java", text)}, "java11")), "ok\n") << text;
        EXPECT_EQ(*read_file(folder_ / "solution.java"), text);
    }
}

TEST_F(Pains, P73KotlinInAnyPackageAndFile) {
    const std::string source = write("별 찍기.kt", "package a.b\nfun main() { println(\"ok\") }\n");
    const Result<CompileOutcome> outcome = toolchain_->compile(request_for({source}, "kotlin"), runner_);
    if (!outcome && outcome.error().code == ErrorCode::tool_missing) GTEST_SKIP() << to_text(outcome.error());
    ASSERT_TRUE(outcome.ok()) << to_text(outcome.error());
    EXPECT_EQ(output_of(*outcome), "ok\n");
}

TEST_F(Pains, P74AnyPathIsCompiledAndRun) {
    for (const std::string& folder : {std::string("별 찍기 (1)"), std::string("it's #1 \"$x\""),
                                      std::string("-new\nline"), std::string("Σ"), std::string(200, 'd')}) {
        ASSERT_TRUE(make_directories(folder_ / folder).ok());
        const std::string c = write(folder + "/-a'b.cpp", kHello);
        EXPECT_EQ(output_of(compile({c}, "cpp17")), "hello\n") << folder;
        const std::string python = write(folder + "/-a'b #1.py", "print('hello')\n");
        EXPECT_EQ(output_of(compile({python}, "python3")), "hello\n") << folder;
    }
}

TEST_F(Pains, P74AnyPathIsNamedInMessages) {
    for (const std::string& name :
         {std::string("-a'b.cpp"), std::string("별 찍기 (1).cpp"), std::string(200, 'a') + ".cpp"}) {
        const CompileOutcome outcome = compile({write(name, "int main() { return x; }\n")}, "cpp17");
        EXPECT_FALSE(outcome.ok);
        EXPECT_NE(outcome.build.log.find(name + ":1:21: error:"), std::string::npos) << outcome.build.log;
        EXPECT_EQ(outcome.build.log.find('\x1b'), std::string::npos) << "stored without colour";
    }
}

TEST_F(Pains, P75CxxIsCompiledAsBojDoesUnlessTheUserSaysOtherwise) {
    const std::string source = write("a.cpp", "int main() { return __cplusplus == 201703L ? 0 : 1; }\n");
    const auto command = [&] { return join_words(compile({source}, "cpp17").build.compile_command); };
    EXPECT_EQ(command(), "g++ Main.cc -o Main -O2 -Wall -lm -static -std=gnu++17 -DONLINE_JUDGE -DBOJ");
    write("languages.json",
          R"({"cpp17": {"profiles": {"boj": {"compile": ["g++ {source} -o Main -O3 -std=gnu++20"]}}}})");
    open();
    EXPECT_EQ(command(), "g++ Main.cc -o Main -O3 -std=gnu++20");
}

}  // namespace
}  // namespace judge
