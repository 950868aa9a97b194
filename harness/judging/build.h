#pragma once

// The seam between judging and the toolchain: an order for a program, and what came of it. Tests put a fake in its
// place.

#include <functional>
#include <string>

#include "model/submission.h"
#include "sandbox/runner.h"
#include "toolchain/compile.h"
#include "toolchain/language.h"

namespace judge {

class Toolchain;

struct BuildOrder {
    Submission submission;
    std::string profile_id;
    FileAccess file_access = FileAccess::refused;
    Repair repair = Repair::no;
    Debug debug = Debug::no;
};

struct Built {
    CompileOutcome outcome;
    const Language* language = nullptr;
    const Profile* profile = nullptr;
};

using Compiler = std::function<Result<Built>(const BuildOrder&, Runner&)>;

/// The real one; `toolchain` must outlive it. Errors of the compiler: those of detection and of Toolchain::compile;
/// not_found - an unknown profile, with the known ones as hint.
Compiler make_compiler(const Toolchain& toolchain);

}  // namespace judge
