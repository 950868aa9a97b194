#include "history/history.h"

#include <fmt/format.h>

#include <algorithm>

#include "history/database.h"
#include "history/history_file.h"
#include "model/json.h"

namespace judge {
namespace {

constexpr std::string_view kColumns =
    "id, problem, submission, started_unix_ns, verdict, as_expected, cpu_ns, memory_bytes, source_digest, machine, "
    "reuse_key, git_commit, git_clean";
constexpr int kColumnCount = 13;

RunRow row_from(const Statement& statement) {
    RunRow row;
    row.id = statement.number(0);
    row.problem_id = statement.text(1);
    row.submission_id = statement.text(2);
    row.started_unix_ns = statement.number(3);
    row.verdict = verdict_from_id(statement.text(4)).value_or(Verdict::not_judged);
    row.as_expected = statement.number(5) != 0;
    if (const auto cpu = statement.optional_number(6)) row.cpu = Nanos(*cpu);
    if (const auto memory = statement.optional_number(7)) row.memory = Bytes{static_cast<std::uint64_t>(*memory)};
    row.source_digest = statement.text(8);
    row.machine = statement.text(9);
    row.facts = {statement.text(10), statement.text(11), statement.number(12) != 0};
    return row;
}

Result<std::vector<RunRow>> rows_of(Database& database, Statement& statement) {
    std::vector<RunRow> rows;
    for (;;) {
        JUDGE_ASSIGN(found, database.step(statement));
        if (!found) return rows;
        rows.push_back(row_from(statement));
    }
}

Result<std::int64_t> insert_row(Database& database, const Report& report, const RunFacts& facts) {
    JUDGE_ASSIGN(statement, database.prepare(
                                "INSERT INTO runs(problem, submission, started_unix_ns, verdict, as_expected, cpu_ns, "
                                "memory_bytes, source_digest, machine, reuse_key, git_commit, git_clean, report) "
                                "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)"));
    std::optional<std::int64_t> cpu, memory;
    if (report.slowest_cpu) cpu = report.slowest_cpu->count();
    if (report.peak_memory) memory = static_cast<std::int64_t>(report.peak_memory->count);
    statement.bind(report.problem_id).bind(report.submission_id).bind(report.started_unix_ns);
    statement.bind(row_of(report.verdict).id).bind(std::int64_t{report.as_expected}).bind(cpu).bind(memory);
    statement.bind(report.source_digest).bind(report.machine.fingerprint).bind(facts.reuse_key);
    statement.bind(facts.git_commit).bind(std::int64_t{facts.git_clean});
    const std::string text = report_text(report, JsonStyle::line);
    statement.bind_borrowed(text);
    JUDGE_TRY(database.step(statement));
    return database.last_id();
}

Result<std::vector<RunRow>> newest_rows(Database& database, const RunQuery& query) {
    std::string sql = fmt::format("SELECT {} FROM runs WHERE 1", kColumns);
    if (query.problem_id) sql += " AND problem = ?";
    if (query.submission_id) sql += " AND submission = ?";
    if (query.machine) sql += " AND machine = ?";
    if (query.git_commit) sql += " AND git_commit = ?";
    if (query.reuse_key) sql += " AND reuse_key = ?";
    if (query.since_unix_ns) sql += " AND started_unix_ns >= ?";
    sql += " ORDER BY started_unix_ns DESC, id DESC LIMIT ?";
    JUDGE_ASSIGN(statement, database.prepare(sql));
    for (const auto* text :
         {&query.problem_id, &query.submission_id, &query.machine, &query.git_commit, &query.reuse_key})
        if (*text) statement.bind(**text);
    if (query.since_unix_ns) statement.bind(*query.since_unix_ns);
    statement.bind(static_cast<std::int64_t>(query.most));
    return rows_of(database, statement);
}

Result<std::int64_t> insert_batch_row(Database& database, std::span<const std::int64_t> runs, std::int64_t started) {
    JUDGE_ASSIGN(head, database.prepare("INSERT INTO batches(started_unix_ns) VALUES(?)"));
    head.bind(started);
    JUDGE_TRY(database.step(head));
    const std::int64_t id = database.last_id();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        JUDGE_ASSIGN(row, database.prepare("INSERT INTO batch_runs(batch, place, run) VALUES(?,?,?)"));
        row.bind(id).bind(static_cast<std::int64_t>(i)).bind(runs[i]);
        JUDGE_TRY(database.step(row));
    }
    return id;
}

Result<std::vector<RunRow>> runs_of_batch(Database& database, std::int64_t batch) {
    JUDGE_ASSIGN(statement,
                 database.prepare(fmt::format("SELECT {} FROM (SELECT place, run FROM batch_runs WHERE batch = ?) JOIN "
                                              "runs ON id = run ORDER BY place",
                                              kColumns)));
    statement.bind(batch);
    return rows_of(database, statement);
}

/// Batches by `condition`, which holds one parameter.
Result<std::vector<Batch>> batches_where(Database& database, std::string_view condition, std::int64_t parameter) {
    JUDGE_ASSIGN(statement, database.prepare(fmt::format("SELECT id, started_unix_ns FROM batches {}", condition)));
    statement.bind(parameter);
    std::vector<Batch> batches;
    for (;;) {
        JUDGE_ASSIGN(found, database.step(statement));
        if (!found) break;
        batches.push_back({statement.number(0), statement.number(1), {}});
    }
    for (Batch& batch : batches) {
        JUDGE_ASSIGN(runs, runs_of_batch(database, batch.id));
        batch.runs = std::move(runs);
    }
    return batches;
}

Status put_baseline(Database& database, const std::string& name, std::int64_t id, std::int64_t now_unix_ns) {
    JUDGE_ASSIGN(statement, database.prepare("INSERT OR REPLACE INTO baselines SELECT ?, problem, submission, machine, "
                                             "id, ? FROM runs WHERE id = ?"));
    statement.bind(name).bind(now_unix_ns).bind(id);
    JUDGE_TRY(database.step(statement));
    if (database.changes() > 0) return Done{};
    return Error{ErrorCode::not_found, fmt::format("cannot make run {} a baseline: it is not in the history", id), ""};
}

}  // namespace

struct History::State {
    std::string path;
    std::int64_t now_unix_ns = 0;
    Database database;
    std::vector<Finding> findings;

    /// Does `work` on the file that the path leads to; once more if that was damaged, or taken away meanwhile.
    template <typename Work>
    auto on_file(Work work) -> decltype(work(database)) {
        if (database.has_moved()) JUDGE_TRY(reopen());
        auto done = work(database);
        if (!done && database.is_damaged())
            JUDGE_TRY(reopen_damaged());
        else if (database.has_moved())
            JUDGE_TRY(reopen());
        else
            return done;
        return work(database);
    }

    Status reopen() {
        JUDGE_ASSIGN(fresh, open_history_file(path, now_unix_ns, findings));
        database = std::move(fresh);
        return Done{};
    }

    Status reopen_damaged() {
        JUDGE_ASSIGN(fresh, reopen_damaged_history(path, now_unix_ns, findings));
        database = std::move(fresh);
        return Done{};
    }
};

History::History(std::unique_ptr<State> state) : state_(std::move(state)) {}
History::History(History&&) noexcept = default;
History& History::operator=(History&&) noexcept = default;
History::~History() = default;

Result<History> History::open(const std::string& path, std::int64_t now_unix_ns) {
    std::vector<Finding> findings;
    JUDGE_ASSIGN(database, open_history_file(path, now_unix_ns, findings));
    return History(std::make_unique<State>(State{path, now_unix_ns, std::move(database), std::move(findings)}));
}

const std::vector<Finding>& History::findings() const {
    return state_->findings;
}

Result<std::int64_t> History::insert(const Report& report, const RunFacts& facts) {
    return state_->on_file([&](Database& database) { return insert_row(database, report, facts); });
}

Result<std::vector<RunRow>> History::series(const RunQuery& query) {
    return state_->on_file([&](Database& database) {
        Result<std::vector<RunRow>> rows = newest_rows(database, query);
        if (rows) std::reverse(rows->begin(), rows->end());
        return rows;
    });
}

Result<std::optional<RunRow>> History::latest(const RunQuery& query) {
    RunQuery one = query;
    one.most = 1;
    JUDGE_ASSIGN(rows, series(one));
    return rows.empty() ? std::nullopt : std::optional(std::move(rows[0]));
}

Result<std::optional<RunRow>> History::reusable(const std::string& reuse_key) {
    if (reuse_key.empty()) return std::optional<RunRow>();
    return state_->on_file([&](Database& database) -> Result<std::optional<RunRow>> {
        JUDGE_ASSIGN(statement, database.prepare(fmt::format("SELECT {} FROM runs WHERE reuse_key = ? AND reuse_key <> "
                                                             "'' ORDER BY started_unix_ns DESC, id DESC LIMIT 1",
                                                             kColumns)));
        statement.bind(reuse_key);
        JUDGE_ASSIGN(found, database.step(statement));
        return found ? std::optional(row_from(statement)) : std::nullopt;
    });
}

Result<std::int64_t> History::insert_batch(std::span<const std::int64_t> runs, std::int64_t started_unix_ns) {
    return state_->on_file([&](Database& database) -> Result<std::int64_t> {
        std::int64_t id = 0;
        JUDGE_TRY(database.transaction([&]() -> Status {
            JUDGE_ASSIGN(made, insert_batch_row(database, runs, started_unix_ns));
            id = made;
            return Done{};
        }));
        return id;
    });
}

Result<std::vector<Batch>> History::batches(std::size_t most) {
    return state_->on_file([&](Database& database) {
        return batches_where(database, "ORDER BY id DESC LIMIT ?", static_cast<std::int64_t>(most));
    });
}

Result<Batch> History::batch(std::int64_t id) {
    return state_->on_file([&](Database& database) -> Result<Batch> {
        JUDGE_ASSIGN(found, batches_where(database, "WHERE id = ?", id));
        if (!found.empty()) return std::move(found.front());
        return Error{ErrorCode::not_found, fmt::format("cannot show run {}: it is not in the history", id),
                     "judge report --list shows the stored runs"};
    });
}

Result<Report> History::report(std::int64_t id) {
    return state_->on_file([&](Database& database) -> Result<Report> {
        JUDGE_ASSIGN(statement, database.prepare("SELECT report FROM runs WHERE id = ?"));
        statement.bind(id);
        JUDGE_ASSIGN(found, database.step(statement));
        if (found) return report_from_text(statement.text(0));
        return Error{ErrorCode::not_found, fmt::format("cannot show run {}: it is not in the history", id), ""};
    });
}

Status History::set_baseline(const std::string& name, std::span<const std::int64_t> ids, std::int64_t now_unix_ns) {
    return state_->on_file([&](Database& database) {
        return database.transaction([&]() -> Status {
            for (const std::int64_t id : ids) JUDGE_TRY(put_baseline(database, name, id, now_unix_ns));
            return Done{};
        });
    });
}

Result<std::vector<BaselineEntry>> History::baseline(const std::string& name, const std::string& machine) {
    return state_->on_file([&](Database& database) -> Result<std::vector<BaselineEntry>> {
        JUDGE_ASSIGN(statement,
                     database.prepare(fmt::format(
                         "SELECT {}, set_unix_ns FROM (SELECT run, set_unix_ns FROM baselines WHERE name = ? "
                         "AND machine = ?) JOIN runs ON id = run ORDER BY problem, submission",
                         kColumns)));
        statement.bind(name).bind(machine);
        std::vector<BaselineEntry> entries;
        for (;;) {
            JUDGE_ASSIGN(found, database.step(statement));
            if (!found) return entries;
            entries.push_back({row_from(statement), statement.number(kColumnCount)});
        }
    });
}

Result<bool> History::has_baseline(const std::string& name) {
    return state_->on_file([&](Database& database) -> Result<bool> {
        JUDGE_ASSIGN(statement, database.prepare("SELECT 1 FROM baselines WHERE name = ? LIMIT 1"));
        statement.bind(name);
        return database.step(statement);
    });
}

Result<std::int64_t> History::prune(std::int64_t before_unix_ns) {
    return state_->on_file([&](Database& database) -> Result<std::int64_t> {
        JUDGE_ASSIGN(statement,
                     database.prepare("DELETE FROM runs WHERE started_unix_ns < ? AND id NOT IN (SELECT run FROM "
                                      "baselines) AND EXISTS (SELECT 1 FROM runs AS newer WHERE newer.problem = "
                                      "runs.problem AND newer.submission = runs.submission AND newer.machine = "
                                      "runs.machine AND (newer.started_unix_ns, newer.id) > (runs.started_unix_ns, "
                                      "runs.id))"));
        statement.bind(before_unix_ns);
        JUDGE_TRY(database.step(statement));
        const std::int64_t removed = database.changes();
        JUDGE_TRY(
            database.execute("DELETE FROM batch_runs WHERE run NOT IN (SELECT id FROM runs);"
                             "DELETE FROM batches WHERE id NOT IN (SELECT batch FROM batch_runs)"));
        // Only to give space back: another judge that has the file open may be in its way.
        if (removed > 0) static_cast<void>(database.execute("PRAGMA busy_timeout = 0; VACUUM"));
        JUDGE_TRY(database.execute("PRAGMA busy_timeout = 10000"));
        return removed;
    });
}

}  // namespace judge
