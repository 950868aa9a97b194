#include "toolchain/staging.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/files.h"
#include "toolchain/build_folder.h"
#include "toolchain/source_text.h"

namespace judge {

namespace {

constexpr Bytes kSourceLimit = mib(16);

bool fits_any(const std::vector<std::string>& patterns, std::string_view name) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return glob_matches(pattern, name); });
}

/// The names in `#include "..."` lines of `text`.
std::vector<std::string> quoted_includes(std::string_view text) {
    std::vector<std::string> names;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        at = end + 1;
        const auto skip_blanks = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
        skip_blanks();
        if (!line.starts_with('#')) continue;
        line.remove_prefix(1);
        skip_blanks();
        if (!line.starts_with("include")) continue;
        line.remove_prefix(7);
        skip_blanks();
        if (!line.starts_with('"')) continue;
        const std::size_t close = line.find('"', 1);
        if (close != std::string_view::npos) names.emplace_back(line.substr(1, close - 1));
    }
    return names;
}

bool stays_below(std::string_view path) {
    if (path.empty() || path.starts_with('/')) return false;
    return path != ".." && !path.starts_with("../") && path.find("/../") == std::string_view::npos;
}

Result<StagedFile> read_staged(const std::string& path, std::string name, std::vector<Finding>& findings) {
    JUDGE_ASSIGN(bytes, read_file(path, kSourceLimit));
    JUDGE_ASSIGN(decoded, decode_source(std::move(bytes), file_name(path)));
    findings.insert(findings.end(), decoded.findings.begin(), decoded.findings.end());
    return StagedFile{std::move(name), path, std::move(decoded.text)};
}

/// Adds every header that `from` (an index over sources, then headers) includes.
Status add_headers_of(const StagedFile& from, const Language& language, std::set<std::string>& known,
                      Staging& staging) {
    for (const std::string& include : quoted_includes(from.text)) {
        const std::string folder(parent_path(from.name));
        const std::string name = folder == "." ? include : join_path(folder, include);
        const std::string path = join_path(parent_path(from.original), include);
        const bool wanted = stays_below(include) && fits_any(language.headers, file_name(include));
        if (!wanted || known.contains(name) || !is_file(path)) continue;
        known.insert(name);
        JUDGE_ASSIGN(header, read_staged(path, name, staging.findings));
        staging.headers.push_back(std::move(header));
    }
    return Done{};
}

Status add_headers(const Language& language, Staging& staging) {
    if (language.headers.empty()) return Done{};
    std::set<std::string> known;
    for (const StagedFile& source : staging.sources) known.insert(source.name);
    // Copies: the vector of headers grows while its members are read.
    for (std::size_t i = 0; i < staging.sources.size(); ++i) {
        JUDGE_TRY(add_headers_of(staging.sources[i], language, known, staging));
    }
    for (std::size_t i = 0; i < staging.headers.size(); ++i) {
        const StagedFile header = staging.headers[i];
        JUDGE_TRY(add_headers_of(header, language, known, staging));
    }
    return Done{};
}

}  // namespace

Result<Staging> stage(const std::vector<std::string>& files, const Language& language, std::string_view source,
                      std::string_view wanted_entry) {
    Staging staging;
    std::set<std::string> names;
    for (const std::string& path : files) {
        JUDGE_ASSIGN(file, read_staged(path, std::string(file_name(path)), staging.findings));
        if (staging.sources.empty()) {
            staging.entry = find_entry(language.entry, file.text, wanted_entry, source);
            file.name = staging.entry.file;
        } else if (language.entry != "file" && fits_any(language.files, file.name)) {
            file.name = find_entry(language.entry, file.text, "", file.name).file;
        }
        if (!names.insert(file.name).second) {
            return Error{
                ErrorCode::bad_input,
                fmt::format("cannot compile '{}': another file of the submission is also called '{}'", path, file.name),
                "give the files different names"};
        }
        staging.sources.push_back(std::move(file));
    }
    if (staging.sources.empty()) {
        return Error{ErrorCode::usage, "cannot compile a submission: it names no file", ""};
    }
    JUDGE_TRY(add_headers(language, staging));
    return staging;
}

Status write_staging(const Staging& staging, const std::string& folder) {
    for (const auto* files : {&staging.sources, &staging.headers}) {
        for (const StagedFile& file : *files) {
            const std::string path = join_path(folder, file.name);
            if (file.name.find('/') != std::string::npos) {
                JUDGE_TRY(make_directories(std::string(parent_path(path)), 0777));
            }
            JUDGE_ASSIGN(out, open_file(path, O_WRONLY | O_CREAT | O_TRUNC, 0644));
            JUDGE_TRY(write_all(out.get(), file.text));
        }
    }
    return open_tree(folder);
}

}  // namespace judge
