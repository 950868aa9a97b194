#include "commands/take_in.h"

#include <fmt/format.h>

#include <map>

#include "base/files.h"
#include "base/utf8.h"

namespace judge {
namespace {

constexpr std::size_t kMostShown = 5;      // findings of one kind
constexpr std::size_t kMostProblems = 20;  // lines of problems

std::string plural(std::size_t count, const char* one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

// One kind of finding over all problems.
std::string told_kind(const std::vector<std::pair<std::string, Finding>>& findings, bool all) {
    std::string text;
    std::size_t shown = 0;
    for (const auto& [id, finding] : findings) {
        if (!all && shown == kMostShown) break;
        ++shown;
        text += fmt::format("{}: {}: {}\n", word_of(finding.severity), id, finding.text);
    }
    if (findings.size() > shown)
        text += fmt::format("  ... and {} more of this kind ('{}'); -v shows all\n", findings.size() - shown,
                            findings.front().second.code);
    if (!findings.front().second.remedy.empty()) text += fmt::format("  hint: {}\n", findings.front().second.remedy);
    return text;
}

// What needs no line each: how many, and a few names.
std::string told_note(const std::vector<std::pair<std::string, Finding>>& findings) {
    if (findings.size() == 1)
        return fmt::format("note: {}: {}\n", findings.front().first, findings.front().second.text);
    std::string names;
    for (std::size_t i = 0; i < findings.size() && i < kMostShown; ++i)
        names += (i == 0 ? "" : ", ") + findings[i].first;
    if (findings.size() > kMostShown) names += ", ...";
    const std::string& code = findings.front().second.code;
    const char* what = code == "no-cases"         ? "have no test data yet"
                       : code == "limits-assumed" ? "state no limits; 1 s and 256 MB are assumed"
                                                  : findings.front().second.text.c_str();
    return fmt::format("note: {} problems {}: {}\n", findings.size(), what, names);
}

}  // namespace

Result<Project> project_to_fill(const Context& context, const std::string& folder) {
    Result<Project> found = find_project(folder);
    if (found || found.error().code != ErrorCode::not_found) return found;
    JUDGE_TRY(write_file_atomically(join_path(folder, "judge.json"),
                                    "{\"profile\": \"boj\", \"jobs\": 0, \"template\": {}}\n"));
    if (!context.quiet) print(fmt::format("'{}' is a project now: judge.json was written\n", folder));
    return find_project(folder);
}

std::string told(const std::vector<Written>& written, const std::vector<Imported>& problems, const Context& context) {
    std::string text;
    std::size_t cases = 0, submissions = 0;
    std::map<std::string, std::vector<std::pair<std::string, Finding>>> kinds;
    const std::size_t width = render_options(context).width;
    for (std::size_t i = 0; i < written.size(); ++i) {
        cases += written[i].cases;
        submissions += written[i].submissions;
        for (const auto* findings : {&problems[i].findings, &written[i].findings})
            for (const Finding& finding : *findings) kinds[finding.code].emplace_back(written[i].id, finding);
        if (context.quiet || (!context.verbose && i >= kMostProblems)) continue;
        text +=
            cut_to_width(fmt::format("{}  {}  {}, {}", written[i].id, title_of(problems[i].problem, "ko"),
                                     plural(written[i].cases, "case"), plural(written[i].submissions, "submission")),
                         width) +
            "\n";
    }
    if (!context.quiet && !context.verbose && written.size() > kMostProblems)
        text += fmt::format("... and {} more problems\n", written.size() - kMostProblems);
    for (const auto& [code, findings] : kinds) {
        const bool is_note = findings.front().second.severity == Severity::note;
        if (is_note && context.quiet) continue;
        text += is_note && !context.verbose ? told_note(findings) : told_kind(findings, context.verbose);
    }
    if (written.size() > 1)
        text += fmt::format("{}: {}, {}\n", plural(written.size(), "problem"), plural(cases, "case"),
                            plural(submissions, "submission"));
    return text;
}

}  // namespace judge
