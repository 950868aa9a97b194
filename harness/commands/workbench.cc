#include "commands/workbench.h"

#include <unistd.h>

#include <chrono>

#include "base/files.h"
#include "os/machine.h"
#include "sandbox/box_runner.h"

namespace judge {
namespace {

constexpr int kMostJobs = 256;

Result<std::size_t> wanted_boxes(int asked, int of_project, std::size_t processors) {
    const int jobs = asked != 0 ? asked : of_project;
    if (jobs < 0 || jobs > kMostJobs)
        return Error{ErrorCode::usage, "cannot judge with " + std::to_string(jobs) + " slots: it must be 1 to 256",
                     "0 means one a processor"};
    return jobs == 0 ? processors : std::min<std::size_t>(static_cast<std::size_t>(jobs), processors);
}

std::string not_contained(const Containment& containment) {
    std::string text = "cannot contain programs on this machine:";
    for (const Containment::Mechanism& mechanism : containment.mechanisms)
        if (!mechanism.active) text += " " + mechanism.id + " (" + mechanism.detail + ")";
    return text;
}

}  // namespace

std::int64_t unix_now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

Result<std::string> find_box_program(const std::string& self) {
    const std::string folder(parent_path(self));
    for (const std::string& place :
         {join_path(folder, "judge-box"), join_path(parent_path(folder), "libexec/judge/judge-box")})
        if (::access(place.c_str(), X_OK) == 0) return place;
    return Error{ErrorCode::tool_missing, "cannot find judge-box beside '" + self + "'", "build it: ./scripts/build"};
}

Result<Toolchain> open_toolchain(const Context& context, const Project& project) {
    ToolchainOptions options;
    JUDGE_ASSIGN(cache, cache_directory(context.environment));
    options.cache_dir = cache;
    if (Result<std::string> state = state_directory(context.environment))
        options.fallback_cache_dirs.push_back(join_path(*state, "cache"));
    if (Result<std::string> config = config_directory(context.environment)) {
        options.language_files.push_back(join_path(*config, "languages.json"));
        for (const char* id : {"boj", "jungol", "icpc", "local"})
            options.profile_files.push_back(join_path(*config, std::string("profiles/") + id + ".json"));
    }
    if (!project.root.empty()) options.language_files.push_back(join_path(project.root, "languages.json"));
    options.environment = context.environment;
    return Toolchain::open(options);
}

Status Workbench::open_toolchain(const Context& context, const Project& project) {
    JUDGE_ASSIGN(toolchain, judge::open_toolchain(context, project));
    toolchain_ = std::make_unique<Toolchain>(std::move(toolchain));
    JUDGE_ASSIGN(protocols, built_in_protocols());
    protocols_ = std::move(protocols);
    return Done{};
}

Result<std::unique_ptr<Workbench>> Workbench::open(const Context& context, const Project& project,
                                                   const WorkbenchOptions& options) {
    std::unique_ptr<Workbench> bench(new Workbench());
    const std::vector<unsigned> processors = usable_processors();
    JUDGE_ASSIGN(runtime, runtime_directory(context.environment));
    bench->slots_ = std::make_unique<Slots>(runtime, processors);

    JUDGE_ASSIGN(boxes, wanted_boxes(options.jobs, project.jobs, processors.size()));
    BoxOptions box;
    JUDGE_ASSIGN(program, find_box_program(context.self));
    box.box_program = program;
    box.cancel = &bench->cancel_;
    JUDGE_ASSIGN(cache, cache_directory(context.environment));
    box.programs_parent = cache;
    JUDGE_ASSIGN(started, BoxRunners::start(box, boxes));
    JUDGE_TRY(bench->open_toolchain(context, project));
    JUDGE_ASSIGN(runners, started.await());
    bench->runners_ = std::move(runners);
    const Containment& containment = bench->runner().containment();
    if (options.require_isolation && !containment.contained)
        return Error{ErrorCode::sandbox, not_contained(containment), "judge doctor names the command that grants each"};
    return bench;
}

JudgeServices services_of(const Workbench& bench) {
    JudgeServices services;
    services.compile = make_compiler(bench.toolchain());
    services.protocols = &bench.protocols();
    services.runners = bench.runners();
    services.slots = &bench.slots();
    services.cancel = &bench.cancel();
    services.unix_now_ns = unix_now_ns;
    return services;
}

std::vector<Runner*> Workbench::runners() const {
    std::vector<Runner*> runners;
    for (const auto& runner : runners_) runners.push_back(runner.get());
    return runners;
}

}  // namespace judge
