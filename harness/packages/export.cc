#include "packages/export.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "base/fd.h"
#include "base/files.h"
#include "packages/archive.h"
#include "packages/export_files.h"
#include "packages/export_writers.h"
#include "packages/own_copy.h"
#include "packages/program.h"

namespace judge {
namespace {

constexpr std::array kTargets = {
    ExportFormat{"icpc", "ICPC and Kattis, 2025-09", write_icpc},
    ExportFormat{"polygon", "like Polygon's packages", write_polygon},
    ExportFormat{"dmoj", "DMOJ", write_dmoj},
    ExportFormat{"oj", "online-judge-tools", write_oj},
};

}  // namespace

Status put_copy(const std::string& from, const std::string& folder, const std::string& name) {
    const std::string to = join_path(folder, name);
    JUDGE_TRY(make_directories(std::string(parent_path(to))));
    return copy_file(from, to, Existing::replaced);
}

Status put_text(std::string_view text, const std::string& folder, const std::string& name) {
    const std::string to = join_path(folder, name);
    JUDGE_TRY(make_directories(std::string(parent_path(to))));
    JUDGE_ASSIGN(target, open_file(to, O_WRONLY | O_CREAT | O_TRUNC));
    return write_all(target.get(), text);
}

Result<std::string> put_program(const std::string& path, const std::string& folder, const std::string& kind) {
    const std::string name = (kind.empty() ? "" : kind + "/") + std::string(file_name(path));
    JUDGE_TRY(put_copy(path, folder, name));
    JUDGE_ASSIGN(entries, list_directory(std::string(parent_path(path))));
    for (const DirEntry& entry : entries)
        if (entry.kind == DirEntry::Kind::file && is_header_file(entry.name))
            JUDGE_TRY(put_copy(join_path(parent_path(path), entry.name), folder,
                               (kind.empty() ? "" : kind + "/") + entry.name));
    return name;
}

std::string yaml_text(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        if (c == '\n')
            quoted += "\\n";
        else
            quoted += c;
    }
    return quoted + "\"";
}

std::string yaml_list(const std::vector<std::string>& words) {
    std::string list = "[";
    for (const std::string& word : words) list += (list.size() > 1 ? ", " : "") + yaml_text(word);
    return list + "]";
}

std::string plain_number(double value) {
    return fmt::format("{}", value);
}

Finding left_out(std::string code, std::string text) {
    return {Severity::warning, std::move(code), std::move(text), ""};
}

std::span<const ExportFormat> export_formats() {
    return kTargets;
}

Result<const ExportFormat*> find_export_format(std::string_view id) {
    std::string ids;
    for (const ExportFormat& format : kTargets) {
        if (format.id == id) return &format;
        ids += (ids.empty() ? "" : ", ") + std::string(format.id);
    }
    return Error{ErrorCode::not_found, "cannot export as '" + std::string(id) + "': there is no such format",
                 "formats are " + ids};
}

Result<std::vector<Finding>> export_problem(const Problem& problem, const std::vector<Submission>& submissions,
                                            const ExportFormat& format, const std::string& target) {
    if (exists(target))
        return Error{ErrorCode::bad_input, "cannot export to '" + target + "': it is there already",
                     "remove it, or name another place with -o"};
    const std::string parent(parent_path(target));
    JUDGE_TRY(make_directories(parent));
    JUDGE_ASSIGN(workshop, TempDir::make(".judge-export-", parent));
    const std::string folder = workshop / "package";
    JUDGE_TRY(make_directories(folder));
    JUDGE_ASSIGN(findings, format.write(problem, submissions, folder));
    JUDGE_TRY(put_own_copy(problem, submissions, folder));
    if (target.ends_with(".zip")) {
        JUDGE_TRY(pack_zip(folder, target));
    } else if (::rename(folder.c_str(), target.c_str()) != 0) {
        return errno_error(ErrorCode::io, "cannot write '" + target + "'", errno);
    }
    return findings;
}

}  // namespace judge
