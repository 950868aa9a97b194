#pragma once

// The door of this room: the languages there are, which one a file is in, and programs made of submissions.

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/submission.h"
#include "os/environment.h"
#include "toolchain/compile.h"
#include "toolchain/language.h"

namespace judge {

struct ToolchainOptions {
    std::string cache_dir;  // made where missing
    Bytes cache_bound = gib(4);
    std::vector<std::string> fallback_cache_dirs;  // taken, in order, where programs in `cache_dir` may not be started
    std::vector<std::string> language_files;  // the user's, then the project's languages.json; absent ones are no error
    Environment environment;                  // the user's: PATH, HOME
    std::vector<std::string> profile_files;   // likewise, profiles/*.json
};

/// One line of `judge languages`.
struct ToolFacts {
    const Language* language = nullptr;
    bool installed = false;
    bool offered = false;         // by the profile
    std::string version, path;    // of the first tool that has a version; empty if absent
    std::string missing;          // why not installed
    std::string remedy;           // what to install
    std::string compile_command;  // as the profile words it, with {source} as the staged name; empty if none
    std::string run_command;
};

/// All members may be called by several threads at once, each with its own Runner.
class Toolchain {
  public:
    /// Errors: those of load_tables; io - no cache folder can be written.
    static Result<Toolchain> open(const ToolchainOptions& options);

    Toolchain(Toolchain&&) noexcept;
    ~Toolchain();

    const std::vector<Language>& languages() const;
    /// Null if there is none of that id.
    const Language* language(std::string_view id) const;
    const Profile* profile(std::string_view id) const;
    const std::vector<Profile>& profiles() const;

    /// See detect_language.
    Result<const Language*> detect(const Submission& submission, const Profile& profile,
                                   std::vector<Finding>& findings) const;

    /// See judge::compile.
    Result<CompileOutcome> compile(const CompileRequest& request, Runner& runner) const;

    /// A language's tools, looked for and asked their version: some take a second to answer. Errors: from the runner.
    Result<ToolFacts> facts(const Language& language, const Profile& profile, Runner& runner) const;

    const Cache& cache() const;
    /// What is to be said of this toolchain as such: "cache-noexec".
    const std::vector<Finding>& findings() const;

  private:
    struct State;
    explicit Toolchain(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace judge
