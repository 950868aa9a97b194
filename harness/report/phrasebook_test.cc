#include "report/phrasebook.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

TEST(Phrasebook, TranslatesWhatIsPutInUnlessItIsQuoted) {
    const Phrasebook book;
    EXPECT_EQ(book.korean("cannot open 'a b': No such file or directory").text,
              "'a b' 파일을 열 수 없습니다: 그런 파일이나 폴더가 없습니다");
    EXPECT_EQ(book.korean("cannot open 'update judge': Frobnication").text,
              "'update judge' 파일을 열 수 없습니다: Frobnication");
    EXPECT_EQ(book.korean("cannot open 'x': Frobnication").unknown, std::vector<std::string>{"Frobnication"});
}

TEST(Phrasebook, LeavesTheWordsOfOthersAlone) {
    const Phrasebook book;
    EXPECT_EQ(book.korean("quite unheard of\nupdate judge").text, "quite unheard of\nupdate judge");
    EXPECT_EQ(book.korean("update judge\nupdate judge").text, "judge를 새 버전으로 바꾸세요\nupdate judge");
}

TEST(Phrasebook, PutsArgumentsWhereKoreanWantsThem) {
    EXPECT_EQ(Phrasebook().korean("3 of 7 lines are right").text, "7줄 중 3줄이 맞았습니다");
}

TEST(Phrasebook, TakesTheEntryThatFitsMost) {
    EXPECT_EQ(Phrasebook().korean("cases 'a' and 'b' have the same input and other answers").text,
              "'a'와 'b' 데이터는 입력이 같은데 정답이 다릅니다");
}

}  // namespace
}  // namespace judge
