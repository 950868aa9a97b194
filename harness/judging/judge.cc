#include "judging/judge.h"

#include <condition_variable>
#include <deque>
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

// Everything about one task that changes while it is judged. Guarded by Court::mutex_.
struct TaskState {
    const Task* task = nullptr;
    std::shared_ptr<SharedProblem> shared;
    Report report;
    Built built;
    Limits effective;
    std::vector<std::optional<Judgement>> results;  // by case index, where known
    std::vector<bool> skipped;
    std::size_t delivered = 0;  // cases before this one are in report.cases or skipped
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
    Result<std::optional<Slot>> take_slot();
    void record(const Job& job, Result<Judgement> result);
    void deliver(TaskState& state);
    void close_finished();
    bool can_close(const TaskState& state) const;
    void close(TaskState& state);
    void stop_all(Error error);
    bool is_skipped_now(std::size_t task, std::size_t index);
    void say(Event event) {
        queue_.push_back(std::move(event));
        heard_.notify_one();
    }
    bool stopping() const { return services_.cancel && services_.cancel->requested(); }

    const JudgeOptions& options_;
    const JudgeServices& services_;
    const std::vector<Task>& tasks_;

    std::mutex mutex_;
    std::condition_variable heard_;  // for the speaker: something is in the queue
    std::condition_variable moved_;  // for workers: the schedule may have a job now
    std::deque<Event> queue_;
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
        if (!problem) {
            problem = std::make_shared<SharedProblem>();
            problem->problem = with_cases(task.problem, options_.case_glob);
        }
        auto state = std::make_unique<TaskState>();
        state->task = &task;
        state->shared = problem;
        state->results.resize(problem->problem->cases.size());
        state->skipped.resize(problem->problem->cases.size());
        state->report = start_report({&task, &options_, static_cast<int>(problem->problem->cases.size()), 0});
        counts.push_back(problem->problem->cases.size());
        if (counts.back() == 0)
            return Error{ErrorCode::usage,
                         options_.case_glob.empty()
                             ? "cannot judge '" + task.problem->id + "': it has 0 tests"
                             : "cannot judge '" + task.problem->id + "': 0 tests match '" + options_.case_glob + "'",
                         options_.case_glob.empty() ? "add " + task.problem->folder + "/secret/1.in and 1.ans"
                                                    : "names look like 'sample/1'; judge list --cases shows them"};
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
        while (!queue_.empty()) {
            const Event event = std::move(queue_.front());
            queue_.pop_front();
            lock.unlock();
            services_.listener->on(event);
            if (const auto* finished = std::get_if<SubmissionFinished>(&event)) reports_.push_back(finished->report);
            lock.lock();
        }
    }
    lock.unlock();
    for (std::thread& thread : threads) thread.join();

    // What was under way when the user said stop is reported as far as it got.
    for (; closed_ < states_.size(); ++closed_) close(*states_[closed_]);
    int as_expected = 0;
    for (const Event& event : queue_) {
        services_.listener->on(event);
        if (const auto* finished = std::get_if<SubmissionFinished>(&event)) reports_.push_back(finished->report);
    }
    for (const auto& report : reports_) as_expected += report->as_expected;
    services_.listener->on(RunFinished{static_cast<int>(reports_.size()), as_expected, stopping()});
    if (fatal_) return *fatal_;
    return std::move(reports_);
}

void Court::work(Runner& runner) {
    Result<Bench> bench = Bench::make(runner);
    std::unique_lock lock(mutex_);
    if (!bench) stop_all(bench.error());
    while (bench && !schedule_->done()) {
        if (stopping()) schedule_->abandon_all();
        const std::optional<Job> job =
            schedule_->next([this](std::size_t task, std::size_t index) { return is_skipped_now(task, index); });
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

Result<std::optional<Slot>> Court::take_slot() {
    if (!services_.slots) return std::optional<Slot>();
    JUDGE_ASSIGN(slot, services_.slots->acquire(*services_.cancel));
    return std::optional<Slot>(std::move(slot));
}

// The program of a submission and, where it is the first to need it, what its problem brings. Without the lock.
Result<Built> Court::build(TaskState& state, Bench& bench, std::optional<Error>& problem_failure) {
    BuildOrder order;
    order.submission = state.task->submission;
    order.profile_id = state.report.profile;
    order.file_access = state.shared->problem->file_access ? FileAccess::allowed : FileAccess::refused;
    order.repair = options_.repair;
    JUDGE_ASSIGN(slot, take_slot());
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
                     [&](const std::string& path) { return state.shared->hashed_locked(path).digest; });
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
    if (!state.compiled_ok || reuse(state)) schedule_->abandon(job.task);
    schedule_->finished(job);
}

// Takes an earlier judgement of the very same thing, if there is one.
bool Court::reuse(TaskState& state) {
    if (!services_.find_earlier || state.reuse_key.empty()) return false;
    std::optional<Report> earlier = services_.find_earlier(state.reuse_key);
    if (!earlier) return false;
    earlier->reused = true;
    earlier->submission_id = state.report.submission_id;
    earlier->expected = state.report.expected;
    earlier->started_unix_ns = state.report.started_unix_ns;
    state.report = *std::move(earlier);
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

    const std::string input_digest = state.shared->hashed(test_case.input.path).digest;
    const HashedFile answer = test_case.answer ? state.shared->hashed(test_case.answer->path) : HashedFile{};
    request.known_answer = &answer;
    Result<Judgement> result = Error{};
    {
        const Result<std::optional<Slot>> slot = take_slot();
        if (slot) {
            if (*slot) request.cpu = (*slot)->processor();
            result = run_case(request, bench);
        } else {
            result = slot.error();
        }
    }
    if (result) {
        result->input_digest = input_digest;
        result->answer_digest = answer.digest;
    }
    lock.lock();
    record(job, std::move(result));
}

// A repeat joins its readings to those of the first run; the judgement of the reading that counts stands.
void Court::record(const Job& job, Result<Judgement> result) {
    TaskState& state = *states_[job.task];
    std::optional<Judgement>& slot = state.results[job.case_index];
    if (!result) {
        if (result.error().code == ErrorCode::interrupted) {
            slot.reset();
            schedule_->abandon_all();
        } else {
            stop_all(result.error());
        }
        schedule_->finished(job);
        return;
    }
    if (result->readings.empty()) {  // the jury's fault: nothing ran
        slot = *std::move(result);
        schedule_->finished(job);
        deliver(state);
        return;
    }
    std::vector<Reading> readings = slot ? slot->readings : std::vector<Reading>{};
    readings.push_back(result->readings.front());
    const std::size_t counted = counted_reading(readings);
    if (counted + 1 == readings.size()) {
        const std::optional<std::uint64_t> instructions = readings.front().usage.instructions;
        const std::string meter = readings.front().usage.meter.instructions;
        slot = *std::move(result);
        slot->usage.instructions = instructions;
        slot->usage.meter.instructions = meter;
    }
    for (std::size_t i = 0; i < readings.size(); ++i) readings[i].counted = i == counted;
    slot->readings = readings;
    const bool again = needs_repeat(readings, slot->limits) && !stopping();
    schedule_->finished(job, again ? Schedule::Then::again : Schedule::Then::done);
    if (again) return;
    if (std::optional<Finding> confidence = time_confidence(readings, slot->limits))
        slot->findings.push_back(*confidence);
    deliver(state);
}

bool Court::is_skipped_now(std::size_t task, std::size_t index) {
    TaskState& state = *states_[task];
    if (is_skipped(*state.shared->problem, index, state.report.cases, options_.run_all)) state.skipped[index] = true;
    return state.skipped[index];
}

// Hands out results in case order; what an earlier failure made superfluous is dropped though it may have run.
void Court::deliver(TaskState& state) {
    const Problem& problem = *state.shared->problem;
    for (; state.delivered < state.results.size(); ++state.delivered) {
        const std::size_t index = state.delivered;
        if (state.skipped[index] || is_skipped(problem, index, state.report.cases, options_.run_all)) {
            state.skipped[index] = true;
            continue;
        }
        // A case that is to be repeated is known but not settled.
        if (!state.results[index] || needs_repeat(state.results[index]->readings, state.results[index]->limits)) return;
        state.report.cases.push_back(*state.results[index]);
        say(CaseFinished{problem.id, state.task->submission.id, *state.results[index], static_cast<int>(index) + 1,
                         static_cast<int>(state.results.size())});
    }
}

bool Court::can_close(const TaskState& state) const {
    if (state.error || state.reused) return true;
    if (!state.compiled_ok) return state.report.verdict == Verdict::compile_error;
    return state.delivered == state.results.size();
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
