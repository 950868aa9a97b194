#include "commands/deliver.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/files.h"
#include "os/terminal.h"

namespace judge {
namespace {

// Columns of a report in a file: nothing has to be left out for want of room.
constexpr std::size_t kFileWidth = 120;

std::string known_report_formats() {
    std::string names;
    for (const ReportFormat& format : kReportFormats)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", format.id);
    return names;
}

// A slip of the keyboard must not cost a source or a case.
bool is_problem_file(const std::string& path) {
    return path.find("/solutions/") != std::string::npos || path.find("/testdata/") != std::string::npos;
}

Result<Destination> read_destination(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string id = word.substr(0, equals);
    const ReportFormat* format = find_report_format(id);
    if (!format)
        return Error{ErrorCode::usage, fmt::format("cannot write a report '{}': there is no format '{}'", word, id),
                     "formats are " + known_report_formats()};
    if (equals == std::string::npos || equals + 1 == word.size())
        return Error{ErrorCode::usage, fmt::format("cannot write a report '{}': it says no path", word),
                     fmt::format("write --report {}=FILE, or {}=- for standard output", id, id)};
    std::string path = word.substr(equals + 1);
    if (const Result<std::string> real = real_path(path); real && is_file(*real) && is_problem_file(*real))
        return Error{ErrorCode::usage, fmt::format("cannot write a report '{}': a file of a problem is there", word),
                     "name a file outside solutions/ and testdata/"};
    return Destination{format, std::move(path)};
}

}  // namespace

void add_report_option(CLI::App& command, std::vector<std::string>& words) {
    command.add_option("--report", words, "FORMAT=PATH; text, json, junit, html, markdown; may be given several times")
        ->allow_extra_args(false);
}

Result<std::vector<Destination>> read_destinations(const std::vector<std::string>& words, bool json) {
    std::vector<Destination> destinations;
    if (json) destinations.push_back({find_report_format("json"), "-"});
    for (const std::string& word : words) {
        JUDGE_ASSIGN(destination, read_destination(word));
        if (destination.path == "-" && takes_stdout(destinations))
            return Error{ErrorCode::usage, "cannot write two reports to standard output",
                         "give one of them a file: --report " + std::string(destination.format->id) + "=FILE"};
        destinations.push_back(destination);
    }
    return destinations;
}

bool takes_stdout(const std::vector<Destination>& destinations) {
    for (const Destination& destination : destinations)
        if (destination.path == "-") return true;
    return false;
}

Status deliver(const Material& material, const std::vector<Destination>& destinations, const Context& context) {
    const RenderOptions screen = render_options(context);
    RenderOptions file = screen;
    file.color = false;
    file.width = kFileWidth;
    for (const Destination& destination : destinations) {
        if (destination.path == "-") {
            print(destination.format->render(material, screen));
            continue;
        }
        JUDGE_TRY(write_to(join_path(context.cwd, destination.path), destination.format->render(material, file)));
    }
    return Done{};
}

Status deliver(const std::vector<std::shared_ptr<const Report>>& reports, const std::vector<Destination>& destinations,
               const Context& context) {
    std::vector<Report> all;
    for (const auto& report : reports) all.push_back(*report);
    Material material;
    material.reports = all;
    JUDGE_TRY(deliver(material, destinations, context));
    if (!takes_stdout(destinations)) print(find_report_format("text")->render(material, render_options(context)));
    return Done{};
}

}  // namespace judge
