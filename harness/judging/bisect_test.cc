#include "judging/bisect.h"

#include <gmock/gmock.h>

#include <set>

namespace judge {
namespace {

using testing::ElementsAre;

TEST(Bisect, FindsEveryFirstBadStateInFewProbes) {
    for (std::size_t count = 2; count <= 70; ++count)
        for (std::size_t first_bad = 1; first_bad < count; ++first_bad) {
            std::set<std::size_t> asked;
            const BisectOutcome outcome = bisect(count, [&](std::size_t state) -> Result<Probe> {
                                              EXPECT_TRUE(asked.insert(state).second);
                                              return state >= first_bad ? Probe::bad : Probe::good;
                                          }).value();
            EXPECT_THAT(outcome.suspects, ElementsAre(first_bad));
            EXPECT_LE(outcome.probes, 7u);
        }
}

TEST(Bisect, AsksAroundWhatCannotBeJudged) {
    const BisectOutcome outcome = bisect(9, [](std::size_t state) -> Result<Probe> {
                                      if (state >= 3 && state <= 5) return Probe::skip;
                                      return state >= 5 ? Probe::bad : Probe::good;
                                  }).value();
    EXPECT_THAT(outcome.suspects, ElementsAre(3u, 4u, 5u, 6u));
}

TEST(Bisect, AsksNothingBetweenNeighbours) {
    const BisectOutcome outcome = bisect(2, [](std::size_t) -> Result<Probe> {
                                      return Error{ErrorCode::io, "asked", ""};
                                  }).value();
    EXPECT_THAT(outcome.suspects, ElementsAre(1u));
    EXPECT_EQ(outcome.probes, 0u);
}

TEST(Bisect, EndsWithTheProbesError) {
    EXPECT_EQ(bisect(3,
                     [](std::size_t) -> Result<Probe> {
                         return Error{ErrorCode::interrupted, "stopped", ""};
                     })
                  .error()
                  .message,
              "stopped");
}

}  // namespace
}  // namespace judge
