#include "toolchain/tools.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/fd.h"
#include "base/files.h"
#include "base/hash.h"
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

bool is_program(const std::string& path) {
    return is_file(path) && access(path.c_str(), X_OK) == 0;
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

std::string first_line(std::string_view text) {
    return std::string(text.substr(0, text.find('\n')));
}

Error missing(const Tool& tool, std::string_view why) {
    return {ErrorCode::tool_missing, fmt::format("cannot find '{}': {}", tool.word, why), ""};
}

/// Standard output followed by standard error of `argv`.
Result<std::string> output_of(const std::vector<std::string>& argv, const FoundTool& found, Runner& runner) {
    JUDGE_ASSIGN(out, make_memory_file("version"));
    JUDGE_ASSIGN(err, make_memory_file("version-errors"));
    RunRequest request;
    request.argv = argv;
    request.env = base_environment({found});
    request.stdout_fd = out.get();
    request.stderr_fd = err.get();
    request.readable = found.readable;
    request.limits.cpu_time = std::chrono::seconds(20);
    request.limits.wall_time = std::chrono::seconds(40);
    request.limits.memory = gib(2);
    request.limits.output = mib(1);
    request.limits.processes = 128;
    JUDGE_TRY(runner.run(request));
    std::string text;
    for (const Fd* fd : {&out, &err}) {
        lseek(fd->get(), 0, SEEK_SET);
        JUDGE_ASSIGN(part, read_all(fd->get()));
        text += part;
    }
    return text;
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

std::optional<std::string> Tools::on_path(const std::string& name) const {
    if (name.find('/') != std::string::npos) {
        return is_program(name) ? std::optional<std::string>(name) : std::nullopt;
    }
    for (std::string_view rest = path_; !rest.empty();) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const std::string candidate = join_path(rest.substr(0, end), name);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (!candidate.starts_with('/') || !is_program(candidate)) continue;
        const Result<std::string> real = real_path(candidate);
        if (real && is_wrapper(*real)) continue;
        // The real file's name may matter (clang and clang++ are one file): only a link of the same name is followed.
        return real && file_name(*real) == name ? *real : candidate;
    }
    return std::nullopt;
}

Result<std::string> Tools::version_text(const Tool& tool, const FoundTool& found, Runner& runner) const {
    const Result<std::string> real = real_path(found.path);
    Hasher hasher;
    hasher.add_field(file_identity(real ? *real : found.path));
    for (const std::string& command : tool.version) hasher.add_field(command);
    const std::string key = hasher.hex();
    if (auto known = cache_.read_note("tools", key)) return std::move(*known);
    std::string text;
    for (const std::string& command : tool.version) {
        JUDGE_ASSIGN(words, split_words(command));
        words.front() = found.path;
        JUDGE_ASSIGN(part, output_of(words, found, runner));
        text += part;
        if (!text.empty() && text.back() != '\n') text += '\n';
    }
    if (tool.version.empty()) text = file_identity(found.path);
    cache_.write_note("tools", key, text);
    return text;
}

Result<FoundTool> Tools::look_at(const Tool& tool, const std::string& program, Runner& runner) const {
    FoundTool found;
    found.path = program;
    if (!in_system_folder(program)) found.readable.push_back(installation_of(program));
    JUDGE_ASSIGN(text, version_text(tool, found, runner));
    if (text.empty()) return missing(tool, fmt::format("'{}' says nothing when asked its version", program));
    if (!tool.accept.empty() && text.find(tool.accept) == std::string::npos) {
        return missing(tool, fmt::format("'{}' is another program: it calls itself '{}'", program, first_line(text)));
    }
    found.identity = hash_of(text);
    if (!tool.version.empty()) found.version = first_line(text);
    return found;
}

Result<FoundTool> Tools::look_for(const Tool& tool, Runner& runner) const {
    Error why = missing(tool, "it is not on the PATH");
    for (const std::string& name : tool.names) {
        const std::optional<std::string> program = on_path(name);
        if (!program) continue;
        Result<FoundTool> found = look_at(tool, *program, runner);
        if (found || found.error().code != ErrorCode::tool_missing) return found;
        why = found.error();
    }
    return why;
}

Result<FoundTool> Tools::find(const Tool& tool, Runner& runner) const {
    std::string key = tool.word;
    for (const std::string& name : tool.names) key += '\n' + name;
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
