#include "sandbox/box_root.h"

#include <linux/mount.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "sandbox/box_etc.h"
#include "sandbox/box_mount.h"

namespace judge::box {
namespace {

constexpr const char* kSystem[] = {"usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "nix"};
constexpr long kDetach = 2 | 8;  // MNT_DETACH | UMOUNT_NOFOLLOW: <sys/mount.h> and <linux/mount.h> exclude each other
constexpr const char* kPrivateTmp[] = {"/tmp/", "/dev/shm/"};
constexpr const char* kDevices[] = {"null", "zero", "full", "random", "urandom"};

const char* absolute(Text& text, const char* relative) {
    return text.add("/").add(relative).c_str();
}

// A system folder: a link stays a link (/bin -> usr/bin), a folder is bound.
Failure add_system(const State& s, const char* name) {
    Text host;
    absolute(host, name);
    struct stat st = {};
    if (lstat(host.c_str(), &st) != 0) return {};
    if (S_ISLNK(st.st_mode)) {
        char target[256] = {};
        if (readlink(host.c_str(), target, sizeof(target) - 1) < 0) return fail(wire::Stage::system_folders);
        return symlinkat(target, s.root_rw, name) == 0 ? Failure{} : fail(wire::Stage::system_folders);
    }
    if (!S_ISDIR(st.st_mode)) return {};
    if (mkdirat(s.root_rw, name, 0755) != 0) return fail(wire::Stage::system_folders);
    return bind_tree(s, host.c_str(), name, kReadOnly, -1) ? Failure{} : fail(wire::Stage::system_folders);
}

void add_etc_entry(const State& s, const char* name) {
    Text relative;
    relative.add("etc/").add(name);
    Text host;
    absolute(host, relative.c_str());
    if (make_target(s, s.root_rw, relative.c_str(), host.c_str()))
        bind_tree(s, host.c_str(), relative.c_str(), kReadOnly, -1);
}

void write_etc_file(const State& s, const char* path, const char* text, std::size_t size) {
    const int fd = openat(s.root_rw, path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0) return;
    [[maybe_unused]] const ssize_t written = write(fd, text, size);
    close(fd);
}

// What is missing of /etc is no failure: a runtime that needs it says so itself.
void add_etc(const State& s) {
    if (mkdirat(s.root_rw, "etc", 0755) != 0) return;
    each_of_etc([&](const char* name) { add_etc_entry(s, name); });
    Text passwd;
    passwd.add("root:x:0:0:root:/:/bin/sh\ncontestant:x:")
        .add(s.uid)
        .add(":")
        .add(s.gid)
        .add(":contestant:/tmp/scratch:/bin/sh\n");
    write_etc_file(s, "etc/passwd", passwd.c_str(), passwd.size());
    Text group;
    group.add("root:x:0:\ncontestant:x:").add(s.gid).add(":\n");
    write_etc_file(s, "etc/group", group.c_str(), group.size());
    Text hosts;
    hosts.add("127.0.0.1 localhost\n");
    write_etc_file(s, "etc/hosts", hosts.c_str(), hosts.size());
}

Failure add_devices(const State& s) {
    if (mkdirat(s.root_rw, "dev", 0755) != 0 || mkdirat(s.root_rw, "dev/shm", 0755) != 0)
        return fail(wire::Stage::devices);
    for (const char* name : kDevices) {
        Text relative;
        relative.add("dev/").add(name);
        Text host;
        absolute(host, relative.c_str());
        if (!make_target(s, s.root_rw, relative.c_str(), host.c_str())) return fail(wire::Stage::devices);
        if (!bind_tree(s, host.c_str(), relative.c_str(), kDevice, -1)) return fail(wire::Stage::devices);
    }
    if (symlinkat("/proc/self/fd", s.root_rw, "dev/fd") != 0 ||
        symlinkat("/proc/self/fd/0", s.root_rw, "dev/stdin") != 0 ||
        symlinkat("/proc/self/fd/1", s.root_rw, "dev/stdout") != 0 ||
        symlinkat("/proc/self/fd/2", s.root_rw, "dev/stderr") != 0)
        return fail(wire::Stage::devices);
    return {};
}

// A fresh procfs may be refused inside containers that hide parts of theirs: then the old one is bound, read-only.
// "invisible" would not do: it shows all to members of group 0, and a root's contestant may have to stay one, where a
// file system cannot be mounted with other owners (tmpfs before Linux 6.3). Source: Linux, fs/proc/base.c.
Failure add_proc(State& s, wire::Ready& ready) {
    if (mkdirat(s.root_rw, "proc", 0555) != 0) return fail(wire::Stage::proc);
    const int shown = new_mount(s, "proc", "hidepid", "ptraceable",
                                MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
    s.proc = shown < 0 ? -1
                       : new_mount(s, "proc", "hidepid", "ptraceable",
                                   MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
    if (s.proc >= 0 && attach(s, shown, "proc")) {
        ready.fresh_proc = 1;
        s.own_proc = true;
        close(shown);
        return {};
    }
    ready.proc_error = errno;
    s.proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (s.proc < 0 || !bind_tree(s, "/proc", "proc", kReadOnly, -1)) return fail(wire::Stage::proc);
    return {};
}

struct Untouched {
    std::uint64_t inodes = 0, blocks = 0;
    timespec tmp_changed = {}, scratch_changed = {};
};

bool look_at_tmp(const State& s, Untouched& now) {
    struct statfs fs = {};
    struct stat tmp = {}, scratch = {};
    if (fstatfs(s.tmp, &fs) != 0 || fstat(s.tmp, &tmp) != 0 || fstat(s.scratch, &scratch) != 0) return false;
    now = {fs.f_files - fs.f_ffree, fs.f_blocks - fs.f_bfree, tmp.st_ctim, scratch.st_ctim};
    return true;
}

// As it stood before the last run; the box is one process with one /tmp.
Untouched& before() {
    static Untouched state;
    return state;
}

Failure mount_tmp(State& s) {
    Text size;
    size.add(s.scratch_bytes);
    s.tmp = new_mount(s, "tmpfs", "size", size.c_str(), MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
    if (s.tmp < 0) return fail(wire::Stage::scratch);
    if (fchmodat(s.tmp, ".", 01777, 0) != 0 || mkdirat(s.tmp, "scratch", 0755) != 0) return fail(wire::Stage::scratch);
    s.scratch = openat(s.tmp, "scratch", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (s.scratch < 0 || !give_scratch(s)) return fail(wire::Stage::scratch);
    if (!attach(s, s.tmp, "tmp") || !bind_fd(s, s.tmp, "dev/shm")) return fail(wire::Stage::scratch);
    return {};
}

void unmount(const State& s, const char* relative) {
    privileged(s, __NR_umount2, word(relative), kDetach);
}

const char* next_string(const char* text) {
    return text + strlen(text) + 1;
}

// The folder of the private root that `path` would be made in, and the rest of the path below it.
int place_of(const State& s, const char* path, const char** rest) {
    for (const char* prefix : kPrivateTmp) {
        const std::size_t length = strlen(prefix);
        if (strncmp(path, prefix, length) != 0) continue;
        *rest = path + length;
        return s.tmp;
    }
    *rest = path + 1;
    return s.root_rw;
}

bool bind_one(State& s, const char* entry, wire::PathsDone& done) {
    const char access = entry[0];
    const char* path = entry + 1;
    const char* rest = nullptr;
    const int place = place_of(s, path, &rest);
    if (!make_target(s, place, rest, path)) return false;
    const unsigned long flags = access == 'w' ? kWritable : kReadOnly;
    if (s.switch_user) {
        const int map = owner_map(s, path);
        if (map >= 0 && bind_tree(s, path, path + 1, flags, map)) return true;
        // Something in there may be closed to strangers.
        done.own_uid = 1;
    }
    return bind_tree(s, path, path + 1, flags, -1);
}

}  // namespace

bool give_scratch(State& s) {
    const uid_t uid = s.own_uid ? geteuid() : s.uid;
    const gid_t gid = s.own_uid ? getegid() : s.gid;
    if (fchownat(s.scratch, "", uid, gid, AT_EMPTY_PATH) != 0) return false;
    return look_at_tmp(s, before());
}

Failure build_root(State& s, wire::Ready& ready) {
    if (mount_private(s) != 0) return fail(wire::Stage::private_mounts);
    Text place;
    place.add(s.folder).add("/root");
    const int fresh = new_mount(s, "tmpfs", "size", "4m", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
    if (fresh < 0 || !attach_at(s, fresh, AT_FDCWD, place.c_str())) return fail(wire::Stage::root_tmpfs);
    s.root_rw = fresh;
    if (fchmodat(fresh, ".", 0755, 0) != 0 || mkdirat(fresh, "tmp", 0755) != 0) return fail(wire::Stage::root_skeleton);
    const int view = clone_mount(s, fresh, "", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
    if (view < 0 || !attach_at(s, view, AT_FDCWD, place.c_str())) return fail(wire::Stage::root_tmpfs);
    s.root = view;
    if (fchdir(s.root) != 0) return fail(wire::Stage::root_tmpfs);
    for (const char* name : kSystem) {
        if (const Failure failure = add_system(s, name)) return failure;
    }
    add_etc(s);
    if (const Failure failure = add_devices(s)) return failure;
    if (const Failure failure = add_proc(s, ready)) return failure;
    s.loadavg = openat(s.proc, "loadavg", O_RDONLY | O_CLOEXEC);
    return mount_tmp(s);
}

void bind_paths(State& s, wire::PathsDone& done) {
    const char* entry = s.paths;
    for (std::uint32_t i = 0; i < s.path_count; ++i, entry = next_string(entry)) {
        if (bind_one(s, entry, done)) continue;
        done.error = errno != 0 ? errno : EINVAL;
        done.index = i;
        break;
    }
    s.own_uid = done.own_uid != 0;
    if (!give_scratch(s) && done.error == 0) done.error = errno;
}

void unbind_paths(State& s) {
    // Newest first: a later one may lie on an earlier one.
    for (std::uint32_t left = s.path_count; left > 0; --left) {
        const char* entry = s.paths;
        for (std::uint32_t i = 1; i < left; ++i) entry = next_string(entry);
        unmount(s, entry + 2);
    }
}

Failure clean_tmp(State& s) {
    Untouched now;
    const Untouched& then = before();
    const auto same = [](const timespec& a, const timespec& b) {
        return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
    };
    if (look_at_tmp(s, now) && now.inodes == then.inodes && now.blocks == then.blocks &&
        same(now.tmp_changed, then.tmp_changed) && same(now.scratch_changed, then.scratch_changed))
        return {};
    unbind_paths(s);
    unmount(s, "dev/shm");
    unmount(s, "tmp");
    close(s.tmp);
    close(s.scratch);
    if (const Failure failure = mount_tmp(s)) return failure;
    wire::PathsDone done;
    bind_paths(s, done);
    // The judge may have moved a folder of the last run away meanwhile, as it does with what a compiler made: whoever
    // wants other folders next names them first.
    return done.error == 0 || done.error == ENOENT ? Failure{} : Failure{wire::Stage::bind, done.error};
}

}  // namespace judge::box
