#include "toolchain/tables.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "toolchain/detect.h"

namespace judge {
namespace {

using std::chrono::seconds;

Tables own_tables() {
    return load_tables({}, {}).value();
}

Limits limits_of(const Tables& tables, std::string_view language, std::string_view profile, Nanos cpu, Bytes memory) {
    Limits base;
    base.cpu_time = cpu;
    base.memory = memory;
    return effective_limits(base, *tables.language(language), *tables.profile(profile), LanguageExtra::yes);
}

TEST(Tables, HoldTheRowsAndProfilesPromised) {
    const Tables tables = own_tables();
    EXPECT_GE(tables.languages.size(), 80u);
    EXPECT_GE(tables.profile("boj")->languages.size(), 60u);
    EXPECT_EQ(tables.profiles.size(), 4u);
    for (const Profile& profile : tables.profiles) {
        for (const auto& [id, entry] : profile.languages) {
            EXPECT_FALSE(entry.date.empty()) << profile.id << " " << id;
            EXPECT_FALSE(entry.fact.empty()) << profile.id << " " << id;
        }
    }
}

TEST(Tables, BojGrantsExtraTimeAndMemoryByLanguage) {
    const Tables tables = own_tables();
    // 9663 has ten seconds: PyPy was accepted at 29.4 s, Java at 10.5 s.
    EXPECT_EQ(limits_of(tables, "pypy3", "boj", seconds(10), mib(128)).cpu_time, seconds(32));
    EXPECT_EQ(limits_of(tables, "pypy3", "boj", seconds(10), mib(128)).memory, mib(384));
    EXPECT_EQ(limits_of(tables, "java11", "boj", seconds(10), mib(128)).cpu_time, seconds(21));
    EXPECT_EQ(limits_of(tables, "java11", "boj", seconds(10), mib(128)).memory, mib(272));
    EXPECT_EQ(limits_of(tables, "python3", "boj", seconds(1), mib(256)).memory, mib(544));
    EXPECT_EQ(limits_of(tables, "nodejs", "boj", seconds(1), mib(256)).cpu_time, seconds(5));
    EXPECT_EQ(limits_of(tables, "go", "boj", seconds(1), mib(256)).memory, mib(768));
    EXPECT_EQ(limits_of(tables, "rust2021", "boj", seconds(1), mib(256)).cpu_time, seconds(1));
    EXPECT_EQ(limits_of(tables, "cpp17", "boj", seconds(1), mib(256)).memory, mib(256));
    EXPECT_EQ(limits_of(tables, "java11", "jungol", seconds(1), mib(256)).cpu_time, seconds(3));
}

TEST(Tables, ExtraIsLeftOutWhereTheProblemSaysSo) {
    const Tables tables = own_tables();
    Limits base;
    base.cpu_time = seconds(1);
    EXPECT_EQ(effective_limits(base, *tables.language("java11"), *tables.profile("boj"), LanguageExtra::no), base);
}

TEST(Tables, ARowMayBeChangedAndAddedByTheUser) {
    const TempDir folder = TempDir::make("tables-").value();
    const std::string file = folder / "languages.json";
    ASSERT_TRUE(write_file_atomically(file, R"({
  "cpp17": {"name": "My C++", "profiles": {"boj": {"compile": ["g++ {source} -o Main -O3"]}}},
  "mine": {"like": "cpp17", "name": "Mine", "files": ["*.mine"]}
})")
                    .ok());
    const Result<Tables> tables = load_tables({file, folder / "absent.json"}, {});
    ASSERT_TRUE(tables.ok()) << to_text(tables.error());
    EXPECT_EQ(tables->language("cpp17")->name, "My C++");
    EXPECT_EQ(tables->language("cpp17")->run, "{dir}/Main");
    EXPECT_EQ(recipe_of(*tables->language("cpp17"), *tables->profile("boj")).compile,
              std::vector<std::string>{"g++ {source} -o Main -O3"});
    EXPECT_EQ(tables->language("mine")->files, std::vector<std::string>{"*.mine"});
}

std::string refusal(const std::string& text) {
    Tables tables = own_tables();
    const Status status = merge_languages(tables, text, "mine.json");
    return status ? "" : status.error().message;
}

TEST(Tables, WhatDoesNotFitIsRefusedWithItsLine) {
    EXPECT_NE(refusal("{\n\"cpp17\": {\n\"nam\": 1}}").find("mine.json:3: unknown key 'nam'"), std::string::npos)
        << refusal("{\n\"cpp17\": {\n\"nam\": 1}}");
    EXPECT_NE(refusal("{\n\"new\": {\"name\": \"x\"}}").find("mine.json:2"), std::string::npos);
    EXPECT_NE(
        refusal("{\"cpp17\": {\"compile\": \"cc {source}\"}}").find("'cc', which is not among the tools of cpp17"),
        std::string::npos);
    EXPECT_NE(refusal("{\"cpp17\": {\"limits\": {\"cpu_ns\": 0}}}").find("must be positive"), std::string::npos);
}

class Detect : public testing::Test {
  protected:
    std::string language_of(const std::string& name, std::string_view text, const std::string& profile = "boj") {
        Submission submission;
        submission.files = {folder_ / name};
        submission.language_id = wanted_;
        EXPECT_TRUE(write_file_atomically(submission.files.front(), text).ok());
        findings_.clear();
        const auto found = detect_language(submission, *tables_.profile(profile), tables_, findings_);
        return found ? (*found)->id : found.error().message;
    }

    std::string ambiguity() const { return findings_.empty() ? "" : findings_.front().text; }

    TempDir folder_ = TempDir::make("detect-").value();
    Tables tables_ = own_tables();
    std::vector<Finding> findings_;
    std::string wanted_;
};

TEST_F(Detect, TheExtensionChoosesAndTheProfilePrefers) {
    EXPECT_EQ(language_of("a.cpp", ""), "cpp17");
    EXPECT_EQ(language_of("a.cpp", "", "icpc"), "cpp20");
    EXPECT_EQ(language_of("a.c", ""), "c11");
    EXPECT_EQ(language_of("A.java", ""), "java11");
    EXPECT_EQ(language_of("A.java", "", "icpc"), "java17");
    EXPECT_EQ(language_of("a.py", ""), "python3");
    EXPECT_EQ(language_of("a.kt", ""), "kotlin");
    EXPECT_EQ(language_of("a.rs", ""), "rust2021");
    EXPECT_EQ(language_of("a.cs", ""), "csharp");
    EXPECT_EQ(language_of("a.txt", "42\n"), "text");
    EXPECT_TRUE(findings_.empty()) << ambiguity();
}

TEST_F(Detect, ShebangAndContentSpeakWhereTheNameDoesNot) {
    EXPECT_EQ(language_of("solve", "#!/usr/bin/env -S pypy3 -u\nprint(1)\n"), "pypy3");
    EXPECT_EQ(language_of("a.py", "#!/usr/bin/pypy3\nprint(1)\n"), "pypy3");
    EXPECT_EQ(language_of("pasted.txt", "#include <bits/stdc++.h>\nusing namespace std;\nint main() {}\n"), "cpp17");
    EXPECT_EQ(language_of("pasted.txt", "#include <vector>\nint main() {}\n"), "cpp17");
    EXPECT_EQ(language_of("pasted.txt", "#include <stdio.h>\nint main(void) {}\n"), "c11");
    EXPECT_EQ(language_of("pasted", "import java.util.*;\npublic class Main {\n public static void main"), "java11");
    EXPECT_EQ(language_of("a.asm", "section .text\nint 0x80\nmov eax, 1\n"), "asm32");
}

TEST_F(Detect, ADoubtIsSaidAloud) {
    EXPECT_EQ(language_of("a.m", "x = 1"), "objc");
    EXPECT_EQ(ambiguity(), "'a.m' is taken for Objective-C; it could also be MATLAB or Octave");
    EXPECT_EQ(language_of("a.m", "#import <Foundation/Foundation.h>\n"), "objc");
    EXPECT_TRUE(findings_.empty()) << ambiguity();
    EXPECT_EQ(language_of("a.pl", "main."), "perl");
    EXPECT_EQ(ambiguity(), "'a.pl' is taken for Perl; it could also be Prolog");
}

TEST_F(Detect, TheUserHasTheLastWord) {
    EXPECT_EQ(language_of("a.cpp", "// judge: language=cpp20\n#include"), "cpp20");
    EXPECT_EQ(language_of("a.sh", "#!/bin/sh\n# judge: language=python3\n"), "python3");
    EXPECT_EQ(language_of("a.cpp", "// judge: language=nope\n"),
              "cannot judge '" + (folder_ / "a.cpp") + "': there is no language 'nope'");
    wanted_ = "c++20";
    EXPECT_EQ(language_of("a.cpp", "// judge: language=cpp11\n"), "cpp20");
}

TEST_F(Detect, NothingFitsIsAnError) {
    EXPECT_EQ(language_of("a.xyz", "?"),
              "cannot judge '" + (folder_ / "a.xyz") + "': neither its name nor its content tells its language");
}

}  // namespace
}  // namespace judge
