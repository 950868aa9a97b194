#pragma once

// Finding compilers and runtimes: on the PATH, behind the stand-ins of rustup and pyenv, and what they say of their
// version.

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/environment.h"
#include "sandbox/runner.h"
#include "toolchain/cache.h"
#include "toolchain/language.h"

namespace judge {

/// One program that is installed.
struct FoundTool {
    std::string path;                   // absolute; what is started
    std::string version;                // first line of its version command's output; empty where it has none
    std::string identity;               // hash of all it says of itself
    std::vector<std::string> readable;  // folders it needs besides the system's
};

/// Looks tools up once and remembers. For several threads at once.
class Tools {
  public:
    /// The environment is the user's: its PATH is searched, and stand-ins are asked under it. `cache` must outlive
    /// this.
    Tools(Environment environment, const Cache& cache) : environment_(std::move(environment)), cache_(cache) {}

    /// Finds `tool`; asks its version through `runner` unless the same program was asked before.
    /// Errors: tool_missing - none of its names is on the PATH, it does not start, or its version's words show that it
    /// is something else or too old; the message says which. Also errors of the runner.
    Result<FoundTool> find(const Tool& tool, Runner& runner) const;

    /// True if a program `name` is on the PATH.
    bool has(const std::string& name) const { return !programs(name).empty(); }

  private:
    std::vector<std::string> programs(const std::string& name) const;
    Result<FoundTool> look_for(const Tool& tool, Runner& runner) const;
    Result<FoundTool> look_at(const Tool& tool, const std::string& program, Runner& runner) const;
    Result<std::string> behind_stand_in(const Tool& tool, const std::string& program) const;
    std::vector<std::string> folders_of(const std::string& program) const;
    Result<std::string> version_text(const Tool& tool, const FoundTool& found, Runner& runner) const;

    Environment environment_;
    const Cache& cache_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, FoundTool> found_;  // by word and names
};

/// The environment that compilers, runtimes and contestants' programs start from: nothing of the user's but the folders
/// of the tools.
std::vector<std::string> base_environment(const std::vector<FoundTool>& tools);

}  // namespace judge
