#pragma once

// Every judgement that was ever made here, in one SQLite file: the whole Report as JSON, and beside it the columns that
// questions are asked by. Any number of processes may write at once; a row whose insertion was reported done survives
// kill -9. A damaged file is set aside under another name and said so in a Finding.
//
// The file is in WAL mode where the file system allows that. Source: sqlite.org/wal.html, sqlite.org/lockingv3.html.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/report.h"

namespace judge {

/// What is stored with a Report and does not stand in it.
struct RunFacts {
    std::string reuse_key;   // content of everything the judgement rests on; empty = never to be used again
    std::string git_commit;  // of the project's tree; empty = not a git tree
    bool git_clean = false;  // no changes over that commit
};

/// The columns of a stored run.
struct RunRow {
    std::int64_t id = 0;
    std::string problem_id, submission_id;
    std::int64_t started_unix_ns = 0;
    Verdict verdict = Verdict::not_judged;
    bool as_expected = false;
    std::optional<Nanos> cpu;     // of the slowest case
    std::optional<Bytes> memory;  // peak
    std::string source_digest;
    std::string machine;  // fingerprint
    RunFacts facts;
};

/// What one command judged together.
struct Batch {
    std::int64_t id = 0;
    std::int64_t started_unix_ns = 0;
    std::vector<RunRow> runs;  // in the order of judging; a run that an earlier batch made may stand in it, too
};

/// Which runs are meant; an absent field means any.
struct RunQuery {
    std::optional<std::string> problem_id, submission_id, machine, git_commit, reuse_key;
    std::optional<std::int64_t> since_unix_ns;  // started then or later
    std::size_t most = 1000;                    // the newest so many

    /// Of this submission on this machine.
    static RunQuery like(const Report& report, std::size_t most) {
        RunQuery query;
        query.problem_id = report.problem_id;
        query.submission_id = report.submission_id;
        query.machine = report.machine.fingerprint;
        query.most = most;
        return query;
    }
};

struct BaselineEntry {
    RunRow run;
    std::int64_t set_unix_ns = 0;
};

/// One open history. Not for several threads at once; open one each.
class History {
  public:
    /// Opens or makes the file at `path` with its folders. `now_unix_ns` goes into the name under which a damaged file
    /// is set aside: "<path>.damaged-<now>". Errors: io - the place cannot be read or written, the disk is full; busy -
    /// others wrote for longer than ten seconds; unsupported - a newer judge wrote the file; bad_input - it belongs to
    /// another program.
    static Result<History> open(const std::string& path, std::int64_t now_unix_ns);

    History(History&&) noexcept;
    History& operator=(History&&) noexcept;
    ~History();

    /// What has to be said of the file, each once: code "history-damaged".
    const std::vector<Finding>& findings() const;

    /// Stores a run and returns its id. When this returns, the row is on the disk. Errors: as open.
    Result<std::int64_t> insert(const Report& report, const RunFacts& facts);

    /// The runs of `query`, oldest first. Errors: as open.
    Result<std::vector<RunRow>> series(const RunQuery& query);
    /// The newest run of `query`, if any. Errors: as open.
    Result<std::optional<RunRow>> latest(const RunQuery& query);
    /// The newest run with this reuse key; nothing for an empty key. Errors: as open.
    Result<std::optional<RunRow>> reusable(const std::string& reuse_key);
    /// Notes that these runs, in this order, are one batch, and returns its id. Errors: as open.
    Result<std::int64_t> insert_batch(std::span<const std::int64_t> runs, std::int64_t started_unix_ns);
    /// The newest `most` batches, newest first. Errors: as open.
    Result<std::vector<Batch>> batches(std::size_t most);
    /// The batch of this id. Errors: not_found; as open.
    Result<Batch> batch(std::int64_t id);
    /// The whole Report of a row. Errors: not_found - no such row; bad_input - a newer judge wrote it.
    Result<Report> report(std::int64_t id);

    /// Makes these runs the baseline `name` of their problem, submission and machine, instead of those that were.
    /// Errors: not_found - an id is not there; nothing is changed then.
    Status set_baseline(const std::string& name, std::span<const std::int64_t> ids, std::int64_t now_unix_ns);
    /// The runs of the baseline on this machine, by problem and submission. Errors: as open.
    Result<std::vector<BaselineEntry>> baseline(const std::string& name, const std::string& machine);
    /// True if some machine has a baseline of this name. Errors: as open.
    Result<bool> has_baseline(const std::string& name);

    /// Removes runs that started before `before_unix_ns`, but never one of a baseline nor the newest of a submission on
    /// a machine. Returns how many went. The file shrinks when nobody else has it open. Errors: as open.
    Result<std::int64_t> prune(std::int64_t before_unix_ns);

  private:
    struct State;
    explicit History(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace judge
