#include "sandbox/box_mount.h"

#include <linux/mount.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace judge::box {
namespace {

constexpr long kRecursive = 0x8000;                                  // AT_RECURSIVE, absent from some headers
constexpr unsigned long kPrivateMounts = (1UL << 14) | (1UL << 18);  // MS_REC | MS_PRIVATE of mount(2)

bool set_attributes(const State& s, int mount, std::uint64_t attributes, long flags, int owner_map) {
    mount_attr attr = {};
    attr.attr_set = attributes;
    if (owner_map >= 0) {
        attr.attr_set |= MOUNT_ATTR_IDMAP;
        attr.userns_fd = static_cast<std::uint64_t>(owner_map);
    }
    return privileged(s, __NR_mount_setattr, mount, word(""), AT_EMPTY_PATH | flags, word(&attr), sizeof(attr)) == 0;
}

int detached(const State& s, int dir, const char* path, long flags) {
    const long empty = path[0] == '\0' ? AT_EMPTY_PATH : 0;
    return static_cast<int>(
        privileged(s, __NR_open_tree, dir, word(path), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | empty | flags));
}

bool close_with(int fd, bool result) {
    const int error = errno;
    close(fd);
    errno = error;
    return result;
}

}  // namespace

const std::uint64_t kReadOnly = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
const std::uint64_t kWritable = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
const std::uint64_t kDevice = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC;

int mount_private(const State& s) {
    return static_cast<int>(privileged(s, __NR_mount, word("none"), word("/"), 0, static_cast<long>(kPrivateMounts)));
}

int new_mount(const State& s, const char* type, const char* option, const char* value, std::uint64_t attributes) {
    const int context = static_cast<int>(privileged(s, __NR_fsopen, word(type), FSOPEN_CLOEXEC));
    if (context < 0) return -1;
    int mount = -1;
    if (privileged(s, __NR_fsconfig, context, FSCONFIG_SET_STRING, word(option), word(value)) == 0 &&
        privileged(s, __NR_fsconfig, context, FSCONFIG_CMD_CREATE) == 0)
        mount = static_cast<int>(privileged(s, __NR_fsmount, context, FSMOUNT_CLOEXEC, static_cast<long>(attributes)));
    close_with(context, true);
    return mount;
}

int clone_mount(const State& s, int dir, const char* path, std::uint64_t attributes) {
    const int mount = detached(s, dir, path, 0);
    if (mount < 0 || set_attributes(s, mount, attributes, 0, -1)) return mount;
    close_with(mount, false);
    return -1;
}

bool attach_at(const State& s, int mount, int dir, const char* path) {
    return privileged(s, __NR_move_mount, mount, word(""), dir, word(path), MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

bool attach(const State& s, int mount, const char* relative) {
    return attach_at(s, mount, s.root, relative);
}

bool bind_tree(const State& s, const char* host, const char* relative, std::uint64_t attributes, int owner_map) {
    // A file system mounted below may lack idmapped mounts: then only the folder's own is taken.
    const long flags = owner_map >= 0 ? 0 : kRecursive;
    const int mount = detached(s, AT_FDCWD, host, flags);
    if (mount < 0) return false;
    return close_with(mount, set_attributes(s, mount, attributes, flags, owner_map) && attach(s, mount, relative));
}

bool bind_fd(const State& s, int mount, const char* relative) {
    const int copy = detached(s, mount, "", 0);
    return copy >= 0 && close_with(copy, attach(s, copy, relative));
}

bool make_target(const State&, int dir, const char* relative, const char* host) {
    struct stat st = {};
    if (stat(host, &st) != 0) return false;
    int at = dir;
    char name[256];
    const char* from = relative;
    bool ok = true;
    while (ok) {
        const char* end = strchr(from, '/');
        const std::size_t length = end == nullptr ? strlen(from) : static_cast<std::size_t>(end - from);
        ok = length < sizeof(name);
        if (!ok) break;
        memcpy(name, from, length);
        name[length] = '\0';
        const bool last = end == nullptr;
        const bool folder = !last || S_ISDIR(st.st_mode);
        if (folder)
            ok = mkdirat(at, name, 0755) == 0 || errno == EEXIST;
        else
            ok = mknodat(at, name, S_IFREG | 0644, 0) == 0 || errno == EEXIST;
        if (last || !ok) break;
        const int next = openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (at != dir) close_with(at, true);
        at = next;
        if (next < 0) return false;
        from = end + 1;
    }
    return at == dir ? ok : close_with(at, ok);
}

int owner_map(State& s, const char* path) {
    static struct {
        uid_t uid;
        gid_t gid;
        int fd;
    } kept = {0, 0, -1};
    struct stat st = {};
    if (stat(path, &st) != 0) return -1;
    if (kept.fd >= 0 && kept.uid == st.st_uid && kept.gid == st.st_gid) return kept.fd;
    // A namespace needs a process to be born in; this one only waits to be killed.
    const pid_t child = static_cast<pid_t>(privileged(s, __NR_clone, CLONE_NEWUSER | SIGCHLD));
    if (child == 0) {
        for (;;) pause();
    }
    if (child < 0) return -1;
    Text uids, gids, uid_map, gid_map, file;
    uid_map.add(static_cast<std::uint64_t>(child)).add("/uid_map");
    gid_map.add(static_cast<std::uint64_t>(child)).add("/gid_map");
    file.add(static_cast<std::uint64_t>(child)).add("/ns/user");
    uids.add(st.st_uid).add(" ").add(s.uid).add(" 1");
    gids.add(st.st_gid).add(" ").add(s.gid).add(" 1");
    int fd = -1;
    if (write_text(s.proc, uid_map.c_str(), uids.c_str(), uids.size()) &&
        write_text(s.proc, gid_map.c_str(), gids.c_str(), gids.size()))
        fd = openat(s.proc, file.c_str(), O_RDONLY | O_CLOEXEC);
    kill(child, SIGKILL);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    if (fd < 0) return -1;
    if (kept.fd >= 0) close(kept.fd);
    kept.uid = st.st_uid;
    kept.gid = st.st_gid;
    kept.fd = fd;
    return fd;
}

}  // namespace judge::box
