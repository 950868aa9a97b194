#include "commands/help.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "base/utf8.h"

namespace judge {
namespace {

// CLI11's form without its remark that a command is required: the usage line says so.
class HelpForm : public CLI::Formatter {
  public:
    explicit HelpForm(const Messages& messages) {
        label("Usage", messages.text("help.usage"));
        label("OPTIONS", messages.text("help.option"));
        label("SUBCOMMAND", messages.text("help.command"));
        label("Positionals", messages.text("help.arguments"));
        label("REQUIRED", messages.text("help.required"));
        label("TEXT", messages.text("help.type_text"));
        label("INT", messages.text("help.type_int"));
    }
    std::string make_description(const CLI::App* app) const override { return app->get_description() + "\n"; }
    // CLI11 counts bytes; Hangul takes three for two columns.
    std::string make_option(const CLI::Option* option, bool is_positional) const override {
        const std::string name = "  " + make_option_name(option, is_positional) + make_option_opts(option);
        const bool fits = display_width(name) < get_column_width();
        const std::string gap = fits ? "" : "\n" + std::string(get_column_width(), ' ');
        return pad_right(name, get_column_width()) + gap + make_option_desc(option) + "\n";
    }
};

void put_help_below(CLI::App& app, const Messages& messages, const std::shared_ptr<HelpForm>& form) {
    app.formatter(form);
    app.description(messages.translated(app.get_description()));
    if (app.get_group() == "Subcommands") app.group(messages.text("help.commands"));
    for (CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
        option->description(messages.translated(option->get_description()));
        if (option->get_group() == "Options") option->group(messages.text("help.options"));
    }
    for (CLI::App* inner : app.get_subcommands([](CLI::App*) { return true; })) put_help_below(*inner, messages, form);
}

}  // namespace

void put_help(CLI::App& app, const Messages& messages) {
    put_help_below(app, messages, std::make_shared<HelpForm>(messages));
}

}  // namespace judge
