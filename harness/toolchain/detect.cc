#include "toolchain/detect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/files.h"
#include "base/nearest.h"
#include "toolchain/scanner.h"

namespace judge {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string squeezed(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c != ' ') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return out;
}

std::string_view line_of(std::string_view text, int number) {
    for (; number > 0; --number) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    return text.substr(0, text.find('\n'));
}

/// The value of `judge: language=<id>` on one of the first two lines, or "".
std::string_view named_in_comment(std::string_view text) {
    for (const int number : {0, 1}) {
        if (text.empty()) break;
        const std::string_view line = line_of(text, number);
        const std::size_t mark = line.find("judge:");
        const std::size_t at = mark == std::string_view::npos ? mark : line.find("language=", mark);
        if (at == std::string_view::npos) continue;
        const std::string_view value = line.substr(at + 9);
        return value.substr(0, value.find_first_of(kBlanks));
    }
    return "";
}

/// "python3" of "#!/usr/bin/env -S python3 -u" and of "#!/usr/bin/python3"; "" without such a line.
std::string_view shebang_program(std::string_view text) {
    if (!text.starts_with("#!")) return "";
    std::string_view line = line_of(text, 0).substr(2);
    std::string_view program;
    while (!line.empty()) {
        line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
        const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
        line.remove_prefix(word.size());
        if (word.empty() || word.starts_with('-')) continue;
        program = file_name(word);
        if (program != "env") return program;
    }
    return program;
}

bool fits_name(const Language& row, std::string_view name) {
    return std::any_of(row.files.begin(), row.files.end(),
                       [&](const std::string& pattern) { return glob_matches(pattern, name); });
}

int content_signs(const Language& row, std::string_view text) {
    return static_cast<int>(std::count_if(row.content.begin(), row.content.end(), [&](const std::string& sign) {
        return text.find(sign) != std::string_view::npos;
    }));
}

struct Candidate {
    const Language* row = nullptr;
    bool name = false, shebang = false;
    int signs = 0;
    std::size_t preference = 0;  // place in the profile's list; behind its end if not there
    bool offered = false;
};

/// The better candidate comes first. A shebang says more than a name, a name more than content.
bool better(const Candidate& a, const Candidate& b) {
    if (a.shebang != b.shebang) return a.shebang;
    if (a.name != b.name) return a.name;
    if (!a.name && a.signs != b.signs) return a.signs > b.signs;
    // Of two names that fit, rows with signs in the content win over rows that look for signs and find none.
    if ((a.signs > 0) != (b.signs > 0) && a.row->family != b.row->family) return a.signs > 0;
    if (a.preference != b.preference) return a.preference < b.preference;
    if (a.offered != b.offered) return a.offered;
    if (a.row->priority != b.row->priority) return a.row->priority > b.row->priority;
    return a.row->id < b.row->id;
}

std::vector<Candidate> candidates(std::string_view name, std::string_view text, const Profile& profile,
                                  const Tables& tables) {
    const std::string_view program = shebang_program(text);
    std::vector<Candidate> all;
    for (const Language& row : tables.languages) {
        Candidate one;
        one.row = &row;
        one.name = fits_name(row, name);
        one.shebang = !program.empty() &&
                      std::find(row.interpreters.begin(), row.interpreters.end(), program) != row.interpreters.end();
        one.signs = content_signs(row, text);
        const auto place = std::find(profile.prefer.begin(), profile.prefer.end(), row.id);
        one.preference = static_cast<std::size_t>(place - profile.prefer.begin());
        one.offered = profile.offers_all || profile.languages.contains(row.id);
        if (one.name || one.shebang || one.signs > 0) all.push_back(one);
    }
    std::sort(all.begin(), all.end(), better);
    return all;
}

/// Rows whose name pattern anything fits: their files are text of any kind, and code pasted into them is still code.
bool takes_anything(const Language& row) {
    return row.content.empty() && row.priority <= 1;
}

void say_ambiguity(const std::vector<Candidate>& all, std::string_view name, std::vector<Finding>& findings) {
    const Language& taken = *all.front().row;
    std::set<std::string> others;
    for (const Candidate& one : all) {
        const bool rival = one.name == all.front().name && one.shebang == all.front().shebang &&
                           (one.signs > 0) == (all.front().signs > 0) && !takes_anything(*one.row);
        // Standards of one language share their compilers' words; a second compiler for it is no other language.
        if (rival && one.row->comments == taken.comments && one.row->files == taken.files) continue;
        if (rival && one.row->family != taken.family) others.insert(one.row->name);
    }
    if (!taken.unlike.empty() && all.front().name && !all.front().shebang && all.front().signs == 0) {
        others.insert(taken.unlike);
    }
    if (others.empty()) return;
    std::string list;
    for (const std::string& other : others) list += (list.empty() ? "" : " or ") + other;
    findings.push_back({Severity::warning, "language-ambiguous",
                        fmt::format("'{}' is taken for {}; it could also be {}", name, taken.name, list),
                        fmt::format("say so with --language {}, or a first line with 'judge: language={}' in a comment",
                                    taken.id, taken.id)});
}

std::string language_hint(std::string_view id, const Tables& tables) {
    std::vector<std::string> ids;
    std::string known = "the languages are:";
    for (const Language& row : tables.languages) {
        ids.push_back(row.id);
        known += " " + row.id;
    }
    return did_you_mean(id, ids, known);
}

Result<const Language*> named_language(std::string_view id, std::string_view where, const Tables& tables) {
    if (const Language* row = language_called(id, tables)) return row;
    return Error{ErrorCode::bad_input, fmt::format("cannot judge '{}': there is no language '{}'", where, id),
                 language_hint(id, tables)};
}

}  // namespace

const Language* language_called(std::string_view id, const Tables& tables) {
    if (const Language* row = tables.language(id)) return row;
    const auto found = std::find_if(tables.languages.begin(), tables.languages.end(),
                                    [&](const Language& row) { return squeezed(row.name) == squeezed(id); });
    return found == tables.languages.end() ? nullptr : &*found;
}

Result<const Language*> detect_language(const Submission& submission, const Profile& profile, const Tables& tables,
                                        std::vector<Finding>& findings) {
    if (submission.files.empty()) {
        return Error{ErrorCode::usage, fmt::format("cannot judge '{}': it has no files", submission.id), ""};
    }
    const std::string& path = submission.files.front();
    if (!submission.language_id.empty()) return named_language(submission.language_id, path, tables);
    JUDGE_ASSIGN(text, read_file(path, mib(16)));
    if (const std::string_view id = named_in_comment(text); !id.empty()) return named_language(id, path, tables);
    const std::string_view name = file_name(path);
    std::vector<Candidate> all = candidates(name, text, profile, tables);
    // notes.txt with a program in it: the program's language, for the name says nothing.
    if (all.size() > 1 && all.front().name && takes_anything(*all.front().row) && all[1].signs >= 2) {
        all.erase(all.begin());
    }
    if (all.empty()) {
        return Error{ErrorCode::bad_input,
                     fmt::format("cannot judge '{}': neither its name nor its content tells its language", path),
                     "name it with --language; 'judge languages' lists them"};
    }
    say_ambiguity(all, name, findings);
    return all.front().row;
}

}  // namespace judge
