// judge calibrate: how fast this machine is, and how its times relate to those of another judge.

#include <fmt/format.h>

#include <fcntl.h>
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "base/embedded.h"
#include "base/files.h"
#include "base/utf8.h"
#include "commands/calibrating.h"
#include "commands/context.h"
#include "commands/judged.h"
#include "judging/pass.h"
#include "os/machine.h"
#include "sandbox/output_file.h"

JUDGE_DECLARE_EMBEDDED(data_calibration_bench_cpp);
JUDGE_DECLARE_EMBEDDED(data_calibration_bench_py);
JUDGE_DECLARE_EMBEDDED(data_calibration_Main_java);

namespace judge {
namespace {

constexpr const char* kKinds[] = {"start-up", "integer", "memory", "allocation", "output"};

// Ten seconds a family: of each kind the fastest run, for noise only ever adds.
constexpr Nanos kTimeOfKind = std::chrono::seconds(2);
constexpr int kMostRuns = 50;

struct Benchmark {
    const char* family;
    const char* file;
    std::string_view source;
};

std::vector<Benchmark> benchmarks() {
    return {{"cpp", "bench.cpp", JUDGE_EMBEDDED(data_calibration_bench_cpp)},
            {"python", "bench.py", JUDGE_EMBEDDED(data_calibration_bench_py)},
            {"java", "Main.java", JUDGE_EMBEDDED(data_calibration_Main_java)}};
}

struct CalibrateFlags {
    std::vector<std::string> pairs;
    std::string archive, problem, profile = "boj";
    bool json = false, show = false;
};

class Calibrating {
  public:
    Calibrating(const CalibrateFlags& flags, const Context& context, const Project& project)
        : flags_(flags), context_(context), project_(project), machine_(machine_facts().fingerprint) {}

    Status run() {
        JUDGE_ASSIGN(path, calibration_path(context_));
        JUDGE_ASSIGN(known, read_calibration(path));
        file_ = std::move(known);
        if (!flags_.show) {
            JUDGE_ASSIGN(bench, Workbench::open(context_, project_, {}));
            bench_ = std::move(bench);
            if (flags_.pairs.empty() && flags_.archive.empty()) JUDGE_TRY(measure_all());
            for (const std::string& word : flags_.pairs) JUDGE_TRY(take_pair(word));
            if (!flags_.archive.empty()) JUDGE_TRY(take_archive(flags_.archive, 0));
            if (bench_->interrupted()) return Error{ErrorCode::interrupted, "stopped: nothing was stored", ""};
            JUDGE_TRY(write_calibration(file_, path));
        }
        print(flags_.json ? as_json() : as_text());
        return Done{};
    }

  private:
    Status measure_all() {
        for (const Benchmark& benchmark : benchmarks()) {
            JUDGE_ASSIGN(folder, TempDir::make("judge-calibrate-"));
            JUDGE_TRY(write_file_atomically(folder / benchmark.file, benchmark.source));
            BuildOrder order;
            order.submission = submission_of_file(folder / benchmark.file, "");
            order.profile_id = "local";
            const Result<Built> built = make_compiler(bench_->toolchain())(order, bench_->runner());
            if (!built && built.error().code == ErrorCode::tool_missing) continue;  // a language that is not here
            if (!built) return built.error();
            for (const char* kind : kKinds)
                JUDGE_TRY(measure(benchmark.family, kind, built->outcome.executable, folder));
        }
        return Done{};
    }

    Status measure(const std::string& family, const std::string& kind, const Executable& program,
                   const TempDir& folder) {
        JUDGE_TRY(write_file_atomically(folder / "kind", kind + "\n"));
        JUDGE_ASSIGN(input, open_file(folder / "kind", O_RDONLY));
        JUDGE_ASSIGN(output, OutputFile::make());
        JUDGE_ASSIGN(slot, bench_->slots().acquire(bench_->cancel()));
        Limits limits;
        limits.cpu_time = std::chrono::seconds(20);
        limits.memory = gib(1);
        RunRequest run = request_for(program, limits, slot.processor());
        run.stdin_fd = input.get();
        run.stdout_fd = output.fd();
        Nanos fastest = Nanos::max(), spent{};
        for (int runs = 0; runs < kMostRuns && spent < kTimeOfKind; ++runs) {
            JUDGE_TRY(output.reset());
            JUDGE_ASSIGN(outcome, bench_->runner().run(run));
            if (outcome.ending != Ending(Exited{0}))
                return Done{};  // too slow or too large for this machine: no figure
            fastest = std::min(fastest, outcome.usage.cpu());
            spent += outcome.usage.wall;
        }
        std::erase_if(file_.benchmarks, [&](const BenchmarkTime& old) {
            return old.machine == machine_ && old.family == family && old.kind == kind;
        });
        file_.benchmarks.push_back({machine_, family, kind, fastest});
        return Done{};
    }

    // "boj-9663/bitmask.cpp=1100ms", "solution.py=2.4s" with --problem.
    Status take_pair(const std::string& word) {
        const std::size_t equals = word.rfind('=');
        if (equals == std::string::npos || equals == 0)
            return Error{ErrorCode::usage, fmt::format("cannot read the pair '{}'", word),
                         "write SUBMISSION=TIME, with the time that the other judge showed: a.cpp=120ms"};
        JUDGE_ASSIGN(there, parse_time(word.substr(equals + 1)));
        TargetRequest request;
        request.targets = {word.substr(0, equals)};
        request.problem = flags_.problem;
        request.cwd = context_.cwd;
        JUDGE_ASSIGN(resolved, resolve(request));
        if (resolved.targets.size() != 1)
            return Error{ErrorCode::usage, fmt::format("cannot read the pair '{}': it is not one submission", word),
                         ""};
        JUDGE_ASSIGN(stored, store(std::move(resolved.targets), there));
        if (stored) return Done{};
        return Error{ErrorCode::bad_input, fmt::format("cannot use the pair '{}': it is not accepted here", word),
                     "judge run shows why; only the time of an accepted submission says anything"};
    }

    // Judges the target; its slowest case is the time here, as judges show it.
    Result<bool> store(std::vector<Target> targets, Nanos there) {
        JUDGE_ASSIGN(archive, Archive::open(context_, project_));
        Archive::Order order;
        order.options = judge_options(context_, project_);
        order.options.profile = flags_.profile;
        order.tasks = tasks_of(std::move(targets));
        order.find_earlier = [&](const std::string& key) { return archive->earlier(key); };
        const std::unique_ptr<LiveDisplay> display = make_display(context_, {});
        JUDGE_ASSIGN(reports, archive->judge(order, *bench_, *display));
        if (reports.empty() || reports[0]->verdict != Verdict::accepted || !reports[0]->slowest_cpu) return false;
        const Report& report = *reports[0];
        const Language* language = bench_->toolchain().language(report.build.language_id);
        add_pair(file_, {machine_, flags_.profile, language ? language->family : "",
                         report.problem_id + "/" + report.submission_id, *report.slowest_cpu, there});
        return true;
    }

    // Every folder with a README.md that tells a time and a problem of which this project has the cases.
    Status take_archive(const std::string& path, int depth) {
        JUDGE_ASSIGN(entries, list_directory(join_path(context_.cwd, path)));
        const std::string number = problem_number_of(file_name(path));
        const std::set<std::string> known(project_.problem_ids.begin(), project_.problem_ids.end());
        const std::string readme = join_path(join_path(context_.cwd, path), "README.md");
        if (!number.empty() && known.contains("boj-" + number) && is_file(readme)) {
            JUDGE_ASSIGN(text, read_file(readme, mib(1)));
            if (const std::optional<Nanos> there = time_of_readme(text))
                for (const DirEntry& entry : entries)
                    if (entry.kind == DirEntry::Kind::file && entry.name != "README.md")
                        JUDGE_TRY(take_archived(join_path(join_path(context_.cwd, path), entry.name), number, *there));
        }
        for (const DirEntry& entry : entries)
            if (entry.kind == DirEntry::Kind::directory && depth < 8 && !entry.name.starts_with('.'))
                JUDGE_TRY(take_archive(join_path(path, entry.name), depth + 1));
        return Done{};
    }

    Status take_archived(const std::string& path, const std::string& number, Nanos there) {
        JUDGE_ASSIGN(problem, resolve_problem(project_, "boj-" + number, context_.cwd));
        const Result<bool> stored = store({{problem, submission_of_file(path, problem->id)}}, there);
        if (!stored && stored.error().code != ErrorCode::usage) return stored.error();
        if (!stored || !*stored) warn(context_, fmt::format("'{}' is not accepted here, and passed over", path));
        return Done{};
    }

    std::string as_text() const {
        const Messages messages(tongue_of(context_));
        std::string text;
        for (const BenchmarkTime& one : file_.benchmarks)
            if (one.machine == machine_)
                text += fmt::format("{}  {}  {}\n", pad_right(one.family, 8), pad_right(one.kind, 10),
                                    pad_left(to_text(one.cpu), 8));
        for (const auto& [names, pairs] : fits()) {
            const Calibration fit = fit_calibration(pairs);
            text += fmt::format("{}  {}  {}\n", pad_right(names.second, 8), pad_right(names.first, 10),
                                messages.text(fit.pairs < 2 ? "calibrate.one_pair" : "calibrate.factor",
                                              fmt::format("{:.2f}", fit.factor), fit.pairs));
        }
        return text.empty() ? messages.text("calibrate.nothing") + "\n" : text;
    }

    std::string as_json() const {
        nlohmann::json times = nlohmann::json::array(), all = nlohmann::json::array();
        for (const BenchmarkTime& one : file_.benchmarks)
            if (one.machine == machine_)
                times.push_back({{"family", one.family}, {"kind", one.kind}, {"cpu_ns", one.cpu.count()}});
        for (const auto& [names, pairs] : fits()) {
            const Calibration fit = fit_calibration(pairs);
            all.push_back({{"profile", names.first},
                           {"family", names.second},
                           {"factor", fit.factor},
                           {"log_spread", fit.log_spread},
                           {"pairs", fit.pairs}});
        }
        return nlohmann::json{{"benchmarks", times}, {"fits", all}}.dump(2) + "\n";
    }

    // By judge and family, of this machine.
    std::map<std::pair<std::string, std::string>, std::vector<TimePair>> fits() const {
        std::map<std::pair<std::string, std::string>, std::vector<TimePair>> all;
        for (const CalibrationPair& pair : file_.pairs)
            if (pair.machine == machine_)
                all[{pair.profile, pair.family}].push_back({to_seconds(pair.here), to_seconds(pair.there)});
        return all;
    }

    const CalibrateFlags& flags_;
    const Context& context_;
    const Project& project_;
    std::string machine_;
    CalibrationFile file_;
    std::unique_ptr<Workbench> bench_;
};

Status calibrate(const CalibrateFlags& flags, Context& context) {
    Project project;
    if (Result<Project> found = find_project(context.cwd)) project = *std::move(found);
    return Calibrating(flags, context, project).run();
}

}  // namespace

void add_calibrate(CLI::App& app, Context& context) {
    auto flags = std::make_shared<CalibrateFlags>();
    CLI::App* command =
        app.add_subcommand("calibrate", "measure this machine, or relate its times to those of another judge");
    command->add_option("--pair", flags->pairs, "SUBMISSION=TIME, with the time the other judge showed; several times")
        ->allow_extra_args(false);
    command->add_option("--archive", flags->archive, "take pairs from the README files of a BaekjoonHub archive");
    command->add_option("--problem", flags->problem, "the problem that files of --pair from elsewhere solve");
    command->add_option("--profile", flags->profile, "which judge the pairs are of (default: boj)");
    command->add_flag("--show", flags->show, "only what is known");
    command->add_flag("--json", flags->json, "as JSON");
    command->callback([flags, &context] {
        if (Status done = calibrate(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
