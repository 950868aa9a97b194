#pragma once

// Why a program died, in the words of BOJ's verdict "Runtime Error (<reason>)".

#include <string>
#include <string_view>

#include "model/run.h"

namespace judge {

/// The name of the reason for a program of `family` (a row's) that ended like `ending` and wrote `stderr_text` (its
/// first bytes): "Segfault", "NZEC", "StackOverflow", "IndexError". Signals and what libraries print are read; what
/// only a second run under a debugger could tell is not. "" for Exited{0} and for Stopped.
/// Source: BOJ's help page judge/rte through joonas-yoon/boj-extended src/js/features/status/rte.js.
std::string run_time_error_reason(std::string_view family, const Ending& ending, std::string_view stderr_text);

}  // namespace judge
