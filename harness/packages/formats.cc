#include "packages/formats.h"

#include <algorithm>
#include <array>
#include <set>

#include "packages/archive.h"
#include "packages/baekjoonhub.h"
#include "packages/companion.h"
#include "packages/dmoj.h"
#include "packages/hustoj.h"
#include "packages/hydro.h"
#include "packages/kattis.h"
#include "packages/kitpa.h"
#include "packages/lemon.h"
#include "packages/native.h"
#include "packages/native_folder.h"
#include "packages/olympiad.h"
#include "packages/own_copy.h"
#include "packages/pairs.h"
#include "packages/polygon.h"
#include "packages/qduoj.h"

namespace judge {
namespace {

constexpr std::array kFormats = {
    PackageFormat{"native", "judge's own folders", "packages/native.h", is_native, read_native, false},
    PackageFormat{"kattis", "Kattis and ICPC problem packages", "Kattis/problem-package-format legacy and 2025-09",
                  is_kattis, read_kattis, true},
    PackageFormat{"polygon", "Polygon packages", "Polygon2DOMjudge", is_polygon, read_polygon, true},
    PackageFormat{"dmoj", "DMOJ problems", "DMOJ/docs, DMOJ/judge-server", is_dmoj, read_dmoj, false},
    PackageFormat{"hydro", "Hydro problems", "hydro-dev/Hydro", is_hydro, read_hydro, false},
    PackageFormat{"tps", "TPS tasks", "ioi-2017/tps", is_tps, read_tps, false},
    PackageFormat{"cms", "CMS tasks in italy_yaml", "cms-dev/cms", is_cms, read_cms, false},
    PackageFormat{"kitpa", "KITPA problems", "kitpaorg/algorithm_Example", is_kitpa, read_kitpa, false},
    PackageFormat{"qduoj", "QDUOJ problems and test data", "QingdaoU/OnlineJudge", is_qduoj, read_qduoj, false},
    PackageFormat{"lemon", "LemonLime contests", "Project-LemonLime/Project_LemonLime", is_lemon, read_lemon, false},
    PackageFormat{"fps", "FPS files of HUSTOJ", "zhblue/freeproblemset", is_fps, read_fps, false},
    PackageFormat{"hustoj", "data folders of HUSTOJ", "zhblue/hustoj", is_hustoj, read_hustoj, false},
    PackageFormat{"baekjoonhub", "repositories of BaekjoonHub", "BaekjoonHub/BaekjoonHub", is_baekjoonhub,
                  read_baekjoonhub, false},
    PackageFormat{"cph", "tasks of cph", "agrawal-d/cph", is_cph, read_cph, false},
    PackageFormat{"oj", "folders of online-judge-tools", "online-judge-tools 11.5.1", is_oj, read_oj, false},
    PackageFormat{"plain", "inputs and answers by their names", "the usual names", is_plain, read_plain, false},
};

std::string known_ids() {
    std::string ids;
    for (const PackageFormat& format : kFormats) ids += (ids.empty() ? "" : ", ") + std::string(format.id);
    return ids;
}

// The only folder at the top, where there is nothing beside it.
std::string only_folder(const Source& source) {
    if (source.files.empty()) return "";
    const std::size_t slash = source.files.front().find('/');
    if (slash == std::string::npos) return "";
    const std::string prefix = source.files.front().substr(0, slash + 1);
    const bool alone = std::all_of(source.files.begin(), source.files.end(),
                                   [&](const std::string& file) { return file.starts_with(prefix); });
    return alone ? prefix.substr(0, slash) : "";
}

std::vector<std::string> top_folders(const Source& source) {
    std::set<std::string> folders;
    for (const std::string& file : source.files)
        if (const std::size_t slash = file.find('/'); slash != std::string::npos) folders.insert(file.substr(0, slash));
    std::vector<std::string> sorted(folders.begin(), folders.end());
    std::sort(sorted.begin(), sorted.end(), natural_less);
    return sorted;
}

// "plain" takes whatever looks like a pair: in a folder of packages it would swallow them all.
const PackageFormat* recognise(const Source& source) {
    for (const PackageFormat& format : kFormats)
        if (format.id != "plain" && format.recognises(source)) return &format;
    return nullptr;
}

bool wins_over_plain(const Source& source) {
    for (const std::string& folder : top_folders(source))
        if (recognise(inner_source(source, folder)) != nullptr) return true;
    return false;
}

Status read_into(Package& package, const Source& source, const PackageFormat& format) {
    package.format = format.id;
    JUDGE_ASSIGN(own, own_copy_of(source));
    if (own.imported) {
        package.problems.push_back(std::move(*own.imported));
        return Done{};
    }
    JUDGE_ASSIGN(problems, format.read(own.finding ? without_own_copy(source) : source));
    if (own.finding && !problems.empty()) problems.front().findings.push_back(*own.finding);
    for (Imported& problem : problems) {
        drop_absurd_limits(problem);
        package.problems.push_back(std::move(problem));
    }
    return Done{};
}

Status read_source(Package& package, const Source& source, std::string_view forced) {
    if (!forced.empty()) {
        JUDGE_ASSIGN(format, find_package_format(forced));
        Source inner = source;
        for (std::string only = only_folder(inner); !format->recognises(inner) && !only.empty();
             only = only_folder(inner))
            inner = inner_source(inner, only);
        return read_into(package, format->recognises(inner) ? inner : source, *format);
    }
    if (const PackageFormat* format = recognise(source)) return read_into(package, source, *format);
    if (const std::string only = only_folder(source); !only.empty() && !is_plain(source))
        return read_source(package, inner_source(source, only), forced);
    if (wins_over_plain(source)) {
        for (const std::string& folder : top_folders(source)) {
            const Source inner = inner_source(source, folder);
            if (const PackageFormat* format = recognise(inner)) JUDGE_TRY(read_into(package, inner, *format));
        }
        return Done{};
    }
    if (is_plain(source)) {
        const std::string only = only_folder(source);
        const bool wrapped = !only.empty() && is_plain(inner_source(source, only));
        return read_into(package, wrapped && source.name.empty() ? inner_source(source, only) : source,
                         kFormats.back());
    }
    return Error{ErrorCode::bad_input, "cannot import '" + source.folder + "': it is of no format that is known",
                 "--format forces one of " + known_ids()};
}

}  // namespace

std::span<const PackageFormat> package_formats() {
    return kFormats;
}

Result<const PackageFormat*> find_package_format(std::string_view id) {
    for (const PackageFormat& format : kFormats)
        if (format.id == id) return &format;
    return Error{ErrorCode::not_found, "cannot find the format '" + std::string(id) + "'",
                 "formats are " + known_ids()};
}

Result<Package> read_package(const std::string& path, std::string_view format) {
    Package package;
    JUDGE_ASSIGN(real, real_path(path));
    JUDGE_ASSIGN(scratch, TempDir::make("judge-import-"));
    package.scratch = std::make_shared<TempDir>(std::move(scratch));
    const std::string bytes = *package.scratch / "bytes", unpacked = *package.scratch / "unpacked";
    JUDGE_TRY(make_directories(bytes));
    std::string folder = real, name(file_name(real));
    if (is_archive(real)) {
        JUDGE_TRY(make_directories(unpacked));
        JUDGE_TRY(unpack(real, unpacked));
        folder = unpacked;
        name = archive_stem(real);
    } else if (is_file(real)) {
        Source single;
        single.folder = std::string(parent_path(real));
        single.files = {name};
        single.known = {name};
        single.name = std::string(stem(name));
        single.scratch = bytes;
        JUDGE_TRY(read_source(package, single, format));
        return package;
    } else if (!is_directory(real)) {
        return Error{ErrorCode::not_found, "cannot import '" + path + "': there is no such file or folder", ""};
    }
    JUDGE_ASSIGN(source, open_source(folder, name, bytes));
    JUDGE_TRY(read_source(package, source, format));
    return package;
}

Result<std::vector<Imported>> read_package_in_place(const std::string& folder) {
    const auto missing = [&] {
        return Error{ErrorCode::not_found, "cannot find a problem package at '" + folder + "'",
                     "judge import takes in packages of many more formats"};
    };
    if (!is_directory(folder)) return missing();
    JUDGE_ASSIGN(real, real_path(folder));
    JUDGE_ASSIGN(source, open_source(real, std::string(file_name(real)), ""));
    std::vector<Imported> all;
    const auto add = [&](const Source& inner) -> Status {
        const PackageFormat* format = recognise(inner);
        if (format == nullptr || !format->in_place) return Done{};
        JUDGE_ASSIGN(problems, format->read(inner));
        for (Imported& problem : problems) {
            drop_absurd_limits(problem);
            problem.problem.folder = inner.folder;
            all.push_back(std::move(problem));
        }
        return Done{};
    };
    JUDGE_TRY(add(source));
    if (all.empty())
        for (const std::string& top : top_folders(source)) JUDGE_TRY(add(inner_source(source, top)));
    if (all.empty()) return missing();
    return all;
}

}  // namespace judge
