#include "checker/comparer.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <clocale>

#include "base/fd.h"
#include "base/hash.h"
#include "base/utf8.h"

namespace judge {
namespace {

using namespace std::string_literals;
using Kind = CheckOutcome::Kind;
using testing::HasSubstr;

Fd file_of(std::string_view bytes) {
    Fd file = make_memory_file("comparer-test").value();
    EXPECT_TRUE(write_all(file.get(), bytes).ok());
    return file;
}

CheckOutcome outcome_of(std::string_view id, std::string_view output, std::string_view answer,
                        const std::vector<std::string>& args = {}) {
    const Comparer comparer = make_comparer(id, args).value();
    const Fd output_file = file_of(output);
    const Fd answer_file = file_of(answer);
    return compare(comparer, output_file.get(), answer_file.get());
}

Kind kind_of(std::string_view id, std::string_view output, std::string_view answer,
             const std::vector<std::string>& args = {}) {
    return outcome_of(id, output, answer, args).kind;
}

// The faults listed under "Output comparison" of the field's threads, by number.

TEST(Pains, P01P02CrLfOnEitherSide) {
    for (const char* id : {"boj", "lines", "tokens", "kattis"}) {
        EXPECT_EQ(kind_of(id, "1\r\n", "1\n"), Kind::accepted) << id;
        EXPECT_EQ(kind_of(id, "1\n", "1\r\n"), Kind::accepted) << id;
    }
    EXPECT_EQ(kind_of("exact", "1\r\n", "1\n"), Kind::wrong_answer);
    EXPECT_EQ(kind_of("exact", "1\r\n", "1\n", {"ignore_cr"}), Kind::accepted);
}

TEST(Pains, P04ExtraLeadingBlankLine) {
    EXPECT_EQ(kind_of("boj", "\n5\n", "5\n"), Kind::presentation_error);
    EXPECT_EQ(kind_of("exact", "\n5\n", "5\n"), Kind::wrong_answer);
    EXPECT_EQ(kind_of("lines", "\n5\n", "5\n"), Kind::wrong_answer);
    EXPECT_EQ(kind_of("tokens", "\n5\n", "5\n"), Kind::accepted);
}

TEST(Pains, P05SameTokensOnOtherLines) {
    EXPECT_EQ(kind_of("tokens", "1 1 2\n", "1\n1\n2\n"), Kind::accepted);
    EXPECT_EQ(kind_of("lines", "1 1 2\n", "1\n1\n2\n"), Kind::wrong_answer);
    EXPECT_EQ(kind_of("boj", "1 1 2\n", "1\n1\n2\n"), Kind::accepted);
}

TEST(Pains, P06WhatBojForgives) {
    EXPECT_EQ(kind_of("boj", " 1\n 2\n", "1\n2\n"), Kind::presentation_error);
    EXPECT_EQ(kind_of("boj", "1\n2\n", "1 2\n"), Kind::accepted);
    EXPECT_EQ(kind_of("boj", "1 \n2 \n", "1\n2\n"), Kind::accepted);
    EXPECT_EQ(kind_of("boj", "1  \n2  \n", "1\n2\n"), Kind::presentation_error);
}

TEST(Pains, P07DecimalFormsAndLastNewline) {
    EXPECT_EQ(kind_of("boj", "45\n", "45.0\n"), Kind::wrong_answer);
    EXPECT_EQ(kind_of("boj", "45.00\n", "45.0\n"), Kind::wrong_answer);
    EXPECT_EQ(kind_of("boj", "45.0", "45.0\n"), Kind::accepted);
}

TEST(Pains, P08P09NanNeverPasses) {
    for (const char* flag : {"float_absolute_tolerance", "float_relative_tolerance", "float_tolerance"})
        for (const char* token : {"nan\n", "-nan\n", "NaN\n", "nan(0x1)\n"})
            for (const char* id : {"float", "kattis"})
                EXPECT_EQ(kind_of(id, token, "1.5\n", {flag, "1e300"}), Kind::wrong_answer)
                    << id << " " << flag << " " << token;
    EXPECT_EQ(kind_of("float", "nan\n", "nan\n", {"float_tolerance", "1e-6"}), Kind::accepted);
    EXPECT_EQ(kind_of("float", "-nan\n", "nan\n", {"float_tolerance", "1e-6"}), Kind::wrong_answer);
}

TEST(Pains, P10TrailingJunkIsNoNumber) {
    EXPECT_EQ(kind_of("float", "1.0abracadabra\n", "1.0\n", {"float_tolerance", "1"}), Kind::wrong_answer);
}

TEST(Pains, P12BlankLinesAtTheEnd) {
    EXPECT_EQ(kind_of("boj", "1\n\n\n", "1\n"), Kind::accepted);
    EXPECT_EQ(kind_of("lines", "1\n\n\n", "1\n"), Kind::accepted);
    EXPECT_EQ(kind_of("exact", "1\n\n\n", "1\n"), Kind::wrong_answer);
}

TEST(Pains, P13FortyNewlinesAreSeen) {
    const CheckOutcome outcome = outcome_of("exact", std::string(40, '\n'), "");
    ASSERT_TRUE(outcome.difference);
    EXPECT_EQ(outcome.difference->output_excerpt, "␊×40\n");
    EXPECT_EQ(outcome.difference->answer_excerpt, "");
}

TEST(Pains, P15ByteFfIsShownEscaped) {
    const CheckOutcome outcome = outcome_of("boj", "\xff", "1\n");
    EXPECT_EQ(outcome.kind, Kind::wrong_answer);
    EXPECT_EQ(outcome.difference->got, "\\xFF");
    EXPECT_EQ(outcome.message, "line 1, column 1, token 1: expected '1', got '\\xFF'");
}

TEST(Pains, P18NulDiffers) {
    for (const char* id : {"boj", "exact", "lines", "tokens", "kattis"}) {
        EXPECT_EQ(kind_of(id, "1\0\n"s, "1\n"), Kind::wrong_answer) << id;
        EXPECT_EQ(kind_of(id, "3\0junk\n"s, "3\n"), Kind::wrong_answer) << id;
    }
    EXPECT_EQ(kind_of("kattis", "3\0junk\n"s, "3\n", {"float_tolerance", "1"}), Kind::wrong_answer);
}

/// Numbers written again and again, `size` bytes of them.
Fd big_file(std::uint64_t size) {
    Fd file = make_memory_file("big").value();
    std::string block;
    for (int n = 0; block.size() < 64 * 1024; ++n) block += std::to_string(n * 7919) + (n % 10 == 9 ? "\n" : " ");
    for (std::uint64_t written = 0; written < size; written += block.size())
        EXPECT_TRUE(write_all(file.get(), block).ok());
    return file;
}

long peak_kilobytes() {
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

TEST(Pains, P23BigOutputInBoundedMemory) {
    const Fd output = big_file(32 << 20);
    const Fd answer = big_file(32 << 20);
    const long before = peak_kilobytes();
    for (const char* id : {"boj", "exact", "lines", "tokens", "kattis"})
        EXPECT_EQ(compare(make_comparer(id, {}).value(), output.get(), answer.get()).kind, Kind::accepted) << id;
    EXPECT_EQ(compare(make_comparer("float", {"float_tolerance", "1e-6"}).value(), output.get(), answer.get()).kind,
              Kind::accepted);
    EXPECT_LT(peak_kilobytes() - before, 16 * 1024);
}

TEST(Comparer, TokensOfManyMegabytes) {
    std::string token(10 << 20, 'x');
    EXPECT_EQ(kind_of("tokens", token + "\n", token), Kind::accepted);
    std::string other = token;
    other.back() = 'y';
    const CheckOutcome outcome = outcome_of("float", other, token, {"float_tolerance", "1"});
    EXPECT_EQ(outcome.kind, Kind::wrong_answer);
    EXPECT_EQ(outcome.difference->token, 1);
    EXPECT_LT(outcome.message.size(), 300U);
    EXPECT_EQ(kind_of("tokens", token + "y", token), Kind::wrong_answer);
    EXPECT_EQ(kind_of("boj", std::string(5 << 20, ' ') + "1", "1"), Kind::presentation_error);
    EXPECT_EQ(kind_of("boj", "1" + std::string(5 << 20, '\n'), "1"), Kind::accepted);
}

TEST(Comparer, SaysWhere) {
    const CheckOutcome outcome = outcome_of("boj", "1 2 3\n4 50 6\n", "1 2 3\n4 5 6\n");
    EXPECT_EQ(outcome.message, "line 2, column 3, token 5: expected '5', got '50'");
    const Difference& d = *outcome.difference;
    EXPECT_EQ(d.output_offset, 8);
    EXPECT_EQ(d.answer_offset, 8);
    EXPECT_EQ(d.output_line, 2);
    EXPECT_EQ(d.output_column, 3);
    EXPECT_EQ(d.token, 5);
    EXPECT_EQ(d.expected, "5");
    EXPECT_EQ(d.got, "50");
    EXPECT_EQ(d.output_excerpt, "1 2 3␊\n4 50 6␊\n");
    EXPECT_EQ(d.answer_excerpt, "1 2 3␊\n4 5 6␊\n");
    EXPECT_EQ(d.output_mark, 10);  // behind "1 2 3␊\n4 5", where the two part
    EXPECT_EQ(d.answer_mark, 10);
}

TEST(Comparer, ColumnsCountCharacters) {
    const CheckOutcome outcome = outcome_of("tokens", "가나 다\n", "가나 라\n");
    EXPECT_EQ(outcome.difference->output_column, 4);
    EXPECT_EQ(outcome.difference->output_offset, 7);
}

TEST(Comparer, ExcerptsAreShortAndWholeCharacters) {
    std::string answer, output;
    for (int n = 0; n < 3000; ++n) answer += "별찍기";
    output = answer;
    for (const std::size_t at :
         {std::size_t{0}, std::size_t{9}, std::size_t{300}, std::size_t{4500}, std::size_t{26991}}) {
        std::string changed = output;
        changed.replace(at, 3, "틀");
        for (const char* id : {"exact", "lines", "tokens"}) {
            const CheckOutcome outcome = outcome_of(id, changed, answer);
            EXPECT_EQ(outcome.kind, Kind::wrong_answer);
            for (const std::string& text : {outcome.difference->output_excerpt, outcome.difference->answer_excerpt,
                                            outcome.message, outcome.difference->expected}) {
                EXPECT_TRUE(is_valid_utf8(text)) << text;
                EXPECT_EQ(text.find("\\x"), std::string::npos) << text;
                EXPECT_LE(text.size(), 300U);
            }
        }
    }
}

TEST(Comparer, KnownAnswerIsNotRead) {
    const Fd output = file_of("1 2 3\n");
    const Fd answer = file_of("1 2 3\n");
    const Fd unreadable(open("/", O_RDONLY | O_CLOEXEC));
    const KnownAnswer known{hash_of("1 2 3\n"), 6};
    const Comparer boj = make_comparer("boj", {}).value();
    EXPECT_EQ(compare(boj, output.get(), unreadable.get(), known).kind, Kind::accepted);
    EXPECT_EQ(compare(boj, output.get(), answer.get(), KnownAnswer{hash_of("9"), 6}).kind, Kind::accepted);
    const Fd wrong = file_of("1 2 4\n");
    EXPECT_EQ(compare(boj, wrong.get(), answer.get(), known).kind, Kind::wrong_answer);
}

TEST(Comparer, UnreadableFilesAreTheJurysFault) {
    const Fd folder(open("/", O_RDONLY | O_CLOEXEC));
    const Fd file = file_of("1");
    const CheckOutcome outcome = compare(make_comparer("exact", {}).value(), file.get(), folder.get());
    EXPECT_EQ(outcome.kind, Kind::judge_fault);
    EXPECT_THAT(outcome.message, HasSubstr("the answer: "));
}

TEST(Comparer, OffsetsOfDescriptorsDoNotMatter) {
    const Fd output = file_of("1\n");
    const Fd answer = file_of("1\n");
    ASSERT_EQ(lseek(output.get(), 2, SEEK_SET), 2);
    EXPECT_EQ(compare(make_comparer("exact", {}).value(), output.get(), answer.get()).kind, Kind::accepted);
    EXPECT_EQ(lseek(output.get(), 0, SEEK_CUR), 2);
}

TEST(Comparer, RefusesBadFlagsWithTheRemedy) {
    const auto error = [](std::string_view id, const std::vector<std::string>& args) {
        return make_comparer(id, args).error();
    };
    EXPECT_THAT(error("nope", {}).message, HasSubstr("cannot find comparer 'nope'"));
    EXPECT_THAT(error("nope", {}).hint, HasSubstr(" boj "));
    EXPECT_EQ(error("tokens", {"case"}).message, "cannot use flag 'case' of comparer 'tokens': it has no such flag");
    EXPECT_EQ(error("tokens", {"case"}).hint, "flags of 'tokens': case_insensitive");
    EXPECT_THAT(error("float", {}).message, HasSubstr("it needs a tolerance"));
    EXPECT_THAT(error("float", {"float_tolerance"}).message, HasSubstr("its value is missing"));
    for (const char* value : {"nan", "-1", "x", "1e400", "1e-6x", ""})
        EXPECT_FALSE(make_comparer("float", {"float_tolerance", value}).ok()) << value;
}

TEST(Comparer, LocaleDoesNotMatter) {
    for (const char* name : {"de_DE.UTF-8", "C.UTF-8", "ko_KR.UTF-8"})
        if (std::setlocale(LC_ALL, name) != nullptr) {
            EXPECT_EQ(kind_of("float", "0.5000001\n", "0.5\n", {"float_tolerance", "1e-6"}), Kind::accepted) << name;
            EXPECT_EQ(kind_of("float", "0,5\n", "0.5\n", {"float_tolerance", "1"}), Kind::wrong_answer) << name;
        }
    std::setlocale(LC_ALL, "C");
}

TEST(Comparer, RowsAreDocumented) {
    for (const ComparerRow* row : comparers()) {
        EXPECT_FALSE(row->id.empty());
        EXPECT_GT(row->summary.size(), 10U) << row->id;
        EXPECT_GT(row->source.size(), 5U) << row->id;
        EXPECT_EQ(find_comparer(row->id), row) << "an id stands twice: " << row->id;
        for (const CompareFlag& flag : row->flags) EXPECT_FALSE(flag.help.empty()) << row->id << " " << flag.name;
    }
}

}  // namespace
}  // namespace judge
