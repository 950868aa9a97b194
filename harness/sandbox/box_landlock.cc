#include "sandbox/box_landlock.h"

#include <linux/landlock.h>
#include <sys/stat.h>

#include "sandbox/box_etc.h"

namespace judge::box {
namespace {

// Younger than some installed headers.
constexpr std::uint64_t kTruncate = 1ULL << 14;
constexpr std::uint64_t kTcp = 3;     // bind and connect
constexpr std::uint64_t kScopes = 3;  // abstract UNIX sockets and signals
struct RulesetAttr {
    std::uint64_t fs = 0, net = 0, scoped = 0;
};

constexpr std::uint64_t kFileBits =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE | kTruncate;
constexpr std::uint64_t kRead = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

constexpr const char* kReadable[] = {
    "/usr",    "/bin", "/sbin", "/lib",        "/lib32",     "/lib64",
    "/libx32", "/nix", "/proc", "/etc/passwd", "/etc/group", "/etc/hosts",
};
constexpr const char* kDevices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

// 1 added, 0 the path is not there, -1 failed.
int allow(int rules, int fd, std::uint64_t access) {
    struct stat st = {};
    if (fstat(fd, &st) != 0) return -1;
    landlock_path_beneath_attr rule = {};
    rule.allowed_access = S_ISDIR(st.st_mode) ? access : access & kFileBits;
    rule.parent_fd = fd;
    return syscall(__NR_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0 ? 1 : -1;
}

int allow(int rules, const char* path, std::uint64_t access) {
    const int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0) return 0;
    const int done = allow(rules, fd, access);
    const int error = errno;
    close(fd);
    errno = error;
    return done;
}

std::uint64_t all_of(std::uint32_t abi) {
    std::uint64_t bits = (1ULL << 13) - 1;
    if (abi >= 2) bits |= 1ULL << 13;  // moving and linking between folders
    if (abi >= 3) bits |= kTruncate;
    return bits;
}

}  // namespace

std::uint32_t landlock_abi() {
    const long abi = syscall(__NR_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return abi > 0 ? static_cast<std::uint32_t>(abi) : 0;
}

void make_rules(State& s, wire::PathsDone& done) {
    const std::uint64_t all = all_of(s.landlock_abi);
    RulesetAttr attr;
    attr.fs = all;
    if (s.landlock_abi >= 4) attr.net = kTcp;
    if (s.landlock_abi >= 6) attr.scoped = kScopes;
    const std::size_t size = s.landlock_abi >= 6 ? 24 : s.landlock_abi >= 4 ? 16 : 8;
    if (s.rules >= 0) close(s.rules);
    s.rules = static_cast<int>(syscall(__NR_landlock_create_ruleset, &attr, size, 0));
    if (s.rules < 0) {
        done.error = errno;
        return;
    }
    for (const char* path : kReadable) allow(s.rules, path, kRead);
    each_of_etc([&](const char* name) {
        Text path;
        allow(s.rules, path.add("/etc/").add(name).c_str(), kRead);
    });
    for (const char* path : kDevices)
        allow(s.rules, path, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
    if (allow(s.rules, s.scratch, all) < 0) done.error = errno;
    const char* entry = s.paths;
    for (std::uint32_t i = 0; i < s.path_count; ++i, entry += strlen(entry) + 1) {
        if (allow(s.rules, entry + 1, entry[0] == 'w' ? all : kRead) == 1) continue;
        done.error = errno != 0 ? errno : ENOENT;
        done.index = i;
        return;
    }
}

bool enter_rules(const State& s) {
    return syscall(__NR_landlock_restrict_self, s.rules, 0) == 0;
}

}  // namespace judge::box
