// judge-hostile MODE [NAME...]: runs the programs of harness/fixtures/sandbox in one mode and compares the facts.
// Prints a line for each; ends with 0 if all were right, 1 if not, 77 if this machine does not have the mode.
//
//     build               only compiles them
//     as-is               with all that the machine grants
//     no-namespaces, no-landlock, no-cgroups
//     user                started by root: as an ordinary user; user-no-namespaces likewise, and user-bare with nothing
//     but the filter

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <thread>
#include <vector>

#include "base/files.h"
#include "sandbox/box_runner.h"
#include "sandbox/hostile_fixture.h"
#include "sandbox/output_file.h"

namespace judge {
namespace {

constexpr int kSkip = 77;
constexpr uid_t kOrdinaryUser = 61234;

struct Mode {
    std::string name;
    std::set<std::string> off;
    bool ordinary_user = false;
};

const Mode kModes[] = {
    {"build", {}, false},
    {"as-is", {}, false},
    {"no-namespaces", {"namespaces"}, false},
    {"no-landlock", {"landlock"}, false},
    {"no-cgroups", {"cgroups"}, false},
    {"user", {}, true},
    {"user-no-namespaces", {"namespaces"}, true},
    {"user-bare", {"namespaces", "landlock", "cgroups"}, true},
};

struct Ground {
    std::string box_program;
    std::string secret;  // a readable file that no run names
    std::string folder;  // for inputs
    Mode mode;
};

std::string text_of(const Ending& ending) {
    static constexpr const char* kKinds[] = {"cpu_time", "wall_time", "memory", "output", "file_size", "processes"};
    if (const auto* e = std::get_if<Exited>(&ending)) return fmt::format("exited {}", e->code);
    if (const auto* s = std::get_if<Signalled>(&ending)) return fmt::format("signalled {}", s->signal);
    return fmt::format("stopped {}", kKinds[static_cast<std::size_t>(std::get<Stopped>(ending).limit)]);
}

// Processes that carry `mark` in their environment, as far as this user may see.
int count_marked(const std::string& mark) {
    int count = 0;
    const Result<std::vector<DirEntry>> processes = list_directory("/proc");
    if (!processes) return 0;
    for (const DirEntry& entry : *processes) {
        if (entry.name.find_first_not_of("0123456789") != std::string::npos) continue;
        const Result<std::string> env = read_file("/proc/" + entry.name + "/environ");
        if (env && env->find(mark) != std::string::npos) ++count;
    }
    return count;
}

// Threads that do nothing but use up processors.
class Rivals {
  public:
    explicit Rivals(int count) {
        for (int i = 0; i < count; ++i)
            threads_.emplace_back([this] {
                while (!done_) {
                }
            });
    }
    ~Rivals() {
        done_ = true;
        for (std::thread& thread : threads_) thread.join();
    }
    Rivals(const Rivals&) = delete;
    Rivals& operator=(const Rivals&) = delete;

  private:
    std::atomic<bool> done_ = false;
    std::vector<std::thread> threads_;
};

class Trial {
  public:
    Trial(const HostileFixture& fixture, const HostileProgram& program, const Ground& ground)
        : fixture_(fixture), program_(program), ground_(ground) {}

    /// What was wrong, a line each.
    std::string run(Runner& runner) {
        Result<OutputFile> out = OutputFile::make();
        if (!out) return to_text(out.error());
        const Rivals rivals(fixture_.rivals);
        for (int i = 0; i < fixture_.repeat && wrong_.empty(); ++i) once(runner, *out);
        if (fixture_.scratch_stays_empty && wrong_.empty()) look_at_scratch(runner, *out);
        return wrong_;
    }

  private:
    void complain(std::string text) { wrong_ += (wrong_.empty() ? "" : "; ") + std::move(text); }

    RunRequest request(const OutputFile& out) const {
        RunRequest r;
        r.argv = program_.argv;
        for (std::string arg : fixture_.args) {
            if (arg == "{judge_pid}") arg = std::to_string(::getpid());
            if (arg == "{secret}") arg = ground_.secret;
            r.argv.push_back(arg);
        }
        r.readable = program_.readable;
        r.env = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", mark()};  // a JVM needs it for paths in Hangul
        r.stdout_fd = out.fd();
        r.limits = fixture_.limits;
        return r;
    }

    std::string mark() const {
        return fmt::format("JUDGE_HOSTILE={}-{}-{}", ::getpid(), ground_.mode.name, fixture_.name);
    }

    // A file of its own, as the user's case files are.
    Fd make_input() {
        input_path_ = join_path(ground_.folder, "input");
        if (fixture_.input.empty() && fixture_.input_size.count == 0) return Fd();
        if (const Status done = write_file_atomically(input_path_, fixture_.input, 0644); !done)
            complain(to_text(done.error()));
        if (fixture_.input_size.count > 0 &&
            ::truncate(input_path_.c_str(), static_cast<off_t>(fixture_.input_size.count)) != 0)
            complain("cannot make the input");
        return Fd(::open(input_path_.c_str(), O_RDONLY | O_CLOEXEC));
    }

    void check_input(const struct stat& before) {
        struct stat now = {};
        if (::stat(input_path_.c_str(), &now) != 0 || now.st_mode != before.st_mode || now.st_size != before.st_size ||
            (fixture_.input_size.count == 0 && read_file(input_path_).value() != fixture_.input))
            complain("the input file was changed");
    }

    void once(Runner& runner, OutputFile& out) {
        if (const Status kept = out.reset(fixture_.output_room); !kept) return complain(to_text(kept.error()));
        RunRequest r = request(out);
        const Fd input = make_input();
        struct stat before = {};
        if (input && ::fstat(input.get(), &before) != 0) return complain("no input");
        r.stdin_fd = input.get();
        const Result<RunOutcome> outcome = runner.run(r);
        if (!outcome) return complain(to_text(outcome.error()));
        check(*outcome, out);
        if (input) check_input(before);
        if (const int left = count_marked(mark()); left > 0) complain(fmt::format("{} processes are left", left));
    }

    void check(const RunOutcome& outcome, const OutputFile& out) {
        const HostileExpectation& e = fixture_.expect;
        const std::string ending = text_of(outcome.ending);
        if (std::find(e.endings.begin(), e.endings.end(), ending) == e.endings.end())
            complain(fmt::format("{} instead of {} (stderr: {})", ending, fmt::join(e.endings, " or "),
                                 outcome.stderr_head));
        const std::string head = out.head(kib(4)).value();
        if (e.output && *e.output != head) complain(fmt::format("printed '{}' instead of '{}'", head, *e.output));
        if (outcome.stderr_head.find(e.stderr_has) == std::string::npos)
            complain(fmt::format("'{}' is not in its standard error '{}'", e.stderr_has, outcome.stderr_head));
        const Usage& u = outcome.usage;
        if (e.cpu_min && u.cpu() < *e.cpu_min) complain("used only " + to_text(u.cpu()));
        if (e.cpu_max && u.cpu() > *e.cpu_max) complain("used " + to_text(u.cpu()));
        if (e.peak_min && u.peak_memory < *e.peak_min) complain("peaked at only " + to_text(u.peak_memory));
        if (e.peak_max && u.peak_memory > *e.peak_max)
            complain("peaked at " + to_text(u.peak_memory) + " by " + u.meter.memory);
        if (e.written && u.written != *e.written) complain("wrote " + to_text(u.written));
        if (e.written_max && u.written > *e.written_max) complain("wrote " + to_text(u.written));
    }

    void look_at_scratch(Runner& runner, OutputFile& out) {
        if (const Status kept = out.reset(); !kept) return complain(to_text(kept.error()));
        RunRequest r = request(out);
        r.argv = {"/bin/sh", "-c", "ls -A"};
        const Result<RunOutcome> outcome = runner.run(r);
        if (!outcome) return complain(to_text(outcome.error()));
        if (out.head(kib(1)).value() != "") complain("the next run met '" + out.head(kib(1)).value() + "'");
    }

    const HostileFixture& fixture_;
    const HostileProgram& program_;
    const Ground& ground_;
    std::string input_path_, wrong_;
};

Result<std::unique_ptr<Runner>> runner_for(const Ground& ground) {
    BoxOptions options;
    options.box_program = ground.box_program;
    options.force_off = ground.mode.off;
    return make_box_runner(options);
}

std::string lacking(const HostileFixture& fixture, const Containment& containment) {
    for (const std::string& need : fixture.needs) {
        for (const Containment::Mechanism& m : containment.mechanisms) {
            if (m.id == need && !m.active) return need;
        }
    }
    return "";
}

using Programs = std::vector<std::pair<HostileFixture, HostileProgram>>;

int run_all(const Programs& programs, const Ground& ground) {
    Result<std::unique_ptr<Runner>> runner = runner_for(ground);
    if (!runner) {
        fmt::print("FAIL {}\n", to_text(runner.error()));
        return 1;
    }
    for (const Containment::Mechanism& m : (*runner)->containment().mechanisms)
        fmt::print("{} {}: {}\n", m.active ? "held by" : "without", m.id, m.detail);
    int failed = 0, skipped = 0;
    for (const auto& [fixture, program] : programs) {
        const std::string lack = program.missing.empty() ? lacking(fixture, (*runner)->containment()) : program.missing;
        if (!lack.empty()) {
            ++skipped;
            fmt::print("skip {}: needs {}\n", fixture.name, lack);
            continue;
        }
        const std::vector<char> ballast(fixture.judge_holds.count, 1);
        if (!ballast.empty()) runner = runner_for(ground);
        const std::string wrong = Trial(fixture, program, ground).run(**runner);
        if (!wrong.empty()) ++failed;
        fmt::print("{} {}{}\n", wrong.empty() ? "ok  " : "FAIL", fixture.name, wrong.empty() ? "" : ": " + wrong);
    }
    fmt::print("{}: {} right, {} wrong, {} skipped\n", ground.mode.name,
               programs.size() - static_cast<std::size_t>(failed + skipped), failed, skipped);
    return failed == 0 ? 0 : 1;
}

// Copies what the programs need to a folder that everybody can read: the tree itself may lie in a closed one.
Status copy_tree(const std::string& from, const std::string& to) {
    JUDGE_TRY(make_directories(to));
    ::chmod(to.c_str(), 0755);
    JUDGE_ASSIGN(entries, list_directory(from));
    for (const DirEntry& entry : entries) {
        const std::string source = join_path(from, entry.name), target = join_path(to, entry.name);
        if (entry.kind == DirEntry::Kind::directory) {
            JUDGE_TRY(copy_tree(source, target));
        } else {
            JUDGE_ASSIGN(content, read_file(source));
            JUDGE_TRY(write_file_atomically(target, content));
            ::chmod(target.c_str(), 0755);
        }
    }
    return Done{};
}

Status stage(Programs& programs, Ground& ground) {
    const std::string box = join_path(ground.folder, "judge-box");
    JUDGE_ASSIGN(content, read_file(ground.box_program));
    JUDGE_TRY(write_file_atomically(box, content));
    ::chmod(box.c_str(), 0755);
    ground.box_program = box;
    for (auto& [fixture, program] : programs) {
        if (!program.missing.empty() || program.readable.empty()) continue;
        const std::string old = program.readable.front(), fresh = join_path(ground.folder, fixture.name);
        JUDGE_TRY(copy_tree(old, fresh));
        program.readable.front() = fresh;
        for (std::string& word : program.argv) {
            if (word.starts_with(old)) word = fresh + word.substr(old.size());
        }
    }
    return Done{};
}

int run_as_ordinary_user(const Programs& programs, const Ground& ground) {
    std::fflush(stdout);
    const pid_t pid = ::fork();
    if (pid == 0) {
        const bool dropped =
            ::setgroups(0, nullptr) == 0 && ::setgid(kOrdinaryUser) == 0 && ::setuid(kOrdinaryUser) == 0;
        if (!dropped || ::access(ground.box_program.c_str(), X_OK) != 0) {
            fmt::print("skipped: cannot become an ordinary user here, or /tmp is closed to one\n");
            std::fflush(stdout);
            ::_exit(kSkip);
        }
        const int code = run_all(programs, ground);
        std::fflush(stdout);
        ::_exit(code);
    }
    int status = 0;
    if (pid < 0 || ::waitpid(pid, &status, 0) != pid) return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

bool has_landlock(const Ground& ground) {
    Ground plain = ground;
    plain.mode.off = {"namespaces", "cgroups"};
    const Result<std::unique_ptr<Runner>> runner = runner_for(plain);
    if (!runner) return false;
    const auto& all = (*runner)->containment().mechanisms;
    return std::any_of(all.begin(), all.end(),
                       [](const Containment::Mechanism& m) { return m.id == "landlock" && m.active; });
}

Result<Programs> prepare(const std::vector<std::string>& names, const std::string& cache) {
    JUDGE_ASSIGN(fixtures, read_hostile_fixtures(JUDGE_SOURCE_DIR "/harness/fixtures/sandbox"));
    Programs programs;
    for (HostileFixture& fixture : fixtures) {
        if (!names.empty() && std::find(names.begin(), names.end(), fixture.name) == names.end()) continue;
        JUDGE_ASSIGN(program, build_hostile(fixture, cache));
        programs.emplace_back(std::move(fixture), std::move(program));
    }
    return programs;
}

Result<int> run_mode(const Mode& mode, const std::vector<std::string>& names) {
    JUDGE_ASSIGN(ground_dir, TempDir::make("judge-hostile-", "/tmp"));
    std::string cache = JUDGE_BINARY_DIR "/hostile";
    if (!make_directories(cache) || ::access(cache.c_str(), W_OK) != 0) cache = ground_dir / "build";
    JUDGE_TRY(make_directories(cache));
    Ground ground{JUDGE_BINARY_DIR "/bin/judge-box", ground_dir / "answer", ground_dir.path(), mode};
    JUDGE_TRY(write_file_atomically(ground.secret, "42\n"));
    JUDGE_ASSIGN(programs, prepare(names, cache));
    if (programs.empty()) return Error{ErrorCode::not_found, "cannot find a hostile program", ""};
    if (mode.name == "build") return 0;
    const bool root = ::geteuid() == 0;
    if (mode.name == "user" && !root) {
        fmt::print("skipped: already an ordinary user, see as-is\n");
        return kSkip;
    }
    const bool closed = mode.off.contains("namespaces") && !has_landlock(ground);
    if (mode.off.contains("landlock") && !has_landlock(ground)) {
        fmt::print("skipped: the kernel has no Landlock, see as-is\n");
        return kSkip;
    }
    if (!(mode.ordinary_user && root) && !closed) return run_all(programs, ground);
    if (::chmod(ground_dir.path().c_str(), 01777) != 0)
        return Error{ErrorCode::io, "cannot open up the test's folder", ""};
    JUDGE_TRY(stage(programs, ground));
    return mode.ordinary_user && root ? run_as_ordinary_user(programs, ground) : run_all(programs, ground);
}

int hostile_main(int argc, char** argv) {
    ::umask(022);
    const std::string wanted = argc > 1 ? argv[1] : "as-is";
    const Mode* mode =
        std::find_if(std::begin(kModes), std::end(kModes), [&](const Mode& m) { return m.name == wanted; });
    if (mode == std::end(kModes)) {
        fmt::print(stderr, "judge-hostile: unknown mode '{}'\n", wanted);
        return 2;
    }
    const Result<int> code = run_mode(*mode, std::vector<std::string>(argv + std::min(argc, 2), argv + argc));
    if (!code) fmt::print(stderr, "judge-hostile: {}\n", to_text(code.error()));
    return code ? *code : 1;
}

}  // namespace
}  // namespace judge

int main(int argc, char** argv) {
    return judge::hostile_main(argc, argv);
}
