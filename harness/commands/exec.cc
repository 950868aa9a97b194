// judge exec: one program, free input, its output and what it used. No verdict.

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/utf8.h"
#include "commands/context.h"
#include "commands/targets.h"
#include "commands/workbench.h"
#include "judging/build.h"
#include "judging/pass.h"
#include "model/json.h"
#include "report/compiler_words.h"
#include "sandbox/output_file.h"
#include "toolchain/run_time_error.h"

namespace judge {
namespace {

// Bytes of output that --json shows.
constexpr std::size_t kOutputHead = 65536;

struct ExecFlags {
    std::string file, problem, profile, language, time_limit, memory_limit;
    bool repair = false, json = false;
};

// The program's own output goes through a memory file: what it prints is neither charged to it nor able to fill a disk.
Status copy_output(const OutputFile& output) {
    std::string buffer(65536, '\0');
    for (std::uint64_t offset = 0;;) {
        JUDGE_ASSIGN(got, output.read(buffer, offset));
        if (got == 0) return Done{};
        print(std::string_view(buffer).substr(0, got));
        offset += got;
    }
}

// What a pipe may send, for it is kept in memory.
constexpr Bytes kMostInput = gib(1);

// Standard input may be a terminal or a pipe; a run reads a file from its beginning.
Result<Fd> input_of(int fd, const Cancel& cancel) {
    if (::lseek(fd, 0, SEEK_CUR) == 0) return Fd(::dup(fd));
    JUDGE_ASSIGN(file, make_memory_file("input"));
    std::string buffer(65536, '\0');
    for (Bytes size;;) {
        pollfd both[] = {{fd, POLLIN, 0}, {cancel.wait_fd(), POLLIN, 0}};
        if (::poll(both, 2, -1) < 0 && errno != EINTR)
            return errno_error(ErrorCode::io, "cannot read standard input", errno);
        if (cancel.requested()) return Error{ErrorCode::interrupted, "stopped while standard input was read", ""};
        if (both[0].revents == 0) continue;
        const ssize_t got = ::read(fd, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno_error(ErrorCode::io, "cannot read standard input", errno);
        if (got == 0) break;
        size.count += static_cast<std::uint64_t>(got);
        if (size > kMostInput)
            return Error{ErrorCode::bad_input, "cannot take more than 1 GB of standard input from a pipe",
                         "write it to a file and give that: judge exec FILE < INPUT"};
        JUDGE_TRY(write_all(file.get(), std::string_view(buffer).substr(0, static_cast<std::size_t>(got))));
    }
    ::lseek(file.get(), 0, SEEK_SET);
    return file;
}

std::string_view stopped_id(LimitKind limit) {
    switch (limit) {
        case LimitKind::cpu_time:
            return "exec.stopped_cpu_time";
        case LimitKind::wall_time:
            return "exec.stopped_wall_time";
        case LimitKind::memory:
            return "exec.stopped_memory";
        case LimitKind::output:
            return "exec.stopped_output";
        case LimitKind::file_size:
            return "exec.stopped_file_size";
        case LimitKind::processes:
            return "exec.stopped_processes";
    }
    return "";
}

std::string ending_text(const Ending& ending, const std::string& reason, const Messages& messages) {
    if (const Stopped* stopped = std::get_if<Stopped>(&ending)) return messages.text(stopped_id(stopped->limit));
    const Exited* exited = std::get_if<Exited>(&ending);
    const std::string text = exited ? messages.text("exec.exited", exited->code)
                                    : messages.text("exec.signalled", std::get<Signalled>(ending).signal);
    return reason.empty() ? text : fmt::format("{} ({})", text, messages.translated(reason));
}

struct Plan {
    BuildOrder order;
    Limits base;  // before the profile's adjustment
    bool language_extra = true;
};

Result<Plan> plan_of(const ExecFlags& flags, const Context& context, const Project& project) {
    Plan plan;
    plan.order.profile_id = project.profile;
    // Without a problem: generous, but no run is endless.
    plan.base.cpu_time = std::chrono::seconds(10);
    plan.base.memory = gib(1);
    std::string problem_id;
    if (!flags.problem.empty()) {
        JUDGE_ASSIGN(problem, resolve_problem(project, flags.problem, context.cwd));
        plan.base = problem->limits;
        plan.order.profile_id = problem->profile;
        plan.order.file_access = problem->file_access ? FileAccess::allowed : FileAccess::refused;
        plan.language_extra = problem->language_extra;
        problem_id = problem->id;
    }
    JUDGE_ASSIGN(path, real_path(join_path(context.cwd, flags.file)));
    plan.order.submission = submission_of_file(path, problem_id);
    plan.order.submission.language_id = flags.language;
    if (!flags.profile.empty()) plan.order.profile_id = flags.profile;
    plan.order.repair = flags.repair ? Repair::yes : Repair::no;
    if (!flags.time_limit.empty()) {
        JUDGE_ASSIGN(time, parse_time(flags.time_limit));
        plan.base.cpu_time = time;
        plan.language_extra = false;
    }
    if (!flags.memory_limit.empty()) {
        JUDGE_ASSIGN(size, parse_size(flags.memory_limit));
        plan.base.memory = size;
        plan.language_extra = false;
    }
    return plan;
}

// What a run came to, and all that is said about it.
struct Ran {
    RunOutcome outcome;
    OutputFile output;
    Limits limits;
    std::string reason;
    bool contained = false;
};

// What was used goes to standard error, so that standard output is the program's alone.
Status show(const Ran& ran, const Context& context) {
    const Messages messages(tongue_of(context));
    const Usage& usage = ran.outcome.usage;
    JUDGE_TRY(copy_output(ran.output));
    (void)write_all(STDERR_FILENO, ran.outcome.stderr_head);
    const std::string limit = ran.limits.cpu_time ? to_text(*ran.limits.cpu_time) : messages.text("exec.no_limit");
    fmt::print(stderr, "judge: {}{}\n",
               messages.text("exec.used", ending_text(ran.outcome.ending, ran.reason, messages), to_text(usage.cpu()),
                             limit, to_text(usage.wall), to_text(usage.peak_memory)),
               ran.contained ? "" : messages.text("exec.not_contained"));
    return Done{};
}

// One object, with the head of the output in it.
Status show_json(const Ran& ran) {
    std::string head(kOutputHead, '\0');
    JUDGE_ASSIGN(got, ran.output.read(head, 0));
    JUDGE_ASSIGN(size, ran.output.size());
    head.resize(got);
    const nlohmann::json value = {{"compiled", true},
                                  {"ending", to_json(ran.outcome.ending)},
                                  {"reason", ran.reason},
                                  {"usage", to_json(ran.outcome.usage)},
                                  {"limits", to_json(ran.limits)},
                                  {"contained", ran.contained},
                                  {"output", printable(head)},
                                  {"output_bytes", size.count},
                                  {"stderr", printable(ran.outcome.stderr_head)}};
    print(value.dump(2) + "\n");
    return Done{};
}

void show_compile_error(const CompileOutcome& built, const ExecFlags& flags, Context& context) {
    context.status = ExitStatus::not_as_expected;
    if (flags.json) {
        const nlohmann::json value = {
            {"compiled", false}, {"reason", built.reason}, {"compile_log", printable(built.build.log)}};
        print(value.dump(2) + "\n");
        return;
    }
    const Messages messages(tongue_of(context));
    fmt::print(stderr, "{}\njudge: {}\n", painted_compiler_log(built.build.log, render_options(context, STDERR_FILENO)),
               messages.text("exec.compile_error", messages.translated(built.reason)));
}

Result<Ran> run_once(const Built& built, const Limits& limits, Workbench& bench) {
    JUDGE_ASSIGN(input, input_of(STDIN_FILENO, bench.cancel()));
    JUDGE_ASSIGN(output, OutputFile::make());
    JUDGE_TRY(output.reset());
    JUDGE_ASSIGN(slot, bench.slots().acquire(bench.cancel()));
    RunRequest request = request_for(built.outcome.executable, limits, slot.processor());
    if (!request.limits.output) request.limits.output = gib(1);
    request.stdin_fd = input.get();
    request.stdout_fd = output.fd();
    JUDGE_ASSIGN(outcome, bench.runner().run(request));
    std::string reason = run_time_error_reason(built.language->family, outcome.ending, outcome.stderr_head);
    return Ran{std::move(outcome), std::move(output), limits, std::move(reason),
               bench.runner().containment().contained};
}

Status exec(const ExecFlags& flags, Context& context) {
    if (!is_file(join_path(context.cwd, flags.file)))
        return Error{ErrorCode::not_found, fmt::format("cannot run '{}': there is no such file", flags.file), ""};
    Project project;
    if (Result<Project> found = find_project(context.cwd)) project = *found;
    JUDGE_ASSIGN(plan, plan_of(flags, context, project));
    WorkbenchOptions options;
    options.jobs = 1;
    JUDGE_ASSIGN(bench, Workbench::open(context, project, options));
    JUDGE_ASSIGN(built, make_compiler(bench->toolchain())(plan.order, bench->runner()));
    for (const Finding& finding : built.outcome.findings) warn(context, finding.text);
    if (!built.outcome.ok) {
        show_compile_error(built.outcome, flags, context);
        return Done{};
    }
    const Limits limits = effective_limits(plan.base, *built.language, *built.profile,
                                           plan.language_extra ? LanguageExtra::yes : LanguageExtra::no);
    JUDGE_ASSIGN(ran, run_once(built, limits, *bench));
    if (ran.outcome.ending != Ending(Exited{0})) context.status = ExitStatus::not_as_expected;
    return flags.json ? show_json(ran) : show(ran, context);
}

}  // namespace

void add_exec(CLI::App& app, Context& context) {
    auto flags = std::make_shared<ExecFlags>();
    CLI::App* command = app.add_subcommand("exec", "run one file on standard input: its output, time and memory");
    command->add_option("FILE", flags->file, "the source file")->required();
    command->add_option("--problem", flags->problem, "take limits and profile of this problem");
    command->add_option("--profile", flags->profile, "whose flags and limits: boj, jungol, icpc, local");
    command->add_option("--language", flags->language, "language id; default: found from the file");
    command->add_option("--time", flags->time_limit, "CPU time limit, e.g. 2s, 500ms (default 10 s)");
    command->add_option("--memory", flags->memory_limit, "memory limit, e.g. 256MB (default 1 GB)");
    command->add_flag("--repair", flags->repair, "compile a cleaned copy of code that was pasted from a web page");
    command->add_flag("--json", flags->json, "what the run came to as JSON, with the first 64 KB of the output in it");
    command->callback([flags, &context] {
        if (Status done = exec(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
