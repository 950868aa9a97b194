#include "packages/attic.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/fd.h"
#include "base/files.h"

namespace judge {
namespace {

// True if each file below `old` lies in `fresh` too, with the same bytes.
Result<bool> holds_all(const std::string& fresh, const std::string& old) {
    JUDGE_ASSIGN(entries, list_directory(old));
    for (const DirEntry& entry : entries) {
        const std::string before = join_path(old, entry.name), now = join_path(fresh, entry.name);
        if (entry.kind == DirEntry::Kind::directory) {
            if (!is_directory(now)) return false;
            JUDGE_ASSIGN(all, holds_all(now, before));
            if (!all) return false;
        } else {
            if (!is_file(before) || !is_file(now)) return false;
            JUDGE_ASSIGN(same, same_bytes(before, now));
            if (!same) return false;
        }
    }
    return true;
}

}  // namespace

Result<bool> same_bytes(const std::string& a, const std::string& b) {
    JUDGE_ASSIGN(first, read_file(a));
    JUDGE_ASSIGN(second, read_file(b));
    return first == second;
}

Result<std::string> Attic::place(const std::string& name) {
    for (int number = 1; used_.empty(); ++number) {
        const std::string folder = ".judge/replaced/" + id_ + "-" + std::to_string(number);
        if (exists(join_path(root_, folder))) continue;
        JUDGE_TRY(make_directories(join_path(root_, folder)));
        used_ = folder;
    }
    std::string path = join_path(join_path(root_, used_), name);
    JUDGE_TRY(make_directories(std::string(parent_path(path))));
    return path;
}

Status Attic::keep_file(const std::string& path, const std::string& name) {
    JUDGE_ASSIGN(to, place(name));
    if (::link(path.c_str(), to.c_str()) == 0) return Done{};
    JUDGE_ASSIGN(content, read_file(path));
    return write_file_atomically(to, content);
}

Status Attic::keep_folder(const std::string& path, const std::string& newer, const std::string& name) {
    // What cannot be compared may hold more.
    if (const Result<bool> nothing_new = holds_all(newer, path); nothing_new && *nothing_new) return Done{};
    JUDGE_ASSIGN(to, place(name));
    if (::rename(path.c_str(), to.c_str()) == 0) return Done{};
    return errno_error(ErrorCode::io, "cannot keep '" + path + "' as '" + to + "'", errno);
}

}  // namespace judge
