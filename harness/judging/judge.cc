#include "judging/judge.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "base/files.h"
#include "judging/assemble.h"
#include "judging/case.h"
#include "judging/excerpt.h"
#include "judging/reuse.h"
#include "judging/schedule.h"
#include "judging/score.h"
#include "judging/shared_problem.h"
#include "judging/timing.h"

namespace judge {
namespace {

constexpr std::chrono::milliseconds kBetweenWords{20};

// Everything about one task that changes while it is judged. Guarded by Court::mutex_.
struct TaskState {
    const Task* task = nullptr;
    std::shared_ptr<SharedProblem> shared;
    Report report;
    Built built;
    Limits effective;
    std::optional<Progress> progress;
    std::map<std::size_t, Judgement> results;  // by case index: those that ran and are not delivered yet
    std::size_t delivered = 0;                 // cases before this one are in report.cases or skipped
    bool compiled_ok = false;
    std::string reuse_key;
    bool reused = false;
    bool closed = false;  // its SubmissionFinished is in the queue
    std::optional<Error> error;
};

class Court {
  public:
    Court(const std::vector<Task>& tasks, const JudgeOptions& options, const JudgeServices& services)
        : options_(options), services_(services), tasks_(tasks) {}

    Status prepare();
    Result<std::vector<std::shared_ptr<const Report>>> hold();

  private:
    void work(Runner& runner);
    void carry_out(const Job& job, Bench& bench, std::unique_lock<std::mutex>& lock);
    void compile(const Job& job, Bench& bench, std::unique_lock<std::mutex>& lock);
    Result<Built> build(TaskState& state, Bench& bench, std::optional<Error>& problem_failure);
    std::optional<Error> prepare_checking(TaskState& state, Bench& bench);
    std::string key_of(const TaskState& state, const Built& built, const Bench& bench) const;
    bool reuse(TaskState& state);
    void run(const Job& job, Bench& bench, std::unique_lock<std::mutex>& lock);
    Result<std::optional<Slot>> take_slot(Bench& bench);
    void record(const Job& job, Result<Judgement> result);
    void tell(const Event& event);
    void deliver(TaskState& state);
    void close_finished();
    bool can_close(const TaskState& state) const;
    void close(TaskState& state);
    void stop_all(Error error);
    bool is_passed_over(std::size_t task, std::size_t index) const;
    void say(Event event) {
        queue_.push_back(std::move(event));
        if (queue_.size() == 1) heard_.notify_one();
    }
    bool stopping() const { return services_.cancel && services_.cancel->requested(); }

    const JudgeOptions& options_;
    const JudgeServices& services_;
    const std::vector<Task>& tasks_;

    std::mutex mutex_;
    std::condition_variable heard_;  // for the speaker: something is in the queue
    std::condition_variable moved_;  // for workers: the schedule may have a job now
    std::vector<Event> queue_;
    std::vector<std::unique_ptr<TaskState>> states_;
    std::optional<Schedule> schedule_;
    std::size_t closed_ = 0;   // tasks before this one are closed
    std::size_t workers_ = 0;  // still there
    std::optional<Error> fatal_;
    std::vector<std::shared_ptr<const Report>> reports_;
};

Status Court::prepare() {
    std::map<std::string, std::shared_ptr<SharedProblem>> shared;
    std::vector<std::size_t> counts;
    for (const Task& task : tasks_) {
        auto& problem = shared[task.problem->folder];
        if (!problem) problem = std::make_shared<SharedProblem>(with_cases(task.problem, options_.case_glob));
        auto state = std::make_unique<TaskState>();
        state->task = &task;
        state->shared = problem;
        state->progress.emplace(*problem->problem, options_.run_all ? Progress::Wanted::all : Progress::Wanted::enough);
        state->report = start_report({&task, &options_, static_cast<int>(problem->problem->cases.size()), 0});
        counts.push_back(problem->problem->cases.size());
        if (counts.back() == 0) return no_cases(*task.problem, options_.case_glob);
        states_.push_back(std::move(state));
    }
    schedule_.emplace(counts);
    return Done{};
}

Result<std::vector<std::shared_ptr<const Report>>> Court::hold() {
    workers_ = services_.runners.size();
    std::vector<std::thread> threads;
    for (Runner* runner : services_.runners) threads.emplace_back([this, runner] { work(*runner); });
    services_.listener->on(RunStarted{static_cast<int>(tasks_.size()), static_cast<int>(services_.runners.size())});

    std::unique_lock lock(mutex_);
    while (workers_ > 0 || !queue_.empty()) {
        heard_.wait(lock, [this] { return workers_ == 0 || !queue_.empty(); });
        // A thread that wakes for each event takes its time from what is measured.
        heard_.wait_for(lock, kBetweenWords, [this] { return workers_ == 0; });
        const std::vector<Event> events = std::exchange(queue_, {});
        lock.unlock();
        for (const Event& event : events) tell(event);
        lock.lock();
    }
    lock.unlock();
    for (std::thread& thread : threads) thread.join();

    // What was under way when the user said stop is reported as far as it got.
    for (; closed_ < states_.size(); ++closed_) close(*states_[closed_]);
    int as_expected = 0;
    for (const Event& event : queue_) tell(event);
    for (const auto& report : reports_) as_expected += report->as_expected;
    services_.listener->on(RunFinished{static_cast<int>(reports_.size()), as_expected, stopping()});
    if (fatal_) return *fatal_;
    return std::move(reports_);
}

// On the calling thread alone.
void Court::tell(const Event& event) {
    services_.listener->on(event);
    if (const auto* finished = std::get_if<SubmissionFinished>(&event)) reports_.push_back(finished->report);
}

void Court::work(Runner& runner) {
    Result<Bench> bench = Bench::make(runner);
    std::unique_lock lock(mutex_);
    if (!bench) stop_all(bench.error());
    while (bench && !schedule_->done()) {
        if (stopping()) schedule_->abandon_all();
        const std::optional<Job> job =
            schedule_->next([this](std::size_t task, std::size_t index) { return is_passed_over(task, index); });
        close_finished();
        if (job)
            carry_out(*job, *bench, lock);
        else if (!schedule_->done())
            moved_.wait_for(lock, std::chrono::milliseconds(200));
    }
    close_finished();
    --workers_;
    moved_.notify_all();
    heard_.notify_one();
}

void Court::carry_out(const Job& job, Bench& bench, std::unique_lock<std::mutex>& lock) {
    if (job.kind == Job::Kind::compile)
        compile(job, bench, lock);
    else
        run(job, bench, lock);
    close_finished();
    moved_.notify_all();
}

// The same as last time, if it is free: the box stays where its caches are warm.
Result<std::optional<Slot>> Court::take_slot(Bench& bench) {
    if (!services_.slots) return std::optional<Slot>();
    JUDGE_ASSIGN(slot, services_.slots->acquire(*services_.cancel, bench.processor));
    bench.processor = slot.processor();
    return std::optional<Slot>(std::move(slot));
}

// The program of a submission and, where it is the first to need it, what its problem brings. Without the lock.
Result<Built> Court::build(TaskState& state, Bench& bench, std::optional<Error>& problem_failure) {
    BuildOrder order;
    order.submission = state.task->submission;
    order.profile_id = state.report.profile;
    order.file_access = state.shared->problem->file_access ? FileAccess::allowed : FileAccess::refused;
    order.repair = options_.repair;
    JUDGE_ASSIGN(slot, take_slot(bench));
    JUDGE_ASSIGN(built, services_.compile(order, *bench.runner));
    if (!built.outcome.ok) return built;
    const std::lock_guard preparing(state.shared->mutex);
    if (!state.shared->checking) problem_failure = prepare_checking(state, bench);
    if (!problem_failure) state.reuse_key = key_of(state, built, bench);
    return built;
}

std::optional<Error> Court::prepare_checking(TaskState& state, Bench& bench) {
    Result<std::shared_ptr<const Checking>> made =
        Checking::make(state.shared->problem, *services_.protocols, services_.compile, *bench.runner);
    if (!made) return made.error();
    state.shared->checking = *made;
    return std::nullopt;
}

std::string Court::key_of(const TaskState& state, const Built& built, const Bench& bench) const {
    if (options_.harness_build.empty() || state.shared->checking->broken()) return "";
    ReuseFacts facts;
    facts.problem = state.shared->problem.get();
    facts.program_key = built.outcome.executable.key;
    facts.profile_id = state.report.profile;
    facts.effective = effective_limits(facts.problem->limits, *built.language, *built.profile,
                                       facts.problem->language_extra ? LanguageExtra::yes : LanguageExtra::no);
    facts.checking = state.shared->checking->identity();
    facts.harness_build = options_.harness_build;
    facts.machine = options_.machine.fingerprint;
    facts.run_all = options_.run_all;
    facts.counting = options_.counting ? options_.counting->identity() : "";
    return reuse_key(facts, bench.runner->containment(),
                     [&](std::size_t index) -> const CaseFiles& { return state.shared->files_of_locked(index); });
}

void Court::compile(const Job& job, Bench& bench, std::unique_lock<std::mutex>& lock) {
    TaskState& state = *states_[job.task];
    const Submission& submission = state.task->submission;
    state.report.started_unix_ns = services_.unix_now_ns();
    say(SubmissionStarted{state.report.problem_id, submission.id, state.report.cases_total});
    say(CompileStarted{state.report.problem_id, submission.id, submission.language_id});
    lock.unlock();

    std::optional<Error> failure;
    Result<Built> built = build(state, bench, failure);
    lock.lock();

    state.report.containment = bench.runner->containment();
    if (built) {
        state.built = *std::move(built);
        state.compiled_ok = state.built.outcome.ok;
        const Problem& problem = *state.shared->problem;
        state.effective = effective_limits(problem.limits, *state.built.language, *state.built.profile,
                                           problem.language_extra ? LanguageExtra::yes : LanguageExtra::no);
        add_build(state.report, state.built.outcome, state.effective);
        say(CompileFinished{state.report.problem_id, submission.id, state.built.outcome.build, state.compiled_ok});
    } else {
        failure = built.error();
    }
    if (failure) {
        state.compiled_ok = false;
        state.error = failure;
        if (failure->code == ErrorCode::sandbox || failure->code == ErrorCode::io) stop_all(*failure);
    }
    if (!state.compiled_ok || reuse(state))
        schedule_->abandon(job.task);
    else
        state.report.cases.reserve(state.shared->problem->cases.size());
    schedule_->finished(job);
}

// Takes an earlier judgement of the very same thing, if there is one.
bool Court::reuse(TaskState& state) {
    if (!services_.find_earlier || state.reuse_key.empty()) return false;
    std::optional<Report> earlier = services_.find_earlier(state.reuse_key);
    if (!earlier) return false;
    adopt_judgement(state.report, *std::move(earlier));
    state.reused = true;
    return true;
}

void Court::run(const Job& job, Bench& bench, std::unique_lock<std::mutex>& lock) {
    TaskState& state = *states_[job.task];
    const Problem& problem = *state.shared->problem;
    const TestCase& test_case = problem.cases[job.case_index];
    if (job.kind == Job::Kind::run) say(CaseStarted{problem.id, state.task->submission.id, test_case.name});

    CaseRequest request;
    request.checking = state.shared->checking.get();
    request.test_case = &test_case;
    request.program = &state.built.outcome.executable;
    request.submission_id = state.task->submission.id;
    request.family = state.built.language->family;
    request.limits = limits_of_case(state.effective, problem, test_case);
    // A repeat is about time alone; the count of the first run stays.
    if (options_.counting && job.kind == Job::Kind::run) request.counting = &*options_.counting;
    request.exclusive = job.kind == Job::Kind::run_alone;
    lock.unlock();

    request.files = &state.shared->files_of(job.case_index);
    Result<Judgement> result = Error{};
    {
        const Result<std::optional<Slot>> slot = take_slot(bench);
        if (slot) {
            if (*slot) request.cpu = (*slot)->processor();
            result = run_case(request, bench);
        } else {
            result = slot.error();
        }
    }
    lock.lock();
    record(job, std::move(result));
}

// A repeat joins its readings to those of the first run; the judgement of the reading that counts stands.
void Court::record(const Job& job, Result<Judgement> result) {
    TaskState& state = *states_[job.task];
    if (!result) {
        if (result.error().code == ErrorCode::interrupted) {
            state.results.erase(job.case_index);
            schedule_->abandon_all();
        } else {
            stop_all(result.error());
        }
        schedule_->finished(job);
        return;
    }
    if (job.case_index < state.delivered) {  // an earlier failure made it superfluous while it ran
        schedule_->finished(job);
        return;
    }
    Judgement& kept = state.results[job.case_index];  // of its first run, if this is a repeat
    if (result->readings.empty()) {                   // the jury's fault: nothing ran
        kept = *std::move(result);
        schedule_->finished(job);
        deliver(state);
        return;
    }
    std::vector<Reading> readings = std::move(kept.readings);
    readings.push_back(result->readings.front());
    const std::size_t counted = counted_reading(readings);
    if (counted + 1 == readings.size()) {
        const std::optional<std::uint64_t> instructions = readings.front().usage.instructions;
        const std::string meter = readings.front().usage.meter.instructions;
        kept = *std::move(result);
        kept.usage.instructions = instructions;
        kept.usage.meter.instructions = meter;
    }
    for (std::size_t i = 0; i < readings.size(); ++i) readings[i].counted = i == counted;
    kept.readings = std::move(readings);
    const bool again = needs_repeat(kept.readings, kept.limits) && !stopping();
    schedule_->finished(job, again ? Schedule::Then::again : Schedule::Then::done);
    if (again) return;
    if (std::optional<Finding> confidence = time_confidence(kept.readings, kept.limits))
        kept.findings.push_back(*confidence);
    deliver(state);
}

bool Court::is_passed_over(std::size_t task, std::size_t index) const {
    const TaskState& state = *states_[task];
    return index < state.delivered || state.progress->will_be_skipped(index);
}

// Hands out results in case order; what an earlier failure made superfluous is dropped though it may have run.
void Court::deliver(TaskState& state) {
    const Problem& problem = *state.shared->problem;
    const int total = static_cast<int>(problem.cases.size());
    for (; state.delivered < problem.cases.size(); ++state.delivered) {
        const auto ran = state.results.find(state.delivered);
        if (!state.progress->is_skipped(state.delivered)) {
            // A case that is to be repeated is known but not settled.
            if (ran == state.results.end() || needs_repeat(ran->second.readings, ran->second.limits)) return;
            state.progress->add(ran->second);
            state.report.cases.push_back(std::move(ran->second));
            say(CaseFinished{problem.id, state.task->submission.id, state.report.cases.back(),
                             static_cast<int>(state.delivered) + 1, total});
        }
        if (ran != state.results.end()) state.results.erase(ran);
    }
}

bool Court::can_close(const TaskState& state) const {
    if (state.error || state.reused) return true;
    if (!state.compiled_ok) return state.report.verdict == Verdict::compile_error;
    return state.delivered == state.shared->problem->cases.size();
}

void Court::close_finished() {
    for (; closed_ < states_.size() && can_close(*states_[closed_]); ++closed_) close(*states_[closed_]);
}

void Court::close(TaskState& state) {
    if (state.closed) return;
    state.closed = true;
    Report& report = state.report;
    report.interrupted = stopping() && !can_close(state);
    if (state.reused) {
        report.as_expected = is_as_expected(report);
        say(SubmissionFinished{std::make_shared<const Report>(std::move(report))});
        return;
    }
    if (state.compiled_ok) deliver(state);
    if (state.error) {
        report.verdict = Verdict::not_judged;
        report.reason = state.error->code == ErrorCode::tool_missing ? "compiler absent" : "not judged";
        const char* code = state.error->code == ErrorCode::tool_missing ? "tool-missing" : "not-judged";
        report.findings.push_back({Severity::error, code, state.error->message, state.error->hint});
    }
    if (state.shared->checking && state.shared->checking->broken())
        report.findings.push_back(*state.shared->checking->broken());
    if (report.started_unix_ns == 0) report.started_unix_ns = services_.unix_now_ns();
    finish_report(report, *state.shared->problem, services_.unix_now_ns());
    if (!report.cases.empty()) report.content_key = state.reuse_key;
    if (is_reusable(report)) report.reuse_key = state.reuse_key;
    say(SubmissionFinished{std::make_shared<const Report>(std::move(report))});
}

// The machine failed, not a submission: nothing more is started, and the call ends with this error.
void Court::stop_all(Error error) {
    if (!fatal_ && error.code != ErrorCode::interrupted) fatal_ = std::move(error);
    schedule_->abandon_all();
    moved_.notify_all();
}

}  // namespace

Result<std::vector<std::shared_ptr<const Report>>> judge(const std::vector<Task>& tasks, const JudgeOptions& options,
                                                         const JudgeServices& services) {
    if (tasks.empty())
        return Error{ErrorCode::usage, "cannot judge anything: there are no submissions",
                     "judge list shows what there is"};
    Court court(tasks, options, services);
    JUDGE_TRY(court.prepare());
    return court.hold();
}

}  // namespace judge
