#pragma once

// Everything that decides what a compilation makes, gathered before it runs; and its key.

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/report.h"
#include "toolchain/compile.h"
#include "toolchain/manifest.h"
#include "toolchain/staging.h"
#include "toolchain/words.h"

namespace judge {

using Command = std::vector<std::string>;

struct BuildJob {
    const Language* language = nullptr;
    Recipe recipe;
    Staging staging;
    std::map<std::string, FoundTool> tools;  // by the word that the commands use
    std::vector<Command> commands;           // placeholders filled but for {dir} and {build}
    Command extra;                           // added to the first command: dependency and linker words
    bool writes_dependencies = false;
    Limits limits;
    StagedHashes header_hashes;
};

/// The tools that the recipe's commands begin with, each once.
std::vector<const Tool*> tools_in_use(const Language& language, const Recipe& recipe);

/// What to do where a tool of `language` is absent: the command that installs its packages, or the row's note.
std::string install_hint(const Language& language);

/// Reads the files, finds the tools, fills the commands.
/// Errors: as compile; bad_input - the source cannot be read as text (a compile error to the contestant).
Result<BuildJob> prepare_job(const CompileRequest& request, const Tools& tools, Runner& runner);

/// Hash of the sources, the names of the headers beside them, the commands, the environment and the tools' identity;
/// without any time or absolute path of the user's.
std::string direct_key(const BuildJob& job);

/// Name, relative to the build folder, of the make rule that a compiler writes.
inline constexpr const char* kDependencyFile = ".dependencies";

/// What a reader is shown: the profile's words, with the names this submission has.
Command shown_compile_command(const BuildJob& job);
Command shown_run_command(const BuildJob& job);

/// The command that starts the program in `files`, the folder it was compiled in; argv[0] is absolute.
Command run_command(const BuildJob& job, const std::string& files);

/// The environment of compilers (`folder`: the build folder) and of the program (the folder it lies in).
std::vector<std::string> environment_of(const BuildJob& job, const std::string& folder);

/// Folders that the tools need besides the system's.
std::vector<std::string> tool_folders(const BuildJob& job);

}  // namespace judge
