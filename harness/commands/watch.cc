// judge watch: judges again what a saved file touches, and only its newest state.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <thread>

#include "base/files.h"
#include "commands/context.h"
#include "commands/judged.h"
#include "commands/watched.h"
#include "model/json.h"

namespace judge {
namespace {

// What an editor does to save once is over by then.
constexpr Nanos kQuiet = std::chrono::milliseconds(8);

struct WatchFlags : JudgingFlags {
    bool json = false;
};

class Watching {
  public:
    Watching(const WatchFlags& flags, Context& context)
        : flags_(flags), context_(context), messages_(render_options(context).tongue) {}

    Status run() {
        JUDGE_ASSIGN(resolved, resolve(flags_.targets));
        resolved_ = std::move(resolved);
        JUDGE_ASSIGN(archive, Archive::open(context_, resolved_.project));
        archive_ = std::move(archive);
        archive_->leave_out_commit();
        JUDGE_TRY(open_bench());
        const std::vector<WatchRoot> roots = watch_roots(resolved_, flags_.targets);
        JUDGE_ASSIGN(watch, FolderWatch::open(roots));
        watch_ = std::make_unique<FolderWatch>(std::move(watch));
        for (const WatchRoot& root : roots) pending_.push_back(root.path);
        while (!stopped_) {
            JUDGE_TRY(judge_pending());
            if (pending_.empty() && !stopped_) JUDGE_TRY(wait());
        }
        context_.status = ExitStatus::interrupted;
        return Done{};
    }

  private:
    Status open_bench() {
        bench_.reset();  // one at a time catches the signals
        JUDGE_ASSIGN(bench, Workbench::open(context_, resolved_.project, flags_.bench));
        bench_ = std::move(bench);
        return Done{};
    }

    std::vector<std::string> headers() const {
        std::vector<std::string> patterns;
        for (const Language& language : bench_->toolchain().languages())
            patterns.insert(patterns.end(), language.headers.begin(), language.headers.end());
        return patterns;
    }

    // Newest first, so that what was saved last is judged first. False: nothing but an editor's own files.
    bool take(std::vector<std::string> changed) {
        std::erase_if(changed, is_editors_own);
        for (const std::string& path : changed) std::erase(pending_, path);
        pending_.insert(pending_.begin(), changed.begin(), changed.end());
        return !changed.empty();
    }

    Status wait() {
        fmt::print(stderr, "judge: {}\n", messages_.text("watch.waiting", resolved_.targets.size()));
        while (pending_.empty()) {
            JUDGE_ASSIGN(changed, watch_->next(kQuiet, bench_->cancel()));
            if (changed.empty()) {
                stopped_ = true;
                return Done{};
            }
            take(std::move(changed));
        }
        // Submissions may have come or gone. A file that is wrong just now is told, and waited for.
        Result<Resolved> resolved = resolve(flags_.targets);
        if (resolved) {
            resolved_ = *std::move(resolved);
        } else {
            fmt::print(stderr, "judge: {}\n", to_text(resolved.error()));
            pending_.clear();
        }
        return Done{};
    }

    std::string name_of_change() const {
        const std::string& root = resolved_.project.root;
        std::string first = pending_.front();
        if (!root.empty() && first.starts_with(root + "/")) first = first.substr(root.size() + 1);
        return pending_.size() == 1 ? first : messages_.text("watch.changed_more", first, pending_.size() - 1);
    }

    Status judge_pending() {
        Archive::Order order;
        order.tasks = tasks_of(touched_targets(resolved_, pending_, headers()));
        if (order.tasks.empty()) {
            pending_.clear();
            return Done{};
        }
        if (!is_first_)
            fmt::print(stderr, "judge: {}\n", messages_.text("watch.changed", name_of_change(), order.tasks.size()));
        is_first_ = false;
        order.options = judge_options(flags_, context_, resolved_.project);
        order.find_earlier = [&](const std::string& key) { return archive_->earlier(key); };
        return judge_while_watching(order);
    }

    // A second thread listens for newer changes, and ends the run that they have overtaken.
    Status judge_while_watching(const Archive::Order& order) {
        Cancel done;
        Result<std::vector<std::string>> newer = std::vector<std::string>();
        std::thread guard([&] {
            do newer = watch_->next(kQuiet, done);
            while (newer && !newer->empty() && std::all_of(newer->begin(), newer->end(), is_editors_own));
            if (newer && !newer->empty()) bench_->stop();
        });
        Result<Reports> reports = Error{};
        {
            const std::unique_ptr<LiveDisplay> display = make_display(context_, {});
            reports = archive_->judge(order, *bench_, *display);
        }
        done.request();
        guard.join();
        if (!newer) return newer.error();
        stopped_ = StopSignals::received() != 0;
        const bool overtaken = bench_->interrupted() && !stopped_;
        if (!reports && !overtaken) fmt::print(stderr, "judge: {}\n", to_text(reports.error()));
        if (reports) JUDGE_TRY(tell(*reports));
        if (!overtaken || (reports && !was_cut(*reports))) pending_.clear();
        if (!overtaken) return Done{};
        take(*std::move(newer));
        JUDGE_TRY(open_bench());
        if (Result<Resolved> resolved = resolve(flags_.targets)) resolved_ = *std::move(resolved);
        return Done{};
    }

    static bool was_cut(const Reports& reports) {
        return std::any_of(reports.begin(), reports.end(), [](const auto& report) { return report->interrupted; });
    }

    // What was overtaken is not shown; what the user stopped is, as far as it got.
    Status tell(const Reports& reports) const {
        if (was_cut(reports) && !stopped_) return Done{};
        if (!flags_.json) return deliver(reports, {}, context_);
        for (const auto& report : reports) print(report_text(*report, JsonStyle::line) + "\n");
        return Done{};
    }

    const WatchFlags& flags_;
    Context& context_;
    const Messages messages_;
    Resolved resolved_;
    std::unique_ptr<Archive> archive_;
    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<FolderWatch> watch_;
    std::vector<std::string> pending_;  // changed paths that are not judged yet, newest first
    bool is_first_ = true, stopped_ = false;
};

}  // namespace

void add_watch(CLI::App& app, Context& context) {
    auto flags = std::make_shared<WatchFlags>();
    flags->targets.cwd = context.cwd;
    CLI::App* command = app.add_subcommand("watch", "judge again whenever a source or a case is saved");
    add_judging_flags(*command, *flags);
    command->add_flag("--json", flags->json, "a line of JSON a report");
    command->callback([flags, &context] {
        if (Status done = Watching(*flags, context).run(); !done) fail(context, done.error());
    });
}

}  // namespace judge
