#pragma once

// Judging as every command does it: with the live display, and every judgement kept in the history.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/context.h"
#include "commands/deliver.h"
#include "commands/record.h"
#include "commands/targets.h"
#include "commands/workbench.h"
#include "judging/judge.h"
#include "report/live.h"

namespace CLI {
class App;
}

namespace judge {

using Reports = std::vector<std::shared_ptr<const Report>>;

/// The progress on standard error; still where that is no terminal, and quiet where `destinations` take the output.
std::unique_ptr<LiveDisplay> make_display(const Context& context, const std::vector<Destination>& destinations);

/// The options that hold for every command: this version, this machine, this project.
JudgeOptions judge_options(const Context& context, const Project& project);

/// What is judged, under what, on what: the flags that `judge run` and `judge watch` share.
struct JudgingFlags {
    TargetRequest targets;
    WorkbenchOptions bench;
    std::string profile, case_glob;
    bool all = false;
};

/// Adds them to `command`, which keeps `flags` alive.
void add_judging_flags(CLI::App& command, JudgingFlags& flags);

/// judge_options, as the flags want them.
JudgeOptions judge_options(const JudgingFlags& flags, const Context& context, const Project& project);

/// What --count asks for: nothing for "", instructions. Errors: usage - any other word.
Result<std::optional<Counting>> counting_of(const std::string& word, const Context& context);

std::vector<Task> tasks_of(std::vector<Target> targets);

/// Where judgements are kept, opened once a command.
class Archive {
  public:
    /// Errors: those of History::open.
    static Result<std::unique_ptr<Archive>> open(const Context& context, const Project& project);

    History& history() { return history_; }
    /// The newest judgement that may stand for this key, if any.
    std::optional<Report> earlier(const std::string& key) { return judge::earlier(history_, key, mutex_); }

    /// Stores from now on without the state of the tree: for whoever judges while it changes.
    void leave_out_commit() { facts_ = {}; }

    struct Order {
        std::vector<Task> tasks;
        JudgeOptions options;
        /// Says which earlier judgement may stand; empty: all are judged anew.
        std::function<std::optional<Report>(const std::string& key)> find_earlier;
    };
    /// Judges and stores. What cannot be stored is said on standard error. Errors: those of judge().
    Result<Reports> judge(const Order& order, Workbench& bench, Listener& display);

  private:
    Archive(const Context& context, History history, RunFacts facts)
        : context_(context), history_(std::move(history)), facts_(std::move(facts)) {}
    const Context& context_;
    History history_;
    RunFacts facts_;
    std::mutex mutex_;  // one History is not for several threads at once
};

}  // namespace judge
