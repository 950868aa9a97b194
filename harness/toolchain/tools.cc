#include "toolchain/tools.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/fd.h"
#include "base/files.h"
#include "base/hash.h"
#include "os/directories.h"
#include "os/process.h"
#include "toolchain/words.h"

namespace judge {

namespace {

constexpr std::array<std::string_view, 6> kSystemFolders = {"/usr/", "/bin/", "/lib/", "/lib64/", "/sbin/", "/etc/"};
// Stand-ins that only make a compiler faster for its user, with state of their own that a box does not show.
constexpr std::array<std::string_view, 4> kWrappers = {"ccache", "sccache", "distcc", "icecc"};

bool in_system_folder(std::string_view path) {
    return std::any_of(kSystemFolders.begin(), kSystemFolders.end(),
                       [&](std::string_view folder) { return path.starts_with(folder); });
}

bool is_wrapper(std::string_view path) {
    return std::find(kWrappers.begin(), kWrappers.end(), file_name(path)) != kWrappers.end();
}

/// What tells this file from another or a newer one.
std::string file_identity(const std::string& path) {
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0) return path;
    return fmt::format("{} {} {} {} {}.{} {}.{}", path, status.st_dev, status.st_ino, status.st_size,
                       status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
}

/// The folder that holds all of an installation outside the system's: "/opt/go" for "/opt/go/bin/go".
std::string installation_of(const std::string& program) {
    const std::string folder(parent_path(program));
    return file_name(folder) == "bin" ? std::string(parent_path(folder)) : folder;
}

/// The first line that is not empty.
std::string first_line(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
    return std::string(text.substr(0, text.find('\n')));
}

Error missing(const Tool& tool, std::string_view why) {
    return {ErrorCode::tool_missing, fmt::format("cannot find '{}': {}", tool.word, why), ""};
}

struct Said {
    std::string text;  // standard output followed by standard error
    bool ok = false;
};

/// A version command as it is started: the program that was found, or its neighbour of another name.
Result<std::vector<std::string>> version_words(const Tool& tool, const std::string& command, const FoundTool& found) {
    JUDGE_ASSIGN(words, split_words(command));
    words.front() = words.front() == tool.word ? found.path : join_path(parent_path(found.path), words.front());
    return words;
}

Result<Said> output_of(const std::vector<std::string>& argv, const std::string& input, const FoundTool& found,
                       Runner& runner) {
    JUDGE_ASSIGN(in, make_memory_file("version-input"));
    JUDGE_TRY(write_all(in.get(), input));
    lseek(in.get(), 0, SEEK_SET);
    JUDGE_ASSIGN(out, make_memory_file("version"));
    JUDGE_ASSIGN(err, make_memory_file("version-errors"));
    RunRequest request;
    request.argv = argv;
    request.env = base_environment({found});
    request.stdin_fd = in.get();
    request.stdout_fd = out.get();
    request.stderr_fd = err.get();
    request.readable = found.readable;
    request.limits.cpu_time = std::chrono::seconds(30);
    request.limits.wall_time = std::chrono::seconds(120);
    request.limits.memory = gib(2);
    request.limits.output = mib(1);
    request.limits.processes = 128;
    JUDGE_ASSIGN(outcome, runner.run(request));
    Said said;
    said.ok = outcome.ending == Ending(Exited{0});
    for (const Fd* fd : {&out, &err}) {
        lseek(fd->get(), 0, SEEK_SET);
        JUDGE_ASSIGN(part, read_all(fd->get()));
        said.text += part;
    }
    return said;
}

}  // namespace

std::vector<std::string> base_environment(const std::vector<FoundTool>& tools) {
    std::string path = "/usr/local/bin:/usr/bin:/bin";
    for (const FoundTool& tool : tools) {
        const std::string folder(parent_path(tool.path));
        if (!in_system_folder(tool.path + "/")) path = folder + ":" + path;
    }
    return {"PATH=" + path, "LANG=C.UTF-8", "LC_ALL=C.UTF-8"};
}

/// Every program `name` on the PATH, in its order.
std::vector<std::string> Tools::programs(const std::string& name) const {
    std::vector<std::string> all;
    const auto add = [&](const std::optional<std::string>& program) {
        if (!program) return;
        const Result<std::string> real = real_path(*program);
        if (!real || is_wrapper(*real)) return;
        // The real file's name may matter (clang and clang++ are one file): only a link of the same name is followed.
        all.push_back(file_name(*real) == file_name(name) ? *real : *program);
    };
    if (name.find('/') != std::string::npos) {
        add(find_program(name, ""));
        return all;
    }
    const std::string path = environment_.get("PATH");
    for (std::string_view rest = path; !rest.empty();) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        add(find_program(name, rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return all;
}

/// The program itself where `program` only starts it: rustup and pyenv put small programs on the PATH that look into
/// the user's home for the installation that is wanted.
Result<std::string> Tools::behind_stand_in(const Tool& tool, const std::string& program) const {
    if (tool.home.empty() || in_system_folder(program)) return program;
    JUDGE_ASSIGN(words, split_words(tool.home));
    words.front() = program;
    ToolRequest request;
    request.argv = words;
    JUDGE_ASSIGN(output, run_tool(request, environment_));
    const std::string home = first_line(output.out);
    const std::string real = join_path(join_path(home, "bin"), file_name(program));
    if (!output.ok() || !home.starts_with('/') || !is_file(real)) {
        return missing(tool, fmt::format("'{}' does not say where its installation is", program));
    }
    return real;
}

/// Folders, or the file alone, that `program` needs besides the system's. A program in the home folder's own bin is no
/// installation: the home folder stays out of every box.
std::vector<std::string> Tools::folders_of(const std::string& program) const {
    std::vector<std::string> folders;
    const Result<std::string> real = real_path(program);
    for (const std::string& path : {program, real ? *real : program}) {
        if (in_system_folder(path)) continue;
        const std::string folder = installation_of(path);
        const std::string home = environment_.get("HOME");
        const bool private_folder =
            folder == "/" || folder == join_path(home, ".local") || (home + "/").starts_with(folder + "/");
        folders.push_back(private_folder ? path : folder);
    }
    return folders;
}

Result<std::string> Tools::version_text(const Tool& tool, const FoundTool& found, Runner& runner) const {
    const Result<std::string> real = real_path(found.path);
    Hasher hasher;
    hasher.add_field(file_identity(real ? *real : found.path));
    for (const std::string& command : tool.version) hasher.add_field(command);
    hasher.add_field(tool.input);
    const std::string key = hasher.hex();
    if (auto known = cache_.read_note("tools", key)) return std::move(*known);
    std::string text;
    for (const std::string& command : tool.version) {
        JUDGE_ASSIGN(words, version_words(tool, command, found));
        JUDGE_ASSIGN(said, output_of(words, tool.input, found, runner));
        // Later commands are questions of their own, and may be answered by an error.
        if (&command == &tool.version.front() && !said.ok) {
            return missing(tool, fmt::format("'{}' does not work: {}", found.path, first_line(said.text)));
        }
        text += said.text;
        if (!text.empty() && text.back() != '\n') text += '\n';
    }
    if (tool.version.empty()) text = file_identity(found.path);
    cache_.write_note("tools", key, text);
    return text;
}

Result<FoundTool> Tools::look_at(const Tool& tool, const std::string& program, Runner& runner) const {
    JUDGE_ASSIGN(real, behind_stand_in(tool, program));
    FoundTool found;
    found.path = real;
    found.readable = folders_of(real);
    for (const std::string& path : tool.readable) {
        if (exists(path)) found.readable.push_back(path);
    }
    JUDGE_ASSIGN(text, version_text(tool, found, runner));
    if (text.empty()) return missing(tool, fmt::format("'{}' says nothing when asked its version", program));
    if (!tool.accept.empty() && text.find(tool.accept) == std::string::npos) {
        return missing(tool, fmt::format("'{}' is another program: it calls itself '{}'", program, first_line(text)));
    }
    if (const std::size_t at = text.find(tool.refuse); !tool.refuse.empty() && at != std::string::npos) {
        const std::size_t line = text.rfind('\n', at) + 1;
        return missing(tool, fmt::format("'{}' lacks what this language needs: {}", program,
                                         first_line(std::string_view(text).substr(line))));
    }
    found.identity = hash_of(text);
    if (!tool.version.empty()) found.version = first_line(text);
    return found;
}

Result<FoundTool> Tools::look_for(const Tool& tool, Runner& runner) const {
    Error why = missing(tool, "it is not on the PATH");
    for (const std::string& name : tool.names) {
        for (const std::string& program : programs(name)) {
            Result<FoundTool> found = look_at(tool, program, runner);
            if (found || found.error().code != ErrorCode::tool_missing) return found;
            why = found.error();
        }
    }
    return why;
}

Result<FoundTool> Tools::find(const Tool& tool, Runner& runner) const {
    std::string key = tool.word;
    for (const auto* part : {&tool.names, &tool.version}) {
        for (const std::string& text : *part) key += '\n' + text;
    }
    {
        const std::lock_guard guard(mutex_);
        if (const auto known = found_.find(key); known != found_.end()) return known->second;
    }
    Result<FoundTool> found = look_for(tool, runner);
    if (found) {
        const std::lock_guard guard(mutex_);
        found_.emplace(key, *found);
    }
    return found;
}

}  // namespace judge
