#pragma once

// From a submission and a language to a program that is ready to run.

#include <string>
#include <vector>

#include "base/result.h"
#include "model/executable.h"
#include "model/report.h"
#include "sandbox/runner.h"
#include "toolchain/cache.h"
#include "toolchain/language.h"
#include "toolchain/tools.h"

namespace judge {

/// Whether a cleaned copy is compiled where code pasted from a web page holds characters no compiler knows.
enum class Repair : bool { no, yes };

/// Whether the problem lets submissions open files.
enum class FileAccess : bool { refused, allowed };

/// Whether the row's words for debuggers are added to the first command.
enum class Debug : bool { no, yes };

struct CompileRequest {
    std::vector<std::string> files;  // absolute; the first is the main one
    std::string entry;               // a class to start, or empty: found in the source
    const Language* language = nullptr;
    const Profile* profile = nullptr;
    FileAccess file_access = FileAccess::refused;
    Repair repair = Repair::no;
    Debug debug = Debug::no;
};

/// What came of it. `findings` may say something in both cases: codes "encoding", "web-characters", "repaired",
/// "file-access", "class-name", "not-offered".
struct CompileOutcome {
    bool ok = false;
    Executable executable;  // empty after a compile error
    Build build;            // log, command, version: in both cases
    std::string reason;     // of a compile error, one phrase
    std::vector<Finding> findings;
};

/// Compiles `request` in a box, or finds it in `cache`. The user's files are only read; compilers see a build folder
/// inside the cache, and nothing else but the system's folders and their own. A compile error is an outcome.
/// Precompiled headers and a fast linker are used where the row names them and the program comes out the same.
/// Compile errors are kept in the cache too, unless a limit stopped the compiler.
/// For several threads at once, each with its own `runner`.
/// Errors: not_found - a file is absent; io; tool_missing - with the packages to install as hint; interrupted, sandbox
/// - from the runner; unsupported - it compiles, and the row says why no box runs it.
Result<CompileOutcome> compile(const CompileRequest& request, const Cache& cache, const Tools& tools, Runner& runner);

/// `limits` of compiling where the row says nothing: 30 s of CPU, 120 s in all, 2 GiB of memory, 4 MiB of messages,
/// 512 MiB for one file, 128 processes and threads.
Limits compile_limits(const Language& language);

}  // namespace judge
