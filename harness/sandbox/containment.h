#pragma once

// What holds a program in, in the words of reports and of `judge doctor`.

#include "model/run.h"
#include "sandbox/box_wire.h"
#include "sandbox/cgroups.h"

namespace judge {

/// What was tried and had when a box was built.
struct BoxFacts {
    wire::Ready ready;
    bool memory_group = false, process_group = false, group_v2 = false;
    std::string keeps_user_below;   // the folder whose programs run as the judge's user, though `uid_switched`
    std::string why_no_namespaces;  // empty if there are
    std::string why_no_groups;
    std::string namespaces_remedy, landlock_remedy, groups_remedy;  // the commands that grant them
};

/// One entry a mechanism: pid-namespace, network, files, landlock, system-calls, user, memory-cgroup, processes-cgroup.
Containment containment_of(const BoxFacts& facts);

}  // namespace judge
