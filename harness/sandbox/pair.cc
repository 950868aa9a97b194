#include "sandbox/pair.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>

#include "sandbox/lane.h"

namespace judge {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kQuietMs = 500;  // without a byte: time to look whether both wait
constexpr int kWatchMs = 2;    // between looks at an interactor that is still to be told of an end
constexpr std::chrono::seconds kPatience{15};
constexpr std::chrono::seconds kUntold{2};  // of wall time, where a look does not tell whether it waits
constexpr Bytes kOwnFlood = mib(256);       // of one side, where its request has no output limit

// Breaks what each side writes into lines with times, up to a number of bytes.
class Record {
  public:
    Record(Bytes limit, Clock::time_point start) : left_(limit.count), start_(start) {}

    void add(bool from_contestant, std::string_view bytes) {
        const Nanos at = Clock::now() - start_;
        while (!bytes.empty() && left_ > 0) {
            const std::size_t newline = bytes.find('\n');
            std::size_t length = newline == std::string_view::npos ? bytes.size() : newline + 1;
            length = std::min<std::size_t>(length, left_);
            append(at, from_contestant, bytes.substr(0, length));
            left_ -= length;
            bytes.remove_prefix(length);
        }
    }
    std::vector<TranscriptLine> take() { return std::move(lines_); }

  private:
    // A line that came in pieces stays one line while the other side is silent.
    void append(Nanos at, bool from_contestant, std::string_view text) {
        const bool goes_on =
            !lines_.empty() && lines_.back().from_contestant == from_contestant && !lines_.back().text.ends_with('\n');
        if (goes_on)
            lines_.back().text += text;
        else
            lines_.push_back({at, from_contestant, std::string(text)});
    }

    std::vector<TranscriptLine> lines_;
    std::uint64_t left_;
    Clock::time_point start_;
};

struct Side {
    ResidentBox& box;
    const RunRequest& request;
    Lane& writes;
    Lane& reads;
    std::optional<RunOutcome> outcome;
    std::optional<Error> error;
    bool running = false;
    bool flooded = false;
    std::optional<std::uint64_t> asleep_at_cpu;

    Bytes flood_limit() const { return request.limits.output.value_or(kOwnFlood); }
};

class Joined {
  public:
    Joined(Side contestant, Side interactor, Bytes record, const Cancel* cancel)
        : sides_{std::move(contestant), std::move(interactor)}, record_(record, Clock::now()), cancel_(cancel) {}

    Result<PairOutcome> run() {
        // The interactor first: it often has the first word.
        JUDGE_TRY(begin(sides_[1]));
        if (Status begun = begin(sides_[0]); !begun) {
            stop(sides_[1]);
            while (sides_[1].running) step();
            return std::move(begun).error();
        }
        while (sides_[0].running || sides_[1].running) {
            step();
            if (Clock::now() > hung_)
                return Error{ErrorCode::sandbox, "cannot end a pair: a box does not answer", "run 'judge doctor'"};
        }
        for (const Side& side : sides_) {
            if (side.error) return *side.error;
        }
        rank();
        if (interrupted_) return Error{ErrorCode::interrupted, "cannot run a pair: interrupted", ""};
        return PairOutcome{std::move(*sides_[0].outcome), std::move(*sides_[1].outcome), record_.take(), both_waiting_};
    }

  private:
    Status begin(Side& side) {
        const auto wall = side.request.limits.wall_time.value_or(Nanos(std::chrono::hours(1)));
        hung_ = std::max(hung_, Clock::now() + wall + kPatience);
        JUDGE_TRY(side.box.begin(side.request, {side.reads.reader_stdin(), side.writes.writer_stdout()}));
        side.running = true;
        return Done{};
    }

    void stop(Side& side) {
        if (side.running) side.box.ask_to_stop();
    }

    // One wait and what it brought.
    void step() {
        pollfd watched[7] = {};
        for (pollfd& each : watched) each.fd = -1;
        for (int i = 0; i < 2; ++i) {
            const Side& side = sides_[i];
            watched[i] = {side.running ? side.box.wait_fd() : -1, POLLIN, 0};
            watched[2 + i] = {side.writes.readable(), POLLIN, 0};
            watched[4 + i] = {side.writes.writable(), POLLOUT, 0};
        }
        if (cancel_ != nullptr && !interrupted_) watched[6] = {cancel_->wait_fd(), POLLIN, 0};
        const int stirred = ::poll(watched, 7, untold_ ? kWatchMs : kQuietMs);
        if (stirred < 0) return;
        if (stirred == 0 && !untold_) look_whether_both_wait();
        if (stirred == 0 && untold_) look_whether_to_tell();
        if (watched[6].revents != 0) interrupt();
        for (int i = 0; i < 2; ++i) {
            if ((watched[2 + i].revents | watched[4 + i].revents) != 0) pass_on(sides_[i], i == 0);
            if (watched[i].revents != 0) finish(sides_[i], i == 0);
        }
    }

    void interrupt() {
        interrupted_ = true;
        for (Side& side : sides_) stop(side);
    }

    // False if nothing came.
    bool pass_on(Side& side, bool is_contestant) {
        const std::string_view fresh = side.writes.move();
        if (fresh.empty()) return false;
        record_.add(is_contestant, fresh);
        for (Side& each : sides_) each.asleep_at_cpu.reset();
        if (side.writes.passed() > side.flood_limit() && !side.flooded) {
            side.flooded = true;
            stop(side);
        }
        return true;
    }

    void finish(Side& side, bool is_contestant) {
        // What it wrote before it died counts, as far as the other side's pipe takes it now; the rest follows.
        while (side.writes.readable() >= 0 && pass_on(side, is_contestant)) {
        }
        side.running = false;
        side.reads.reader_ended();
        Result<RunOutcome> outcome = side.box.finish(side.writes.passed());
        if (!outcome) {
            side.error = std::move(outcome).error();
            for (Side& each : sides_) stop(each);
            return;
        }
        side.outcome = std::move(*outcome);
        if (both_waiting_) side.outcome->ending = Stopped{LimitKind::wall_time};
        if (is_contestant)
            contestant_ended(side);
        else
            tell_of_end(side);
    }

    void tell_of_end(Side& side) {
        side.writes.writer_ended();
        side.writes.move();
    }

    // An interactor that finds a fault in what was written says so by itself, whether or not the writer failed right
    // afterwards; only one that asks for more is told that nothing follows. Whose failure it was would otherwise be
    // decided by who was reaped first.
    void contestant_ended(Side& side) {
        const auto* exited = std::get_if<Exited>(&side.outcome->ending);
        untold_ = sides_[1].running && !(exited != nullptr && exited->code == 0);
        untold_until_ = Clock::now() + kUntold;
        if (!untold_) tell_of_end(side);
        told_ = sides_[1].running && !untold_;
    }

    void look_whether_to_tell() {
        const Side& interactor = sides_[1];
        if (!interactor.running) {
            untold_ = false;
            return;
        }
        const Result<wire::Looked> looked = sides_[1].box.look();
        const bool waits = looked && looked->waiting_for_input != 0 && sides_[0].writes.is_idle();
        if (!waits && Clock::now() < untold_until_) return;
        untold_ = false;
        told_ = true;
        tell_of_end(sides_[0]);
    }

    // The contestant was first if the interactor may have known of its end.
    void rank() {
        sides_[0].outcome->finish_rank = told_ ? 0 : 1;
        sides_[1].outcome->finish_rank = told_ ? 1 : 0;
    }

    // Both asleep in a read, nothing on its way, and no processor time used since the last look: neither will ever go
    // on. Unless one of them has closed its output and the other waits for that end, which is kept from it until now.
    void look_whether_both_wait() {
        if (both_waiting_ || interrupted_ || !sides_[0].running || !sides_[1].running) return;
        if (!sides_[0].writes.is_idle() || !sides_[1].writes.is_idle()) return;
        bool both_asleep = true, still = true;
        for (Side& side : sides_) {
            const Result<wire::Looked> looked = side.box.look();
            const bool asleep = looked && looked->running != 0 && looked->waiting_for_input != 0;
            both_asleep = both_asleep && asleep;
            still = still && asleep && side.asleep_at_cpu == looked->cpu_ns;
            if (asleep)
                side.asleep_at_cpu = looked->cpu_ns;
            else
                side.asleep_at_cpu.reset();
        }
        if (both_asleep && !still && (sides_[0].writes.writer_closed() || sides_[1].writes.writer_closed())) return;
        if (!still) return;
        both_waiting_ = true;
        for (Side& side : sides_) stop(side);
    }

    Side sides_[2];
    Record record_;
    const Cancel* cancel_;
    Clock::time_point hung_{};
    bool interrupted_ = false, both_waiting_ = false;
    bool untold_ = false, told_ = false;  // of the contestant's end: the interactor, who runs on
    Clock::time_point untold_until_{};
};

}  // namespace

Result<PairOutcome> run_joined(ResidentBox& contestant, ResidentBox& interactor, const PairRequest& request,
                               const Cancel* cancel) {
    JUDGE_ASSIGN(there, Lane::make());
    JUDGE_ASSIGN(back, Lane::make());
    Side first{contestant, request.contestant, there, back, {}, {}, false, false, {}};
    Side second{interactor, request.interactor, back, there, {}, {}, false, false, {}};
    return Joined(std::move(first), std::move(second), request.transcript_limit, cancel).run();
}

}  // namespace judge
