#pragma once

// Where the user's things lie, and where programs are found. Source: XDG Base Directory Specification 0.8.

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "os/environment.h"

namespace judge {

/// The user's home: $HOME if absolute, else the entry of the password file.
/// Errors: not_found - neither says one.
Result<std::string> home_directory(const Environment& environment);

/// $XDG_CACHE_HOME/judge, else ~/.cache/judge: what can be made again. Exists and may be written.
/// Errors: io - it cannot be; the hint names XDG_CACHE_HOME.
Result<std::string> cache_directory(const Environment& environment);

/// $XDG_STATE_HOME/judge, else ~/.local/state/judge: history outside a project. Exists and may be written.
/// Errors: io, likewise.
Result<std::string> state_directory(const Environment& environment);

/// $XDG_CONFIG_HOME/judge, else ~/.config/judge: the user's overrides. May be absent; is not made.
/// Errors: not_found - there is no home.
Result<std::string> config_directory(const Environment& environment);

/// $XDG_RUNTIME_DIR/judge if that variable names a folder of this user, else <temporary>/judge-<uid>: locks and
/// sockets, shared by all judges of this user, gone after a restart. Mode 0700, owned by this user.
/// Errors: io - it cannot be made, or somebody else owns what bears its name.
Result<std::string> runtime_directory(const Environment& environment, const std::string& temporary = "/tmp");

/// The absolute path of the executable file `name` in the folders of `path` ("a:b:c"; folders that are not absolute are
/// passed over). A name with a slash is taken as it is.
std::optional<std::string> find_program(const std::string& name, std::string_view path);

}  // namespace judge
