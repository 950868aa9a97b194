#include "os/directories.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "base/files.h"

namespace judge {
namespace {

/// One of the specification's kinds of folder.
struct Kind {
    std::string_view what;
    std::string variable;
    std::string_view below_home;
};

std::string home_of_password_file() {
    std::vector<char> buffer(16384);
    passwd entry{};
    passwd* found = nullptr;
    if (::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr) return "";
    return entry.pw_dir == nullptr ? "" : entry.pw_dir;
}

Result<std::string> place_of(const Kind& kind, const Environment& environment) {
    // The specification: a path that is not absolute is to be ignored.
    const std::string wanted = environment.get(kind.variable);
    if (wanted.starts_with('/')) return join_path(wanted, "judge");
    JUDGE_ASSIGN(home, home_directory(environment));
    return join_path(join_path(home, kind.below_home), "judge");
}

Result<std::string> made_place_of(const Kind& kind, const Environment& environment) {
    const std::string remedy = "set " + kind.variable + " to a folder that may be written";
    Result<std::string> place = place_of(kind, environment);
    if (!place) return Error{ErrorCode::io, place.error().message, remedy};
    if (const Status made = make_directories(*place, 0700); !made)
        return Error{ErrorCode::io, made.error().message, remedy};
    if (::access(place->c_str(), W_OK | X_OK) == 0) return place;
    Error error =
        errno_error(ErrorCode::io, "cannot write the " + std::string(kind.what) + " folder '" + *place + "'", errno);
    error.hint = remedy;
    return error;
}

/// True if `path` is a folder itself, not a link to one, that this user owns.
bool is_own_folder(const std::string& path) {
    struct stat facts {};
    return ::lstat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == ::geteuid();
}

bool is_executable_file(const std::string& path) {
    return is_file(path) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

Result<std::string> home_directory(const Environment& environment) {
    std::string home = environment.get("HOME");
    if (!home.starts_with('/')) home = home_of_password_file();
    if (home.starts_with('/')) return home;
    return Error{ErrorCode::not_found,
                 "cannot tell the home folder: HOME is not set and user " + std::to_string(::geteuid()) +
                     " has no entry in the password file",
                 "set HOME"};
}

Result<std::string> cache_directory(const Environment& environment) {
    return made_place_of({"cache", "XDG_CACHE_HOME", ".cache"}, environment);
}

Result<std::string> state_directory(const Environment& environment) {
    return made_place_of({"state", "XDG_STATE_HOME", ".local/state"}, environment);
}

Result<std::string> config_directory(const Environment& environment) {
    return place_of({"configuration", "XDG_CONFIG_HOME", ".config"}, environment);
}

Result<std::string> runtime_directory(const Environment& environment, const std::string& temporary) {
    const std::string given = environment.get("XDG_RUNTIME_DIR");
    if (given.starts_with('/') && is_own_folder(given)) {
        const std::string place = join_path(given, "judge");
        if (make_directories(place, 0700) && is_own_folder(place) && ::access(place.c_str(), W_OK | X_OK) == 0)
            return place;
    }
    const std::string place = join_path(temporary, "judge-" + std::to_string(::geteuid()));
    if (::mkdir(place.c_str(), 0700) != 0 && errno != EEXIST) {
        Error error = errno_error(ErrorCode::io, "cannot make the folder '" + place + "'", errno);
        error.hint = "set XDG_RUNTIME_DIR to a folder of your own";
        return error;
    }
    // The parent is everybody's: a name that was taken first by somebody else must not be trusted.
    if (!is_own_folder(place) || ::chmod(place.c_str(), 0700) != 0)
        return Error{ErrorCode::io, "cannot use the folder '" + place + "': it is not a folder of this user",
                     "remove it, or set XDG_RUNTIME_DIR to a folder of your own"};
    return place;
}

std::optional<std::string> find_program(const std::string& name, std::string_view path) {
    if (name.empty()) return std::nullopt;
    if (name.find('/') != std::string::npos) return is_executable_file(name) ? std::optional(name) : std::nullopt;
    while (!path.empty()) {
        const std::string_view folder = path.substr(0, path.find(':'));
        path.remove_prefix(std::min(folder.size() + 1, path.size()));
        const std::string candidate = join_path(folder, name);
        if (folder.starts_with('/') && is_executable_file(candidate)) return candidate;
    }
    return std::nullopt;
}

}  // namespace judge
