#pragma once

// What the tests of compiling share: a toolchain with a cache of its own, without boxes.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/files.h"
#include "testing/plain_runner.h"
#include "toolchain/toolchain.h"

namespace judge {

/// A toolchain with a cache of its own, and a folder for sources.
class Compile : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = TempDir::make("compile test ").value();
        open();
    }

    /// Opens the toolchain, anew as another process would, with the rows of languages.json in the folder if it is
    /// there.
    void open() {
        ToolchainOptions options;
        options.cache_dir = folder_ / "cache";
        options.environment = Environment::of_process();
        options.language_files = {folder_ / "languages.json"};
        Result<Toolchain> opened = Toolchain::open(options);
        ASSERT_TRUE(opened.ok()) << to_text(opened.error());
        toolchain_ = std::make_unique<Toolchain>(std::move(*opened));
    }

    std::string write(const std::string& name, std::string_view text) {
        const std::string path = folder_ / name;
        EXPECT_TRUE(write_file_atomically(path, text).ok());
        return path;
    }

    CompileRequest request_for(const std::vector<std::string>& files, const std::string& language) {
        CompileRequest request;
        request.files = files;
        request.language = toolchain_->language(language);
        request.profile = toolchain_->profile(profile_);
        return request;
    }

    /// Whether the tools of `language` are there; a test that needs them skips with the reason.
    std::string missing(const std::string& language) {
        const auto outcome = toolchain_->compile(request_for({write("probe", "")}, language), runner_);
        return !outcome && outcome.error().code == ErrorCode::tool_missing ? to_text(outcome.error()) : "";
    }

    CompileOutcome compile(const CompileRequest& request) {
        Result<CompileOutcome> outcome = toolchain_->compile(request, runner_);
        EXPECT_TRUE(outcome.ok()) << to_text(outcome.error());
        return outcome.ok() ? std::move(*outcome) : CompileOutcome{};
    }

    CompileOutcome compile(const std::vector<std::string>& files, const std::string& language) {
        return compile(request_for(files, language));
    }

    /// What the program prints, or how it ended.
    std::string output_of(const CompileOutcome& outcome) {
        if (!outcome.ok) return "compile error: " + outcome.reason + "\n" + outcome.build.log;
        const Fd out = make_memory_file("out").value();
        RunRequest request;
        request.argv = outcome.executable.argv;
        request.env = outcome.executable.env;
        request.readable = outcome.executable.readable;
        request.stdout_fd = out.get();
        const Result<RunOutcome> run = runner_.run(request);
        if (!run) return to_text(run.error());
        if (run->ending != Ending(Exited{0})) return "failed: " + run->stderr_head;
        lseek(out.get(), 0, SEEK_SET);
        return *read_all(out.get());
    }

    static bool has_finding(const CompileOutcome& outcome, std::string_view code) {
        return std::any_of(outcome.findings.begin(), outcome.findings.end(),
                           [&](const Finding& one) { return one.code == code; });
    }

    static std::string text_of(const CompileOutcome& outcome, std::string_view code) {
        for (const Finding& one : outcome.findings) {
            if (one.code == code) return one.text;
        }
        return "";
    }

    TempDir folder_;
    std::string profile_ = "boj";
    std::unique_ptr<Toolchain> toolchain_;
    PlainRunner runner_;
};

#define SKIP_IF_MISSING(language) \
    if (const std::string why = missing(language); !why.empty()) GTEST_SKIP() << why

inline constexpr std::string_view kHello = "#include <cstdio>\nint main() { puts(\"hello\"); }\n";

}  // namespace judge
