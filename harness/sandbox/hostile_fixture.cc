#include "sandbox/hostile_fixture.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "base/files.h"
#include "base/hash.h"
#include "base/json_fields.h"

namespace judge {
namespace {

std::optional<Bytes> size_at(JsonFields& fields, std::string_view key) {
    const std::optional<std::int64_t> value = fields.integer(key);
    return value ? std::optional(Bytes{static_cast<std::uint64_t>(*value)}) : std::nullopt;
}

std::optional<Nanos> time_at(JsonFields& fields, std::string_view key) {
    const std::optional<std::int64_t> value = fields.integer(key);
    return value ? std::optional(Nanos(*value)) : std::nullopt;
}

void read_limits(JsonFields& fields, Limits& limits) {
    std::optional<JsonFields> object = fields.object("limits");
    if (!object) return;
    limits.cpu_time = time_at(*object, "cpu_ns");
    limits.wall_time = time_at(*object, "wall_ns");
    limits.memory = size_at(*object, "memory_bytes");
    limits.output = size_at(*object, "output_bytes");
    limits.file_size = size_at(*object, "file_size_bytes");
    if (const auto processes = object->integer("processes")) limits.processes = static_cast<std::uint32_t>(*processes);
}

void read_expectation(JsonFields& fields, HostileExpectation& expect) {
    std::optional<JsonFields> object = fields.object("expect");
    if (!object) return;
    expect.endings = object->texts("endings");
    if (object->has("output")) expect.output = object->text("output");
    expect.stderr_has = object->text("stderr_has");
    expect.cpu_min = time_at(*object, "cpu_min_ns");
    expect.cpu_max = time_at(*object, "cpu_max_ns");
    expect.peak_min = size_at(*object, "peak_min_bytes");
    expect.peak_max = size_at(*object, "peak_max_bytes");
    expect.written = size_at(*object, "written_bytes");
    expect.written_max = size_at(*object, "written_max_bytes");
}

Result<HostileFixture> read_fixture(const std::string& folder, const std::string& name) {
    HostileFixture fixture;
    fixture.name = name;
    for (const char* file : {"main.c", "main.cpp", "Main.java", "main.py"}) {
        if (is_file(join_path(folder, file))) fixture.source = join_path(folder, file);
    }
    if (fixture.source.empty()) return Error{ErrorCode::not_found, "cannot find a program in '" + folder + "'", ""};
    JUDGE_ASSIGN(document, JsonDocument::read(join_path(folder, "expect.json")));
    JsonFields fields = document.root();
    fixture.why = fields.required_text("why");
    fixture.args = fields.texts("args");
    fixture.flags = fields.texts("flags");
    fixture.needs = fields.texts("needs");
    fixture.input = fields.text("stdin");
    fixture.input_size = size_at(fields, "stdin_size_bytes").value_or(Bytes{});
    fixture.output_room = size_at(fields, "output_room_bytes").value_or(Bytes{});
    fixture.judge_holds = size_at(fields, "judge_holds_bytes").value_or(Bytes{});
    fixture.repeat = static_cast<int>(fields.integer("repeat").value_or(1));
    fixture.rivals = static_cast<int>(fields.integer("rivals").value_or(0));
    fixture.scratch_stays_empty = fields.boolean("scratch_stays_empty", false);
    read_limits(fields, fixture.limits);
    read_expectation(fields, fixture.expect);
    JUDGE_TRY(fields.finish());
    return fixture;
}

// The first of `names` on the PATH, links resolved; empty if none is there.
std::string find_tool(std::initializer_list<const char*> names) {
    const char* path = std::getenv("PATH");
    for (const char* name : names) {
        std::istringstream folders(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
        for (std::string folder; std::getline(folders, folder, ':');) {
            const std::string candidate = join_path(folder, name);
            if (::access(candidate.c_str(), X_OK) == 0 && is_file(candidate)) return candidate;
        }
    }
    return "";
}

Status run_tool(std::vector<std::string> command) {
    std::vector<char*> argv;
    for (std::string& word : command) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_t pid = -1;
    const int error = ::posix_spawn(&pid, argv[0], nullptr, nullptr, argv.data(), environ);
    if (error != 0) return errno_error(ErrorCode::io, "cannot run '" + command.front() + "'", error);
    int status = 0;
    if (::waitpid(pid, &status, 0) != pid || status != 0)
        return Error{ErrorCode::bad_input, "cannot compile '" + command.back() + "'", ""};
    return Done{};
}

struct Compiler {
    std::string program;  // empty: not installed
    std::vector<std::string> flags;
    const char* output;  // its option
};

// Compiles into a fresh folder and moves it into place, so that several test programs may share the cache. What is
// there needs no compiler: scripts/test-vm takes it along. "" where there is none.
Result<std::string> compiled(const std::string& cache, const HostileFixture& fixture, const Compiler& compiler) {
    JUDGE_ASSIGN(source, read_file(fixture.source));
    Hasher hasher;
    for (const std::string& word : compiler.flags) hasher.add_field(word);
    for (const std::string& word : fixture.flags) hasher.add_field(word);
    hasher.add_field(source);
    const std::string folder = join_path(cache, fixture.name + "-" + hasher.hex());
    if (is_directory(folder) || compiler.program.empty()) return is_directory(folder) ? folder : "";
    JUDGE_ASSIGN(fresh, TempDir::make("build-", cache));
    const std::string inner = fresh / "out";
    JUDGE_TRY(make_directories(inner));
    std::vector<std::string> command = compiler.flags;
    command.insert(command.begin(), compiler.program);
    const bool makes_folder = std::string_view(compiler.output) == "-d";
    command.insert(command.end(),
                   {compiler.output, makes_folder ? inner : join_path(inner, "program"), fixture.source});
    command.insert(command.end(), fixture.flags.begin(), fixture.flags.end());
    JUDGE_TRY(run_tool(command));
    if (::rename(inner.c_str(), folder.c_str()) != 0 && !is_directory(folder))
        return errno_error(ErrorCode::io, "cannot keep '" + folder + "'", errno);
    return folder;
}

HostileProgram missing(const char* tool) {
    HostileProgram program;
    program.missing = tool;
    return program;
}

Result<HostileProgram> build_java(const HostileFixture& fixture, const std::string& cache) {
    const std::string compiler = find_tool({"javac"}), runtime = find_tool({"java"});
    if (runtime.empty()) return missing("java");
    JUDGE_ASSIGN(folder, compiled(cache, fixture, {compiler, {"-nowarn"}, "-d"}));
    if (folder.empty()) return missing("javac");
    JUDGE_ASSIGN(java, real_path(runtime));
    const std::string home(parent_path(parent_path(java)));
    return HostileProgram{{java, "-XX:-UsePerfData", "-cp", folder, "Main"}, {folder, home}, ""};
}

}  // namespace

Result<std::vector<HostileFixture>> read_hostile_fixtures(const std::string& folder) {
    std::vector<HostileFixture> fixtures;
    JUDGE_ASSIGN(entries, list_directory(folder));
    for (const DirEntry& entry : entries) {
        if (entry.kind != DirEntry::Kind::directory) continue;
        JUDGE_ASSIGN(fixture, read_fixture(join_path(folder, entry.name), entry.name));
        fixtures.push_back(std::move(fixture));
    }
    return fixtures;
}

Result<HostileProgram> build_hostile(const HostileFixture& fixture, const std::string& cache) {
    const std::string_view kind = extension(fixture.source);
    if (kind == "java") return build_java(fixture, cache);
    if (kind == "py") {
        if (::access("/usr/bin/python3", X_OK) != 0) return missing("/usr/bin/python3");
        return HostileProgram{{"/usr/bin/python3", fixture.source}, {std::string(parent_path(fixture.source))}, ""};
    }
    const bool cpp = kind == "cpp";
    const std::string compiler = cpp ? find_tool({"c++", "g++", "clang++"}) : find_tool({"cc", "gcc", "clang"});
    JUDGE_ASSIGN(folder, compiled(cache, fixture, {compiler, {"-O1", "-w", "-pthread"}, "-o"}));
    if (folder.empty()) return missing(cpp ? "c++" : "cc");
    return HostileProgram{{join_path(folder, "program")}, {folder}, ""};
}

}  // namespace judge
