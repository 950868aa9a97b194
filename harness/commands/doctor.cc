// judge doctor: what this machine grants to the boxes, what it costs to be without, and the command that mends it.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "commands/context.h"
#include "commands/workbench.h"
#include "os/machine.h"
#include "sandbox/probe.h"

namespace judge {
namespace {

std::string as_text(const std::vector<Capability>& capabilities, const Machine& machine, const Messages& messages) {
    std::string text = messages.text("doctor.machine", machine.cpu_model, machine.processors, to_text(machine.memory),
                                     machine.kernel) +
                       "\n\n";
    std::size_t missing = 0;
    for (const Capability& capability : capabilities) {
        const char* mark = capability.available ? "✓" : capability.needed ? "✗" : "-";
        text += fmt::format("{} {}  {}\n", mark, pad_right(capability.id, 20), messages.translated(capability.detail));
        if (capability.available || !capability.needed) continue;
        ++missing;
        if (!capability.without.empty())
            text += "    " + messages.text("doctor.without", messages.translated(capability.without)) + "\n";
        if (!capability.remedy.empty())
            text += "    " + messages.text("doctor.grant", messages.translated(capability.remedy)) + "\n";
    }
    return text + "\n" +
           messages.text(missing == 0 ? "doctor.complete" : "doctor.missing", missing, capabilities.size()) + "\n";
}

std::string as_json(const std::vector<Capability>& capabilities) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Capability& capability : capabilities)
        rows.push_back({{"id", capability.id},
                        {"available", capability.available},
                        {"needed", capability.needed},
                        {"detail", capability.detail},
                        {"without", capability.without},
                        {"remedy", capability.remedy}});
    return nlohmann::json{{"capabilities", rows}}.dump(2) + "\n";
}

Status doctor(bool json, const Context& context) {
    BoxOptions options;
    JUDGE_ASSIGN(program, find_box_program(context.self));
    options.box_program = program;
    if (Result<std::string> cache = cache_directory(context.environment)) options.programs_parent = *std::move(cache);
    JUDGE_ASSIGN(capabilities, probe_machine(options));
    print(json ? as_json(capabilities) : as_text(capabilities, machine_facts(), Messages(tongue_of(context))));
    return Done{};
}

}  // namespace

void add_doctor(CLI::App& app, Context& context) {
    auto json = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("doctor", "what this machine grants, and how to grant what is missing");
    command->add_flag("--json", *json, "as JSON");
    command->callback([json, &context] {
        if (Status done = doctor(*json, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
