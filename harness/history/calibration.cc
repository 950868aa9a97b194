#include "history/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json_fields.h"

namespace judge {
namespace {

constexpr std::size_t kFewestPairs = 2;

Nanos time_of(JsonFields& fields, std::string_view key) {
    const std::optional<std::int64_t> value = fields.integer(key);
    if (!value || *value <= 0) fields.refuse(key, "must be positive");
    return Nanos(value.value_or(1));
}

}  // namespace

Result<CalibrationFile> read_calibration(const std::string& path) {
    CalibrationFile file;
    if (!exists(path)) return file;
    JUDGE_ASSIGN(document, JsonDocument::read(path));
    JsonFields fields = document.root();
    for (JsonFields& pair : fields.objects("pairs"))
        file.pairs.push_back({pair.required_text("machine"), pair.required_text("profile"),
                              pair.required_text("family"), pair.required_text("what"), time_of(pair, "here_ns"),
                              time_of(pair, "there_ns")});
    for (JsonFields& one : fields.objects("benchmarks"))
        file.benchmarks.push_back({one.required_text("machine"), one.required_text("family"), one.required_text("kind"),
                                   time_of(one, "cpu_ns")});
    JUDGE_TRY(fields.finish());
    return file;
}

Status write_calibration(const CalibrationFile& file, const std::string& path) {
    nlohmann::json pairs = nlohmann::json::array(), benchmarks = nlohmann::json::array();
    for (const CalibrationPair& pair : file.pairs)
        pairs.push_back({{"machine", pair.machine},
                         {"profile", pair.profile},
                         {"family", pair.family},
                         {"what", pair.what},
                         {"here_ns", pair.here.count()},
                         {"there_ns", pair.there.count()}});
    for (const BenchmarkTime& one : file.benchmarks)
        benchmarks.push_back(
            {{"machine", one.machine}, {"family", one.family}, {"kind", one.kind}, {"cpu_ns", one.cpu.count()}});
    return write_file_atomically(path, nlohmann::json{{"pairs", pairs}, {"benchmarks", benchmarks}}.dump(1) + "\n");
}

void add_pair(CalibrationFile& file, CalibrationPair pair) {
    std::erase_if(file.pairs, [&](const CalibrationPair& old) {
        return old.machine == pair.machine && old.profile == pair.profile && old.what == pair.what;
    });
    file.pairs.push_back(std::move(pair));
}

std::optional<Foretold> foretell(const CalibrationFile& file, const std::string& machine, const std::string& profile,
                                 const std::string& family, Nanos here) {
    std::vector<TimePair> pairs;
    for (const CalibrationPair& pair : file.pairs)
        if (pair.machine == machine && pair.profile == profile && pair.family == family)
            pairs.push_back({to_seconds(pair.here), to_seconds(pair.there)});
    if (pairs.size() < kFewestPairs || here <= Nanos{}) return std::nullopt;
    return Foretold{predict(fit_calibration(pairs), to_seconds(here)), pairs.size()};
}

std::string to_text(const Foretold& foretold, const std::string& profile) {
    const auto words = [](double seconds) {
        return seconds < 1e9 ? to_text(Nanos(std::llround(seconds * 1e9))) : std::string("any time");
    };
    const Prediction& prediction = foretold.prediction;
    return fmt::format("about {} on {} ({} to {} with 90 %): a prediction from {} pairs", words(prediction.seconds),
                       profile, words(prediction.low), words(prediction.high), foretold.pairs);
}

std::optional<Nanos> time_of_readme(std::string_view text) {
    constexpr std::string_view kWord = "시간: ";
    for (std::size_t at = text.find(kWord); at != std::string_view::npos; at = text.find(kWord, at + 1)) {
        const std::string_view rest = text.substr(at + kWord.size());
        std::int64_t milliseconds = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), milliseconds);
        const std::string_view unit = rest.substr(static_cast<std::size_t>(end - rest.data()));
        if (error == std::errc{} && unit.starts_with(" ms") && milliseconds > 0)
            return Nanos(std::chrono::milliseconds(milliseconds));
    }
    return std::nullopt;
}

// The blank after the dot is U+2005 there; archives that were copied about have a plain one.
std::string problem_number_of(std::string_view folder) {
    const std::size_t dot = folder.find('.');
    const std::string_view number = folder.substr(0, dot);
    const std::string_view rest = dot == std::string_view::npos ? std::string_view() : folder.substr(dot + 1);
    const bool fits = !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos &&
                      (rest.starts_with(" ") || rest.starts_with("\u2005"));
    return fits ? std::string(number) : "";
}

}  // namespace judge
