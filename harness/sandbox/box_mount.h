#pragma once

// One mount at a time: the few steps that the private root is made of. All answer false or -1 with errno set.

#include "sandbox/box_state.h"

namespace judge::box {

/// Attributes of binds (mount_setattr(2)).
extern const std::uint64_t kReadOnly, kWritable, kDevice;

/// Stops mounts from travelling between the machine's namespace and the box's.
int mount_private(const State& state);

/// A new, still detached mount of file system `type` with one option.
int new_mount(const State& state, const char* type, const char* option, const char* value, std::uint64_t attributes);

/// A detached copy of the mount at `path` below `dir`, without what is mounted on it.
int clone_mount(const State& state, int dir, const char* path, std::uint64_t attributes);

/// Puts a detached mount at `relative` in the private root.
bool attach(const State& state, int mount, const char* relative);
bool attach_at(const State& state, int mount, int dir, const char* path);

/// Binds `host`, with all that is mounted below it, at `relative` in the private root. `owner_map`: a user namespace
/// for an idmapped mount, or -1.
bool bind_tree(const State& state, const char* host, const char* relative, std::uint64_t attributes, int owner_map);

/// Binds the attached mount `mount` a second time.
bool bind_fd(const State& state, int mount, const char* relative);

/// Makes the folders that lead to `relative` below `dir`, and at its end a folder or an empty file as `host` is one.
/// Links are not followed.
bool make_target(const State& state, int dir, const char* relative, const char* host);

/// A user namespace that shows the owner of `path` as the contestant; kept until the owner changes. -1 where it cannot
/// be.
int owner_map(State& state, const char* path);

}  // namespace judge::box
