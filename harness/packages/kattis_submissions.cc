#include <algorithm>
#include <array>

#include "base/files.h"
#include "packages/expectations.h"
#include "packages/kattis.h"
#include "packages/program.h"

namespace judge {
namespace {

struct VerdictWord {
    std::string_view word;
    Verdict verdict;
};
constexpr std::array<VerdictWord, 4> kVerdictWords = {{{"AC", Verdict::accepted},
                                                       {"WA", Verdict::wrong_answer},
                                                       {"TLE", Verdict::time_limit_exceeded},
                                                       {"RTE", Verdict::run_time_error}}};

std::set<Verdict> verdicts_of(const Tree& rule, std::string_view key) {
    std::set<Verdict> verdicts;
    for (const std::string& word : rule.texts(key)) {
        const auto row = std::find_if(kVerdictWords.begin(), kVerdictWords.end(),
                                      [&](const VerdictWord& known) { return known.word == word; });
        if (row != kVerdictWords.end())
            verdicts.insert(row->verdict);
        else
            rule.at(key).refuse("'" + word + "' is no verdict; AC, WA, TLE and RTE are");
    }
    return verdicts;
}

// Endings of the sources that a folder of include/ is meant for. Source: spec/languages.md, the codes.
bool is_include_for(std::string_view folder, std::string_view source_name) {
    const std::string_view ending = extension(source_name);
    if (folder == "default") return true;
    if (folder == "cpp")
        return ending == "cpp" || ending == "cc" || ending == "cxx" || ending == "c++" || ending == "C";
    if (folder == "python3" || folder == "python2") return ending == "py";
    if (folder == "java" || folder == "c") return ending == folder;
    if (folder == "kotlin") return ending == "kt";
    if (folder == "rust") return ending == "rs";
    if (folder == "csharp") return ending == "cs";
    if (folder == "javascript") return ending == "js";
    return ending == folder;
}

class SubmissionReader {
  public:
    SubmissionReader(Imported& imported, const Source& source) : imported_(imported), source_(source) {}

    Status run() {
        const std::vector<std::string> files = source_.below("submissions");
        for (std::size_t i = 0; i < files.size();) {
            // submissions/<expectation>/<name>, a file or a folder of files
            const std::size_t first = files[i].find('/'), second = files[i].find('/', first + 1);
            if (second == std::string::npos) {
                imported_.kept.push_back({files[i], source_.path(files[i])});
                ++i;
                continue;
            }
            const std::size_t third = files[i].find('/', second + 1);
            const std::string place = files[i].substr(0, third);
            std::vector<std::string> parts;
            for (; i < files.size() && (files[i] == place || files[i].starts_with(place + "/")); ++i)
                parts.push_back(files[i]);
            add(files[i - 1].substr(first + 1, second - first - 1), place, parts);
        }
        uses_.resize(places_.size());
        JUDGE_TRY(apply_rules());
        fill_time_rule();
        return Done{};
    }

  private:
    void add(const std::string& folder, const std::string& place, const std::vector<std::string>& parts) {
        if (!expectation_of(folder)) {
            note(imported_, Severity::warning, "unknown-expectation",
                 "'" + place + "': submissions called '" + folder + "' have no fixed meaning; kept, not judged");
            for (const std::string& part : parts) imported_.kept.push_back({part, source_.path(part)});
            return;
        }
        std::vector<std::string> files;
        for (const std::string& part : parts) files.push_back(source_.path(part));
        // The entry first: judges of several files start there.
        if (files.size() > 1) {
            const std::string entry = program_at(imported_, source_, place);
            if (const auto found = std::find(files.begin(), files.end(), entry); found != files.end())
                std::rotate(files.begin(), found, found + 1);
        }
        const std::string first = files.front();
        for (const std::string& included : source_.below("include")) {
            const std::size_t slash = included.find('/', 8);
            if (slash != std::string::npos && is_include_for(included.substr(8, slash - 8), first))
                files.push_back(source_.path(included));
        }
        const bool gained = parts.size() == 1 && files.size() > 1;  // by include/: a folder, whose name has no ending
        add_submission(imported_, folder, std::string(gained ? stem(place) : file_name(place)), std::move(files));
        places_.push_back(place.substr(12));
    }

    Status apply_rules() {
        const std::string path = "submissions/submissions.yaml";
        if (!source_.has(path)) return Done{};
        JUDGE_ASSIGN(tree, TreeFile::read_yaml(source_.path(path)));
        for (const auto& [pattern, rule] : tree.root().members()) {
            for (std::size_t i = 0; i < places_.size(); ++i)
                if (places_[i] == pattern || glob_matches(pattern, places_[i])) {
                    apply(rule, imported_.submissions[i]);
                    uses_[i] = rule.text("use_for_time_limit", uses_[i]);
                }
            for (const char* key : {"permitted", "required", "language", "entrypoint", "authors", "model_solution",
                                    "score", "message", "use_for_time_limit"})
                rule.allow(key);
        }
        return tree.finish(imported_);
    }

    static void apply(const Tree& rule, Submission& submission) {
        if (rule.has("entrypoint")) submission.entry = rule.text("entrypoint");
        if (!rule.has("permitted") && !rule.has("required")) return;
        submission.expected.id = "custom";
        if (rule.has("permitted")) submission.expected.permitted = verdicts_of(rule, "permitted");
        if (rule.has("required")) submission.expected.required = verdicts_of(rule, "required");
        for (const Expectation& row : expectations())
            if (row.permitted == submission.expected.permitted && row.required == submission.expected.required)
                submission.expected.id = row.id;
    }

    // Which submissions bound the time limit from below and from above, unless submissions.yaml says otherwise.
    void fill_time_rule() {
        if (!imported_.problem.time_rule) return;
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const Submission& submission = imported_.submissions[i];
            const std::string_view kind = submission.expected.id;
            const bool by_itself = uses_[i].empty();
            if (uses_[i] == "lower" || (by_itself && kind == "accepted"))
                imported_.problem.time_rule->accepted.push_back(submission);
            if (uses_[i] == "upper" || (by_itself && kind == "time_limit_exceeded"))
                imported_.problem.time_rule->too_slow.push_back(submission);
        }
    }

    Imported& imported_;
    const Source& source_;
    std::vector<std::string> uses_;    // "lower", "upper" or "false", beside places_; "" = not said
    std::vector<std::string> places_;  // "accepted/a.cpp", beside imported_.submissions
};

}  // namespace

Status read_kattis_submissions(Imported& imported, const Source& source) {
    return SubmissionReader(imported, source).run();
}

}  // namespace judge
