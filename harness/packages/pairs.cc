#include "packages/pairs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <unordered_map>

#include "base/files.h"
#include "base/utf8.h"
#include "packages/sites.h"

namespace judge {
namespace {

enum class Role { none, input, answer };

constexpr std::array<std::string_view, 5> kInputWords = {"in", "inp", "input", "inputs", "infile"};
constexpr std::array<std::string_view, 13> kAnswerWords = {
    "out", "output", "outputs", "ans", "answer", "answers", "a", "sol", "ok", "ou", "expect", "expected", "outfile"};
constexpr std::array<std::string_view, 4> kSampleWords = {"sample", "samples", "example", "examples"};

template <typename Words>
bool is_one_of(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

Role role_of(std::string_view word) {
    if (is_one_of(kInputWords, word)) return Role::input;
    return is_one_of(kAnswerWords, word) ? Role::answer : Role::none;
}

// What a file's name says of it. `key` is the name without the words that tell input and answer apart ('*' for each).
struct Claim {
    Role role = Role::none;
    std::string key;
    std::string plain_key;  // only the ending taken off
};

// "x.in3" -> the words "in" and "3".
bool is_numbered_ending(std::string_view ending, std::string& word, std::string& number) {
    const std::size_t digits = ending.find_first_of("0123456789");
    if (digits == std::string_view::npos || digits == 0) return false;
    if (ending.find_first_not_of("0123456789", digits) != std::string_view::npos) return false;
    word = ending.substr(0, digits);
    number = ending.substr(digits);
    return true;
}

// The role that the ending gives, which is then taken off `name`.
Role take_ending(std::string& name) {
    std::string base = name;
    if (lower_ascii(extension(base)) == "txt" || lower_ascii(extension(base)) == "dat") base.resize(base.size() - 4);
    const std::string ending = lower_ascii(extension(base));
    Role role = ending.empty() ? Role::none : role_of(ending);
    std::string word, number;
    std::string suffix;
    if (role == Role::none && is_numbered_ending(ending, word, number)) {
        role = role_of(word);
        suffix = "." + number;
    }
    if (role != Role::none) name = base.substr(0, base.size() - ending.size() - 1) + suffix;
    return role;
}

// Every word of `name` that tells input from answer becomes '*'; a one-letter word only ever counts as an ending.
// Folders of the sample or example kind stay.
std::string starred(const std::string& name, Role& role) {
    std::string key;
    for (std::size_t i = 0; i < name.size();) {
        std::size_t end = i;
        while (end < name.size() && std::isalpha(static_cast<unsigned char>(name[end])) != 0) ++end;
        if (end == i) {
            key += name[i++];
            continue;
        }
        const std::string word = lower_ascii(std::string_view(name).substr(i, end - i));
        const Role said = word.size() > 1 ? role_of(word) : Role::none;
        if (said != Role::none) {
            if (role == Role::none) role = said;
            key += '*';
        } else {
            key += name.substr(i, end - i);
        }
        i = end;
    }
    return key;
}

Claim claim_of(const std::string& file) {
    Claim claim;
    std::string name = file;
    claim.role = take_ending(name);
    claim.plain_key = name;
    if (claim.role != Role::none) {
        // The ending has spoken; folders may still be called input/ and output/.
        Role ignored = claim.role;
        claim.key = starred(name, ignored);
        return claim;
    }
    const std::string ending = lower_ascii(extension(file));
    const bool bare = ending.empty() || ending == "txt" || ending == "dat" ||
                      std::all_of(ending.begin(), ending.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    if (!bare) return claim;
    if (ending == "txt" || ending == "dat") name.resize(name.size() - 4);
    claim.key = starred(name, claim.role);
    claim.plain_key = name;
    return claim;
}

std::vector<std::string> parts_of(const std::string& path) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        if (end > begin) parts.push_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::string without_stars(const std::string& text) {
    std::string result;
    for (const char c : text)
        if (c != '*') result += c;
    const std::size_t begin = result.find_first_not_of("-_. ");
    return begin == std::string::npos ? "" : result.substr(begin, result.find_last_not_of("-_. ") - begin + 1);
}

bool starts_as_sample(const std::string& part) {
    const std::string word = lower_ascii(part);
    return std::any_of(kSampleWords.begin(), kSampleWords.end(), [&](std::string_view sample) {
        return word.starts_with(sample) &&
               (word.size() == sample.size() || std::isalpha(static_cast<unsigned char>(word[sample.size()])) == 0);
    });
}

// Folder names that say nothing of the case.
bool is_wrapper(const std::string& part) {
    static constexpr std::array<std::string_view, 9> kWrappers = {"",     "secret",   "data",      "test",    "tests",
                                                                  "case", "testdata", "testcases", "testcase"};
    return is_one_of(kWrappers, lower_ascii(part));
}

FilePair place(const std::string& key, const std::string& input, const std::string& answer) {
    std::vector<std::string> parts = parts_of(key);
    FilePair pair;
    pair.input = input;
    pair.answer = answer;
    pair.base = parts.empty() ? "" : without_stars(parts.back());
    if (!parts.empty()) parts.pop_back();
    bool sample = starts_as_sample(pair.base);
    std::string folders;
    for (const std::string& raw : parts) {
        const std::string part = without_stars(raw);
        if (starts_as_sample(part))
            sample = true;
        else if (!is_wrapper(part))
            folders += "/" + safe_file_name(part);
    }
    if (pair.base.empty()) pair.base = "1";
    pair.group = sample ? "sample" : "secret" + folders;
    return pair;
}

// The folders that all of `files` share, with the slash.
std::string common_folder(const std::vector<std::string>& files) {
    if (files.empty()) return "";
    std::string prefix = files.front().substr(0, files.front().rfind('/') + 1);
    for (const std::string& file : files)
        while (!file.starts_with(prefix)) prefix = prefix.substr(0, prefix.substr(0, prefix.size() - 1).rfind('/') + 1);
    return prefix;
}

}  // namespace

Pairing pair_files(const std::vector<std::string>& files) {
    Pairing pairing;
    std::map<std::string, Claim> claims;
    std::unordered_map<std::string, int> inputs_of, answers_of;
    for (const std::string& file : files) {
        Claim claim = claim_of(file);
        if (claim.role == Role::input) ++inputs_of[claim.key];
        if (claim.role == Role::answer) ++answers_of[claim.key];
        claims.emplace(file, std::move(claim));
    }
    // A starred name that two inputs share says too much: their full names then decide.
    std::unordered_map<std::string, std::string> answers;
    for (auto& [file, claim] : claims) {
        if (inputs_of[claim.key] > 1 || (answers_of[claim.key] > 1 && claim.role != Role::none))
            claim.key = claim.plain_key;
        if (claim.role == Role::answer) answers.emplace(claim.key, file);
    }
    std::vector<std::string> inputs;
    for (const std::string& file : files) {
        Claim& claim = claims.at(file);
        // "01" beside "01.a"
        if (claim.role == Role::none && answers.contains(file)) claim = {Role::input, file, file};
        if (claim.role == Role::input) inputs.push_back(file);
        if (claim.role == Role::none) pairing.rest.push_back(file);
    }
    const std::string prefix = common_folder(inputs);
    Role ignored = Role::none;
    const std::string shared = starred(prefix, ignored);
    const std::vector<std::string> prefix_parts = parts_of(prefix);
    const bool all_samples = !prefix_parts.empty() && starts_as_sample(prefix_parts.back());
    for (const std::string& input : inputs) {
        const Claim& claim = claims.at(input);
        std::string answer;
        if (const auto found = answers.find(claim.key); found != answers.end()) {
            answer = found->second;
            answers.erase(found);
            ++pairing.answered;
        }
        const bool is_below = claim.key.starts_with(shared);
        FilePair pair = place(is_below ? claim.key.substr(shared.size()) : claim.key, input, answer);
        if (all_samples) pair.group = "sample";
        pairing.pairs.push_back(std::move(pair));
    }
    for (const auto& [key, file] : answers) pairing.orphans.push_back(file);
    std::sort(pairing.orphans.begin(), pairing.orphans.end(), natural_less);
    return pairing;
}

void add_pairs(Imported& imported, const Source& source, const Pairing& pairing) {
    std::vector<FilePair> pairs = pairing.pairs;
    std::stable_sort(pairs.begin(), pairs.end(), [](const FilePair& a, const FilePair& b) {
        if ((a.group == "sample") != (b.group == "sample")) return a.group == "sample";
        return a.group != b.group ? natural_less(a.group, b.group) : natural_less(a.base, b.base);
    });
    for (const FilePair& pair : pairs) {
        if (pair.answer.empty())
            note(imported, Severity::warning, "no-answer", "'" + source.path(pair.input) + "' has no answer",
                 "judge add-case makes one with an accepted submission");
        add_case(imported, pair.group, pair.base, source.path(pair.input),
                 pair.answer.empty() ? "" : source.path(pair.answer));
    }
    for (const std::string& orphan : pairing.orphans) {
        note(imported, Severity::warning, "no-input", "the answer '" + source.path(orphan) + "' has no input",
             "it is kept below package/");
        imported.kept.push_back({"package/" + orphan, source.path(orphan)});
    }
}

void assume_limits(Imported& imported) {
    Limits& limits = imported.problem.limits;
    std::string assumed;
    if (!limits.cpu_time) {
        limits.cpu_time = std::chrono::seconds(1);
        assumed = "1 s";
    }
    if (!limits.memory) {
        limits.memory = mib(256);
        assumed += std::string(assumed.empty() ? "" : " and ") + "256 MB";
    }
    if (assumed.empty()) return;
    imported.problem.notes["limits"] = "Assumed: " + assumed + ". The package states none.";
    note(imported, Severity::note, "limits-assumed", "the package states no limit: " + assumed + " assumed",
         "edit limits in problem.json");
}

bool is_plain(const Source& source) {
    const Pairing pairing = pair_files(source.files);
    return pairing.answered > 0 || std::any_of(source.files.begin(), source.files.end(),
                                               [](const std::string& f) { return f.ends_with(".in"); });
}

Result<std::vector<Imported>> read_plain(const Source& source) {
    const Pairing pairing = pair_files(source.files);
    if (pairing.pairs.empty())
        return Error{
            ErrorCode::bad_input, "cannot import '" + source.folder + "': no file looks like an input",
            "cases are called 1.in and 1.out, in1.txt and out1.txt, input/1.txt and output/1.txt, or likewise"};
    std::vector<Imported> all(1);
    Imported& imported = all.front();
    imported.problem.id = id_from_name(source.name);
    imported.problem.source_url = url_from_id(imported.problem.id);
    imported.problem.profile = profile_of_id(imported.problem.id);
    add_pairs(imported, source, pairing);
    for (const std::string& file : pairing.rest) imported.kept.push_back({file, source.path(file)});
    assume_limits(imported);
    return all;
}

bool is_oj(const Source& source) {
    const std::vector<std::string> tests = source.below("test");
    return std::any_of(tests.begin(), tests.end(), [](const std::string& file) {
        return file.starts_with("test/sample-") && file.ends_with(".in");
    });
}

Result<std::vector<Imported>> read_oj(const Source& source) {
    return read_plain(source);
}

}  // namespace judge
