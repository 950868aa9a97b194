#include "packages/project.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace judge {
namespace {

class Projects : public testing::Test {
  protected:
    void write(const std::string& name, std::string_view content = "") {
        ASSERT_TRUE(write_file_atomically(root() + "/" + name, content).ok());
    }
    std::string root() const { return real_path(dir_.path()).value() + "/내 프로젝트"; }
    TempDir dir_ = TempDir::make("project-").value();
};

TEST_F(Projects, AreFoundByWalkingUp) {
    write("judge.json", R"({"profile": "jungol", "jobs": 3, "template": {}})");
    write("testdata/b10/problem.json", "{}");
    write("testdata/b9/problem.json", "{}");
    write("testdata/notes/readme.txt");
    write("solutions/b9/wrong_answer/x.cpp");
    const Result<Project> project = find_project(root() + "/solutions/b9/wrong_answer");
    ASSERT_TRUE(project.ok()) << project.error().message;
    EXPECT_EQ(project->root, root());
    EXPECT_EQ(project->profile, "jungol");
    EXPECT_EQ(project->jobs, 3);
    EXPECT_EQ(project->problem_ids, (std::vector<std::string>{"b9", "b10"}));
}

TEST_F(Projects, NeedNoSettingsFile) {
    write("testdata/a/problem.json", "{}");
    write("solutions/a/a.cpp");
    EXPECT_EQ(find_project(root()).value().root, root());
}

TEST_F(Projects, WrongSettingsNameTheLine) {
    write("judge.json", "{\n\"jobs\": -1}");
    const Result<Project> project = find_project(root());
    ASSERT_FALSE(project.ok());
    EXPECT_NE(project.error().message.find("judge.json:2"), std::string::npos) << project.error().message;
}

TEST_F(Projects, SubmissionsCarryTheExpectationOfTheirFolder) {
    write("testdata/a/problem.json", "{}");
    write("solutions/a/b.cpp");
    write("solutions/a/wrong_answer/a.cpp");
    write("solutions/a/.hidden.cpp");
    write("solutions/a/accepted/two files/main.cpp");
    write("solutions/a/accepted/two files/part.cpp");
    const Project project = find_project(root()).value();
    const std::vector<Submission> found = list_submissions(project, "a").value();
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].id, "accepted/two files");
    EXPECT_EQ(found[0].files.size(), 2U);
    EXPECT_EQ(found[1].id, "b.cpp");
    EXPECT_EQ(found[1].expected.id, "accepted");
    EXPECT_EQ(found[2].id, "wrong_answer/a.cpp");
    EXPECT_EQ(found[2].expected.id, "wrong_answer");
}

TEST_F(Projects, AMisspelledExpectationIsRefused) {
    write("testdata/a/problem.json", "{}");
    write("solutions/a/wrong-answer/a.cpp");
    const Result<std::vector<Submission>> found = list_submissions(find_project(root()).value(), "a");
    ASSERT_FALSE(found.ok());
    EXPECT_NE(found.error().message.find("'wrong-answer'"), std::string::npos);
    EXPECT_NE(found.error().hint.find("wrong_answer"), std::string::npos);
}

TEST_F(Projects, SolutionsWithoutAProblemAreOrphans) {
    write("testdata/a/problem.json", "{}");
    write("solutions/b/a.cpp");
    EXPECT_EQ(orphaned_solutions(find_project(root()).value()).value(), std::vector<std::string>{"b"});
}

TEST_F(Projects, AFileFromAnywhereTakesTheExpectationOfItsFolder) {
    EXPECT_EQ(submission_of_file("/x/run_time_error/a.py", "p").expected.id, "run_time_error");
    EXPECT_EQ(submission_of_file("/x/run_time_error/a.py", "p").id, "run_time_error/a.py");
    EXPECT_EQ(submission_of_file("/x/a.py", "p").expected.id, "accepted");
}

}  // namespace
}  // namespace judge
