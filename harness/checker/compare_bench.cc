// judge-compare-bench [MB] [ROUNDS]: what comparers cost, as ratios to reading both files through 256 KB buffers and
// memcmp, measured in alternation in the same run. Prints one JSON object a line, as scripts/bench reads them.

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/hash.h"
#include "checker/comparer.h"

namespace judge {
namespace {

using Clock = std::chrono::steady_clock;
using Random = std::mt19937_64;

constexpr std::size_t kBlock = 256 * 1024;

/// Appends to a file through one buffer, so that the benchmark itself stays small.
class Writer {
  public:
    explicit Writer(const std::string& path) : file_(open_file(path, O_WRONLY | O_CREAT | O_TRUNC).value()) {}
    ~Writer() { flush(); }
    void put(std::string_view text) {
        buffer_ += text;
        size_ += text.size();
        if (buffer_.size() >= kBlock) flush();
    }
    std::uint64_t size() const { return size_; }

  private:
    void flush() {
        if (const Status done = write_all(file_.get(), buffer_); !done) panic(done.error().message);
        buffer_.clear();
    }
    Fd file_;
    std::string buffer_;
    std::uint64_t size_ = 0;
};

/// Lines of words, 64 bytes or so; `tail` is put before each line end of the output.
void write_lines(const std::string& output, const std::string& answer, std::uint64_t bytes, std::string_view tail) {
    Random random(1);
    Writer out(output), ans(answer);
    std::string line;
    while (ans.size() < bytes) {
        line.clear();
        while (line.size() < 60) line += fmt::format("{}{}", line.empty() ? "" : " ", random() % 100'000);
        ans.put(line);
        ans.put("\n");
        out.put(line);
        out.put(tail);
        out.put("\n");
    }
}

void write_integers(const std::string& output, const std::string& answer, std::uint64_t count) {
    Random random(2);
    Writer out(output), ans(answer);
    for (; count > 0; --count) {
        const std::string line = fmt::format("{}\n", random() % 10'000'000);
        out.put(line);
        ans.put(line);
    }
}

/// Decimals of which no two are equal as text.
void write_decimals(const std::string& output, const std::string& answer, std::uint64_t count) {
    Random random(3);
    Writer out(output), ans(answer);
    for (; count > 0; --count) {
        const std::uint64_t whole = random() % 1000, part = random() % 100'000'000;
        ans.put(fmt::format("{}.{:08d}\n", whole, part));
        out.put(fmt::format("{}.{:08d}\n", whole, part ^ 1));
    }
}

double seconds_of(const std::function<void()>& work) {
    const auto begin = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The measure of all: both files through two buffers, and memcmp. True if they are equal.
bool read_and_memcmp(int output, int answer) {
    static_assert(kBlock % 4096 == 0);
    std::vector<char> a(kBlock), b(kBlock);
    std::uint64_t offset = 0;
    bool equal = true;
    for (;;) {
        const std::size_t got = read_at(output, a, offset).value();
        const std::size_t other = read_at(answer, b, offset).value();
        equal = std::memcmp(a.data(), b.data(), std::min(got, other)) == 0 && got == other && equal;
        if (got < kBlock || other < kBlock) return equal;
        offset += got;
    }
}

/// Of this program alone: ru_maxrss of getrusage(2) begins at the size of whoever started it, a Python script say.
double peak_memory_kb() {
    const std::string status = read_file("/proc/self/status").value();
    const std::size_t at = status.find("VmHWM:");
    if (at == std::string::npos) panic("/proc/self/status has no VmHWM");
    return std::strtod(status.c_str() + at + 6, nullptr);
}

void print_row(const std::string& name, std::vector<double> ratios, std::optional<double> goal,
               const std::string& unit) {
    std::sort(ratios.begin(), ratios.end());
    fmt::print(
        "{{\"name\": \"{}\", \"ratio_median\": {:.3f}, \"ratio_min\": {:.3f}, \"ratio_max\": {:.3f}, \"goal\": {}, "
        "\"unit\": \"{}\"}}\n",
        name, ratios[ratios.size() / 2], ratios.front(), ratios.back(), goal ? fmt::format("{}", *goal) : "null", unit);
    std::fflush(stdout);
}

struct Files {
    Fd output, answer;
    std::string output_path, answer_path;
    bool equal = false;
};

class Bench {
  public:
    Bench(std::uint64_t megabytes, int rounds) : bytes_(megabytes << 20), rounds_(rounds) {}

    void run() {
        const Files equal = files([&](const auto& a, const auto& b) { write_lines(a, b, bytes_, ""); });
        const KnownAnswer known = known_answer(equal.answer.get());
        compare_row("compare exact, equal", equal, "exact", {}, 1.05);
        const Comparer exact = make_comparer("exact", {}).value();
        row("compare exact, known digest", equal, 0.7,
            [&] { expect(compare(exact, equal.output.get(), equal.answer.get(), known)); });
        compare_row("compare lines, equal", equal, "lines", {}, 1.3);
        compare_row("compare tokens, equal", equal, "tokens", {}, 1.3);
        compare_row("compare boj, equal", equal, "boj", {}, 1.3);
        row("cmp -s, equal", equal, std::nullopt, [&] { run_cmp(equal); });
        const Files blanks = files([&](const auto& a, const auto& b) { write_lines(a, b, bytes_, " "); });
        compare_row("compare lines, trailing blanks", blanks, "lines", {}, 2);
        compare_row("compare tokens, trailing blanks", blanks, "tokens", {}, 2);
        compare_row("compare boj, trailing blanks", blanks, "boj", {}, 2);
        const std::uint64_t count = (bytes_ >> 20) * 40'000;
        const Files integers = files([&](const auto& a, const auto& b) { write_integers(a, b, count); });
        compare_row("compare tokens, integers", integers, "tokens", {}, 1.5);
        compare_row("compare boj, integers", integers, "boj", {}, 1.5);
        const Files decimals = files([&](const auto& a, const auto& b) { write_decimals(a, b, count); });
        compare_row("compare float, decimals", decimals, "float", {"float_tolerance", "1e-6"}, 6);
        print_row("compare peak memory", {peak_memory_kb() / (16 * 1024)}, 1.0, "16 MB");
    }

  private:
    Files files(const std::function<void(const std::string&, const std::string&)>& write) {
        Files made;
        made.output_path = folder_ / "output";
        made.answer_path = folder_ / "answer";
        (void)remove_tree(made.output_path);
        (void)remove_tree(made.answer_path);
        write(made.output_path, made.answer_path);
        made.output = open_file(made.output_path, O_RDONLY).value();
        made.answer = open_file(made.answer_path, O_RDONLY).value();
        made.equal = read_and_memcmp(made.output.get(), made.answer.get());
        return made;
    }

    static KnownAnswer known_answer(int fd) {
        Hasher hasher;
        KnownAnswer known;
        ByteStream stream(fd);
        for (; stream.fill(); stream.skip(stream.window().size())) {
            hasher.add(stream.window());
            known.size += stream.window().size();
        }
        known.digest = hasher.hex();
        return known;
    }

    static void expect(const CheckOutcome& outcome) {
        if (outcome.kind != CheckOutcome::Kind::accepted)
            panic("a benchmark's output was not accepted: " + outcome.message);
    }

    static void run_cmp(const Files& files) {
        std::string name = "cmp", flag = "-s", output = files.output_path, answer = files.answer_path;
        char* argv[] = {name.data(), flag.data(), output.data(), answer.data(), nullptr};
        pid_t child = 0;
        if (posix_spawnp(&child, "cmp", nullptr, nullptr, argv, environ) == 0) waitpid(child, nullptr, 0);
    }

    void compare_row(const std::string& name, const Files& files, const std::string& id,
                     const std::vector<std::string>& args, double goal) {
        const Comparer comparer = make_comparer(id, args).value();
        row(name, files, goal, [&] { expect(compare(comparer, files.output.get(), files.answer.get())); });
    }

    void row(const std::string& name, const Files& files, std::optional<double> goal,
             const std::function<void()>& work) {
        bool equal = false;
        const auto baseline = [&] { equal = read_and_memcmp(files.output.get(), files.answer.get()); };
        std::vector<double> ratios;
        for (int round = 0; round < rounds_; ++round) {
            double ours = 0, base = 0;
            if (round % 2 == 0) ours = seconds_of(work);
            base = seconds_of(baseline);
            if (round % 2 != 0) ours = seconds_of(work);
            ratios.push_back(ours / base);
        }
        if (equal != files.equal) panic("the benchmark's files changed while it ran");
        print_row(name, ratios, goal, "read and memcmp");
    }

    TempDir folder_ = TempDir::make("compare-bench-").value();
    std::uint64_t bytes_;
    int rounds_;
};

}  // namespace
}  // namespace judge

int main(int argc, char** argv) {
    const long megabytes = argc > 1 ? std::atol(argv[1]) : 256;
    const long rounds = argc > 2 ? std::atol(argv[2]) : 9;
    if (megabytes < 1 || megabytes > 4096 || rounds < 1 || rounds > 1000) {
        fmt::print(stderr, "usage: judge-compare-bench [MB from 1 to 4096] [ROUNDS from 1 to 1000]\n");
        return 2;
    }
    judge::Bench(static_cast<std::uint64_t>(megabytes), static_cast<int>(rounds)).run();
    return 0;
}
