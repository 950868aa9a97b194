#pragma once

// One problem with cases on disk, programs that are functions, two workers: what the tests of judge() share.

#include <gtest/gtest.h>

#include <map>

#include "base/files.h"
#include "checker/protocol.h"
#include "judging/judge.h"
#include "testing/fake_runner.h"

namespace judge {

using std::chrono::milliseconds;
using std::chrono::seconds;

class Recorder : public Listener {
  public:
    void on(const Event& event) override { events.push_back(event); }
    std::vector<std::string> finished_cases() const {
        std::vector<std::string> names;
        for (const Event& event : events)
            if (const auto* finished = std::get_if<CaseFinished>(&event))
                names.push_back(finished->judgement.case_name);
        return names;
    }
    std::vector<Event> events;
};

class Judging : public testing::Test {
  protected:
    void SetUp() override {
        protocols_ = built_in_protocols().value();
        language_.id = "cpp17";
        language_.family = "cpp";
        profile_.id = "boj";
        problem_.id = "sum";
        problem_.folder = dir_.path();
        problem_.limits.cpu_time = seconds(1);
        problem_.limits.memory = mib(256);
        for (const char* name : {"sample", "secret"}) {
            Group group;
            group.name = name;
            problem_.groups.push_back(group);
        }
    }

    void add_case(const std::string& name, const std::string& input, std::optional<std::string> answer) {
        TestCase test_case;
        test_case.name = name;
        test_case.group = name.substr(0, name.find('/'));
        test_case.input.path = dir_ / (name + ".in");
        ASSERT_TRUE(write_file_atomically(test_case.input.path, input).ok());
        if (answer) {
            test_case.answer = DataFile{dir_ / (name + ".ans")};
            ASSERT_TRUE(write_file_atomically(test_case.answer->path, *answer).ok());
        }
        problem_.cases.push_back(test_case);
    }

    // A submission called `name` whose program is `program`, on every runner.
    void add_submission(const std::string& name, const FakeRunner::Program& program) {
        Submission submission;
        submission.id = name;
        submission.problem_id = problem_.id;
        submission.files = {dir_ / name};
        ASSERT_TRUE(write_file_atomically(submission.files[0], "source of " + name).ok());
        submissions_.push_back(submission);
        for (FakeRunner& runner : runners_) runner.programs["/bin/" + name] = program;
    }

    Result<std::vector<std::shared_ptr<const Report>>> judge_all() {
        const auto problem = std::make_shared<const Problem>(problem_);
        tasks_.clear();
        for (const Submission& submission : submissions_) tasks_.push_back({problem, submission});
        JudgeServices services;
        services.compile = [this](const BuildOrder& order, Runner&) -> Result<Built> {
            Built built;
            built.language = &language_;
            built.profile = &profile_;
            built.outcome.ok = broken_.empty() || order.submission.id != broken_;
            if (!built.outcome.ok) built.outcome.reason = "expected ';'";
            built.outcome.executable.argv = {"/bin/" + std::string(file_name(order.submission.files.at(0)))};
            if (order.submission.id == absent_)
                return Error{ErrorCode::tool_missing, "cannot find 'kotlinc'", "apt-get install kotlin"};
            return built;
        };
        services.protocols = &protocols_;
        for (std::size_t i = 0; i < workers_; ++i) services.runners.push_back(&runners_[i]);
        services.listener = &recorder_;
        services.cancel = &cancel_;
        services.unix_now_ns = [] { return std::int64_t{1'000'000'000}; };
        services.find_earlier = [this](const std::string& key) -> std::optional<Report> {
            const auto found = earlier_.find(key);
            return found == earlier_.end() ? std::nullopt : std::optional(found->second);
        };
        return judge(tasks_, options_, services);
    }

    std::shared_ptr<const Report> judge_one() {
        const auto reports = judge_all();
        EXPECT_TRUE(reports.ok()) << reports.error().message;
        return reports.value().at(0);
    }

    TempDir dir_ = TempDir::make("judging-").value();
    Problem problem_;
    std::vector<Submission> submissions_;
    std::vector<Task> tasks_;
    JudgeOptions options_;
    Protocols protocols_;
    Language language_;
    Profile profile_;
    FakeRunner runners_[2];
    std::size_t workers_ = 2;
    Recorder recorder_;
    Cancel cancel_;
    std::map<std::string, Report> earlier_;
    std::string broken_, absent_ = "nothing";
};

inline FakeResult echo(const FakeRun& run) {
    FakeResult result;
    result.output = run.input;
    result.cpu = milliseconds(3);
    return result;
}

inline FakeRunner::Program takes(Nanos cpu) {
    return [cpu](const FakeRun& run) {
        FakeResult result = echo(run);
        result.cpu = cpu;
        return result;
    };
}

}  // namespace judge
