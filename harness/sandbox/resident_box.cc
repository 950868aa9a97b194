#include "sandbox/resident_box.h"

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/files.h"
#include "sandbox/leftovers.h"
#include "sandbox/remedies.h"

namespace judge {

// Keeps the calling thread on the processor of a run for as long as this lives, so that the two take turns there: to
// wake another, idle processor for every step costs more than a short run.
class Beside {
  public:
    explicit Beside(std::uint32_t cpu) {
        if (cpu >= CPU_SETSIZE || ::sched_getaffinity(0, sizeof(before_), &before_) != 0) return;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        bound_ = ::sched_setaffinity(0, sizeof(one), &one) == 0;
    }
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;
    ~Beside() { leave(); }
    /// A run that lasts is better looked after from elsewhere.
    void leave() {
        if (bound_) ::sched_setaffinity(0, sizeof(before_), &before_);
        bound_ = false;
    }

  private:
    cpu_set_t before_;
    bool bound_ = false;
};

namespace {

using Clock = std::chrono::steady_clock;

constexpr Bytes kErrHead = kib(4);
constexpr std::chrono::seconds kPatience{15};  // beyond the wall limit, until the box is taken for hung
constexpr std::chrono::hours kOwnWall{1};
constexpr std::chrono::milliseconds kShort{5};  // of a run: what it costs to start it still shows

std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last = 0;  // the boxes of one process need different names
    return ++last;
}

Nanos monotonic_now() {
    return Clock::now().time_since_epoch();
}

Bytes file_size(int fd) {
    struct stat st = {};
    if (fd < 0 || ::fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) return {};
    return {static_cast<std::uint64_t>(st.st_size)};
}

Bytes growth(int fd, Bytes before) {
    const Bytes now = file_size(fd);
    return {now > before ? now.count - before.count : 0};
}

}  // namespace

Result<std::unique_ptr<ResidentBox>> ResidentBox::start(const BoxOptions& options, const CgroupPlaces& places) {
    std::unique_ptr<ResidentBox> box(new ResidentBox);
    box->options_ = options;
    box->places_ = places;
    if (options.force_off.contains("cgroups")) {
        box->places_ = CgroupPlaces{};
        box->places_.why_not = "turned off";
    }
    if (options.scratch_parent.empty()) box->options_.scratch_parent = "/tmp";
    box->namespaces_ = !options.force_off.contains("namespaces");
    if (!box->namespaces_) box->facts_.why_no_namespaces = "turned off";
    JUDGE_ASSIGN(input, InputFile::make());
    JUDGE_ASSIGN(out, OutputFile::make());
    JUDGE_ASSIGN(err, OutputFile::make());
    box->input_ = std::move(input);
    box->out_ = std::move(out);
    box->err_ = std::move(err);
    JUDGE_TRY(box->start_box());
    return box;
}

ResidentBox::~ResidentBox() {
    take_down();
}

void ResidentBox::take_down() {
    box_.reset();
    if (!folder_.empty()) [[maybe_unused]]
        const Status removed = remove_tree(folder_);
    folder_.clear();
}

Status ResidentBox::start_box() {
    take_down();
    number_ = next_number();
    folder_ = join_path(options_.scratch_parent, box_folder_name(number_));
    JUDGE_TRY(make_directories(folder_, 0711));
    JUDGE_TRY(make_directories(join_path(folder_, "root")));
    JUDGE_TRY(make_directories(join_path(folder_, "scratch")));
    BoxPlan plan;
    plan.program = options_.box_program;
    plan.folder = folder_;
    plan.group = fmt::format("judge-{}-{}", ::getpid(), number_);
    plan.places = places_;
    // Before they are made: a judge that is killed at any moment leaves nothing unnoted.
    JUDGE_TRY(note_groups(folder_, group_folders(places_, plan.group)));
    plan.namespaces = namespaces_;
    plan.landlock = !options_.force_off.contains("landlock");
    plan.switch_user = !options_.force_off.contains("user");
    JUDGE_ASSIGN(box, Box::start(plan));
    box_ = std::move(box);
    return Done{};
}

Status ResidentBox::await() {
    const Status ready = box_->await();
    if (!ready && namespaces_ && ready.error().code == ErrorCode::sandbox) {
        // No namespaces here: said, and done without.
        namespaces_ = false;
        facts_.why_no_namespaces = ready.error().message;
        return build_box();
    }
    JUDGE_TRY(ready);
    facts_.ready = box_->ready();
    facts_.memory_group = meters_.memory_group = box_->cgroup().bounds_memory();
    facts_.process_group = meters_.process_group = box_->cgroup().bounds_processes();
    facts_.group_v2 = meters_.group_v2 = box_->cgroup().is_v2();
    facts_.why_no_groups = places_.why_not;
    facts_.groups_remedy = places_.remedy;
    if (!namespaces_) facts_.namespaces_remedy = remedy_for_namespaces("/proc/sys");
    if (facts_.ready.landlock_abi == 0) facts_.landlock_remedy = remedy_for_landlock();
    return look_at_owner();
}

// A contestant of another uid sees the judge's folders as its own, where their file system has idmapped mounts.
Status ResidentBox::look_at_owner() {
    facts_.keeps_user_below.clear();
    const std::string& place = options_.programs_parent;
    if (facts_.ready.uid_switched == 0 || place.empty() || ::access(place.c_str(), F_OK) != 0) return Done{};
    // What cannot be shown is said by whoever needs it.
    if (Status shown = box_->set_paths({"r" + place}); !shown) return box_->alive() ? Status(Done{}) : shown;
    if (box_->keeps_uid()) facts_.keeps_user_below = place;
    return Done{};
}

Status ResidentBox::build_box() {
    JUDGE_TRY(start_box());
    return await();
}

Status ResidentBox::prepare(const RunRequest& request) {
    if (request.argv.empty()) return Error{ErrorCode::usage, "cannot run a program without a name: argv is empty", ""};
    JUDGE_TRY(check(request.limits));
    if (!box_ || !box_->alive()) JUDGE_TRY(build_box());
    // A new box, 20 ms, has new groups: for each program, and for each run of a program that forks.
    if ((was_tree_ || program_ != request.argv.front()) && box_->cgroup().peak_is_stale()) JUDGE_TRY(build_box());
    JUDGE_ASSIGN(paths, paths_of(request));
    // One that ran is looked for by exec alone.
    if (program_ != request.argv.front() && ::access(request.argv.front().c_str(), F_OK) != 0)
        return errno_error(ErrorCode::tool_missing, "cannot run '" + request.argv.front() + "'", errno);
    Status set = box_->set_paths(paths);
    if (set || box_->alive()) return set;
    // It ended after its last answer, because it could not be put in order again.
    JUDGE_TRY(build_box());
    return box_->set_paths(paths);
}

Status ResidentBox::begin(const RunRequest& request, Ends ends) {
    JUDGE_TRY(prepare(request));
    limits_ = request.limits;
    program_ = request.argv.front();
    refused_first_ = false;
    const bool stranger = facts_.ready.uid_switched != 0 && !box_->keeps_uid();
    const int given = ends.in >= 0 ? ends.in : request.stdin_fd;
    JUDGE_ASSIGN(in, input_.open_for(given, stranger ? InputFile::Reader::stranger : InputFile::Reader::same_user));
    // The program shares the offset of what it is given: put back afterwards.
    input_fd_ = in == given ? in : -1;
    input_offset_ = input_fd_ >= 0 ? ::lseek(input_fd_, 0, SEEK_CUR) : -1;
    out_fd_ = ends.out >= 0 ? ends.out : request.stdout_fd;
    if (out_fd_ < 0) {
        JUDGE_TRY(out_->reset());
        out_fd_ = out_->fd();
    }
    keep_err_head_ = request.stderr_fd < 0;
    // Mostly nothing was written there: then it still holds its room.
    if (keep_err_head_ && (file_size(err_->fd()).count > 0 || ::lseek(err_->fd(), 0, SEEK_CUR) != 0))
        JUDGE_TRY(err_->reset());
    err_fd_ = keep_err_head_ ? err_->fd() : request.stderr_fd;
    out_before_ = file_size(out_fd_);
    err_before_ = keep_err_head_ ? Bytes{} : file_size(err_fd_);

    meters_.uid_is_private = facts_.ready.user_namespace != 0 || stranger;
    wire::Run bounds = bounds_of(limits_, meters_);
    bounds.count_instructions = request.count_instructions ? 1 : 0;
    bounds.joined = ends.in >= 0 && ends.out >= 0 ? 1 : 0;
    bounds.output_bytes += std::max(out_before_, err_before_).count;
    bounds.file_bytes += std::max(out_before_, err_before_).count;
    bounds.cpu = request.cpu != RunRequest::kAnyCpu ? request.cpu : options_.cpu;
    JUDGE_TRY(box_->cgroup().begin(limits_.memory, process_limit(limits_)));
    processor_.begin(bounds.cpu, monotonic_now());
    if (namespaces_) return box_->begin(request, bounds, {in, out_fd_, err_fd_});
    // There is no /tmp of its own, and the machine's is closed to it.
    RunRequest placed = request;
    const auto names_one = [](const std::string& text) { return text.starts_with("TMPDIR="); };
    if (std::none_of(placed.env.begin(), placed.env.end(), names_one))
        placed.env.push_back("TMPDIR=" + join_path(folder_, "scratch"));
    return box_->begin(placed, bounds, {in, out_fd_, err_fd_});
}

void ResidentBox::saw_refusal() {
    if (box_->cgroup().out_of_memory_kills() == 0) refused_first_ = true;
}

Bytes ResidentBox::watch_output() {
    const Bytes limit = limits_.output.value_or(gib(1));
    const Bytes out = keep_ahead(out_fd_, limit), err = keep_ahead(err_fd_, limit);
    return out + err;
}

// True if it ended, false if a stop was asked for meanwhile.
Result<bool> ResidentBox::wait(const Cancel* cancel, Beside& place) {
    const auto wall = limits_.wall_time ? *limits_.wall_time : Nanos(kOwnWall);
    const Clock::time_point begun = Clock::now(), hung = begun + wall + kPatience;
    bool stopped = false, watch_refusals = true;
    Bytes written;
    int nap_ms = 2;
    for (;;) {
        pollfd watched[3] = {{wait_fd(), POLLIN, 0}, {watch_refusals ? refusal_fd() : -1, POLLPRI, 0}, {-1, POLLIN, 0}};
        if (cancel != nullptr && !stopped) watched[2].fd = cancel->wait_fd();
        if (::poll(watched, 3, nap_ms) < 0 && errno != EINTR)
            return errno_error(ErrorCode::sandbox, "cannot wait for the box", errno);
        if (watched[1].revents != 0) {
            saw_refusal();
            watch_refusals = false;
        }
        if (watched[0].revents != 0) return !stopped;
        if (watched[2].revents != 0) {
            stopped = true;
            ask_to_stop();
        }
        const Bytes out = watch_output();
        nap_ms = out == written ? std::min(nap_ms * 2, 50) : 2;
        written = out;
        const Clock::time_point now = Clock::now();
        if (now - begun > kShort) place.leave();
        if (now > hung) {
            take_down();
            return Error{ErrorCode::sandbox, "cannot end '" + program_ + "': the box does not answer",
                         "run 'judge doctor'"};
        }
    }
}

Result<RunOutcome> ResidentBox::run(const RunRequest& request, const Cancel* cancel) {
    const Error interrupted{ErrorCode::interrupted,
                            "cannot run '" + (request.argv.empty() ? "" : request.argv.front()) + "': interrupted", ""};
    if (cancel != nullptr && cancel->requested()) return interrupted;
    Beside place(request.cpu);
    JUDGE_TRY(begin(request, {}));
    JUDGE_ASSIGN(ended, wait(cancel, place));
    Result<RunOutcome> outcome = finish({});
    if (!ended) return interrupted;
    return outcome;
}

Error ResidentBox::launch_error(const wire::Result& result) const {
    if (result.stage == wire::Stage::exec) {
        Error error = errno_error(ErrorCode::tool_missing, "cannot run '" + program_ + "'", result.error);
        if (result.error == ENOENT)
            error.hint = "the file, or the interpreter or loader it names, is not there inside the box";
        if (result.error == EACCES) error.hint = "it, or a folder above it, lacks the right to be executed";
        return error;
    }
    return errno_error(ErrorCode::sandbox, fmt::format("cannot run '{}': {}", program_, stage_text(result.stage)),
                       result.error);
}

Result<RunOutcome> ResidentBox::finish(Bytes piped) {
    const std::optional<wire::Result> result = box_->collect();
    if (input_offset_ >= 0) ::lseek(input_fd_, input_offset_, SEEK_SET);
    RunFacts facts;
    facts.out = growth(out_fd_, out_before_) + piped;
    facts.err = growth(err_fd_, err_before_);
    facts.refused_before_memory = refused_first_;
    if (!result) {
        facts.groups = box_->cgroup().end(BoxCgroup::Peak::unwanted);
        // The kernel may have taken the box along with the program.
        if (facts.groups.out_of_memory_kills == 0)
            return Error{ErrorCode::sandbox, "cannot run '" + program_ + "': the box died", "run 'judge doctor'"};
        facts.box.wait_status = 9;
        return outcome_of(facts);
    }
    facts.box = *result;
    if (result->stage != wire::Stage::none) return launch_error(*result);
    if (result->not_empty != 0) {
        take_down();
        return Error{ErrorCode::sandbox,
                     "cannot end every process of '" + program_ + "': some are left after five seconds", ""};
    }
    was_tree_ = result->tasks != 1;
    const bool one = was_one_process(*result);
    facts.groups =
        box_->cgroup().end(one ? BoxCgroup::Peak::of_one : BoxCgroup::Peak::of_tree, Bytes{result->max_rss_bytes});
    RunOutcome outcome = outcome_of(facts);
    if (!namespaces_) clean_scratch();
    return outcome;
}

RunOutcome ResidentBox::outcome_of(const RunFacts& facts) {
    RunOutcome outcome;
    outcome.ending = ending_of(facts, limits_, meters_);
    outcome.usage = usage_of(facts, limits_, meters_);
    processor_.finish(outcome.usage, monotonic_now());
    outcome.memory_refused = facts.groups.out_of_memory_kills > 0;
    if (keep_err_head_ && facts.err.count > 0) {
        if (Result<std::string> head = err_->head(kErrHead)) outcome.stderr_head = std::move(*head);
    }
    return outcome;
}

void ResidentBox::clean_scratch() {
    const std::string scratch = join_path(folder_, "scratch");
    ::chmod(scratch.c_str(), 0755);
    const Result<std::vector<DirEntry>> entries = list_directory(scratch);
    if (!entries) return;
    for (const DirEntry& entry : *entries) {
        // What stays would meet the next run: then the box is given up with its folder.
        if (const Status removed = remove_tree(join_path(scratch, entry.name)); !removed) take_down();
    }
}

}  // namespace judge
