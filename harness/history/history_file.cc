#include "history/history_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <thread>

#include "base/fd.h"
#include "base/files.h"

namespace judge {
namespace {

constexpr std::int64_t kApplication = 0x6a756467;  // "judg": SQLite keeps it in the file's header
constexpr std::int64_t kForm = 1;

constexpr const char* kTables = R"(
CREATE TABLE runs(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    problem TEXT NOT NULL,
    submission TEXT NOT NULL,
    started_unix_ns INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    as_expected INTEGER NOT NULL,
    cpu_ns INTEGER,
    memory_bytes INTEGER,
    source_digest TEXT NOT NULL,
    machine TEXT NOT NULL,
    reuse_key TEXT NOT NULL,
    git_commit TEXT NOT NULL,
    git_clean INTEGER NOT NULL,
    report TEXT NOT NULL);
CREATE INDEX runs_by_submission ON runs(problem, submission, started_unix_ns);
CREATE INDEX runs_by_start ON runs(started_unix_ns);
CREATE INDEX runs_by_reuse_key ON runs(reuse_key) WHERE reuse_key <> '';
CREATE TABLE baselines(
    name TEXT NOT NULL,
    problem TEXT NOT NULL,
    submission TEXT NOT NULL,
    machine TEXT NOT NULL,
    run INTEGER NOT NULL REFERENCES runs(id),
    set_unix_ns INTEGER NOT NULL,
    PRIMARY KEY(name, problem, submission, machine)) WITHOUT ROWID;
PRAGMA application_id = 1786078311;
PRAGMA user_version = 1;
)";
static_assert(kApplication == 1786078311 && kForm == 1);

// What belongs together: tables that were added later, and that a judge who does not know them may pass over.
constexpr const char* kBatchTables = R"(
CREATE TABLE IF NOT EXISTS batches(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    started_unix_ns INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS batch_runs(
    batch INTEGER NOT NULL REFERENCES batches(id),
    place INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES runs(id),
    PRIMARY KEY(batch, place)) WITHOUT ROWID;
)";

/// A change to WAL needs the file for itself and does not wait for it by the busy timeout.
Status change_to_wal(Database& database) {
    for (int tries = 0;; ++tries) {
        Status changed = database.execute("PRAGMA journal_mode = WAL");
        if (changed || changed.error().code != ErrorCode::busy || tries == 400) return changed;
        std::this_thread::sleep_for(std::chrono::milliseconds(5 + tries % 40));
    }
}

Status make_tables(Database& database, const std::string& path) {
    return database.transaction([&]() -> Status {
        JUDGE_ASSIGN(form, database.number_of("PRAGMA user_version"));
        if (form == kForm) return Done{};  // another process was faster
        JUDGE_ASSIGN(tables, database.number_of("SELECT count(*) FROM sqlite_master"));
        if (form != 0 || tables != 0)
            return Error{ErrorCode::bad_input, "cannot use the history '" + path + "': it is another program's", ""};
        return database.execute(kTables);
    });
}

Result<Database> open_sound(const std::string& path, bool& damaged) {
    JUDGE_ASSIGN(database, Database::open(path));
    const auto prepare = [&]() -> Status {
        JUDGE_ASSIGN(application, database.number_of("PRAGMA application_id"));
        JUDGE_ASSIGN(form, database.number_of("PRAGMA user_version"));
        if (application != kApplication && application != 0)
            return Error{ErrorCode::bad_input, "cannot use the history '" + path + "': it is another program's", ""};
        if (form > kForm)
            return Error{ErrorCode::unsupported, "cannot use the history '" + path + "': a newer judge wrote it",
                         "update judge"};
        JUDGE_TRY(change_to_wal(database));
        JUDGE_TRY(database.execute("PRAGMA synchronous = FULL"));
        if (form != kForm) JUDGE_TRY(make_tables(database, path));
        return database.execute(kBatchTables);
    };
    Status prepared = prepare();
    damaged = database.is_damaged();
    if (!prepared) return prepared.error();
    return database;
}

/// The file, its write-ahead log and that one's index.
constexpr const char* kParts[] = {"", "-wal", "-shm"};

Result<std::string> move_aside(const std::string& path, std::int64_t now_unix_ns) {
    std::string aside = path + ".damaged-" + std::to_string(now_unix_ns);
    while (exists(aside)) aside += "x";
    for (const char* part : kParts) {
        const std::string from = path + part, to = aside + part;
        if (::rename(from.c_str(), to.c_str()) != 0 && errno != ENOENT)
            return errno_error(ErrorCode::io, "cannot set the damaged history '" + from + "' aside", errno);
    }
    return aside;
}

}  // namespace

Result<Database> open_history_file(const std::string& path, std::int64_t now_unix_ns, std::vector<Finding>& findings) {
    JUDGE_TRY(make_directories(std::string(parent_path(path))));
    bool damaged = false;
    Result<Database> database = open_sound(path, damaged);
    if (!damaged) return database;
    return reopen_damaged_history(path, now_unix_ns, findings);
}

Result<Database> reopen_damaged_history(const std::string& path, std::int64_t now_unix_ns,
                                        std::vector<Finding>& findings) {
    // Several processes may have met the damage; the first sets the file aside, the others find a good one.
    JUDGE_ASSIGN(lock, open_file(path + ".lock", O_RDWR | O_CREAT));
    while (::flock(lock.get(), LOCK_EX) != 0 && errno == EINTR) continue;
    bool damaged = false;
    Result<Database> database = open_sound(path, damaged);
    if (database) {
        const Result<std::string> state = database->check();
        damaged = database->is_damaged() || (state && *state != "ok");
    }
    if (!damaged) return database;
    database = Error{};  // closes it
    JUDGE_ASSIGN(aside, move_aside(path, now_unix_ns));
    findings.push_back({Severity::warning, "history-damaged",
                        "the history '" + path + "' was damaged; it was set aside and a new one begun",
                        "sqlite3 '" + aside + "' .recover may save what is in it"});
    return open_sound(path, damaged);
}

}  // namespace judge
