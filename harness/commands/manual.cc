// judge man: the manual page, written from the table of commands, so that it is never older than the program.

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "commands/context.h"
#include "commands/help.h"
#include "commands/version.h"

namespace judge {
namespace {

// Text that troff takes as it stands.
std::string plain(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        if (c == '\\')
            safe += "\\e";
        else if (c == '-')
            safe += "\\-";
        else if ((c == '.' || c == '\'') && (safe.empty() || safe.back() == '\n'))
            safe += std::string("\\&") + c;
        else
            safe += c;
    }
    return safe;
}

std::string options_of(const CLI::App& app) {
    std::string text;
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group().empty()) continue;
        const std::string name = option->get_name(option->get_positional(), true);
        text += fmt::format(".TP\n.B {}\n{}\n", plain(name.empty() ? option->get_name(true) : name),
                            plain(option->get_description()));
    }
    return text;
}

std::string command_section(const CLI::App& command, const std::string& prefix) {
    const std::string name = prefix + " " + command.get_name();
    std::string text =
        fmt::format(".SS {}\n{}.\n{}", plain(name), plain(command.get_description()), options_of(command));
    for (const CLI::App* inner :
         command.get_subcommands([](const CLI::App* candidate) { return !candidate->get_group().empty(); }))
        text += command_section(*inner, name);
    return text;
}

std::string section(const std::string& title, const std::string& text) {
    return fmt::format(".SH {}\n{}", plain(title), text);
}

std::string page(const CLI::App& app, const Messages& messages) {
    std::string text = fmt::format(".TH JUDGE 1 \"\" \"judge {}\"\n", kVersion);
    text += section(messages.text("man.name"), "judge \\- " + plain(messages.text("man.what")) + "\n");
    text += section(messages.text("man.synopsis"), ".B judge\n.I COMMAND\n.RI [ ARGUMENT ...]\n");
    text += section(messages.text("man.description"), plain(app.get_description()) + "\n");
    text += section(messages.text("man.options"), options_of(app));
    text += section(messages.text("man.commands"), "");
    for (const CLI::App* command :
         app.get_subcommands([](const CLI::App* candidate) { return !candidate->get_group().empty(); }))
        text += command_section(*command, "judge");
    return text + section(messages.text("man.status"), plain(messages.text("man.statuses")) + "\n");
}

}  // namespace

void add_man(CLI::App& app, Context& context) {
    app.add_subcommand("man", "print the manual page: judge man | man -l -")->callback([&app, &context] {
        const Messages messages(tongue_of(context));
        put_help(app, messages);
        print(page(app, messages));
    });
}

}  // namespace judge
