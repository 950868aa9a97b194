#pragma once

// The modes of a build folder: open to the unprivileged user that compilers run as, then closed to what stays.

#include <cstdint>
#include <string>

#include "base/result.h"

namespace judge {

/// Makes every folder of the tree `path` writable, and every file readable, for all users, whatever the umask. The tree
/// must lie in a folder that others cannot enter. Errors: io.
Status open_tree(const std::string& path);

/// Takes the tree `path` back after strangers wrote into it: links, devices, sockets and pipes are removed, everything
/// is owned by this process's user, files and folders are readable for all and writable for nobody else. Errors: io.
Status close_tree(const std::string& path);

/// Makes the folder `path`, open like those of open_tree; its parent exists. Errors: io.
Status make_open_folder(const std::string& path);

/// The size of all regular files below `path`; 0 if it is missing.
std::uint64_t tree_size(const std::string& path);

}  // namespace judge
