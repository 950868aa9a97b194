#pragma once

// Who does what next, when several workers judge several submissions. Pure bookkeeping: no threads, clocks or
// processes.
//
// Submissions are taken in order and so are their cases, but as many are under way as there are workers; results are
// handed out in case order by whoever uses this. A case that must be repeated alone waits until no other job runs, then
// runs while nothing else is started.

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace judge {

struct Job {
    enum class Kind { compile, run, run_alone };
    Kind kind = Kind::compile;
    std::size_t task = 0;
    std::size_t case_index = 0;  // of run and run_alone

    bool operator==(const Job&) const = default;
};

class Schedule {
  public:
    /// `case_counts[t]` cases belong to task t.
    explicit Schedule(const std::vector<std::size_t>& case_counts);

    /// A job that may start now, or nothing: then all work is under way, or done, or waits for a repeat to have the
    /// machine alone. `skips(task, case)` says whether a case need not run any more (an earlier one failed); such cases
    /// are passed over for good.
    std::optional<Job> next(const std::function<bool(std::size_t, std::size_t)>& skips);

    /// Reports the end of a job that `next` gave out. `again`: run the same case once more, alone.
    enum class Then { done, again };
    void finished(const Job& job, Then then = Then::done);

    /// The program of `task` is not there (it did not compile): none of its cases runs.
    void abandon(std::size_t task);
    /// Nothing more is started.
    void abandon_all();

    /// No job is under way and none is left.
    bool done() const;

  private:
    struct Task {
        enum class Stage { waiting, compiling, running };
        Stage stage = Stage::waiting;
        std::size_t next_case = 0;
        std::size_t cases = 0;
    };
    std::vector<Task> tasks_;
    std::deque<Job> repeats_;
    std::size_t under_way_ = 0;
    bool alone_ = false;
};

}  // namespace judge
