#include "judging/checking.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "base/fd.h"
#include "base/hash.h"
#include "testing/court.h"

namespace judge {
namespace {

using Kind = CheckOutcome::Kind;

class Comparisons : public Judging {
  protected:
    std::shared_ptr<const Checking> checking() {
        const Compiler compile = [](const BuildOrder&, Runner&) -> Result<Built> { return Error{}; };
        return Checking::make(std::make_shared<const Problem>(problem_), protocols_, compile, runners_[0]).value();
    }
    Kind kind_of(const Checking& checking, std::size_t index, const std::string& output,
                 const HashedFile* known = nullptr) {
        const Fd file = make_memory_file("output").value();
        EXPECT_TRUE(write_all(file.get(), output).ok());
        const TestCase& test_case = problem_.cases[index];
        CheckFiles files = checking.files_of(test_case, "1");
        files.output_fd = file.get();
        const auto outcome = checking.check(test_case, files, known, runners_[0]).value();
        return outcome ? outcome->kind : Kind::judge_fault;
    }
};

TEST_F(Comparisons, TakeTheFlagsOfProblemGroupAndCase) {
    problem_.checker.compare = "kattis";
    problem_.checker.args = {"float_tolerance", "1e-6"};
    problem_.groups[1].checker_args = {"float_tolerance 0.1"};
    for (const char* name : {"sample/1", "secret/1", "secret/2"}) add_case(name, "", "Half 0.5\n");
    problem_.cases[2].checker_args = {"case_sensitive", "float_tolerance", "0.3"};
    const auto all = checking();
    ASSERT_FALSE(all->broken());
    EXPECT_EQ(kind_of(*all, 0, "half 0.5000001\n"), Kind::accepted);
    EXPECT_EQ(kind_of(*all, 0, "half 0.55\n"), Kind::wrong_answer);
    EXPECT_EQ(kind_of(*all, 1, "half 0.55\n"), Kind::accepted);
    EXPECT_EQ(kind_of(*all, 1, "half 0.75\n"), Kind::wrong_answer);
    EXPECT_EQ(kind_of(*all, 2, "Half 0.75\n"), Kind::accepted);
    EXPECT_EQ(kind_of(*all, 2, "half 0.75\n"), Kind::wrong_answer);
}

TEST_F(Comparisons, ABadFlagOfACaseBreaksTheProblemAndNamesIt) {
    problem_.checker.compare = "tokens";
    problem_.checker.where = "problem.json:3";
    add_case("sample/1", "", "1\n");
    add_case("secret/1", "", "1\n");
    problem_.cases[1].checker_args = {"no_such_flag"};
    const auto all = checking();
    ASSERT_TRUE(all->broken());
    EXPECT_EQ(all->broken()->text,
              "problem.json:3, case 'secret/1': cannot use flag 'no_such_flag' of comparer 'tokens': it has no such "
              "flag");
}

TEST_F(Comparisons, ToleranceMayBeTheGroupsAlone) {
    problem_.checker.compare = "float";
    add_case("secret/1", "", "0.5\n");
    problem_.groups[1].checker_args = {"float_tolerance", "0.1"};
    const auto all = checking();
    ASSERT_FALSE(all->broken());
    EXPECT_EQ(kind_of(*all, 0, "0.45\n"), Kind::accepted);
}

TEST_F(Comparisons, AKnownAnswerIsReadAgainOnlyOnceItsFileChanged) {
    problem_.checker.compare = "tokens";
    add_case("secret/1", "", "7\n");
    const auto all = checking();
    const std::string& path = problem_.cases[0].answer->path;
    HashedFile known;
    known.digest = hash_of("8\n");  // not what the file holds: whether it was read can be told
    known.state = state_of(open_file(path, O_RDONLY)->get()).value();
    EXPECT_EQ(kind_of(*all, 0, "8\n", &known), Kind::accepted);
    EXPECT_EQ(kind_of(*all, 0, "9\n", &known), Kind::wrong_answer);
    ++known.state->changed_ns;
    EXPECT_EQ(kind_of(*all, 0, "8\n", &known), Kind::wrong_answer);
    EXPECT_EQ(kind_of(*all, 0, "7\n", &known), Kind::accepted);
    known.state.reset();
    EXPECT_EQ(kind_of(*all, 0, "8\n", &known), Kind::wrong_answer);
}

}  // namespace
}  // namespace judge
