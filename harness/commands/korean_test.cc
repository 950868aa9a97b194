// Everything that the program says has its Korean: sentences of every room in harness/data/korean.json, printed lines
// in harness/data/messages.json.

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "base/files.h"
#include "checker/comparer.h"
#include "packages/formats.h"
#include "report/phrasebook.h"
#include "testing/sentences.h"

namespace judge {
namespace {

// Sources whose words are for programs: signatures of run time errors, XML, helpers of tests.
bool speaks(const std::string& path) {
    for (const std::string_view ending :
         {"_test.cc", "_bench.cc", "_fuzz.cc", "_soak.cc", "_tool.cc", "_honesty.cc", "_sample.cc",
          "/run_time_error.cc", "/junit.cc", "/hostile_main.cc", "/hostile_fixture.cc"})
        if (path.ends_with(ending)) return false;
    return path.find("/testing/") == std::string::npos;
}

// Not sentences: commands to type, and what programs and files say to each other.
std::set<std::string, std::less<>> unsaid() {
    std::set<std::string, std::less<>> all = {
        "judge baseline set", "judge baseline set {}", "git log", "git fsck", "git init", "apt-get install valgrind",
        "sudo apt-get install{}",
        "sudo sysctl -w kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0 "
        "user.max_user_namespaces=15000",
        "sudo sysctl -w kernel.perf_event_paranoid=2", "systemd-run --user --scope -p Delegate=yes judge ...",
        "docker run --security-opt seccomp=unconfined ...",
        // Forms of files, and names of meters in reports.
        "judge build 3", "judge manifest 1", "judge precompiled 1", "model name", "cpu model", "hardware counter",
        "control group", "rusage of the tree", "rusage of the tree, looks at the rest",
        "largest process (high-water mark)",
        "id, problem, submission, started_unix_ns, verdict, as_expected, cpu_ns, memory_bytes, source_digest, machine, "
        "reuse_key, git_commit, git_clean",
        "icpc package of {}", "allow_file_writing: true\n",
        "checker:\n  name: bridged\n  args: {files: {}, lang: CPP17, type: {}}\n",
        "interactive: {files: {}, type: {}, lang: CPP17}\nunbuffered: true\n",
        // Words of compilers and checkers that are looked for, and of bugs.
        "set debuginfod enabled off", "fatal error", "internal compiler error", "out of memory allocating",
        "virtual memory exhausted", "memory exhausted", "partially correct (", "judge: internal error: %.*s\n"};
    // Tables that are documentation.
    for (const ComparerRow* row : comparers()) {
        all.emplace(row->summary);
        all.emplace(row->source);
        for (const CompareFlag& flag : row->flags) all.emplace(flag.help);
    }
    for (const PackageFormat& format : package_formats()) {
        all.emplace(format.title);
        all.emplace(format.source);
    }
    return all;
}

// Two words or more that begin with a small letter, as all sentences of the program do; not what only a bug would say,
// nor what a new source begins with.
bool for_people(const Sentence& sentence) {
    static const std::regex words(R"([a-z]{2,}[,:;]? [a-z]{2,})");
    static const std::regex begin(R"(^(\{\}|[^A-Za-z{#])*[a-z])");
    return sentence.before != "panic(" && !sentence.text.starts_with("import ") &&
           std::regex_search(sentence.text, begin) && std::regex_search(sentence.text, words);
}

std::vector<Sentence> sentences_of_the_program() {
    std::vector<Sentence> all;
    const std::string root = JUDGE_SOURCE_DIR;
    for (const DirEntry& room : list_directory(root + "/harness").value()) {
        if (room.kind != DirEntry::Kind::directory || room.name == "fixtures") continue;
        for (const DirEntry& file : list_directory(root + "/harness/" + room.name).value()) {
            const std::string path = "harness/" + room.name + "/" + file.name;
            if (!file.name.ends_with(".cc") || !speaks(path)) continue;
            for (Sentence& sentence : sentences_of(read_file(root + "/" + path).value(), path))
                all.push_back(std::move(sentence));
        }
    }
    return all;
}

// `text` with #0#, #1#, ... for its {}.
std::string with_marks(const std::string& text) {
    std::string marked;
    int next = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 2, "{}") != 0) {
            marked += text[i];
            continue;
        }
        marked += "#" + std::to_string(next++) + "#";
        ++i;
    }
    return marked;
}

std::set<std::string> marks_of(const std::string& text) {
    static const std::regex mark("#[0-9]#");
    std::set<std::string> marks;
    for (std::sregex_iterator at(text.begin(), text.end(), mark), end; at != end; ++at) marks.insert(at->str());
    return marks;
}

TEST(Sentences, AreReadFromTheCode) {
    const std::vector<Sentence> all = sentences_of(
        "f(\"cannot \" \"read '\" + path(\"x\") + \"': it is larger\"); // \"no\"\n"
        "g(c ? \"a {:.2f} b\" : 'q', id + \" \\\"is\\\" not\");\n",
        "a.cc");
    ASSERT_EQ(all.size(), 4u);
    EXPECT_EQ(all[0].text, "cannot read '{}': it is larger");
    EXPECT_EQ(all[0].before, "f(");
    EXPECT_EQ(all[1].text, "x");
    EXPECT_EQ(all[2].text, "a {} b");
    EXPECT_EQ(all[3].text, "{} \"is\" not");
    EXPECT_EQ(all[3].where, "a.cc:2");
}

TEST(Korean, IsThereForEverySentence) {
    const Phrasebook book;
    const std::set<std::string, std::less<>> passed_over = unsaid();
    for (const Sentence& sentence : sentences_of_the_program()) {
        if (!for_people(sentence) || passed_over.contains(sentence.text)) continue;
        if (sentence.where.starts_with("harness/commands/") && sentence.text.ends_with('\n')) {
            ADD_FAILURE() << sentence.where
                          << ": printed lines come from messages.text(id, ...): give this one an id in "
                          << "harness/data/messages.json: " << sentence.text;
            continue;
        }
        const Phrasebook::Spoken spoken = book.korean(with_marks(sentence.text));
        EXPECT_TRUE(spoken.unknown.empty())
            << sentence.where << ": add the Korean to harness/data/korean.json: \"" << sentence.text << "\"";
        if (!spoken.unknown.empty()) continue;
        EXPECT_EQ(marks_of(spoken.text), marks_of(with_marks(sentence.text)))
            << sentence.where << ": its Korean must hold every {}: \"" << sentence.text << "\"";
    }
}

TEST(Korean, HoldsNothingThatIsNeverSaid) {
    const Phrasebook book;
    std::set<std::string> used;
    for (const Sentence& sentence : sentences_of_the_program()) {
        used.insert(sentence.text);
        for (std::string& entry : book.korean(with_marks(sentence.text)).entries) used.insert(std::move(entry));
    }
    for (const auto& [english, korean] : book.table()) {
        EXPECT_TRUE(used.contains(english) || book.of_others(english))
            << "take it out of harness/data/korean.json, no source says it: \"" << english << "\"";
        EXPECT_FALSE(korean.empty()) << english;
    }
}

}  // namespace
}  // namespace judge
