#include "history/calibration.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace judge {
namespace {

using std::chrono::milliseconds;

CalibrationPair pair_of(const std::string& what, int here, int there) {
    return {"m1", "boj", "cpp", what, milliseconds(here), milliseconds(there)};
}

TEST(Calibration, ReadsWhatItWrote) {
    const TempDir dir = TempDir::make("calibration 별-").value();
    const std::string path = dir / "state/calibration.json";
    EXPECT_TRUE(read_calibration(path).value().pairs.empty());
    CalibrationFile file;
    add_pair(file, pair_of("a", 100, 200));
    add_pair(file, pair_of("b", 100, 220));
    add_pair(file, pair_of("a", 110, 200));
    file.benchmarks.push_back({"m1", "cpp", "integer", milliseconds(300)});
    ASSERT_TRUE(write_calibration(file, path).ok());
    const CalibrationFile back = read_calibration(path).value();
    ASSERT_EQ(back.pairs.size(), 2u);
    EXPECT_EQ(back.pairs[1].what, "a");
    EXPECT_EQ(back.pairs[1].here, milliseconds(110));
    EXPECT_EQ(back.benchmarks.at(0).cpu, milliseconds(300));
}

TEST(Calibration, RefusesAFileThatIsNotItsOwn) {
    const TempDir dir = TempDir::make("calibration-").value();
    ASSERT_TRUE(write_file_atomically(dir / "c.json", "{\"pairs\": [{\"machine\": \"m\"}]}").ok());
    EXPECT_EQ(read_calibration(dir / "c.json").error().code, ErrorCode::bad_input);
}

TEST(Calibration, ForetellsFromPairsOfTheSameMachineJudgeAndFamily) {
    CalibrationFile file;
    add_pair(file, pair_of("a", 100, 200));
    EXPECT_FALSE(foretell(file, "m1", "boj", "cpp", milliseconds(50)));
    add_pair(file, pair_of("b", 100, 200));
    add_pair(file, pair_of("c", 300, 600));
    const Foretold foretold = foretell(file, "m1", "boj", "cpp", milliseconds(50)).value();
    EXPECT_EQ(foretold.pairs, 3u);
    EXPECT_NEAR(foretold.prediction.seconds, 0.1, 1e-9);
    EXPECT_NEAR(foretold.prediction.high, 0.1, 1e-9);
    EXPECT_EQ(to_text(foretold, "boj"), "about 100 ms on boj (100 ms to 100 ms with 90 %): a prediction from 3 pairs");
    EXPECT_FALSE(foretell(file, "m2", "boj", "cpp", milliseconds(50)));
    EXPECT_FALSE(foretell(file, "m1", "jungol", "cpp", milliseconds(50)));
    EXPECT_FALSE(foretell(file, "m1", "boj", "java", milliseconds(50)));
}

TEST(ReadmeOfBaekjoonHub, HoldsTheTimeThere) {
    EXPECT_EQ(time_of_readme("# [Gold IV] N-Queen - 9663 \n\n### 성능 요약\n\n메모리: 2020 KB, 시간: 4568 ms\n"),
              std::optional<Nanos>(milliseconds(4568)));
    EXPECT_EQ(time_of_readme("메모리: 2020 KB, 시간: 0 ms"), std::nullopt);
    EXPECT_EQ(time_of_readme("시간: 없음"), std::nullopt);
    EXPECT_EQ(time_of_readme("시간: 12"), std::nullopt);
    EXPECT_EQ(time_of_readme(""), std::nullopt);
}

TEST(FolderOfBaekjoonHub, BeginsWithTheNumber) {
    EXPECT_EQ(problem_number_of("9663. N-Queen"), "9663");
    EXPECT_EQ(problem_number_of("9663.\u2005N-Queen"), "9663");
    EXPECT_EQ(problem_number_of("Gold"), "");
    EXPECT_EQ(problem_number_of(". x"), "");
}

}  // namespace
}  // namespace judge
