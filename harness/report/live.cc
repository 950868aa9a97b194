#include "report/live.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/utf8.h"
#include "report/ink.h"
#include "report/lines.h"
#include "report/text.h"

namespace judge {
namespace {

constexpr Nanos kBetweenDraws = std::chrono::milliseconds(100);
constexpr Nanos kSlow = std::chrono::seconds(1);            // a case that takes longer shows its time
constexpr Nanos kBeforeGuessing = std::chrono::seconds(3);  // the first seconds are compilers
constexpr std::size_t kMostRunning = 8;                     // lines of the block

/// "14 s", "2:05 min": steady while it counts.
std::string coarse(Nanos time) {
    const auto seconds = std::max<std::int64_t>(time.count() / 1'000'000'000, 0);
    return seconds < 60 ? fmt::format("{} s", seconds) : fmt::format("{}:{:02} min", seconds / 60, seconds % 60);
}

}  // namespace

struct LiveDisplay::State {
    /// A submission between its start and its end.
    struct Running {
        enum class Phase : std::uint8_t { waiting, compiling, judging };
        std::string problem_id, submission_id;
        Phase phase = Phase::waiting;
        std::string detail;  // the language, or the case
        int done = 0, total = 0;
        Nanos since{};
    };

    explicit State(LiveSettings given) : settings(std::move(given)), messages(settings.render.tongue) {}

    LiveSettings settings;
    Messages messages;
    std::mutex mutex;
    int submissions = 0, finished = 0, as_expected = 0;
    std::vector<Running> running;
    Nanos started{}, drawn{};
    std::size_t block = 0;  // lines of the block that stands on the terminal

    bool moving() const { return settings.motion == Motion::moving && settings.render.verbosity != Verbosity::quiet; }
    std::size_t columns() const { return std::max<std::size_t>(settings.render.width, 40) - 1; }

    Running& find(const std::string& problem_id, const std::string& submission_id) {
        for (Running& each : running)
            if (each.submission_id == submission_id && each.problem_id == problem_id) return each;
        return running.emplace_back(Running{problem_id, submission_id, Running::Phase::waiting, "", 0, 0, now()});
    }
    Nanos now() const { return settings.clock(); }

    void hear(const RunStarted& event);
    void hear(const SubmissionStarted& event);
    void hear(const CompileStarted& event);
    void hear(const CompileFinished& event);
    void hear(const CaseStarted& event);
    void hear(const CaseFinished& event);
    void hear(const SubmissionFinished& event);
    void hear(const RunFinished& event);

    std::string status_line() const;
    std::string running_line(const Running& each) const;
    void draw();
    void draw_if_due();
    void erase();
};

void LiveDisplay::State::hear(const RunStarted& event) {
    submissions = event.submissions;
    started = now();
    draw();
}

void LiveDisplay::State::hear(const SubmissionStarted& event) {
    find(event.problem_id, event.submission_id).total = event.cases;
}

void LiveDisplay::State::hear(const CompileStarted& event) {
    Running& each = find(event.problem_id, event.submission_id);
    each.phase = Running::Phase::compiling;
    each.detail = event.language_name;
    each.since = now();
}

void LiveDisplay::State::hear(const CompileFinished& event) {
    find(event.problem_id, event.submission_id).phase = Running::Phase::waiting;
}

void LiveDisplay::State::hear(const CaseStarted& event) {
    Running& each = find(event.problem_id, event.submission_id);
    each.phase = Running::Phase::judging;
    each.detail = event.case_name;
    each.since = now();
}

void LiveDisplay::State::hear(const CaseFinished& event) {
    Running& each = find(event.problem_id, event.submission_id);
    each.done = event.done;
    each.total = event.total;
}

void LiveDisplay::State::hear(const SubmissionFinished& event) {
    const Report& report = *event.report;
    ++finished;
    if (report.as_expected) ++as_expected;
    std::erase_if(running, [&](const Running& each) {
        return each.submission_id == report.submission_id && each.problem_id == report.problem_id;
    });
    if (settings.motion == Motion::still && settings.render.verbosity != Verbosity::quiet)
        settings.write(render_line(report, messages, settings.render) + "\n");
}

void LiveDisplay::State::hear(const RunFinished&) {
    running.clear();
    erase();
}

std::string LiveDisplay::State::status_line() const {
    const Nanos elapsed = now() - started;
    std::string line = messages.text("live.judging", finished, submissions);
    if (as_expected > 0) line += " · " + messages.text("live.expected", as_expected);
    if (finished > as_expected) line += " · " + messages.text("live.unexpected", finished - as_expected);
    line += " · " + coarse(elapsed);
    double progress = finished;
    for (const Running& each : running)
        if (each.total > 0) progress += static_cast<double>(each.done) / each.total;
    if (elapsed < kBeforeGuessing || progress < 1 || submissions <= finished) return line;
    const double left = to_seconds(elapsed) * (submissions - progress) / progress;
    return line + " · " + messages.text("live.left", coarse(Nanos(static_cast<std::int64_t>(left * 1e9))));
}

std::string LiveDisplay::State::running_line(const Running& each) const {
    std::string line = "  " + each.problem_id + "/" + each.submission_id + "  ";
    switch (each.phase) {
        case Running::Phase::waiting:
            return line + messages.text("live.waiting");
        case Running::Phase::compiling:
            line += messages.text("live.compiling", each.detail);
            break;
        case Running::Phase::judging:
            if (each.done < each.total)
                line += messages.text("live.case", each.done + 1, each.total, each.detail);
            else
                line += messages.text("live.again");
            break;
    }
    const Nanos spent = now() - each.since;
    return spent < kSlow ? line : line + " · " + coarse(spent);
}

void LiveDisplay::State::draw() {
    if (!moving()) return;
    std::vector<std::string> lines;
    const Ink ink = finished > as_expected ? Ink::bad : Ink::strong;
    lines.push_back(painted(cut_to_width(status_line(), columns()), ink, settings.render));
    for (const Running& each : running) {
        if (lines.size() > kMostRunning) break;
        lines.push_back(cut_to_width(one_line(running_line(each)), columns()));
    }
    // Every line is overwritten before its rest is cleared, in one write: nothing flickers.
    std::string bytes = "\r";
    if (block > 1) bytes += fmt::format("\x1b[{}A", block - 1);
    for (std::size_t i = 0; i < lines.size(); ++i) bytes += (i == 0 ? "" : "\n") + lines[i] + "\x1b[K";
    if (lines.size() < block) bytes += "\x1b[J";
    settings.write(bytes);
    block = lines.size();
    drawn = now();
}

void LiveDisplay::State::draw_if_due() {
    if (block > 0 && now() - drawn >= kBetweenDraws) draw();
}

void LiveDisplay::State::erase() {
    if (block == 0) return;
    settings.write((block > 1 ? fmt::format("\r\x1b[{}A", block - 1) : std::string("\r")) + "\x1b[J");
    block = 0;
}

LiveDisplay::LiveDisplay(LiveSettings settings) : state_(std::make_unique<State>(std::move(settings))) {}

LiveDisplay::~LiveDisplay() {
    state_->erase();
}

void LiveDisplay::on(const Event& event) {
    const std::lock_guard lock(state_->mutex);
    std::visit([this](const auto& each) { state_->hear(each); }, event);
    state_->draw_if_due();
}

void LiveDisplay::tick() {
    const std::lock_guard lock(state_->mutex);
    state_->draw_if_due();
}

std::unique_ptr<LiveDisplay> make_live_listener(LiveSettings settings) {
    return std::make_unique<LiveDisplay>(std::move(settings));
}

}  // namespace judge
