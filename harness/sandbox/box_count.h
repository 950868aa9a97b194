#pragma once

// How many instructions a run executes, where the processor and the kernel count them.
//
// The box opens the counter on itself, switched off, to be inherited by what it clones and switched on by exec: so only
// programs are counted, from their first instruction on, and what every descendant counted comes together here when it
// ends. The box itself never calls exec. Source: perf_event_open(2), "inherit" and "enable_on_exec".

#include <cstdint>

namespace judge::box {

/// A descriptor, or -1 where nothing counts (no counter in a virtual machine, or perf_event_paranoid forbids it).
int open_instruction_counter();

/// What the ended processes of a run executed in user mode; wire::kUnlimited if it is not known, as when the processor
/// counted only part of the time.
std::uint64_t read_instruction_counter(int counter);

void close_instruction_counter(int counter);

}  // namespace judge::box
