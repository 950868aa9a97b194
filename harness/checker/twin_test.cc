// Every fast comparer against its naive twin on random small inputs, with windows so small that every boundary is met.

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "base/fd.h"
#include "base/utf8.h"
#include "checker/twin.h"

namespace judge {
namespace {

using Kind = CheckOutcome::Kind;

/// A file in memory that is rewritten for each input.
class Rewritten {
  public:
    Rewritten() : file_(make_memory_file("twin").value()) {}
    int with(std::string_view bytes) {
        EXPECT_EQ(ftruncate(file_.get(), 0), 0);
        EXPECT_EQ(lseek(file_.get(), 0, SEEK_SET), 0);
        EXPECT_TRUE(write_all(file_.get(), bytes).ok());
        return file_.get();
    }

  private:
    Fd file_;
};

using Random = std::mt19937_64;

std::string text_from(Random& random, const std::vector<std::string>& alphabet, std::size_t longest) {
    std::string text;
    for (std::size_t count = random() % (longest + 1); count > 0; --count) text += alphabet[random() % alphabet.size()];
    return text;
}

/// A few edits, so that the two files are nearly equal: the interesting case.
std::string edited(Random& random, std::string text, const std::vector<std::string>& alphabet) {
    for (std::size_t edits = random() % 4; edits > 0; --edits) {
        const std::size_t at = random() % (text.size() + 1);
        if (random() % 2 == 0 && at < text.size()) text.erase(at, 1);
        if (random() % 3 != 0) text.insert(at, alphabet[random() % alphabet.size()]);
    }
    return text;
}

void agree(const std::string& id, const std::vector<std::string>& args, const std::vector<std::string>& alphabet,
           int rounds, std::size_t longest = 12) {
    const Comparer comparer = make_comparer(id, args).value();
    Random random(20261130);
    Rewritten output_file, answer_file;
    for (int round = 0; round < rounds; ++round) {
        const std::string answer = text_from(random, alphabet, longest);
        const std::string output =
            round % 4 == 0 ? text_from(random, alphabet, longest) : edited(random, answer, alphabet);
        const std::optional<Kind> expected = twin::kind_of(comparer, output, answer);
        ASSERT_TRUE(expected.has_value()) << id;
        const std::size_t capacity = std::array<std::size_t, 4>{32, 33, 64, 4096}[random() % 4];
        ByteStream output_stream(output_file.with(output), capacity);
        ByteStream answer_stream(answer_file.with(answer), capacity);
        const Found found = comparer.row->run(comparer.options, output_stream, answer_stream);
        ASSERT_EQ(static_cast<int>(found.kind), static_cast<int>(*expected))
            << id << " round " << round << "\noutput: " << visible(output) << "\nanswer: " << visible(answer);
        ASSERT_LE(found.output_offset, output.size());
        ASSERT_LE(found.answer_offset, answer.size());
    }
}

const std::vector<std::string> kSpaces = {"a",  "a",    "b",  "A",   " ",  " ",
                                          "\n", "\r\n", "\r", " \n", "\t", std::string(1, '\0')};
const std::vector<std::string> kNumbers = {"1",  "2",   "0",    ".",   "-",   "+",     "e",    "E5", " ",
                                           "\n", "1.5", "0x1p", "nan", "inf", "1e400", "\r\n", "_"};

constexpr int kRounds = 10'000;

TEST(Twin, BojAgrees) {
    agree("boj", {}, kSpaces, kRounds * 2);
}
TEST(Twin, ExactAgrees) {
    agree("exact", {}, kSpaces, kRounds);
}
TEST(Twin, ExactWithoutCrAgrees) {
    agree("exact", {"ignore_cr"}, kSpaces, kRounds);
}
TEST(Twin, LinesAgree) {
    agree("lines", {}, kSpaces, kRounds);
}
TEST(Twin, TokensAgree) {
    agree("tokens", {}, kSpaces, kRounds);
}
TEST(Twin, FoldedTokensAgree) {
    agree("tokens", {"case_insensitive"}, kSpaces, kRounds);
}
TEST(Twin, KattisAgrees) {
    agree("kattis", {}, kSpaces, kRounds);
}
TEST(Twin, KattisWithSpacesAgrees) {
    agree("kattis", {"space_change_sensitive", "case_sensitive"}, kSpaces, kRounds);
}
TEST(Twin, KattisWithFloatsAgrees) {
    agree("kattis", {"float_tolerance", "0.5"}, kNumbers, kRounds);
}
TEST(Twin, FloatAgrees) {
    agree("float", {"float_absolute_tolerance", "0.5"}, kNumbers, kRounds);
}
TEST(Twin, RelativeFloatAgrees) {
    agree("float", {"float_relative_tolerance", "0.25", "case_insensitive"}, kNumbers, kRounds);
}

TEST(Twin, LongRunsOfDecimalsAgree) {
    const std::vector<std::string> alphabet = {"123.45678901 ",
                                               "123.45678902 ",
                                               "123.45678901\n",
                                               "0.5\n",
                                               "-7.25 ",
                                               "-7.250 ",
                                               ".5 ",
                                               "5. ",
                                               "1e3 ",
                                               "12345678.1234567812345678 ",
                                               "9007199254740993 ",
                                               " ",
                                               "nan ",
                                               "12.5x ",
                                               "-. "};
    agree("float", {"float_absolute_tolerance", "1e-6"}, alphabet, kRounds, 40);
    agree("float", {"float_relative_tolerance", "1"}, alphabet, kRounds, 40);
    agree("kattis", {"float_tolerance", "0.3"}, alphabet, kRounds, 40);
}

const std::vector<std::string> kYesNo = {"YES", "NO", "yes", "No", "Y", " ", " ", "\n", "\n"};
const std::vector<std::string> kIntegers = {
    "1", "2", "0", "-", " ", " ", "\n", "\r\n", "12", "9223372036854775807", "2147483647", "\xEF\xBB\xBF", "x"};
const std::vector<std::string> kCases = {"Case 1: ", "Case 2: ", "Case", " ", "1", "2:", "1 ", "2\n", "\n", "-1 "};

TEST(Twin, UnorderedAgree) {
    agree("unordered-lines", {}, kSpaces, kRounds);
    agree("unordered-tokens", {}, kSpaces, kRounds);
}

TEST(Twin, DmojAgrees) {
    for (const char* id : {"dmoj-standard", "dmoj-identical", "dmoj-easy", "dmoj-sorted", "dmoj-unordered",
                           "dmoj-rstripped", "dmoj-linecount"})
        agree(id, {}, kSpaces, kRounds / 4);
    agree("dmoj-identical", {"pe_allowed"}, kSpaces, kRounds / 4);
    agree("dmoj-sorted", {"split_on", "whitespace"}, kSpaces, kRounds / 4);
    agree("dmoj-rstripped", {"filter_new_line"}, kSpaces, kRounds / 4);
}

TEST(Twin, DmojFloatsAgree) {
    for (const char* id : {"dmoj-floats", "dmoj-floatsabs", "dmoj-floatsrel"}) {
        agree(id, {"precision", "0"}, kNumbers, kRounds / 4);
        agree(id, {"precision", "1"}, kNumbers, kRounds / 4);
    }
}

TEST(Twin, TestlibTokensAndLinesAgree) {
    for (const char* id : {"wcmp", "lcmp", "fcmp"})
        agree(id, {}, {"a", "a", "b", " ", " ", "\n", "\n", "\r\n", "\t", "\v", "\xEF\xBB\xBF"}, kRounds / 2);
}

TEST(Twin, TestlibIntegersAgree) {
    for (const char* id : {"hcmp", "icmp", "ncmp", "uncmp"}) agree(id, {}, kIntegers, kRounds / 2);
}

TEST(Twin, TestlibYesNoAgree) {
    for (const char* id : {"yesno", "nyesno"}) agree(id, {}, kYesNo, kRounds / 2);
}

TEST(Twin, TestlibNumbersAgree) {
    const std::vector<std::string> alphabet = {"1", "2", "0",  ".",        "-",     "e9", "e-7",
                                               " ", " ", "\n", "0.000001", "1e301", "x"};
    for (const char* id : {"rcmp", "acmp", "dcmp", "rcmp4", "rcmp6", "rcmp9", "rncmp"})
        agree(id, {}, alphabet, kRounds / 4);
}

TEST(Twin, TestlibCasesAgree) {
    for (const char* id : {"caseicmp", "casencmp", "casewcmp"}) agree(id, {}, kCases, kRounds / 2);
}

}  // namespace
}  // namespace judge
