#include "judging/schedule.h"

namespace judge {

Schedule::Schedule(const std::vector<std::size_t>& case_counts) {
    tasks_.resize(case_counts.size());
    for (std::size_t t = 0; t < tasks_.size(); ++t) tasks_[t].cases = case_counts[t];
}

std::optional<Job> Schedule::next(const std::function<bool(std::size_t, std::size_t)>& skips) {
    if (alone_) return std::nullopt;
    if (!repeats_.empty()) {
        if (under_way_ > 0) return std::nullopt;
        const Job job = repeats_.front();
        repeats_.pop_front();
        alone_ = true;
        ++under_way_;
        return job;
    }
    for (std::size_t t = 0; t < tasks_.size(); ++t) {
        Task& task = tasks_[t];
        if (task.stage == Task::Stage::waiting) {
            task.stage = Task::Stage::compiling;
            ++under_way_;
            return Job{Job::Kind::compile, t, 0};
        }
        if (task.stage == Task::Stage::compiling) continue;
        while (task.next_case < task.cases && skips(t, task.next_case)) ++task.next_case;
        if (task.next_case == task.cases) continue;
        ++under_way_;
        return Job{Job::Kind::run, t, task.next_case++};
    }
    return std::nullopt;
}

void Schedule::finished(const Job& job, Then then) {
    --under_way_;
    if (job.kind == Job::Kind::compile) tasks_[job.task].stage = Task::Stage::running;
    if (job.kind == Job::Kind::run_alone) alone_ = false;
    if (then == Then::again) repeats_.push_front({Job::Kind::run_alone, job.task, job.case_index});
}

void Schedule::abandon(std::size_t task) {
    tasks_[task].next_case = tasks_[task].cases;
}

void Schedule::abandon_all() {
    repeats_.clear();
    for (Task& task : tasks_) {
        task.next_case = task.cases;
        if (task.stage == Task::Stage::waiting) task.stage = Task::Stage::running;
    }
}

bool Schedule::done() const {
    if (under_way_ > 0 || !repeats_.empty()) return false;
    for (const Task& task : tasks_)
        if (task.stage != Task::Stage::running || task.next_case < task.cases) return false;
    return true;
}

}  // namespace judge
