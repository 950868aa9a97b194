#include "sandbox/leftovers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <sstream>

#include "base/fd.h"
#include "base/files.h"
#include "sandbox/cgroups.h"

namespace judge {
namespace {

constexpr const char* kPrefix = "judge-box-";
constexpr const char* kGroups = "groups";

// Field 22 of /proc/<pid>/stat, in clock ticks since boot; 0 if there is no such process.
std::uint64_t start_time(int pid) {
    const Result<std::string> stat = read_file(fmt::format("/proc/{}/stat", pid));
    if (!stat) return 0;
    const std::size_t name_end = stat->rfind(')');
    if (name_end == std::string::npos) return 0;
    std::istringstream fields(stat->substr(name_end + 1));
    std::string skipped;
    for (int i = 3; i < 22; ++i) fields >> skipped;
    std::uint64_t ticks = 0;
    fields >> ticks;
    return ticks;
}

bool judge_is_dead(const std::string& name) {
    int pid = 0;
    unsigned long long start = 0, number = 0;
    if (std::sscanf(name.c_str(), "judge-box-%d-%llu-%llu", &pid, &start, &number) != 3) return false;
    return start_time(pid) != start;
}

void remove_box(const std::string& folder) {
    bool all_gone = true;
    if (const Result<std::string> groups = read_file(join_path(folder, kGroups))) {
        std::istringstream lines(*groups);
        // Only names that boxes have: the file is ours, but a name is cheap to check.
        for (std::string line; std::getline(lines, line);) {
            if (file_name(line).starts_with("judge-") && !remove_group(line)) all_gone = false;
        }
    }
    // A box that is still dying holds its groups: the note stays for the next start.
    if (all_gone) [[maybe_unused]]
        const Status removed = remove_tree(folder);
}

}  // namespace

std::string box_folder_name(std::uint64_t number) {
    return fmt::format("{}{}-{}-{}", kPrefix, ::getpid(), start_time(::getpid()), number);
}

Status note_groups(const std::string& box_folder, const std::vector<std::string>& groups) {
    std::string text;
    for (const std::string& group : groups) text += group + "\n";
    // Not synced to the disk: no group outlives the machine.
    JUDGE_ASSIGN(file, open_file(join_path(box_folder, kGroups), O_WRONLY | O_CREAT | O_TRUNC, 0600));
    return write_all(file.get(), text);
}

void remove_leftovers(const std::string& parent) {
    const Result<std::vector<DirEntry>> entries = list_directory(parent);
    if (!entries) return;
    for (const DirEntry& entry : *entries) {
        const std::string folder = join_path(parent, entry.name);
        struct stat st = {};
        if (entry.name.starts_with(kPrefix) && ::lstat(folder.c_str(), &st) == 0 && S_ISDIR(st.st_mode) &&
            st.st_uid == ::geteuid() && judge_is_dead(entry.name))
            remove_box(folder);
    }
}

}  // namespace judge
