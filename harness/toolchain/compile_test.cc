#include "toolchain/compile.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "testing/compile_fixture.h"

namespace judge {
namespace {

TEST_F(Compile, ASecondCompilationOfTheSameTextComesFromTheCache) {
    const CompileOutcome first = compile({write("a.cpp", kHello)}, "cpp17");
    EXPECT_EQ(output_of(first), "hello\n");
    EXPECT_FALSE(first.build.from_cache);
    const int runs = runner_.runs;
    const CompileOutcome second = compile({write("other name.cpp", kHello)}, "cpp17");
    EXPECT_TRUE(second.build.from_cache);
    EXPECT_EQ(runner_.runs, runs);
    EXPECT_EQ(second.build.key, first.build.key);
    EXPECT_EQ(second.executable.argv, first.executable.argv);
}

TEST_F(Compile, CommandsAreShownAsTheProfileWordsThem) {
    const CompileOutcome outcome = compile({write("a.cpp", kHello)}, "cpp17");
    const std::vector<std::string> command = {"g++", "Main.cc", "-o",           "Main",           "-O2",  "-Wall",
                                              "-lm", "-static", "-std=gnu++17", "-DONLINE_JUDGE", "-DBOJ"};
    EXPECT_EQ(outcome.build.compile_command, command);
    EXPECT_EQ(outcome.build.run_command, std::vector<std::string>{"./Main"});
    EXPECT_EQ(outcome.build.language_name, "C++17");
    EXPECT_NE(outcome.build.compiler_version.find("g++"), std::string::npos);
}

TEST_F(Compile, AnEditOfAnIncludedHeaderCompilesAgainAndOfAnotherDoesNot) {
    const std::string source = write("a.cpp",
                                     "#ifdef LOCAL\n#include \"debug.h\"\n#endif\n#include \"lib/value.h\"\n"
                                     "#include <cstdio>\nint main() { printf(\"%d\\n\", kValue); }\n");
    ASSERT_TRUE(make_directories(folder_ / "lib").ok());
    write("lib/value.h", "const int kValue = 1;\n");
    write("debug.h", "#error never\n");
    EXPECT_EQ(output_of(compile({source}, "cpp17")), "1\n");
    write("debug.h", "#error never, not even now\n");
    EXPECT_TRUE(compile({source}, "cpp17").build.from_cache);
    write("lib/value.h", "const int kValue = 2;\n");
    const CompileOutcome edited = compile({source}, "cpp17");
    EXPECT_FALSE(edited.build.from_cache);
    EXPECT_EQ(output_of(edited), "2\n");
    write("lib/value.h", "const int kValue = 1;\n");
    EXPECT_TRUE(compile({source}, "cpp17").build.from_cache);
}

TEST_F(Compile, AnotherProfileMeansOtherFlagsAndAnotherProgram) {
    const std::string source =
        write("a.cpp",
              "#include <cstdio>\nint main() {\n#ifdef BOJ\nputs(\"boj\");\n#else\nputs(\"other\");\n"
              "#endif\n}\n");
    EXPECT_EQ(output_of(compile({source}, "cpp17")), "boj\n");
    profile_ = "local";
    EXPECT_EQ(output_of(compile({source}, "cpp17")), "other\n");
}

TEST_F(Compile, ACompileErrorIsRememberedWithItsMessages) {
    const std::string source = write("-a'b.cpp", "int main() { return x; }\n");
    const CompileOutcome first = compile({source}, "cpp17");
    EXPECT_FALSE(first.ok);
    EXPECT_EQ(first.reason, "the compiler ended with exit code 1");
    EXPECT_NE(first.build.log.find("-a'b.cpp:1:21: error:"), std::string::npos) << first.build.log;
    EXPECT_EQ(first.build.log.find("Main.cc"), std::string::npos) << first.build.log;
    const CompileOutcome second = compile({source}, "cpp17");
    EXPECT_FALSE(second.ok);
    EXPECT_TRUE(second.build.from_cache);
    EXPECT_EQ(second.build.log, first.build.log);
}

TEST_F(Compile, ThePrecompiledHeaderIsMadeOnceAndChangesNothing) {
    constexpr std::string_view kTail = "int main() { std::map<int, int> m{{1, 2}}; std::cout << m[1] << '\\n'; }\n";
    const std::string with = write("with.cpp", "// first\n#include <bits/stdc++.h>\n" + std::string(kTail));
    const std::string without = write("without.cpp", ";\n#include <bits/stdc++.h>\n" + std::string(kTail));
    EXPECT_EQ(output_of(compile({with}, "cpp17")), "2\n");
    EXPECT_EQ(toolchain_->cache().stats().entries, 2u);
    EXPECT_EQ(output_of(compile({without}, "cpp17")), "2\n");
    EXPECT_EQ(toolchain_->cache().stats().entries, 3u);
    const CompileOutcome broken =
        compile({write("b.cpp", "#include <bits/stdc++.h>\nint main() { return x; }\n")}, "cpp17");
    EXPECT_FALSE(broken.ok);
    EXPECT_NE(broken.build.log.find("b.cpp:2:21: error:"), std::string::npos) << broken.build.log;
}

TEST_F(Compile, JavaIsStagedByWhatTheSourceCallsItself) {
    SKIP_IF_MISSING("java11");
    const std::string body = "public static void main(String[] args) { System.out.println(\"ok\"); }";
    EXPECT_EQ(output_of(compile({write("a.java", "public class Main { " + body + " }")}, "java11")), "ok\n");
    EXPECT_EQ(output_of(compile({write("b.java", "package a.b;\npublic class Solve { " + body + " }")}, "java11")),
              "ok\n");
    EXPECT_EQ(output_of(compile({write("c.java", "class Node {}\nclass 별찍기 { " + body + " }")}, "java11")), "ok\n");
    EXPECT_EQ(
        output_of(compile({write("d.java", "public class Outer { static class Main { " + body + " } }")}, "java11")),
        "ok\n");
    EXPECT_TRUE(has_finding(compile({write("e.java", "public class Solve { " + body + " }")}, "java11"), "class-name"));
}

TEST_F(Compile, PythonRunsWithItsOwnInterpreter) {
    SKIP_IF_MISSING("python3");
    EXPECT_EQ(output_of(compile({write("a.py", "print('안녕')\n")}, "python3")), "안녕\n");
}

TEST_F(Compile, APythonSyntaxErrorIsACompileErrorWhereTheProfileChecks) {
    SKIP_IF_MISSING("python3");
    profile_ = "local";
    const CompileOutcome outcome = compile({write("a.py", "print(\n")}, "python3");
    EXPECT_FALSE(outcome.ok);
    EXPECT_NE(outcome.build.log.find("a.py"), std::string::npos) << outcome.build.log;
}

TEST_F(Compile, OldKoreanEncodingComesOutAsUtf8) {
    const std::string text = "#include <cstdio>\nint main() { puts(\"\xc7\xd1\xb1\xdb\"); } // \xc1\xd6\xbc\xae\r\n";
    const CompileOutcome outcome = compile({write("a.cpp", text)}, "cpp17");
    EXPECT_EQ(output_of(outcome), "한글\n");
    EXPECT_EQ(text_of(outcome, "encoding"), "'a.cpp' is written in CP949 (EUC-KR); it is compiled as UTF-8");
}

TEST_F(Compile, ANulByteIsRefusedWithItsLine) {
    const CompileOutcome outcome = compile({write("a.cpp", std::string_view("int\n\0main", 9))}, "cpp17");
    EXPECT_FALSE(outcome.ok);
    EXPECT_EQ(outcome.reason, "cannot read 'a.cpp': line 2 holds a NUL byte");
}

TEST_F(Compile, PastedCharactersAreNamedAndRepairedOnDemand) {
    const std::string pasted = "#include <cstdio>\nint\u00a0main() { puts(“hi”); }\nColored by a page\n";
    const std::string source = write("a.cpp", pasted);
    const CompileOutcome plain = compile({source}, "cpp17");
    EXPECT_FALSE(plain.ok);
    EXPECT_EQ(
        text_of(plain, "web-characters"),
        "'a.cpp' line 2, column 4: U+00A0 (no-break space), and 3 more such places: it came with a copy from a web "
        "page");
    CompileRequest request = request_for({source}, "cpp17");
    request.repair = Repair::yes;
    const CompileOutcome repaired = compile(request);
    EXPECT_EQ(output_of(repaired), "hi\n");
    EXPECT_TRUE(has_finding(repaired, "repaired"));
    EXPECT_EQ(*read_file(source), pasted);
}

TEST_F(Compile, OpeningFilesIsHintedUnlessTheProblemAllowsIt) {
    const std::string source =
        write("a.cpp",
              "#include <cstdio>\nint main() {\n#ifndef ONLINE_JUDGE\nfreopen(\"a\", \"r\", stdin);\n"
              "#endif\n// freopen(\nfreopen(\"input.txt\", \"r\", stdin);\n}\n");
    CompileRequest request = request_for({source}, "cpp17");
    EXPECT_EQ(
        text_of(compile(request), "file-access"),
        "line 7 of 'a.cpp' opens a file, and this problem is read from standard input and written to standard output");
    request.file_access = FileAccess::allowed;
    EXPECT_FALSE(has_finding(compile(request), "file-access"));
}

TEST_F(Compile, AMissingToolSaysWhatToInstall) {
    ToolchainOptions options;
    options.cache_dir = folder_ / "empty cache";
    options.environment.set("PATH", folder_.path());
    toolchain_ = std::make_unique<Toolchain>(Toolchain::open(options).value());
    const auto outcome = toolchain_->compile(request_for({write("a.cpp", kHello)}, "cpp17"), runner_);
    ASSERT_FALSE(outcome.ok());
    EXPECT_EQ(outcome.error().code, ErrorCode::tool_missing);
    EXPECT_EQ(outcome.error().message, "cannot find 'g++': it is not on the PATH");
    EXPECT_EQ(outcome.error().hint, "sudo apt-get install g++");
}

TEST_F(Compile, FoldersAndFilesMayHaveAnyName) {
    ASSERT_TRUE(make_directories(folder_ / "별 찍기 (1)").ok());
    for (const std::string& name : {std::string("-a'b.cpp"), std::string("a#b\"c.cpp"), std::string("new\nline.cpp"),
                                    std::string("$(x) `y`.cpp"), std::string(200, 'a') + ".cpp"}) {
        const std::string path = write("별 찍기 (1)/" + name, "#include <cstdio>\nint main() { puts(\"" +
                                                                  std::to_string(name.size()) + "\"); }\n");
        ASSERT_EQ(chmod(path.c_str(), 0400), 0);
        EXPECT_EQ(output_of(compile({path}, "cpp17")), std::to_string(name.size()) + "\n") << name;
    }
}

TEST_F(Compile, WhereProgramsMayNotStartAnotherCacheIsTaken) {
    std::string noexec;
    for (const char* folder : {"/dev/shm", "/run/lock", "/run", "/run/shm"}) {
        struct statvfs status = {};
        if (statvfs(folder, &status) == 0 && (status.f_flag & ST_NOEXEC) != 0 && access(folder, W_OK) == 0)
            noexec = folder;
    }
    if (noexec.empty()) GTEST_SKIP() << "no folder mounted noexec may be written here";
    const TempDir refused = TempDir::make("judge-cache-", noexec).value();
    ToolchainOptions options;
    options.cache_dir = refused / "cache";
    options.environment = Environment::of_process();
    EXPECT_EQ(Toolchain::open(options).error().code, ErrorCode::io);
    options.fallback_cache_dirs = {folder_ / "other"};
    const Result<Toolchain> opened = Toolchain::open(options);
    ASSERT_TRUE(opened.ok()) << to_text(opened.error());
    EXPECT_EQ(opened->cache().folder(), *real_path(folder_ / "other"));
    ASSERT_EQ(opened->findings().size(), 1u);
    EXPECT_EQ(opened->findings()[0].code, "cache-noexec");
}

TEST_F(Compile, TheFactsOfALanguageSayWhatIsMissing) {
    for (const Language& language : toolchain_->languages()) {
        const Result<ToolFacts> one = toolchain_->facts(language, *toolchain_->profile("boj"), runner_);
        ASSERT_TRUE(one.ok()) << to_text(one.error());
        EXPECT_EQ(one->installed, one->missing.empty()) << language.id;
        if (language.id != "cpp17") continue;
        EXPECT_TRUE(one->installed);
        EXPECT_TRUE(one->offered);
        EXPECT_EQ(one->compile_command, "g++ Main.cc -o Main -O2 -Wall -lm -static -std=gnu++17 -DONLINE_JUDGE -DBOJ");
        EXPECT_EQ(one->run_command, "./Main");
    }
}

TEST_F(Compile, SeveralFilesAreCompiledTogether) {
    const std::string main =
        write("main.cpp", "int half(int);\n#include <cstdio>\nint main() { printf(\"%d\\n\", half(8)); }\n");
    const std::string other = write("-half.cpp", "int half(int x) { return x / 2; }\n");
    EXPECT_EQ(output_of(compile({main, other}, "cpp17")), "4\n");
}

TEST_F(Compile, AnAnswerFileCannotBeIncluded) {
    write("1.ans", "int x;\n");
    ASSERT_TRUE(make_directories(folder_ / "sub").ok());
    write("up.h", "int x;\n");
    EXPECT_FALSE(compile({write("a.cpp", "#include \"1.ans\"\nint main() {}\n")}, "cpp17").ok);
    EXPECT_FALSE(compile({write("sub/a.cpp", "#include \"../up.h\"\nint main() {}\n")}, "cpp17").ok);
}

}  // namespace
}  // namespace judge
