// Where on this machine control groups may be made.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>

#include "base/files.h"
#include "sandbox/cgroups.h"
#include "sandbox/remedies.h"

namespace judge {
namespace {

constexpr const char* kOwnLeaf =
    "judge.main";  // where a judge moves itself, for v2 keeps processes and controllers apart

struct Mount {
    std::string root, point, type, options;
};

std::vector<std::string> words(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> all;
    for (std::string word; in >> word;) all.push_back(word);
    return all;
}

// Fields of proc(5) mountinfo: ... root point options [tags] - type source super-options.
std::vector<Mount> cgroup_mounts() {
    std::vector<Mount> mounts;
    const Result<std::string> text = read_file("/proc/self/mountinfo");
    if (!text) return mounts;
    std::istringstream in(*text);
    for (std::string line; std::getline(in, line);) {
        const std::vector<std::string> w = words(line);
        for (std::size_t i = 6; i + 3 < w.size(); ++i) {
            if (w[i] != "-") continue;
            if (w[i + 1].starts_with("cgroup")) mounts.push_back({w[3], w[4], w[i + 1], w[i + 3]});
            break;
        }
    }
    return mounts;
}

// Our group in the hierarchy whose controller list holds `controller` ("" = v2), as /proc/self/cgroup names it.
std::string own_group(const std::string& controller) {
    const Result<std::string> text = read_file("/proc/self/cgroup");
    if (!text) return "/";
    std::istringstream in(*text);
    for (std::string line; std::getline(in, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string list = "," + line.substr(first + 1, second - first - 1) + ",";
        const bool match = controller.empty() ? list == ",," : list.find("," + controller + ",") != std::string::npos;
        if (match) return line.substr(second + 1);
    }
    return "/";
}

std::string folder_in(const Mount& mount, const std::string& group) {
    std::string below = group;
    if (mount.root != "/" && below.starts_with(mount.root)) below = below.substr(mount.root.size());
    return below.empty() || below == "/" || below.starts_with("/..") ? mount.point : mount.point + below;
}

bool can_make_in(const std::string& folder) {
    const std::string probe = join_path(folder, "judge-probe-" + std::to_string(::getpid()));
    if (::mkdir(probe.c_str(), 0755) != 0) return false;
    ::rmdir(probe.c_str());
    return true;
}

std::string v1_folder(const std::vector<Mount>& mounts, const std::string& controller) {
    for (const Mount& mount : mounts) {
        if (mount.type != "cgroup" || ("," + mount.options + ",").find("," + controller + ",") == std::string::npos)
            continue;
        const std::string folder = folder_in(mount, own_group(controller));
        return can_make_in(folder) ? folder : "";
    }
    return "";
}

bool has_word(const std::string& file, const std::string& word) {
    const Result<std::string> text = read_file(file);
    if (!text) return false;
    for (const std::string& each : words(*text)) {
        if (each == word) return true;
    }
    return false;
}

bool write_line(const std::string& file, const std::string& text) {
    const Fd fd(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
    return fd && ::write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool has_controllers(const std::string& folder) {
    const std::string file = join_path(folder, "cgroup.subtree_control");
    return has_word(file, "memory") && has_word(file, "pids");
}

bool turn_on(const std::string& folder) {
    if (has_controllers(folder)) return true;
    const std::string file = join_path(folder, "cgroup.subtree_control");
    return write_line(file, "+memory") && write_line(file, "+pids");
}

// Steps into a leaf of our own group so that the group itself may hand controllers on; back again if that does not
// help.
bool turn_on_below(const std::string& folder) {
    const std::string leaf = join_path(folder, kOwnLeaf), self = std::to_string(::getpid());
    const bool made = ::mkdir(leaf.c_str(), 0755) == 0;
    if (!made && errno != EEXIST) return false;
    if (write_line(join_path(leaf, "cgroup.procs"), self) && turn_on(folder)) return true;
    write_line(join_path(folder, "cgroup.procs"), self);
    if (made) ::rmdir(leaf.c_str());
    return false;
}

std::string v2_folder(const Mount& mount, std::string& why_not) {
    std::string own = folder_in(mount, own_group(""));
    if (file_name(own) == kOwnLeaf) own = std::string(parent_path(own));
    const std::string offered = join_path(own, "cgroup.controllers");
    const bool passed_down = has_word(offered, "memory") && has_word(offered, "pids");
    if (passed_down && (turn_on(own) || turn_on_below(own)) && can_make_in(own)) return own;
    if (::geteuid() == 0 && own != mount.point && turn_on(mount.point) && can_make_in(mount.point)) return mount.point;
    why_not = passed_down ? own + " is not delegated to this user, or holds other processes"
                          : "the memory and pids controllers are not passed down to " + own;
    return "";
}

// Hierarchies of v1 hold the controllers where both kinds are mounted.
std::string remedy_for(const std::vector<Mount>& mounts) {
    GroupGround ground;
    ground.is_superuser = ::geteuid() == 0;
    ground.has_systemd = is_directory("/run/systemd/system");
    for (const Mount& mount : mounts) {
        if (mount.type == "cgroup2" && ground.kind == GroupGround::Kind::v1) continue;
        ground.kind = mount.type == "cgroup2" ? GroupGround::Kind::v2 : GroupGround::Kind::v1;
        ground.root = mount.type == "cgroup2" ? mount.point : std::string(parent_path(mount.point));
        ground.read_only = ::access(mount.point.c_str(), W_OK) != 0 && errno == EROFS;
        const std::string controllers = join_path(mount.point, "cgroup.controllers");
        ground.lacks_controllers =
            mount.type == "cgroup2" && !(has_word(controllers, "memory") && has_word(controllers, "pids"));
    }
    return remedy_for_groups(ground);
}

}  // namespace

CgroupPlaces find_cgroup_places() {
    CgroupPlaces places;
    const std::vector<Mount> mounts = cgroup_mounts();
    for (const Mount& mount : mounts) {
        if (mount.type != "cgroup2") continue;
        const std::string folder = v2_folder(mount, places.why_not);
        if (folder.empty()) continue;
        places.v2 = true;
        places.memory = places.pids = places.cpu = folder;
        places.why_not.clear();
        return places;
    }
    places.memory = v1_folder(mounts, "memory");
    places.pids = v1_folder(mounts, "pids");
    places.cpu = v1_folder(mounts, "cpuacct");
    if (!places.memory.empty() && !places.pids.empty())
        places.why_not.clear();
    else if (mounts.empty())
        places.why_not = "no control groups are mounted";
    else if (places.why_not.empty())
        places.why_not = "this user may not make control groups here";
    if (!places.why_not.empty()) places.remedy = remedy_for(mounts);
    return places;
}

}  // namespace judge
