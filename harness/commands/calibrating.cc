#include "commands/calibrating.h"

#include "base/files.h"

namespace judge {

Result<std::string> calibration_path(const Context& context) {
    JUDGE_ASSIGN(state, state_directory(context.environment));
    return join_path(state, "calibration.json");
}

Reports with_predictions(const Reports& reports, const Context& context, const Toolchain& toolchain) {
    const Result<std::string> path = calibration_path(context);
    if (!path || !exists(*path)) return reports;
    const Result<CalibrationFile> file = read_calibration(*path);
    if (!file) {
        complain(context, file.error());
        return reports;
    }
    Reports all;
    for (const auto& report : reports) {
        const Language* language = toolchain.language(report->build.language_id);
        const bool timed = report->verdict == Verdict::accepted && report->slowest_cpu && language;
        const std::optional<Foretold> foretold = timed ? foretell(*file, report->machine.fingerprint, report->profile,
                                                                  language->family, *report->slowest_cpu)
                                                       : std::nullopt;
        auto copy = std::make_shared<Report>(*report);
        if (foretold) copy->findings.push_back({Severity::note, "prediction", to_text(*foretold, report->profile), ""});
        all.push_back(std::move(copy));
    }
    return all;
}

}  // namespace judge
