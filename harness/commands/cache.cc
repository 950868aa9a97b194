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
        print(Messages(tongue_of(context))
                  .text("cache.holds", toolchain.cache().folder(), stats.entries, to_text(stats.size),
                        to_text(stats.bound)) +
              "\n");
    return Done{};
}

Status clear(const Context& context, bool json) {
    JUDGE_ASSIGN(toolchain, toolchain_here(context));
    JUDGE_ASSIGN(freed, toolchain.cache().clear());
    const Messages messages(tongue_of(context));
    if (json)
        print(nlohmann::json{{"folder", toolchain.cache().folder()}, {"freed_bytes", freed.count}}.dump(2) + "\n");
    else
        print(messages.text("cache.freed", toolchain.cache().folder(), to_text(freed)) + "\n");
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
    CLI::App* clearing = command->add_subcommand("clear", "empty it");
    clearing->add_flag("--json", *json, "as JSON");
    clearing->callback([json, &context] {
        if (Status done = clear(context, *json); !done) fail(context, done.error());
    });
}

}  // namespace judge
