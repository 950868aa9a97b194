#pragma once

// Where reports go: --report FORMAT=PATH (several times, "-" is standard output), --json, and else the table.

#include <memory>
#include <string>
#include <vector>

#include "commands/context.h"
#include "model/report.h"
#include "report/formats.h"

namespace judge {

struct Destination {
    const ReportFormat* format = nullptr;
    std::string path;  // "-" is standard output
};

/// --report, each time with one value.
void add_report_option(CLI::App& command, std::vector<std::string>& words);

/// Errors: usage - "FORMAT=PATH" is not meant, the format is unknown (the hint lists them), two reports on standard
/// output.
Result<std::vector<Destination>> read_destinations(const std::vector<std::string>& words, bool json);

/// True if one of `destinations` takes standard output, so that nothing else may be printed there.
bool takes_stdout(const std::vector<Destination>& destinations);

/// Writes `material` to every destination, and nothing else. Errors: io.
Status deliver(const Material& material, const std::vector<Destination>& destinations, const Context& context);

/// Writes every report; the table goes to standard output unless something else does. Errors: io.
Status deliver(const std::vector<std::shared_ptr<const Report>>& reports, const std::vector<Destination>& destinations,
               const Context& context);

}  // namespace judge
