#include "history/history.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sched.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "base/fd.h"
#include "base/files.h"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Report report_of(const std::string& problem, const std::string& submission, std::int64_t started) {
    Report report;
    report.problem_id = problem;
    report.submission_id = submission;
    report.started_unix_ns = started;
    report.verdict = Verdict::accepted;
    report.as_expected = true;
    report.slowest_cpu = Nanos(12'345'678);
    report.peak_memory = mib(3);
    report.source_digest = "digest";
    report.machine.fingerprint = "m1";
    return report;
}

class HistoryTest : public testing::Test {
  protected:
    History open() { return History::open(path_, 77).value(); }
    TempDir dir_ = TempDir::make("judge 별-").value();
    std::string path_ = dir_ / ".judge/history.db";
};

std::vector<std::int64_t> ids(const std::vector<RunRow>& rows) {
    std::vector<std::int64_t> all;
    for (const RunRow& row : rows) all.push_back(row.id);
    return all;
}

TEST_F(HistoryTest, GivesBackTheWholeReportAndItsColumns) {
    Report report = report_of("boj-1", "a.cpp", 1'764'537'600'123'456'789);
    report.cases.resize(3);
    report.cases[1].verdict = Verdict::run_time_error;
    report.problem_title["ko"] = "별 찍기 'x'";
    const std::int64_t id = open().insert(report, {"key", "c0ffee", true}).value();
    History history = open();
    EXPECT_EQ(history.report(id).value(), report);
    const RunRow row = history.latest({}).value().value();
    EXPECT_EQ(row.id, id);
    EXPECT_EQ(row.problem_id, "boj-1");
    EXPECT_EQ(row.submission_id, "a.cpp");
    EXPECT_EQ(row.started_unix_ns, 1'764'537'600'123'456'789);
    EXPECT_EQ(row.verdict, Verdict::accepted);
    EXPECT_TRUE(row.as_expected);
    EXPECT_EQ(row.cpu, Nanos(12'345'678));
    EXPECT_EQ(row.memory, mib(3));
    EXPECT_EQ(row.source_digest, "digest");
    EXPECT_EQ(row.machine, "m1");
    EXPECT_EQ(row.facts.reuse_key, "key");
    EXPECT_EQ(row.facts.git_commit, "c0ffee");
    EXPECT_TRUE(row.facts.git_clean);
    EXPECT_THAT(history.findings(), IsEmpty());
}

TEST_F(HistoryTest, AbsentFiguresStayAbsent) {
    History history = open();
    const std::int64_t id = history.insert(Report{}, {}).value();
    const RunRow row = history.latest({}).value().value();
    EXPECT_EQ(row.cpu, std::nullopt);
    EXPECT_EQ(row.memory, std::nullopt);
    EXPECT_EQ(row.verdict, Verdict::not_judged);
    EXPECT_EQ(history.report(id).value(), Report{});
    EXPECT_EQ(history.report(99).error().code, ErrorCode::not_found);
}

TEST_F(HistoryTest, SeriesAreOrderedByStartAndFiltered) {
    History history = open();
    const auto insert = [&](const char* problem, const char* submission, std::int64_t started, const char* machine,
                            const char* commit) {
        Report report = report_of(problem, submission, started);
        report.machine.fingerprint = machine;
        return history.insert(report, {"", commit, false}).value();
    };
    const std::int64_t late = insert("p", "a", 30, "m1", "c1"), early = insert("p", "a", 10, "m2", "c2"),
                       other = insert("p", "b", 20, "m1", "c1"), far = insert("q", "a", 40, "m1", "c2");
    const auto series = [&](const RunQuery& query) { return ids(history.series(query).value()); };
    EXPECT_THAT(series({}), ElementsAre(early, other, late, far));
    RunQuery query;
    query.problem_id = "p";
    EXPECT_THAT(series(query), ElementsAre(early, other, late));
    query.submission_id = "a";
    EXPECT_THAT(series(query), ElementsAre(early, late));
    query.machine = "m1";
    EXPECT_THAT(series(query), ElementsAre(late));
    query = {};
    query.git_commit = "c1";
    query.since_unix_ns = 30;
    EXPECT_THAT(series(query), ElementsAre(late));
    query = {};
    query.most = 2;
    EXPECT_THAT(series(query), ElementsAre(late, far));
    query.problem_id = "none";
    EXPECT_EQ(history.latest(query).value().has_value(), false);
}

TEST_F(HistoryTest, TheNewestRunOfAKeyIsReusedAndAnEmptyKeyNever) {
    History history = open();
    ASSERT_TRUE(history.insert(report_of("p", "a", 10), {"k", "", false}));
    const std::int64_t newest = history.insert(report_of("p", "a", 30), {"k", "", false}).value();
    ASSERT_TRUE(history.insert(report_of("p", "a", 20), {"k", "", false}));
    ASSERT_TRUE(history.insert(report_of("p", "a", 40), {"", "", false}));
    EXPECT_EQ(history.reusable("k").value().value().id, newest);
    EXPECT_FALSE(history.reusable("x").value().has_value());
    EXPECT_FALSE(history.reusable("").value().has_value());
}

TEST_F(HistoryTest, BaselinesHoldOneRunOfASubmissionOnAMachine) {
    History history = open();
    const std::int64_t first = history.insert(report_of("p", "a", 10), {}).value(),
                       second = history.insert(report_of("p", "a", 20), {}).value(),
                       other = history.insert(report_of("o", "b", 5), {}).value();
    ASSERT_TRUE(history.set_baseline("main", std::vector{first, other}, 100));
    ASSERT_TRUE(history.set_baseline("main", std::vector{second}, 200));
    const Error error = history.set_baseline("main", std::vector<std::int64_t>{first, 99}, 300).error();
    EXPECT_EQ(error.code, ErrorCode::not_found);
    EXPECT_EQ(error.message, "cannot make run 99 a baseline: it is not in the history");
    const std::vector<BaselineEntry> entries = history.baseline("main", "m1").value();
    ASSERT_EQ(entries.size(), 2u);
    EXPECT_EQ(entries[0].run.id, other);
    EXPECT_EQ(entries[0].set_unix_ns, 100);
    EXPECT_EQ(entries[1].run.id, second);
    EXPECT_EQ(entries[1].set_unix_ns, 200);
    EXPECT_THAT(history.baseline("main", "m2").value(), IsEmpty());
    EXPECT_THAT(history.baseline("other", "m1").value(), IsEmpty());
    EXPECT_TRUE(history.has_baseline("main").value());
    EXPECT_FALSE(history.has_baseline("other").value());
}

TEST_F(HistoryTest, PruningKeepsBaselinesAndTheNewest) {
    History history = open();
    std::vector<std::int64_t> all;
    for (std::int64_t started = 1; started <= 5; ++started)
        all.push_back(history.insert(report_of("p", "a", started), {}).value());
    const std::int64_t lonely = history.insert(report_of("p", "b", 1), {}).value();
    ASSERT_TRUE(history.set_baseline("main", std::vector{all[1]}, 9));
    EXPECT_EQ(history.prune(4).value(), 2);
    EXPECT_THAT(ids(history.series({}).value()), ElementsAre(lonely, all[1], all[3], all[4]));
    EXPECT_EQ(history.prune(100).value(), 1);
    EXPECT_THAT(ids(history.series({}).value()), ElementsAre(lonely, all[1], all[4]));
    EXPECT_GT(history.insert(report_of("p", "a", 9), {}).value(), lonely);
}

TEST_F(HistoryTest, SeveralOpenHistoriesSeeEachOther) {
    History one = open(), two = open();
    ASSERT_TRUE(one.insert(report_of("p", "a", 1), {}));
    ASSERT_TRUE(two.insert(report_of("p", "a", 2), {}));
    EXPECT_EQ(one.series({}).value().size(), 2u);
}

TEST_F(HistoryTest, AFileThatIsNoDatabaseIsSetAsideAndSaid) {
    ASSERT_TRUE(write_file_atomically(path_, std::string(5000, 'x')));
    History history = open();
    ASSERT_EQ(history.findings().size(), 1u);
    EXPECT_EQ(history.findings()[0].code, "history-damaged");
    EXPECT_THAT(history.findings()[0].text, HasSubstr("'" + path_ + "' was damaged"));
    EXPECT_THAT(history.findings()[0].remedy, HasSubstr(path_ + ".damaged-77"));
    EXPECT_EQ(read_file(path_ + ".damaged-77").value(), std::string(5000, 'x'));
    ASSERT_TRUE(history.insert(report_of("p", "a", 1), {}));
    EXPECT_THAT(open().findings(), IsEmpty());
    EXPECT_EQ(open().series({}).value().size(), 1u);
}

TEST_F(HistoryTest, DamageInsideIsMetLaterAndNothingReportedStoredIsLostAfterwards) {
    {
        History history = open();
        Report report = report_of("p", "a", 1);
        report.reason = std::string(3000, 'r');
        for (int i = 0; i < 40; ++i) ASSERT_TRUE(history.insert(report, {}));
    }
    std::string bytes = read_file(path_).value();
    ASSERT_GT(bytes.size(), 40'000u);
    // The header and the list of tables stay; all else is spoilt.
    for (std::size_t i = 4096; i < bytes.size(); ++i) bytes[i] = static_cast<char>(0xA5);
    ASSERT_TRUE(write_file_atomically(path_, bytes));
    History one = open(), two = open();
    ASSERT_TRUE(one.insert(report_of("p", "a", 2), {}));
    EXPECT_EQ(one.findings().size(), 1u);
    ASSERT_TRUE(two.insert(report_of("p", "a", 3), {}));
    EXPECT_THAT(two.findings(), IsEmpty());
    EXPECT_EQ(open().series({}).value().size(), 2u);
    EXPECT_TRUE(exists(path_ + ".damaged-77"));
}

TEST_F(HistoryTest, AFileThatIsTakenAwayIsMadeAgain) {
    History history = open();
    ASSERT_TRUE(history.insert(report_of("p", "a", 1), {}));
    ASSERT_TRUE(remove_tree(dir_ / ".judge"));
    ASSERT_TRUE(history.insert(report_of("p", "a", 2), {}));
    EXPECT_EQ(open().series({}).value().size(), 1u);
}

/// Does `sql` to the file at `path` behind the history's back.
void change(const std::string& path, const char* sql) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(handle);
}

TEST_F(HistoryTest, KeepsWhatWasJudgedTogetherInItsOrder) {
    History history = open();
    const std::int64_t a = history.insert(report_of("p", "a", 1), {"ka", "", false}).value();
    const std::int64_t b = history.insert(report_of("p", "b", 2), {"kb", "", false}).value();
    const std::int64_t first = history.insert_batch(std::vector{b, a}, 10).value();
    const std::int64_t second = history.insert_batch(std::vector{a}, 20).value();
    const std::vector<Batch> all = open().batches(5).value();
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].id, second);
    EXPECT_EQ(all[0].started_unix_ns, 20);
    EXPECT_THAT(ids(all[0].runs), ElementsAre(a));
    EXPECT_THAT(ids(history.batch(first).value().runs), ElementsAre(b, a));
    EXPECT_EQ(history.batches(1).value().size(), 1u);
    EXPECT_EQ(history.batch(99).error().code, ErrorCode::not_found);
    RunQuery query;
    query.reuse_key = "kb";
    EXPECT_THAT(ids(history.series(query).value()), ElementsAre(b));
}

TEST_F(HistoryTest, ForgetsABatchWithTheLastOfItsRuns) {
    History history = open();
    const std::int64_t old = history.insert(report_of("p", "a", 1), {}).value();
    const std::int64_t young = history.insert(report_of("p", "a", 5), {}).value();
    ASSERT_TRUE(history.insert_batch(std::vector{old}, 1));
    ASSERT_TRUE(history.insert_batch(std::vector{old, young}, 5));
    EXPECT_EQ(history.prune(4).value(), 1);
    const std::vector<Batch> left = history.batches(5).value();
    ASSERT_EQ(left.size(), 1u);
    EXPECT_THAT(ids(left[0].runs), ElementsAre(young));
}

TEST_F(HistoryTest, AFileFromBeforeBatchesIsTakenAsItIs) {
    const std::int64_t id = open().insert(report_of("p", "a", 1), {}).value();
    change(path_, "DROP TABLE batches; DROP TABLE batch_runs");
    History history = open();
    EXPECT_THAT(history.batches(5).value(), IsEmpty());
    ASSERT_TRUE(history.insert_batch(std::vector{id}, 2));
    EXPECT_THAT(ids(history.batches(5).value()[0].runs), ElementsAre(id));
}

TEST_F(HistoryTest, FilesOfOthersAndOfNewerJudgesAreLeftAlone) {
    change(dir_ / "foreign.db", "CREATE TABLE t(x); PRAGMA application_id = 7");
    change(dir_ / "plain.db", "CREATE TABLE t(x)");
    change(dir_ / "newer.db", "PRAGMA application_id = 1786078311; PRAGMA user_version = 2");
    EXPECT_EQ(History::open(dir_ / "foreign.db", 0).error().code, ErrorCode::bad_input);
    EXPECT_EQ(History::open(dir_ / "plain.db", 0).error().code, ErrorCode::bad_input);
    const Error newer = History::open(dir_ / "newer.db", 0).error();
    EXPECT_EQ(newer.code, ErrorCode::unsupported);
    EXPECT_EQ(newer.message, "cannot use the history '" + (dir_ / "newer.db") + "': a newer judge wrote it");
}

TEST_F(HistoryTest, AnImpossiblePlaceIsAnError) {
    ASSERT_TRUE(write_file_atomically(dir_ / "file", ""));
    EXPECT_EQ(History::open(dir_ / "file/history.db", 0).error().code, ErrorCode::io);
    EXPECT_EQ(History::open(dir_.path(), 0).error().code, ErrorCode::io);
}

/// Runs `body` in a process of its own, because limits are of a whole process.
template <typename Body>
int exit_code_of(Body body) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(body());
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(HistoryTest, AFullDiskIsAnErrorAndLosesNothing) {
    const int stored = exit_code_of([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        History history = open();
        const rlimit full{200'000, RLIM_INFINITY};
        ::setrlimit(RLIMIT_FSIZE, &full);
        Report report = report_of("p", "a", 1);
        report.reason = std::string(10'000, 'r');
        int count = 0;
        for (; count < 100; ++count) {
            const Result<std::int64_t> id = history.insert(report, {});
            if (!id && id.error().code != ErrorCode::io) return 200;
            if (!id) break;
        }
        return count;
    });
    EXPECT_GT(stored, 0);
    EXPECT_LT(stored, 100);
    History history = open();
    EXPECT_EQ(history.series({}).value().size(), static_cast<std::size_t>(stored));
    EXPECT_TRUE(history.insert(report_of("p", "a", 2), {}));
    EXPECT_THAT(history.findings(), IsEmpty());
}

// A disk of 600 KB that nobody else sees, of which half is taken and given back later.
int fill_a_small_disk(const std::string& folder) {
    constexpr int kSkip = 255;
    const int user = ::geteuid() == 0 ? 0 : CLONE_NEWUSER;
    if (::unshare(CLONE_NEWNS | user) != 0) return kSkip;
    const std::string mount = "mount --make-rprivate / && mount -t tmpfs -o size=600k none '" + folder + "'";
    if (std::system((mount + " 2> /dev/null").c_str()) != 0) return kSkip;
    const std::string ballast = join_path(folder, "ballast");
    if (!write_file_atomically(ballast, std::string(300'000, 'b'))) return 201;
    History history = History::open(join_path(folder, "history.db"), 77).value();
    Report report = report_of("p", "a", 1);
    report.reason = std::string(10'000, 'r');
    std::size_t count = 0;
    for (; count < 200; ++count) {
        const Result<std::int64_t> id = history.insert(report, {});
        if (!id && id.error().code != ErrorCode::io) return 202;
        if (!id) break;
    }
    if (count == 0 || count == 200 || history.series({}).value().size() != count) return 203;
    ::unlink(ballast.c_str());
    if (!history.insert(report, {}) || !history.findings().empty()) return 204;
    return history.series({}).value().size() == count + 1 ? 0 : 205;
}

TEST_F(HistoryTest, AFullDiskIsGotOver) {
    ASSERT_TRUE(make_directories(dir_ / "disk"));
    const int code = exit_code_of([&] { return fill_a_small_disk(dir_ / "disk"); });
    if (code == 255) GTEST_SKIP() << "this machine lets nobody mount a small disk";
    EXPECT_EQ(code, 0);
}

}  // namespace
}  // namespace judge
