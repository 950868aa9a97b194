#include "packages/sites.h"

#include <gtest/gtest.h>

#include "packages/baekjoonhub.h"
#include "packages/dmoj.h"
#include "packages/pairs.h"

namespace judge {
namespace {

TEST(Sites, GiveIdsByAddress) {
    EXPECT_EQ(id_from_url("https://www.acmicpc.net/problem/1000"), "boj-1000");
    EXPECT_EQ(id_from_url("https://www.acmicpc.net/contest/problem/45/2"), "boj-contest-45-2");
    EXPECT_EQ(id_from_url("https://jungol.co.kr/problem/1824?cursor=eyJm"), "jungol-1824");
    EXPECT_EQ(id_from_url("https://codeforces.com/contest/4/problem/A"), "codeforces-4-a");
    EXPECT_EQ(id_from_url("https://m1.codeforces.com/problemset/problem/4/A"), "codeforces-4-a");
    EXPECT_EQ(id_from_url("https://atcoder.jp/contests/abc100/tasks/abc100_a"), "atcoder-abc100_a");
    EXPECT_EQ(id_from_url("https://open.kattis.com/problems/different"), "kattis-different");
    EXPECT_EQ(id_from_url("https://oj.example.org/p/77#top"), "example-77");
    EXPECT_EQ(id_from_url("no address"), "");
}

TEST(Sites, GiveAddressesById) {
    for (const char* url : {"https://www.acmicpc.net/problem/1000", "https://jungol.co.kr/problem/1824",
                            "https://codeforces.com/problemset/problem/4/A",
                            "https://atcoder.jp/contests/abc100/tasks/abc100_a", "https://dmoj.ca/problem/aplusb"})
        EXPECT_EQ(url_from_id(id_from_url(url)), url);
    EXPECT_EQ(url_from_id("something"), "");
}

TEST(Sites, KnowANumberAsBojs) {
    EXPECT_EQ(id_from_name("1000"), "boj-1000");
    EXPECT_EQ(id_from_name("BOJ 1000"), "boj-1000");
    EXPECT_EQ(id_from_name("Baekjoon-1000"), "boj-1000");
    EXPECT_EQ(id_from_name("12"), "12");
    EXPECT_EQ(id_from_name("../../etc"), "etc");
    EXPECT_EQ(id_from_name("별 찍기 (1)"), "별-찍기-1");
    EXPECT_EQ(id_from_name("///"), "problem");
}

TEST(BaekjoonHub, ReadsWhatAReadmeSays) {
    const HubReadme readme = parse_hub_readme(
        "# [Gold IV] [쉬움] 합 - 차 - 1234 \n\n[문제 링크](https://www.acmicpc.net/problem/1234) \n\n### 성능 요약\n\n"
        "메모리: 2020 KB, 시간: 4 ms\n\n### 분류\n\nEmpty\n\n시간 제한 | 0.5 초 (추가 시간 없음)\n메모리 제한 | 512 "
        "MB\n");
    EXPECT_EQ(readme.title, "[쉬움] 합 - 차");
    EXPECT_EQ(readme.tier, "Gold IV");
    EXPECT_EQ(readme.time_ms, "4");
    EXPECT_EQ(readme.memory_kb, "2020");
    EXPECT_EQ(readme.limits.cpu_time, std::chrono::milliseconds(500));
    EXPECT_EQ(readme.limits.memory, mib(512));
    EXPECT_FALSE(readme.language_extra);
    EXPECT_EQ(parse_hub_readme("").title, "");
    EXPECT_EQ(parse_hub_readme("# [").title, "");
}

TEST(Dmoj, SeesBatchAndCaseInNames) {
    const auto seen = [](const char* file, const char* word) {
        const std::optional<DmojName> name = dmoj_name(file, word);
        return name ? std::pair(name->batch, name->number) : std::pair(-2, -2);
    };
    EXPECT_EQ(seen("problem.2-3.in", "in"), std::pair(2, 3));
    EXPECT_EQ(seen("problem.3.in", "in"), std::pair(-1, 3));
    EXPECT_EQ(seen("2-3.in", "in"), std::pair(2, 3));
    EXPECT_EQ(seen("task2-3.in", "in"), std::pair(-1, 3));
    EXPECT_EQ(seen("in3.txt", "in"), std::pair(-1, 3));
    EXPECT_EQ(seen("problem.3.out", "in"), std::pair(-2, -2));
    EXPECT_EQ(seen("problem.in", "in"), std::pair(-2, -2));
}

TEST(Pairs, TellInputsFromAnswers) {
    const auto paired = [](const std::vector<std::string>& files) {
        std::string text;
        for (const FilePair& pair : pair_files(files).pairs)
            text += pair.group + "/" + pair.base + "=" + pair.input + "+" + pair.answer + " ";
        return text;
    };
    EXPECT_EQ(paired({"1.in", "1.out"}), "secret/1=1.in+1.out ");
    EXPECT_EQ(paired({"1.IN", "1.OUT"}), "secret/1=1.IN+1.OUT ");
    EXPECT_EQ(paired({"1.in.txt", "1.out.txt"}), "secret/1=1.in.txt+1.out.txt ");
    EXPECT_EQ(paired({"input.txt", "output.txt"}), "secret/1=input.txt+output.txt ");
    EXPECT_EQ(paired({"test_1_input", "test_1_output"}), "secret/test_1=test_1_input+test_1_output ");
    EXPECT_EQ(paired({"in/1.txt", "out/1.txt"}), "secret/1=in/1.txt+out/1.txt ");
    EXPECT_EQ(paired({"in/1.in", "out/1.out"}), "secret/1=in/1.in+out/1.out ");
    EXPECT_EQ(paired({"in-order.in", "in-order.ans"}), "secret/order=in-order.in+in-order.ans ");
    EXPECT_EQ(paired({"a.in", "a.in2", "a.out", "a.out2"}), "secret/a=a.in+a.out secret/a.2=a.in2+a.out2 ");
    EXPECT_EQ(paired({"main.cpp", "README.md"}), "");
}

}  // namespace
}  // namespace judge
