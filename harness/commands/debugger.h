#pragma once

// A submission under gdb or valgrind, on the input of a case.

#include <string>

#include "commands/context.h"
#include "judging/judge.h"
#include "packages/project.h"

namespace judge {

enum class DebugTool : std::uint8_t { gdb, valgrind };

struct DebugOrder {
    const Task* task = nullptr;  // its problem's first case gives the input
    std::string profile;
    Repair repair = Repair::no;
    DebugTool tool = DebugTool::gdb;
};

/// Compiles the submission as the profile does, with what its row adds for debuggers, and hands this terminal to the
/// tool: outside of any box and without limits, which is said on standard error. Without a terminal gdb runs the
/// program and prints where it died. Errors: unsupported - no debugger reads programs of this language, or the problem
/// is interactive; bad_input - it does not compile; tool_missing; those of the toolchain.
Status run_debugger(const DebugOrder& order, const Project& project, Context& context);

}  // namespace judge
