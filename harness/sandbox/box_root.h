#pragma once

// The private root: what a program in the box sees of the machine. A small tmpfs with read-only binds of the system's
// folders, a fresh /proc, a /dev of five harmless files, and a private /tmp whose folder `scratch` is where programs
// start. The box itself keeps the machine's own view, so that folders named later can still be bound; a program enters
// its root with chroot(2), and holds no right and no descriptor that would lead out. Source: open_tree, move_mount,
// fsopen, mount_setattr (Linux 5.12), Documentation/filesystems/{idmappings,proc}.rst.

#include "sandbox/box_state.h"

namespace judge::box {

/// Builds the root below `state.folder`/root; needs own PID and mount namespaces. Fills the descriptors of `state` and
/// what `ready` says of /proc.
Failure build_root(State& state, wire::Ready& ready);

/// Makes the coming runs see exactly `state.paths` besides the system. Where the contestant's uid differs from the
/// owner of a folder, the folder is mounted with the owner's id shown as the contestant's (an idmapped mount), so that
/// mode 0700 is no obstacle; where the file system cannot do that, `own_uid` is set in
/// `done`.
void bind_paths(State& state, wire::PathsDone& done);

/// Takes the folders of the last bind_paths away.
void unbind_paths(State& state);

/// Gives the next run an untouched /tmp: cheap if the last one wrote nothing there.
Failure clean_tmp(State& state);

/// Makes the scratch folder belong to the contestant.
bool give_scratch(State& state);

}  // namespace judge::box
