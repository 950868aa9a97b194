#include "packages/baekjoonhub.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "base/files.h"
#include "packages/pairs.h"
#include "packages/program.h"
#include "packages/sites.h"
#include "packages/text.h"

namespace judge {
namespace {

// The extension turns ASCII signs in names into their full-width twins (U+FF01 to U+FF5E) and a blank into U+2005.
std::string narrow(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i + 2 < text.size() && text[i] == '\xEF' && (text[i + 1] == '\xBC' || text[i + 1] == '\xBD')) {
            const unsigned code = (static_cast<unsigned char>(text[i + 1]) - 0xBCU) * 64 +
                                  (static_cast<unsigned char>(text[i + 2]) - 0x80U);
            if (code >= 1 && code <= 0x5E) {
                result += static_cast<char>(code + 0x20);
                i += 2;
                continue;
            }
        }
        if (text.substr(i).starts_with("\xE2\x80\x85")) {
            result += ' ';
            i += 2;
            continue;
        }
        result += text[i];
    }
    return result;
}

// "1000" of "1000. A＋B" and of the older "1000.A＋B"; "" of anything else.
std::string folder_number(std::string_view folder) {
    const std::size_t end = folder.find_first_not_of("0123456789");
    if (end == std::string_view::npos || end < 4 || end > 6 || folder[end] != '.') return "";
    return std::string(folder.substr(0, end));
}

std::string between(std::string_view text, std::string_view before, std::string_view after) {
    const std::size_t begin = text.find(before);
    if (begin == std::string_view::npos) return "";
    const std::string_view rest = text.substr(begin + before.size());
    const std::size_t end = rest.find(after);
    return end == std::string_view::npos ? "" : trimmed(rest.substr(0, end));
}

std::string digits_after(std::string_view text, std::string_view label) {
    const std::size_t begin = text.find(label);
    if (begin == std::string_view::npos) return "";
    std::string_view rest = text.substr(begin + label.size(), 24);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    return std::string(rest.substr(0, rest.find_first_not_of("0123456789")));
}

// The number between `label` ("시간 제한") and `unit` ("초"), where little stands between them.
std::optional<double> limit_after(std::string_view text, std::string_view label, std::string_view unit,
                                  std::string_view& rest) {
    const std::size_t begin = text.find(label);
    if (begin == std::string_view::npos) return std::nullopt;
    std::string_view near = text.substr(begin + label.size(), 200);
    near.remove_prefix(std::min(near.find_first_of("0123456789"), near.size()));
    double value = 0;
    const auto [end, error] = std::from_chars(near.data(), near.data() + near.size(), value);
    if (error != std::errc()) return std::nullopt;
    near.remove_prefix(static_cast<std::size_t>(end - near.data()));
    near.remove_prefix(std::min(near.find_first_not_of(' '), near.size()));
    if (!near.starts_with(unit) || value <= 0 || value > 100'000) return std::nullopt;
    rest = near.substr(0, near.find('\n'));
    return value;
}

void read_limits(std::string_view text, HubReadme& readme) {
    std::string_view rest;
    if (const std::optional<double> time = limit_after(text, "시간 제한", "초", rest)) {
        readme.limits.cpu_time = Nanos(static_cast<std::int64_t>(*time * 1e9));
        // "1 초 (추가 시간 없음)", "(언어별 추가 시간 없음)"
        if (rest.find("추가 시간 없음") != std::string_view::npos) readme.language_extra = false;
    }
    if (const std::optional<double> memory = limit_after(text, "메모리 제한", "MB", rest))
        readme.limits.memory = mib(static_cast<std::uint64_t>(*memory));
}

std::string section(std::string_view text, std::string_view title) {
    return between(text, "### " + std::string(title), "\n###");
}

struct HubFolder {
    std::string path;
    std::vector<std::string> files;
};

using HubProblems = std::map<std::string, std::vector<HubFolder>, decltype(&natural_less)>;

// By number: the folders that hold it, one a language at most.
HubProblems collect(const Source& source) {
    HubProblems problems(&natural_less);
    for (const std::string& file : source.files) {
        const std::string folder(parent_path(file));
        const std::string number = folder_number(file_name(folder));
        if (number.empty()) continue;
        std::vector<HubFolder>& folders = problems[number];
        if (folders.empty() || folders.back().path != folder) folders.push_back({folder, {}});
        folders.back().files.push_back(file);
    }
    return problems;
}

void add_note(Problem& problem, const std::string& key, const std::string& text) {
    if (text.empty()) return;
    std::string& note = problem.notes[key];
    if (note.find(text) == std::string::npos) note += (note.empty() ? "" : "; ") + text;
}

std::string reported(const HubReadme& readme) {
    if (readme.time_ms.empty() && readme.memory_kb.empty()) return "";
    return readme.time_ms + " ms, " + readme.memory_kb + " KB" + (readme.date.empty() ? "" : ", " + readme.date);
}

void add_folder(Imported& imported, const Source& source, const HubFolder& folder) {
    Problem& problem = imported.problem;
    HubReadme readme;
    for (const std::string& file : folder.files)
        if (file_name(file) == "README.md") readme = parse_hub_readme(text_or_empty(source.path(file)));
    if (!readme.title.empty()) problem.title["ko"] = readme.title;
    if (!readme.url.empty()) problem.source_url = readme.url;
    if (readme.limits.cpu_time) problem.limits.cpu_time = readme.limits.cpu_time;
    if (readme.limits.memory) problem.limits.memory = readme.limits.memory;
    problem.language_extra = problem.language_extra && readme.language_extra;
    add_note(problem, "tier", readme.tier);
    add_note(problem, "tags", readme.tags);
    for (const std::string& file : folder.files) {
        const std::string name = narrow(file_name(file));
        if (is_source_file(file) && file_name(file) != "README.md") {
            add_submission(imported, "accepted", name, {source.path(file)});
            if (const std::string facts = reported(readme); !facts.empty())
                add_note(problem, "reported " + std::string(extension(name)), facts);
        } else {
            imported.kept.push_back({std::string(file_name(file)), source.path(file)});
        }
    }
}

}  // namespace

HubReadme parse_hub_readme(std::string_view text) {
    HubReadme readme;
    const std::string_view first = text.substr(0, text.find('\n'));
    // "# [Gold V] 제목 - 1234": the title may hold brackets and dashes itself.
    if (first.starts_with("# [") && first.find(']') != std::string_view::npos) {
        readme.tier = trimmed(first.substr(3, first.find(']') - 3));
        std::string_view rest = first.substr(first.find(']') + 1);
        readme.title = trimmed(rest.substr(0, rest.rfind(" - ")));
    }
    readme.url = between(text, "[문제 링크](", ")");
    readme.memory_kb = digits_after(text, "메모리:");
    readme.time_ms = digits_after(text, "시간:");
    readme.tags = section(text, "분류");
    if (readme.tags == "Empty") readme.tags.clear();
    readme.date = section(text, "제출 일자");
    read_limits(text, readme);
    return readme;
}

bool is_baekjoonhub(const Source& source) {
    int looked = 0;
    for (const std::string& file : source.files) {
        const std::string folder(parent_path(file));
        if (folder_number(file_name(folder)).empty()) continue;
        if (("/" + folder).find("/백준/") != std::string::npos) return true;
        if (file_name(file) == "README.md" && ++looked <= 3 &&
            text_or_empty(source.path(file)).find("acmicpc.net/problem/") != std::string::npos)
            return true;
    }
    return false;
}

Result<std::vector<Imported>> read_baekjoonhub(const Source& source) {
    std::vector<Imported> all;
    int others = 0;
    for (const auto& [number, folders] : collect(source)) {
        // Programmers and others number their folders likewise; their solutions are functions, not programs.
        const bool foreign = std::all_of(folders.begin(), folders.end(), [](const HubFolder& folder) {
            const std::string path = "/" + folder.path;
            return path.find("/프로그래머스/") != std::string::npos || path.find("/SWEA/") != std::string::npos ||
                   path.find("/goormlevel/") != std::string::npos || path.find("/leetcode/") != std::string::npos;
        });
        others += foreign ? 1 : 0;
        if (foreign) continue;
        Imported& imported = all.emplace_back();
        Problem& problem = imported.problem;
        problem.id = "boj-" + number;
        problem.source_url = url_from_id(problem.id);
        problem.profile = "boj";
        for (const HubFolder& folder : folders) add_folder(imported, source, folder);
        if (problem.title.empty()) {
            const std::string name = narrow(file_name(folders.front().path));
            problem.title["ko"] = trimmed(name.substr(number.size() + 1));
        }
        assume_limits(imported);
        note(imported, Severity::note, "no-cases", "'" + problem.id + "' has no test data yet",
             "judge add-case " + problem.id + ", or judge import its data");
    }
    if (all.empty())
        return Error{ErrorCode::bad_input, "cannot import '" + source.folder + "': it holds no folder like '1000. A+B'",
                     ""};
    if (others > 0)
        note(all.front(), Severity::note, "other-sites",
             std::to_string(others) + " folders of other sites were passed over: their solutions are functions");
    return all;
}

}  // namespace judge
