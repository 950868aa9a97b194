// judge cache: how much the cache of compiled programs holds, and emptying it.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands/context.h"
#include "commands/workbench.h"

namespace judge {
namespace {

Result<Toolchain> toolchain_here(const Context& context) {
    Project project;
    if (Result<Project> found = find_project(context.cwd)) project = *found;
    return open_toolchain(context, project);
}

Status show_stats(const Context& context, bool json) {
    JUDGE_ASSIGN(toolchain, toolchain_here(context));
    const CacheStats stats = toolchain.cache().stats();
    if (json)
        print(nlohmann::json{{"folder", toolchain.cache().folder()},
                             {"entries", stats.entries},
                             {"size_bytes", stats.size.count},
                             {"bound_bytes", stats.bound.count}}
                  .dump(2) +
              "\n");
    else
        print(fmt::format("{}: {} entries, {} of at most {}\n", toolchain.cache().folder(), stats.entries,
                          to_text(stats.size), to_text(stats.bound)));
    return Done{};
}

Status clear(const Context& context) {
    JUDGE_ASSIGN(toolchain, toolchain_here(context));
    JUDGE_ASSIGN(freed, toolchain.cache().clear());
    print(fmt::format("{}: {} freed\n", toolchain.cache().folder(), to_text(freed)));
    return Done{};
}

}  // namespace

void add_cache(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("cache", "the cache of compiled programs");
    command->require_subcommand(1);
    CLI::App* stats = command->add_subcommand("stats", "where it is and what it holds");
    auto json = std::make_shared<bool>(false);
    stats->add_flag("--json", *json, "as JSON");
    stats->callback([json, &context] {
        if (Status done = show_stats(context, *json); !done) fail(context, done.error());
    });
    command->add_subcommand("clear", "empty it")->callback([&context] {
        if (Status done = clear(context); !done) fail(context, done.error());
    });
}

}  // namespace judge
