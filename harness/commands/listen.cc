// judge listen: problems from the Competitive Companion browser extension.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>

#include "base/files.h"
#include "commands/context.h"
#include "commands/starter.h"
#include "commands/take_in.h"
#include "os/loopback.h"
#include "os/signals.h"
#include "packages/companion.h"

namespace judge {
namespace {

struct ListenFlags {
    int port = 0;
    std::string language;
    bool force = false, once = false;
};

// Ports that the extension sends to by itself. Source: jmerle/competitive-companion src/hosts, 2.65.0.
struct KnownPort {
    std::uint16_t port;
    const char* tool;
};
constexpr std::array<KnownPort, 7> kPorts = {{{10043, "Caide and AI Virtual Assistant"},
                                              {1327, "cpbooster"},
                                              {4244, "Hightail"},
                                              {6174, "Mind Sport"},
                                              {10042, "acmX"},
                                              {10045, "CP Editor"},
                                              {27121, "CPH"}}};

// A batch whose next problem does not come for this long is over: the extension says no end, and drops what it cannot
// send.
constexpr Nanos kQuiet = std::chrono::seconds(5);
constexpr Nanos kForever = std::chrono::hours(24 * 365);

const char* tool_of(std::uint16_t port) {
    for (const KnownPort& known : kPorts)
        if (known.port == port) return known.tool;
    return nullptr;
}

Result<LoopbackServer> open_port(int wanted) {
    if (wanted != 0) {
        Result<LoopbackServer> server = LoopbackServer::open(static_cast<std::uint16_t>(wanted));
        if (server || server.error().code != ErrorCode::busy) return server;
        Error error = server.error();
        const char* tool = tool_of(static_cast<std::uint16_t>(wanted));
        error.hint = tool == nullptr ? "name another with --port, and add it to the extension's custom ports"
                                     : fmt::format("{} usually listens there: end it, or name another port", tool);
        return error;
    }
    std::string taken;
    for (const KnownPort& known : kPorts) {
        Result<LoopbackServer> server = LoopbackServer::open(known.port);
        if (server || server.error().code != ErrorCode::busy) return server;
        taken += fmt::format("{}{} ({})", taken.empty() ? "" : ", ", known.port, known.tool);
    }
    return Error{ErrorCode::busy, "cannot listen: every port of the extension is taken: " + taken,
                 "end one of these tools, or name another port with --port"};
}

class Listening {
  public:
    Listening(const ListenFlags& flags, const Project& project, Context& context, TempDir scratch)
        : flags_(flags), project_(project), context_(context), scratch_(std::move(scratch)) {}

    Status run(LoopbackServer& server, const Cancel& cancel) {
        while (!cancel.requested()) {
            JUDGE_ASSIGN(request, server.next(batch_.empty() ? kForever : kQuiet, &cancel));
            if (!request && cancel.requested()) break;
            if (!request) {
                end_batch(fmt::format("{} of {} came", taken_, expected_));
            } else {
                // Answered before anything is written: the extension waits half a second.
                const Result<TreeFile> file = parsed(*request);
                const bool poll = request->method != "POST";
                server.answer({poll || file ? 200 : 400, poll ? "{\"empty\": true}" : "{}"});
                if (!poll) take(file);
            }
            if (flags_.once && ended_) break;
        }
        return Done{};
    }

  private:
    static Result<TreeFile> parsed(const LoopbackRequest& request) {
        std::string body = request.body;
        if (body.starts_with("json\n")) body.erase(0, 5);  // CHelper's form
        return TreeFile::parse_json(std::move(body), "request");
    }

    void say(const std::string& text) const { print(text + "\n"); }

    void take(const Result<TreeFile>& file) {
        if (!file) return complain(context_, file.error());
        const CompanionBatch batch = batch_of(file->root());
        if (Status done = write(*file); !done) complain(context_, done.error());
        if (batch.id != batch_) {
            batch_ = batch.id;
            taken_ = 0;
        }
        expected_ = batch.size;
        ++taken_;
        if (taken_ >= expected_) end_batch(fmt::format("all {} came", expected_));
    }

    Status write(const TreeFile& file) {
        Source source;
        source.name = "request";
        source.scratch = scratch_ / std::to_string(++count_);
        JUDGE_ASSIGN(imported, read_companion_task(file.root(), source));
        JUDGE_TRY(file.finish(imported));
        const std::string id = imported.problem.id;
        JUDGE_ASSIGN(written,
                     write_native(imported, project_.root, flags_.force ? Overwrite::replace : Overwrite::refuse));
        std::string text = told({written}, {imported}, context_);
        JUDGE_ASSIGN(starter, write_starter(project_, id, flags_.language));
        if (!starter.empty()) text += "  " + starter + "\n";
        print(text);
        return Done{};
    }

    void end_batch(const std::string& why) {
        if (expected_ > 1) say(fmt::format("batch ended: {}", why));
        batch_.clear();
        taken_ = 0;
        ended_ = true;
    }

    const ListenFlags& flags_;
    const Project& project_;
    Context& context_;
    TempDir scratch_;
    std::string batch_;  // whose problems are coming in
    int taken_ = 0, expected_ = 1, count_ = 0;
    bool ended_ = false;
};

Status listen(const ListenFlags& flags, Context& context) {
    Cancel cancel;
    const StopSignals signals(cancel);
    JUDGE_ASSIGN(project, project_to_fill(context, context.cwd));
    JUDGE_ASSIGN(server, open_port(flags.port));
    JUDGE_ASSIGN(scratch, TempDir::make("judge-listen-"));
    const Messages messages(tongue_of(context));
    print(messages.text("listen.ready", server.port()) + "\n");
    return Listening(flags, project, context, std::move(scratch)).run(server, cancel);
}

}  // namespace

void add_listen(CLI::App& app, Context& context) {
    auto flags = std::make_shared<ListenFlags>();
    CLI::App* command =
        app.add_subcommand("listen", "receive problems from the Competitive Companion browser extension");
    command->add_option("--port", flags->port, "listen there (default: the first free one of the extension's)")
        ->check(CLI::Range(1, 65535));
    command->add_option("--language", flags->language,
                        "ending of the first source: cpp, py, java, ... (default: judge.json's)");
    command->add_flag("--force", flags->force, "replace problems that are there already");
    command->add_flag("--once", flags->once, "end after one problem, or one batch");
    command->callback([flags, &context] {
        if (Status done = listen(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
