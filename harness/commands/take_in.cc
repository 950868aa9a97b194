#include "commands/take_in.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/utf8.h"
#include "model/json.h"

namespace judge {
namespace {

constexpr std::size_t kMostShown = 5;      // findings of one kind
constexpr std::size_t kMostProblems = 20;  // lines of problems

// One kind of finding over all problems.
std::string told_kind(const std::vector<std::pair<std::string, Finding>>& findings, bool all,
                      const Messages& messages) {
    std::string text;
    std::size_t shown = 0;
    for (const auto& [id, finding] : findings) {
        if (!all && shown == kMostShown) break;
        ++shown;
        text += fmt::format("{}: {}: {}\n", messages.text(fmt::format("severity.{}", word_of(finding.severity))), id,
                            messages.translated(finding.text));
    }
    if (findings.size() > shown)
        text +=
            "  " + messages.text("import.more_findings", findings.size() - shown, findings.front().second.code) + "\n";
    if (const std::string& remedy = findings.front().second.remedy; !remedy.empty())
        text += "  " + messages.text("error.hint", messages.translated(remedy)) + "\n";
    return text;
}

// What needs no line each: how many, and a few names.
std::string told_note(const std::vector<std::pair<std::string, Finding>>& findings, const Messages& messages) {
    const std::string first = messages.translated(findings.front().second.text);
    const std::string note = messages.text("severity.note");
    if (findings.size() == 1) return fmt::format("{}: {}: {}\n", note, findings.front().first, first);
    std::string names;
    for (std::size_t i = 0; i < findings.size() && i < kMostShown; ++i)
        names += (i == 0 ? "" : ", ") + findings[i].first;
    if (findings.size() > kMostShown) names += ", ...";
    const std::string& code = findings.front().second.code;
    const std::string what = code == "no-cases"         ? messages.text("import.no_cases", findings.size())
                             : code == "limits-assumed" ? messages.text("import.no_limits", findings.size())
                                                        : messages.text("import.many", findings.size(), first);
    return fmt::format("{}: {}: {}\n", note, what, names);
}

}  // namespace

Result<Project> project_to_fill(const Context& context, const std::string& folder) {
    Result<Project> found = find_project(folder);
    if (found || found.error().code != ErrorCode::not_found) return found;
    JUDGE_TRY(write_file_atomically(join_path(folder, "judge.json"),
                                    "{\"profile\": \"boj\", \"jobs\": 0, \"template\": {}}\n"));
    if (!context.quiet) warn(context, fmt::format("'{}' is a project now: judge.json was written", folder));
    return find_project(folder);
}

std::string told(const std::vector<Written>& written, const std::vector<Imported>& problems, const Context& context) {
    std::string text;
    std::size_t cases = 0, submissions = 0;
    std::map<std::string, std::vector<std::pair<std::string, Finding>>> kinds;
    const std::size_t width = render_options(context).width;
    const Messages messages(tongue_of(context));
    for (std::size_t i = 0; i < written.size(); ++i) {
        cases += written[i].cases;
        submissions += written[i].submissions;
        for (const auto* findings : {&problems[i].findings, &written[i].findings})
            for (const Finding& finding : *findings) kinds[finding.code].emplace_back(written[i].id, finding);
        if (context.quiet || (!context.verbose && i >= kMostProblems)) continue;
        text += cut_to_width(fmt::format("{}  {}  {}, {}", written[i].id,
                                         title_of(problems[i].problem, std::string(id_of(messages.tongue()))),
                                         messages.text("count.cases", written[i].cases),
                                         messages.text("count.submissions", written[i].submissions)),
                             width) +
                "\n";
    }
    if (!context.quiet && !context.verbose && written.size() > kMostProblems)
        text += messages.text("import.more_problems", written.size() - kMostProblems) + "\n";
    for (const auto& [code, findings] : kinds) {
        const bool is_note = findings.front().second.severity == Severity::note;
        if (is_note && context.quiet) continue;
        text += is_note && !context.verbose ? told_note(findings, messages)
                                            : told_kind(findings, context.verbose, messages);
    }
    if (written.size() > 1)
        text += fmt::format("{}: {}, {}\n", messages.text("count.problems", written.size()),
                            messages.text("count.cases", cases), messages.text("count.submissions", submissions));
    return text;
}

nlohmann::json told_json(const std::vector<Written>& written, const std::vector<Imported>& problems) {
    nlohmann::json all = nlohmann::json::array();
    for (std::size_t i = 0; i < written.size(); ++i) {
        std::vector<Finding> findings = problems[i].findings;
        findings.insert(findings.end(), written[i].findings.begin(), written[i].findings.end());
        all.push_back({{"id", written[i].id},
                       {"title", problems[i].problem.title},
                       {"cases", written[i].cases},
                       {"submissions", written[i].submissions},
                       {"findings", to_json(findings)}});
    }
    return all;
}

}  // namespace judge
