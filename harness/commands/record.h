#pragma once

// Where judgements are kept: the project's history, and the facts that are stored beside a Report.

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "commands/context.h"
#include "history/history.h"
#include "model/event.h"
#include "packages/project.h"

namespace judge {

/// `.judge/history.db` beside the project's judge.json; outside of a project, or where that may not be written, in the
/// user's state folder. Errors: those of History::open.
Result<History> open_history(const Context& context, const Project& project);

/// Commit and cleanliness of the project's tree; empty outside of git or without git installed.
RunFacts facts_of_tree(const Context& context, const Project& project);

/// What `git <words>` prints in `folder`, without its last newline; nothing where that fails.
std::optional<std::string> git_output(const Context& context, const std::string& folder,
                                      const std::vector<std::string>& words);

/// Stores each report as it is finished: what was judged before a kill is kept. Interrupted ones are not stored, and
/// reused ones only where the history knows them under another name.
class Recorder : public Listener {
  public:
    /// `mutex` guards `history`, which others ask meanwhile.
    Recorder(History& history, RunFacts facts, std::mutex& mutex)
        : history_(history), facts_(std::move(facts)), mutex_(mutex) {}
    void on(const Event& event) override;
    /// Notes that all of them were judged together. Called once, after the last event.
    void finish(std::int64_t started_unix_ns);
    /// The first thing that could not be stored, if any.
    const std::optional<Error>& failure() const { return failure_; }

  private:
    Result<std::int64_t> store(const Report& report);

    History& history_;
    RunFacts facts_;
    std::mutex& mutex_;
    std::vector<std::int64_t> stored_;  // the rows of the reports so far
    std::optional<Error> failure_;
};

/// The newest stored report with this reuse key. What cannot be read counts as absent: the submission then runs.
std::optional<Report> earlier(History& history, const std::string& reuse_key, std::mutex& mutex);

/// Hands every event to each of several listeners, in their order.
class Listeners : public Listener {
  public:
    explicit Listeners(std::vector<Listener*> all) : all_(std::move(all)) {}
    void on(const Event& event) override {
        for (Listener* listener : all_) listener->on(event);
    }

  private:
    std::vector<Listener*> all_;
};

/// A hash of this program's file, for the reuse of judgements; empty if it cannot be read.
std::string build_digest(const Context& context);

}  // namespace judge
