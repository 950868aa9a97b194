#include "commands/judged.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <condition_variable>
#include <thread>

#include "base/fd.h"
#include "commands/version.h"
#include "os/machine.h"
#include "os/terminal.h"

namespace judge {
namespace {

/// A block that also moves while nothing happens: seconds pass for whoever waits.
class TickingDisplay : public LiveDisplay {
  public:
    explicit TickingDisplay(LiveSettings settings)
        : LiveDisplay(std::move(settings)), thread_([this] { tick_until_done(); }) {}
    ~TickingDisplay() override {
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        ended_.notify_one();
        thread_.join();
    }

  private:
    void tick_until_done() {
        std::unique_lock lock(mutex_);
        while (!ended_.wait_for(lock, std::chrono::milliseconds(200), [this] { return done_; })) tick();
    }

    std::mutex mutex_;
    std::condition_variable ended_;
    bool done_ = false;
    std::thread thread_;
};

}  // namespace

std::unique_ptr<LiveDisplay> make_display(const Context& context, const std::vector<Destination>& destinations) {
    const Terminal terminal = terminal_of(STDERR_FILENO, context.environment);
    LiveSettings settings;
    settings.write = [](std::string_view text) { (void)write_all(STDERR_FILENO, text); };
    settings.clock = [] { return Nanos(std::chrono::steady_clock::now().time_since_epoch()); };
    settings.render = render_options(context);
    settings.render.width = terminal.width;
    settings.render.color = terminal.color;
    settings.motion =
        terminal.is_tty && !context.environment.get("TERM").empty() && context.environment.get("TERM") != "dumb"
            ? Motion::moving
            : Motion::still;
    // Without a terminal the table says it all; a line a submission would only say it twice.
    if (settings.motion == Motion::still || takes_stdout(destinations)) settings.render.verbosity = Verbosity::quiet;
    if (settings.motion == Motion::moving) return std::make_unique<TickingDisplay>(std::move(settings));
    return make_live_listener(std::move(settings));
}

JudgeOptions judge_options(const Context& context, const Project& project) {
    JudgeOptions options;
    options.judge_version = kVersion;
    options.machine = machine_facts();
    options.project_root = project.root;
    options.harness_build = build_digest(context);
    return options;
}

void add_judging_flags(CLI::App& command, JudgingFlags& flags) {
    command.add_option("TARGET", flags.targets.targets,
                       "submission files, problems, folders; nothing means everything");
    command.add_option("--problem", flags.targets.problem,
                       "the problem that files from elsewhere solve: an id or a folder");
    command.add_option("--profile", flags.profile, "whose flags and limits: boj, jungol, icpc, local");
    command.add_option("--language", flags.targets.language, "language id; default: found from the file");
    command.add_option("--case", flags.case_glob, "only cases whose name matches, e.g. 'sample/*'");
    command.add_flag("--all", flags.all, "go on after the first failing case");
    command.add_option("-j,--jobs", flags.bench.jobs, "measuring slots; 0 = one a processor");
}

JudgeOptions judge_options(const JudgingFlags& flags, const Context& context, const Project& project) {
    JudgeOptions options = judge_options(context, project);
    options.profile = flags.profile;
    options.case_glob = flags.case_glob;
    options.run_all = flags.all;
    return options;
}

Result<std::optional<Counting>> counting_of(const std::string& word, const Context& context) {
    if (word.empty()) return std::optional<Counting>();
    if (word != "instructions")
        return Error{ErrorCode::usage, fmt::format("cannot count '{}'", word), "write --count instructions"};
    return std::optional(Counting{find_program("valgrind", context.environment.get("PATH")).value_or("")});
}

std::vector<Task> tasks_of(std::vector<Target> targets) {
    std::vector<Task> tasks;
    for (Target& target : targets) tasks.push_back({std::move(target.problem), std::move(target.submission)});
    return tasks;
}

Result<std::unique_ptr<Archive>> Archive::open(const Context& context, const Project& project) {
    JUDGE_ASSIGN(history, open_history(context, project));
    for (const Finding& finding : history.findings()) warn(context, finding.text);
    return std::unique_ptr<Archive>(new Archive(context, std::move(history), facts_of_tree(context, project)));
}

Result<Reports> Archive::judge(const Order& order, Workbench& bench, Listener& display) {
    JudgeServices services = services_of(bench);
    Recorder recorder(history_, facts_, mutex_);
    Listeners listeners({&display, &recorder});
    services.listener = &listeners;
    services.find_earlier = order.find_earlier;
    const std::int64_t started = unix_now_ns();
    Result<Reports> reports = judge::judge(order.tasks, order.options, services);
    recorder.finish(started);
    if (recorder.failure()) {
        complain(context_, *recorder.failure());
        warn(context_, "this run is not recorded");
    }
    return reports;
}

}  // namespace judge
