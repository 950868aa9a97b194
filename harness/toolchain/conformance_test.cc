// Every row proven by programs in its language: harness/fixtures/toolchain/conformance/<name>/ holds rows.txt (the ids
// it is for), one program for each behaviour, and in absent.txt why it has none for some. The base rows always run.
// JUDGE_ALL_LANGUAGES=1 runs all, and then a tool that is absent is a failure unless accepted_skips.txt names its row;
// JUDGE_ALL_LANGUAGES=installed skips those by name and reason.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

#include "base/fd.h"
#include "base/files.h"
#include "sandbox/box_runner.h"
#include "toolchain/toolchain.h"

namespace judge {
namespace {

const std::string kFixtures = JUDGE_SOURCE_DIR "/harness/fixtures/toolchain/";
constexpr int kManyNumbers = 50'000;

std::vector<std::string> lines_of(const std::string& path) {
    std::istringstream text(read_file(path).ok() ? *read_file(path) : "");
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) {
        if (!line.empty() && !line.starts_with('#')) lines.push_back(line);
    }
    return lines;
}

/// What follows `word` on the line of the file that begins with it, or "".
std::string reason_in(const std::string& path, const std::string& word) {
    for (const std::string& line : lines_of(path)) {
        const std::size_t end = line.find(' ');
        const std::size_t reason = line.find_first_not_of(' ', end);
        if (line.substr(0, end) == word && reason != std::string::npos) return line.substr(reason);
    }
    return "";
}

/// A language row and the folder of its programs.
struct Row {
    std::string language, folder;
};

/// The reason in `folder`'s absent.txt for having no program for `behaviour`, or "".
std::string why_absent(const std::string& folder, const std::string& behaviour) {
    return reason_in(folder + "/absent.txt", behaviour);
}

std::vector<Row> all_rows() {
    std::vector<Row> rows;
    const auto folders = list_directory(kFixtures + "conformance");
    if (!folders) return rows;
    for (const DirEntry& folder : *folders) {
        const std::string path = kFixtures + "conformance/" + folder.name;
        for (const std::string& id : lines_of(path + "/rows.txt")) rows.push_back({id, path});
    }
    return rows;
}

void PrintTo(const Row& row, std::ostream* out) {
    *out << row.language;
}

/// What all tests of this program share: the tables and a cache.
struct Bench {
    TempDir folder = TempDir::make("conformance-").value();
    std::unique_ptr<Toolchain> toolchain;
    std::string fault;

    Bench() {
        ToolchainOptions options;
        options.cache_dir = folder / "cache";
        options.environment = Environment::of_process();
        Result<Toolchain> opened = Toolchain::open(options);
        if (!opened) fault = to_text(opened.error());
        if (opened) toolchain = std::make_unique<Toolchain>(std::move(*opened));
    }
};

Bench& bench() {
    static Bench shared;
    return shared;
}

/// How a run ended and what it used, for the message of a failure.
std::string facts_of(const RunOutcome& run) {
    std::ostringstream text;
    if (const auto* exited = std::get_if<Exited>(&run.ending)) text << "exit code " << exited->code;
    if (const auto* signalled = std::get_if<Signalled>(&run.ending)) text << "signal " << signalled->signal;
    if (const auto* stopped = std::get_if<Stopped>(&run.ending)) text << "limit " << static_cast<int>(stopped->limit);
    text << " after " << run.usage.cpu().count() / 1'000'000 << " ms of processor time, "
         << run.usage.wall.count() / 1'000'000 << " ms in all, " << to_text(run.usage.peak_memory) << "\n"
         << run.stderr_head;
    return text.str();
}

class Conformance : public testing::TestWithParam<Row> {
  protected:
    void SetUp() override {
        ASSERT_EQ(bench().fault, "");
        BoxOptions box;
        box.box_program = JUDGE_BINARY_DIR "/bin/judge-box";
        Result<std::unique_ptr<Runner>> made = make_box_runner(box);
        ASSERT_TRUE(made.ok()) << to_text(made.error());
        runner_ = std::move(*made);
        language_ = bench().toolchain->language(GetParam().language);
        ASSERT_NE(language_, nullptr) << GetParam().language << " is not in languages.json";
    }

    /// The program for `behaviour`, or "" if this language has none.
    std::string program(const std::string& behaviour) const {
        for (const DirEntry& entry : *list_directory(GetParam().folder)) {
            if (stem(entry.name) == behaviour) return join_path(GetParam().folder, entry.name);
        }
        return "";
    }

    Result<CompileOutcome> compile(const std::string& path) const {
        CompileRequest request;
        request.files = {path};
        request.language = language_;
        request.profile = bench().toolchain->profile("local");
        return bench().toolchain->compile(request, *runner_);
    }

    RunOutcome run(const Executable& executable, const std::string& input, const Limits& limits) {
        const Fd in = make_memory_file("in").value();
        const Fd out = make_memory_file("out").value();
        EXPECT_TRUE(write_all(in.get(), input).ok());
        lseek(in.get(), 0, SEEK_SET);
        RunRequest request;
        request.argv = executable.argv;
        request.env = executable.env;
        request.readable = executable.readable;
        request.stdin_fd = in.get();
        request.stdout_fd = out.get();
        request.limits = limits;
        request.limits.processes = executable.processes + 16;
        const Result<RunOutcome> outcome = runner_->run(request);
        EXPECT_TRUE(outcome.ok()) << to_text(outcome.error());
        lseek(out.get(), 0, SEEK_SET);
        output_ = *read_all(out.get());
        return outcome.ok() ? *outcome : RunOutcome{};
    }

    /// Generous: what a language can do counts here, not how fast this machine is today.
    static Limits wide_limits() {
        Limits limits;
        limits.cpu_time = std::chrono::seconds(60);
        limits.wall_time = std::chrono::seconds(300);
        limits.memory = gib(2);
        return limits;
    }

    void expect_output(const Executable& executable, const std::string& input, const std::string& output) {
        const RunOutcome outcome = run(executable, input, wide_limits());
        EXPECT_EQ(outcome.ending, Ending(Exited{0})) << facts_of(outcome);
        EXPECT_EQ(output_, output) << facts_of(outcome);
    }

    void expect_compile_error() {
        const std::string path = program("compile_error");
        if (path.empty()) return;
        const Result<CompileOutcome> outcome = compile(path);
        ASSERT_TRUE(outcome.ok()) << to_text(outcome.error());
        EXPECT_FALSE(outcome->ok);
        EXPECT_EQ(outcome->reason.find("stopped"), std::string::npos) << outcome->reason;
        EXPECT_NE(outcome->build.log, "");
    }

    /// Runs the program for `behaviour`, if there is one, and hands its outcome to `expect`. Where compiling is slow
    /// one program, "behaviours", stands for all: it reads which is wanted.
    template <typename Expect>
    void try_behaviour(const std::string& behaviour, const Limits& limits, Expect expect) {
        const std::string own = program(behaviour);
        const std::string path = own.empty() ? program("behaviours") : own;
        if (path.empty()) return;
        SCOPED_TRACE(behaviour);
        const Result<CompileOutcome> outcome = compile(path);
        ASSERT_TRUE(outcome.ok()) << to_text(outcome.error());
        ASSERT_TRUE(outcome->ok) << outcome->reason << "\n" << outcome->build.log;
        expect(run(outcome->executable, behaviour + "\n", limits));
    }

    const Language* language_ = nullptr;
    std::unique_ptr<Runner> runner_;
    std::string output_;
};

Limits short_time() {
    Limits limits;
    limits.cpu_time = std::chrono::seconds(1);
    limits.wall_time = std::chrono::seconds(300);
    limits.memory = gib(2);
    return limits;
}

Limits little_memory() {
    Limits limits;
    limits.cpu_time = std::chrono::seconds(60);
    limits.wall_time = std::chrono::seconds(300);
    limits.memory = mib(400);
    return limits;
}

bool stopped_by(const RunOutcome& outcome, LimitKind kind) {
    const auto* stopped = std::get_if<Stopped>(&outcome.ending);
    return stopped && stopped->limit == kind;
}

bool is_base(std::string_view language) {
    return language == "c11" || language == "cpp17" || language == "java11" || language == "python3";
}

/// Why accepted_skips.txt lets this row be skipped; "" if it does not.
std::string accepted_skip(const std::string& language) {
    return reason_in(kFixtures + "accepted_skips.txt", language);
}

std::string sum_input(int count) {
    std::string text = std::to_string(count) + "\n";
    for (int i = 0; i < count; ++i) text += std::to_string(i % 1000) + "\n";
    return text;
}

long long sum_of_input(int count) {
    long long sum = 0;
    for (int i = 0; i < count; ++i) sum += i % 1000;
    return sum;
}

TEST_P(Conformance, Row) {
    const char* variable = getenv("JUDGE_ALL_LANGUAGES");
    const std::string_view wanted = variable ? variable : "";
    if (wanted.empty() && !is_base(language_->id)) GTEST_SKIP() << language_->id << ": only with JUDGE_ALL_LANGUAGES=1";
    const Result<CompileOutcome> outcome = compile(program("ok"));
    if (!outcome && outcome.error().code == ErrorCode::tool_missing) {
        const bool strict = wanted == "1" && accepted_skip(language_->id).empty();
        ASSERT_FALSE(strict) << language_->id << ": " << to_text(outcome.error());
        GTEST_SKIP() << language_->id << ": " << to_text(outcome.error());
    }
    if (!outcome && outcome.error().code == ErrorCode::unsupported) {
        EXPECT_NE(language_->cannot_run, "") << to_text(outcome.error());
        EXPECT_TRUE(accepted_skip(language_->id).starts_with("compiled only"));
        expect_compile_error();
        GTEST_SKIP() << language_->id << ": " << to_text(outcome.error());
    }
    ASSERT_TRUE(outcome.ok()) << to_text(outcome.error());
    ASSERT_TRUE(outcome->ok) << outcome->reason << "\n" << outcome->build.log;
    const Executable& executable = outcome->executable;
    expect_output(executable, "3\n1\n2\n3\n", "6\n");
    if (why_absent(GetParam().folder, "big_input").empty()) {
        expect_output(executable, sum_input(kManyNumbers), std::to_string(sum_of_input(kManyNumbers)) + "\n");
    }
    expect_compile_error();
    try_behaviour("runtime_error", wide_limits(), [](const RunOutcome& run) {
        EXPECT_FALSE(std::holds_alternative<Stopped>(run.ending)) << facts_of(run);
        EXPECT_NE(run.ending, Ending(Exited{0})) << facts_of(run);
    });
    try_behaviour("time_limit", short_time(),
                  [](const RunOutcome& run) { EXPECT_TRUE(stopped_by(run, LimitKind::cpu_time)) << facts_of(run); });
    try_behaviour("memory_limit", little_memory(), [](const RunOutcome& run) {
        // A runtime may see the end of memory itself and give up with words of its own.
        const bool gave_up = !std::holds_alternative<Stopped>(run.ending) && run.ending != Ending(Exited{0});
        EXPECT_TRUE(stopped_by(run, LimitKind::memory) || run.memory_refused || gave_up) << facts_of(run);
    });
    try_behaviour("deep_recursion", wide_limits(), [&](const RunOutcome& run) {
        EXPECT_EQ(run.ending, Ending(Exited{0})) << facts_of(run);
        EXPECT_NE(output_, "");
    });
}

std::string test_name(const testing::TestParamInfo<Row>& row) {
    std::string name = row.param.language;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Rows, Conformance, testing::ValuesIn(all_rows()), test_name);

TEST(ConformanceRows, EveryBehaviourHasAProgramOrAReason) {
    std::set<std::string> folders;
    for (const Row& row : all_rows()) folders.insert(row.folder);
    for (const std::string& folder : folders) {
        std::set<std::string> programs;
        for (const DirEntry& entry : *list_directory(folder)) programs.insert(std::string(stem(entry.name)));
        EXPECT_TRUE(programs.contains("ok")) << folder;
        for (const char* behaviour :
             {"compile_error", "runtime_error", "time_limit", "memory_limit", "deep_recursion"}) {
            const bool shared = programs.contains("behaviours") && behaviour != std::string_view("compile_error");
            EXPECT_NE(shared || programs.contains(behaviour), !why_absent(folder, behaviour).empty())
                << folder << ": " << behaviour;
        }
    }
}

TEST(ConformanceRows, EveryRowSaysHowItsToolsAreTold) {
    ASSERT_EQ(bench().fault, "");
    for (const Language& language : bench().toolchain->languages()) {
        const bool asked = std::any_of(language.tools.begin(), language.tools.end(),
                                       [](const Tool& tool) { return !tool.version.empty(); });
        EXPECT_TRUE(asked || language.note.find("known by its file") != std::string::npos) << language.id;
    }
}

TEST(ConformanceRows, EveryRowOfTheTableHasPrograms) {
    ASSERT_EQ(bench().fault, "");
    std::set<std::string> proven;
    for (const Row& row : all_rows()) proven.insert(row.language);
    for (const Language& language : bench().toolchain->languages())
        EXPECT_TRUE(proven.contains(language.id)) << language.id;
}

}  // namespace
}  // namespace judge
