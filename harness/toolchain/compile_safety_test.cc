// Sources that attack their compiler, in the real box: each is a compile error with its reason, and the queue goes on.

#include <gtest/gtest.h>
#include <unistd.h>

#include <set>
#include <thread>

#include "base/fd.h"
#include "base/files.h"
#include "sandbox/box_runner.h"
#include "toolchain/toolchain.h"

namespace judge {
namespace {

/// Limits far below those of every day, so that bombs go off soon; and a compiler, bash, that does what its source
/// says.
constexpr std::string_view kRows = R"({"cpp17": {"limits":
  {"cpu_ns": 4000000000, "wall_ns": 60000000000, "memory_bytes": 629145600, "file_size_bytes": 67108864}},
  "obedient": {"name": "Obedient", "files": ["*.obey"], "source": "Main.sh", "comments": "hash",
  "tools": {"bash": {"version": ["bash --version"]}}, "compile": ["bash {source}"], "run": "bash {dir}/Main.sh",
  "limits": {"wall_ns": 3000000000}}})";

/// How many processes have `word` in their command line.
int processes_with(std::string_view word) {
    int count = 0;
    for (const DirEntry& entry : *list_directory("/proc")) {
        const auto line = read_file("/proc/" + entry.name + "/cmdline");
        if (line && line->find(word) != std::string::npos) ++count;
    }
    return count;
}

class CompileSafety : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = TempDir::make("safety-").value();
        ASSERT_TRUE(write_file_atomically(folder_ / "languages.json", kRows).ok());
        ToolchainOptions options;
        options.cache_dir = folder_ / "cache";
        options.environment = Environment::of_process();
        options.language_files = {folder_ / "languages.json"};
        Result<Toolchain> opened = Toolchain::open(options);
        ASSERT_TRUE(opened.ok()) << to_text(opened.error());
        toolchain_ = std::make_unique<Toolchain>(std::move(*opened));
        runner_ = make_runner();
        ASSERT_NE(runner_, nullptr);
    }

    static std::unique_ptr<Runner> make_runner(std::set<std::string> off = {}) {
        BoxOptions options;
        options.box_program = JUDGE_BINARY_DIR "/bin/judge-box";
        options.force_off = std::move(off);
        Result<std::unique_ptr<Runner>> made = make_box_runner(options);
        EXPECT_TRUE(made.ok()) << to_text(made.error());
        return made ? std::move(*made) : nullptr;
    }

    CompileOutcome compile(const std::string& text) { return compile(text, *runner_, "a.cpp"); }

    CompileOutcome compile(const std::string& text, Runner& runner, const std::string& name,
                           const std::string& language = "cpp17") {
        CompileRequest request;
        request.files = {folder_ / name};
        EXPECT_TRUE(write_file_atomically(request.files.front(), text).ok());
        request.language = toolchain_->language(language);
        request.profile = toolchain_->profile("boj");
        Result<CompileOutcome> outcome = toolchain_->compile(request, runner);
        EXPECT_TRUE(outcome.ok()) << to_text(outcome.error());
        return outcome ? std::move(*outcome) : CompileOutcome{};
    }

    /// A compile error with a reason, nothing left behind, and the next one compiles. Yields the reason.
    std::string expect_refused(const std::string& text) {
        const CompileOutcome outcome = compile(text);
        EXPECT_FALSE(outcome.ok);
        EXPECT_NE(outcome.reason, "");
        EXPECT_LE(outcome.build.log.size(), 100'000u);
        EXPECT_TRUE(list_directory(folder_ / "cache/tmp")->empty());
        EXPECT_TRUE(compile("int main() {}\n").ok);
        return outcome.reason;
    }

    TempDir folder_;
    std::unique_ptr<Toolchain> toolchain_;
    std::unique_ptr<Runner> runner_;
};

// Numbers are those of the project's list of faults in other judges.
using Pains = CompileSafety;

TEST_F(Pains, P68DevicesAsHeadersAreCompileErrors) {
    for (const char* device : {"/dev/random", "/dev/stdin", "/dev/tty"}) {
        SCOPED_TRACE(device);
        expect_refused("#include \"" + std::string(device) + "\"\nint main() {}\n");
    }
    expect_refused("#include </dev/zero>\nint main() {}\n");
}

TEST_F(Pains, P69ATemplateBombIsStopped) {
    expect_refused(
        "template <int N, int M> struct F { static const long v = F<N - 1, M>::v + F<N - 1, M + 1>::v; };\n"
        "template <int M> struct F<0, M> { static const long v = M; };\n"
        "template <int N> struct G { static const long v = F<800, N>::v + G<N - 1>::v; };\n"
        "template <> struct G<0> { static const long v = 0; };\n"
        "int main() { return G<800>::v; }\n");
}

TEST_F(Pains, P69AHugeObjectIsStopped) {
    const CompileOutcome outcome = compile("int big[1u << 30] = {1};\nint main() { return big[0]; }\n");
    EXPECT_FALSE(outcome.ok);
    EXPECT_EQ(outcome.reason, "the compiler wrote a file of more than 64 MB") << outcome.build.log;
    expect_refused("main[-1u]={1};\n");
}

TEST_F(Pains, P69ManyMessagesAreCut) {
    std::string text;
    for (int i = 0; i < 2'000; ++i)
        text += "int f" + std::to_string(i) + "() { return missing_" + std::to_string(i) + "; }\n";
    expect_refused(text);
}

TEST_F(Pains, P69GigabytesOfMessagesAreStopped) {
    // Two inclusions a level, 25 levels: 3 GB of warnings.
    EXPECT_EQ(expect_refused("#if __INCLUDE_LEVEL__ < 25\n#include __FILE__\n#include __FILE__\n#endif\n"
                             "#warning " +
                             std::string(100, 'x') + "\nint main() {}\n"),
              "the compiler wrote more than 4 MB of messages");
}

TEST_F(Pains, P69ACompilerThatForksAndStaysIsStopped) {
    const std::string word = "4242" + std::to_string(getpid());
    const CompileOutcome stays =
        compile("for i in 1 2 3; do setsid sleep " + word + " & done\nwait\n", *runner_, "a.obey", "obedient");
    EXPECT_FALSE(stays.ok);
    EXPECT_EQ(stays.reason, "the compiler was stopped after 3.00 s");
    EXPECT_EQ(processes_with(word), 0);
}

TEST_F(Pains, P69WhatACompilerLeavesRunningIsEnded) {
    const std::string word = "4343" + std::to_string(getpid());
    const CompileOutcome leaves =
        compile("trap '' TERM HUP\nsetsid sleep " + word + " &\ndisown\nexit 0\n", *runner_, "a.obey", "obedient");
    EXPECT_TRUE(leaves.ok) << leaves.reason << leaves.build.log;
    EXPECT_EQ(processes_with(word), 0);
}

TEST_F(CompileSafety, AnIncludeOfItselfEnds) {
    expect_refused("#include __FILE__\n#include __FILE__\nint main() {}\n");
}

TEST_F(CompileSafety, AFileOfTheUserCannotBeIncluded) {
    ASSERT_TRUE(write_file_atomically(folder_ / "secret.ans", "int leaked;\n").ok());
    const CompileOutcome outcome =
        compile("#include \"" + folder_ / "secret.ans" + "\"\nint main() { return leaked; }\n");
    if (!runner_->containment().contained) GTEST_SKIP() << "this machine does not contain programs";
    EXPECT_FALSE(outcome.ok);
}

TEST_F(CompileSafety, ThreadsCompileAtOnceAndShareOneHeader) {
    std::vector<std::thread> threads;
    std::vector<CompileOutcome> outcomes(4);
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            const std::unique_ptr<Runner> runner = make_runner();
            outcomes[static_cast<std::size_t>(i)] =
                compile("#include <bits/stdc++.h>\nint main() { std::cout << " + std::to_string(i / 2) + "; }\n",
                        *runner, "t" + std::to_string(i) + ".cpp");
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const CompileOutcome& outcome : outcomes) EXPECT_TRUE(outcome.ok) << outcome.build.log;
    EXPECT_EQ(outcomes[0].build.key, outcomes[1].build.key);
    EXPECT_EQ(toolchain_->cache().stats().entries, 3u) << "one header, two programs";
}

// Where user namespaces are forbidden, say: compilers need a place for temporary files, and get the one of their box.
TEST_F(CompileSafety, CompilersWorkWithoutNamespaces) {
    const std::unique_ptr<Runner> bare = make_runner({"namespaces"});
    ASSERT_NE(bare, nullptr);
    const CompileOutcome outcome = compile("#include <bits/stdc++.h>\nint main() {}\n", *bare, "a.cpp");
    EXPECT_TRUE(outcome.ok) << outcome.reason << outcome.build.log;
    // What fails there may have failed for want of them, and is not believed elsewhere.
    EXPECT_FALSE(compile("int main() {\n", *bare, "b.cpp").ok);
    EXPECT_TRUE(compile("int main() {\n", *bare, "b.cpp").build.from_cache);
    const bool more = runner_->containment().mechanisms.front().active;
    EXPECT_EQ(compile("int main() {\n", *runner_, "b.cpp").build.from_cache, !more);
    RunRequest request;
    request.argv = {"/bin/sh", "-c", "test -w \"$TMPDIR\" && test \"$TMPDIR\" != /tmp"};
    const Result<RunOutcome> ran = bare->run(request);
    ASSERT_TRUE(ran.ok()) << to_text(ran.error());
    EXPECT_EQ(ran->ending, Ending(Exited{0}));
}

}  // namespace
}  // namespace judge
