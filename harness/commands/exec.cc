// judge exec: one program, free input, its output and what it used. No verdict.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/files.h"
#include "commands/context.h"
#include "commands/targets.h"
#include "commands/workbench.h"
#include "judging/build.h"
#include "judging/timing.h"
#include "report/compiler_words.h"
#include "sandbox/output_file.h"
#include "toolchain/run_time_error.h"

namespace judge {
namespace {

struct ExecFlags {
    std::string file, problem, profile, language, time_limit, memory_limit;
    bool repair = false;
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

// Standard input may be a terminal or a pipe; a run reads a file from its beginning.
Result<Fd> input_of(int fd) {
    if (::lseek(fd, 0, SEEK_CUR) == 0) return Fd(::dup(fd));
    JUDGE_ASSIGN(file, make_memory_file("input"));
    std::string buffer(65536, '\0');
    for (;;) {
        const ssize_t got = ::read(fd, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno_error(ErrorCode::io, "cannot read standard input", errno);
        if (got == 0) break;
        JUDGE_TRY(write_all(file.get(), std::string_view(buffer).substr(0, static_cast<std::size_t>(got))));
    }
    ::lseek(file.get(), 0, SEEK_SET);
    return file;
}

std::string ending_text(const RunOutcome& outcome, const std::string& reason) {
    if (const Exited* exited = std::get_if<Exited>(&outcome.ending))
        return exited->code == 0
                   ? "exit status 0"
                   : fmt::format("exit status {}{}", exited->code, reason.empty() ? "" : " (" + reason + ")");
    if (const Signalled* signalled = std::get_if<Signalled>(&outcome.ending))
        return fmt::format("signal {}{}", signalled->signal, reason.empty() ? "" : " (" + reason + ")");
    switch (std::get<Stopped>(outcome.ending).limit) {
        case LimitKind::cpu_time:
            return "stopped at the CPU time limit";
        case LimitKind::wall_time:
            return "stopped at the wall time limit";
        case LimitKind::memory:
            return "stopped at the memory limit";
        case LimitKind::output:
            return "stopped at the output limit";
        case LimitKind::file_size:
            return "stopped at the file size limit";
        case LimitKind::processes:
            return "stopped at the limit of processes";
    }
    return "";
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

RunRequest request_for(const Executable& program, const Limits& limits) {
    RunRequest request;
    request.argv = program.argv;
    request.env = program.env;
    request.readable = program.readable;
    request.limits = run_limits(limits);
    if (!request.limits.output) request.limits.output = gib(1);
    if (!request.limits.processes) request.limits.processes = program.processes + 63;
    return request;
}

// What was used goes to standard error, so that standard output is the program's alone.
void show_usage(const RunOutcome& outcome, const Limits& limits, const std::string& reason,
                const Containment& containment) {
    (void)write_all(STDERR_FILENO, outcome.stderr_head);
    fmt::print(stderr, "judge: {}, {} CPU (limit {}), {} wall, {} memory{}\n", ending_text(outcome, reason),
               to_text(outcome.usage.cpu()), limits.cpu_time ? to_text(*limits.cpu_time) : "none",
               to_text(outcome.usage.wall), to_text(outcome.usage.peak_memory),
               containment.contained ? "" : ", not contained");
}

Result<RunOutcome> run_once(const Built& built, const Limits& limits, Workbench& bench) {
    JUDGE_ASSIGN(input, input_of(STDIN_FILENO));
    JUDGE_ASSIGN(output, OutputFile::make());
    JUDGE_TRY(output.reset());
    RunRequest request = request_for(built.outcome.executable, limits);
    JUDGE_ASSIGN(slot, bench.slots().acquire(bench.cancel()));
    request.cpu = slot.processor();
    request.stdin_fd = input.get();
    request.stdout_fd = output.fd();
    JUDGE_ASSIGN(outcome, bench.runner().run(request));
    JUDGE_TRY(copy_output(output));
    return outcome;
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
    for (const Finding& finding : built.outcome.findings) fmt::print(stderr, "judge: {}\n", finding.text);
    if (!built.outcome.ok) {
        const RenderOptions look = render_options(context, STDERR_FILENO);
        fmt::print(stderr, "{}\njudge: compile error: {}\n", painted_compiler_log(built.outcome.build.log, look),
                   built.outcome.reason);
        context.status = ExitStatus::not_as_expected;
        return Done{};
    }
    const Limits limits = effective_limits(plan.base, *built.language, *built.profile,
                                           plan.language_extra ? LanguageExtra::yes : LanguageExtra::no);
    JUDGE_ASSIGN(outcome, run_once(built, limits, *bench));
    const std::string reason = run_time_error_reason(built.language->family, outcome.ending, outcome.stderr_head);
    show_usage(outcome, limits, reason, bench->runner().containment());
    if (outcome.ending != Ending(Exited{0})) context.status = ExitStatus::not_as_expected;
    return Done{};
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
    command->callback([flags, &context] {
        if (Status done = exec(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
