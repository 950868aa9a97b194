#include "packages/kattis.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/files.h"
#include "packages/program.h"
#include "packages/sites.h"
#include "packages/text.h"

namespace judge {
namespace {

Nanos seconds(double value) {
    return Nanos(static_cast<std::int64_t>(value * 1e9 + 0.5));
}

std::optional<Bytes> mebibytes(const Tree& limits, std::string_view key) {
    const std::optional<double> value = limits.number(key);
    if (!value) return std::nullopt;
    if (*value <= 0 || *value > 1 << 20) {
        limits.at(key).refuse("'" + std::string(key) + "' must be between 0 and 1048576 MiB");
        return std::nullopt;
    }
    return Bytes{static_cast<std::uint64_t>(*value * (1 << 20))};
}

std::optional<Nanos> time_of(const Tree& limits, std::string_view key) {
    const std::optional<double> value = limits.number(key);
    if (!value) return std::nullopt;
    if (*value <= 0 || *value > 86400) {
        limits.at(key).refuse("'" + std::string(key) + "' must be between 0 and 86400 seconds");
        return std::nullopt;
    }
    return seconds(*value);
}

// ".timelimit" of problemtools holds a number; "domjudge-problem.ini" a line timelimit='2.5'.
std::optional<Nanos> stored_limit(const Source& source) {
    std::string text;
    if (source.has(".timelimit")) {
        text = trimmed(text_or_empty(source.path(".timelimit")));
    } else if (source.has("domjudge-problem.ini")) {
        const std::string ini = text_or_empty(source.path("domjudge-problem.ini"));
        const std::size_t key = ini.find("timelimit");
        const std::size_t begin = key == std::string::npos ? key : ini.find_first_of("0123456789", key);
        if (begin != std::string::npos) text = ini.substr(begin, ini.find_first_not_of("0123456789.", begin) - begin);
    }
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value <= 0 || value > 86400) return std::nullopt;
    return seconds(value);
}

double factor_of(const Tree& limits, std::string_view key, double fallback) {
    const std::optional<double> value = limits.number(key);
    if (value && !(*value >= 1 && *value <= 1000))
        limits.at(key).refuse("'" + std::string(key) + "' must be between 1 and 1000");
    return value && *value >= 1 && *value <= 1000 ? *value : fallback;
}

TimeRule read_time_rule(const Tree& limits, KattisVersion version) {
    TimeRule rule;
    if (version == KattisVersion::legacy) {
        rule.multiplier = factor_of(limits, "time_multiplier", 5);
        rule.margin = factor_of(limits, "time_safety_margin", 2);
        return rule;
    }
    rule.multiplier = factor_of(limits.at("time_multipliers"), "ac_to_time_limit", 2);
    rule.margin = factor_of(limits.at("time_multipliers"), "time_limit_to_tle", 1.5);
    rule.resolution = time_of(limits, "time_resolution").value_or(rule.resolution);
    return rule;
}

void read_time_limit(Imported& imported, const Source& source, const Tree& limits, KattisVersion version) {
    Limits& known = imported.problem.limits;
    known.cpu_time = time_of(limits, "time_limit");
    if (!known.cpu_time) known.cpu_time = stored_limit(source);
    if (known.cpu_time) return;
    const TimeRule rule = read_time_rule(limits, version);
    known.cpu_time = std::chrono::seconds(10);
    imported.problem.notes["limits"] = fmt::format(
        "Assumed: 10 s. The package derives its limit from the accepted submissions: the slowest one's time times {}, "
        "rounded up to a multiple of {}.",
        rule.multiplier, to_text(rule.resolution));
    imported.problem.time_rule = rule;
    note(imported, Severity::warning, "time-limit-assumed",
         "the time limit is derived from the accepted submissions; 10 s assumed until it is known",
         "judge run its accepted submissions, then set limits.cpu_ns in problem.json");
}

void read_limits(Imported& imported, const Source& source, const Tree& root, KattisVersion version) {
    const Tree limits = root.at("limits");
    Problem& problem = imported.problem;
    read_time_limit(imported, source, limits, version);
    problem.limits.memory = mebibytes(limits, "memory").value_or(mib(2048));
    problem.limits.output = mebibytes(limits, "output").value_or(mib(8));
    problem.checker.limits.cpu_time = time_of(limits, "validation_time");
    problem.checker.limits.memory = mebibytes(limits, "validation_memory");
    problem.checker.limits.output = mebibytes(limits, "validation_output");
    if (const std::optional<std::int64_t> passes = limits.integer("validation_passes"))
        problem.validation_passes = static_cast<int>(std::clamp<std::int64_t>(*passes, 1, 1000));
    limits.allow("time_multipliers");
    for (const char* key :
         {"code", "compilation_time", "compilation_memory", "time_safety_margin", "time_resolution", "time_multiplier"})
        limits.allow(key);
}

void read_names(Imported& imported, const Source& source, const Tree& root) {
    Problem& problem = imported.problem;
    problem.id = safe_id(source.name);
    if (const Tree name = root.at("name"); name.is_map())
        for (const auto& [language, title] : name.members()) problem.title[language] = title.text();
    else if (name)
        problem.title["en"] = name.text();
    // Legacy packages may leave the name to the statement.
    if (problem.title.empty())
        for (const std::string& file : source.files) {
            if (!file.starts_with("problem_statement/") || extension(file) != "tex") continue;
            const std::string text = text_or_empty(source.path(file));
            const std::string_view mark = "\\problemname{";
            const std::size_t begin = text.find(mark);
            if (begin == std::string::npos) continue;
            const std::string language(extension(stem(file)));
            problem.title[language.empty() ? "en" : language] =
                trimmed(text.substr(begin + mark.size(), text.find('}', begin) - begin - mark.size()));
        }
    problem.source_url = root.text("source_url");
    const Tree origin = root.at("source");
    origin.allow();
    if (origin.is_map() && problem.source_url.empty()) problem.source_url = origin.text("url");
    for (const char* key : {"uuid", "author", "license", "rights_owner", "keywords", "credits", "version", "languages",
                            "embargo_until", "constants", "grading", "libraries", "problem_format_version"})
        root.allow(key);
}

// The words of `type` (a word, a list, or absent) and of legacy's `validation`.
std::vector<std::string> kind_words(const Tree& root) {
    std::vector<std::string> words = root.words("type");
    const std::vector<std::string> validation = root.words("validation");
    words.insert(words.end(), validation.begin(), validation.end());
    return words;
}

std::string validator_place(const Source& source) {
    if (source.has_folder("output_validator")) return "output_validator";
    for (const char* folder : {"output_validators"}) {
        const std::vector<std::string> files = source.below(folder);
        if (files.empty()) continue;
        const std::string first = files.front();
        const std::size_t slash = first.find('/', std::string_view(folder).size() + 1);
        // One folder a validator, or files that are each a validator.
        return slash == std::string::npos ? first : first.substr(0, slash);
    }
    return "";
}

void read_validator(Imported& imported, const Source& source, const Tree& root, KattisVersion version) {
    const std::vector<std::string> words = kind_words(root);
    const auto is = [&](std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); };
    Problem& problem = imported.problem;
    problem.scoring = is("scoring") || is("score");
    const bool interactive = is("interactive"), multi_pass = is("multi-pass");
    const std::string place = validator_place(source);
    const bool custom = version == KattisVersion::legacy ? is("custom") : !place.empty();
    problem.checker.compare = "kattis";
    problem.checker.args = root.words("validator_flags");
    if (is("submit-answer"))
        note(imported, Severity::warning, "submit-answer",
             "submissions that are answers, not programs, cannot be judged");
    if (source.has_folder("static_validator"))
        note(imported, Severity::warning, "static-validator", "the static validator is kept but not run");
    if (!custom) return;
    const std::string program = place.empty() ? "" : program_at(imported, source, place);
    if (program.empty()) {
        note(imported, Severity::error, "no-validator",
             "the package says it has its own output validator, but holds none",
             "add it, or remove 'validation: custom'");
        return;
    }
    problem.checker.compare.clear();
    if (interactive) {
        problem.mode = Mode::interactive;
        problem.interactor = program;
        if (multi_pass)
            note(imported, Severity::warning, "interactive-multi-pass",
                 "an interactive problem of several passes is judged with its first pass only");
        return;
    }
    problem.checker.protocol = "kattis";
    problem.checker.program = program;
    if (multi_pass) {
        problem.mode = Mode::multi_pass;
        problem.validation_passes = std::max(problem.validation_passes, 2);
    }
}

void read_input_validators(Imported& imported, const Source& source) {
    std::vector<std::string> seen;
    for (const char* folder : {"input_validators", "input_format_validators"})
        for (const std::string& file : source.below(folder)) {
            const std::size_t slash = file.find('/', std::string_view(folder).size() + 1);
            const std::string place = file.substr(0, slash);
            if (std::find(seen.begin(), seen.end(), place) != seen.end() || is_header_file(place)) continue;
            seen.push_back(place);
            if (slash == std::string::npos && !is_source_file(place)) {
                note(imported, Severity::warning, "no-program", "'" + file + "' is no source that is understood");
                imported.kept.push_back({file, source.path(file)});
                continue;
            }
            const std::string program = program_at(imported, source, place);
            if (!program.empty()) imported.problem.validators.push_back(program);
        }
    if (!imported.problem.validators.empty()) imported.problem.validator_protocol = "kattis";
}

void keep_the_rest(Imported& imported, const Source& source) {
    for (const std::string& file : source.files) {
        const std::string top = file.substr(0, file.find('/'));
        const bool taken = top == "data" || top == "submissions" || top == "output_validator" ||
                           top == "output_validators" || top == "input_validators" ||
                           top == "input_format_validators" || top == ".timelimit";
        if (!taken) imported.kept.push_back({file, source.path(file)});
    }
}

}  // namespace

bool is_kattis(const Source& source) {
    return source.has("problem.yaml") && source.has_folder("data") && !source.has_folder("testdata");
}

Result<std::vector<Imported>> read_kattis(const Source& source) {
    JUDGE_ASSIGN(file, TreeFile::read_yaml(source.path("problem.yaml")));
    const Tree root = file.root();
    std::vector<Imported> all(1);
    Imported& imported = all.front();
    const std::string named = root.text("problem_format_version", "legacy");
    const bool legacy = named == "legacy" || named == "legacy-icpc";
    const KattisVersion version = legacy ? KattisVersion::legacy : KattisVersion::v2025_09;
    if (!legacy && named != "2025-09" && named != "2025-09-draft" && named != "2023-07" && named != "2023-07-draft" &&
        named != "draft")
        root.at("problem_format_version").refuse("the version '" + named + "' is not known; legacy and 2025-09 are");
    imported.problem.profile = "icpc";
    imported.problem.language_extra = false;
    read_names(imported, source, root);
    read_limits(imported, source, root, version);
    imported.problem.file_access = root.boolean("allow_file_writing", false);
    read_validator(imported, source, root, version);
    read_input_validators(imported, source);
    JUDGE_TRY(file.finish(imported));
    JUDGE_TRY(read_kattis_data(imported, source, version));
    JUDGE_TRY(read_kattis_submissions(imported, source));
    keep_the_rest(imported, source);
    return all;
}

}  // namespace judge
