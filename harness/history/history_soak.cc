// Kills writers of one history at random and shows that no row which was reported stored is lost.
//
//     history_soak [KILLS [SEED [WRITERS]]]
//
// Writers are processes that insert rows with rising numbers and tell each number over a pipe once it is stored. The
// last line says what was found; exit status 0 if nothing was lost.

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <map>
#include <random>
#include <set>
#include <string_view>

#include "base/fd.h"
#include "base/files.h"
#include "history/database.h"
#include "history/history.h"

namespace judge {
namespace {

struct Writer {
    pid_t pid = -1;
    Fd told;           // lines of numbers
    std::string text;  // read so far
};

[[noreturn]] void write_rows(const std::string& path, int writer, int life, int told) {
    Result<History> history = History::open(path, 1);
    for (int i = 0; history; ++i) {
        Report report;
        report.problem_id = "soak";
        report.submission_id = fmt::format("writer-{}", writer);
        report.source_digest = fmt::format("{}.{}.{}", writer, life, i);
        report.started_unix_ns = i;
        report.reason = std::string(static_cast<std::size_t>(i % 7) * 500, 'r');
        const Result<std::int64_t> id = history->insert(report, {});
        const std::string line = id ? report.source_digest + "\n" : "failed: " + id.error().message + "\n";
        if (!write_all(told, line) || !id) ::_exit(1);
    }
    static_cast<void>(write_all(told, "failed: " + history.error().message + "\n"));
    ::_exit(1);
}

Result<Writer> start(const std::string& path, int number, int life) {
    JUDGE_ASSIGN(pipe, make_pipe());
    Writer writer;
    writer.pid = ::fork();
    if (writer.pid < 0) return errno_error(ErrorCode::io, "cannot start a writer", errno);
    if (writer.pid == 0) write_rows(path, number, life, pipe.write.get());
    writer.told = std::move(pipe.read);
    return writer;
}

/// Kills the writer and takes what it had told; a half line is a row that it had not reported yet.
void end(Writer& writer, std::set<std::string>& stored, std::vector<std::string>& failures) {
    ::kill(writer.pid, SIGKILL);
    ::waitpid(writer.pid, nullptr, 0);
    writer.text += read_all(writer.told.get()).value();
    std::string_view text = writer.text;
    for (std::size_t newline = text.find('\n'); newline != std::string_view::npos; newline = text.find('\n')) {
        const std::string line(text.substr(0, newline));
        text.remove_prefix(newline + 1);
        if (line.starts_with("failed"))
            failures.push_back(line);
        else
            stored.insert(line);
    }
}

/// Empties the pipes, so that no writer waits for us, for `time`.
void listen(std::vector<Writer>& writers, std::chrono::milliseconds time) {
    const auto until = std::chrono::steady_clock::now() + time;
    for (;;) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        if (left.count() <= 0) return;
        std::vector<pollfd> all;
        for (const Writer& writer : writers) all.push_back({writer.told.get(), POLLIN, 0});
        ::poll(all.data(), all.size(), static_cast<int>(left.count()));
        bool ended = false;
        for (std::size_t i = 0; i < all.size(); ++i) {
            char buffer[4096];
            const ssize_t n = (all[i].revents & POLLIN) != 0 ? ::read(all[i].fd, buffer, sizeof buffer) : 0;
            if (n > 0) writers[i].text.append(buffer, static_cast<std::size_t>(n));
            ended = ended || (all[i].revents & (POLLHUP | POLLERR)) != 0;
        }
        if (ended) ::poll(nullptr, 0, 1);  // a writer that failed: not to spin
    }
}

int report_outcome(const std::string& path, const std::set<std::string>& stored, std::vector<std::string> failures) {
    History history = History::open(path, 2).value();
    std::map<std::string, int> found;
    RunQuery everything;
    everything.most = std::size_t{1} << 40;
    for (const RunRow& row : history.series(everything).value()) ++found[row.source_digest];
    std::size_t lost = 0, twice = 0;
    for (const std::string& row : stored) lost += !found.contains(row);
    for (const auto& [unused, count] : found) twice += count > 1;
    const std::string state = Database::open(path).value().check().value();
    for (const Finding& finding : history.findings()) failures.push_back(finding.text);
    if (!list_directory(std::string(parent_path(path))).value().empty() && exists(path + ".damaged-1"))
        failures.push_back("a file was set aside");
    for (const std::string& failure : failures) fmt::print("{}\n", failure);
    fmt::print("{} rows reported stored, {} in the file, {} lost, {} twice, file {}, {} failures\n", stored.size(),
               found.size(), lost, twice, state, failures.size());
    return lost == 0 && twice == 0 && state == "ok" && failures.empty() && !stored.empty() ? 0 : 1;
}

int soak(int kills, int seed, int writers) {
    const TempDir dir = TempDir::make("history-soak-").value();
    const std::string path = dir / "history.db";
    std::mt19937 random(static_cast<unsigned>(seed));
    std::set<std::string> stored;
    std::vector<std::string> failures;
    std::vector<Writer> all;
    for (int i = 0; i < writers; ++i) all.push_back(start(path, i, 0).value());
    for (int life = 1; life <= kills; ++life) {
        listen(all, std::chrono::milliseconds(5 + random() % 60));
        const std::size_t chosen = random() % all.size();
        end(all[chosen], stored, failures);
        all[chosen] = start(path, static_cast<int>(chosen), life).value();
    }
    listen(all, std::chrono::milliseconds(200));
    for (Writer& writer : all) end(writer, stored, failures);
    return report_outcome(path, stored, failures);
}

}  // namespace
}  // namespace judge

int main(int argc, char** argv) {
    int numbers[3] = {100, 1, 8};
    for (int i = 1; i < argc && i <= 3; ++i) {
        const std::string_view text = argv[i];
        const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), numbers[i - 1]);
        if (error != std::errc() || rest != text.data() + text.size() || numbers[i - 1] < 1) {
            fmt::print("usage: history_soak [KILLS [SEED [WRITERS]]]\n");
            return 2;
        }
    }
    return judge::soak(numbers[0], numbers[1], numbers[2]);
}
