#pragma once

// The facts of this machine that timings depend on.

#include <string>
#include <string_view>
#include <vector>

#include "base/machine.h"

namespace judge {

/// The processors that this process may run on, ascending. Never empty.
std::vector<unsigned> usable_processors();

/// Processor, usable processors, memory, kernel and host. The fingerprint takes memory in whole GB, because a kernel
/// keeps a different sliver of it for itself at each start. Facts that cannot be read are empty or zero.
Machine machine_facts();

/// The processor's name in the text of /proc/cpuinfo: "model name" (x86), else the most telling of what other
/// architectures give; "" if there is nothing.
std::string processor_name(std::string_view cpuinfo);

}  // namespace judge
