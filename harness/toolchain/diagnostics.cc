#include "toolchain/diagnostics.h"

#include <fmt/format.h>
#include <string.h>

#include <array>

#include "base/files.h"
#include "base/utf8.h"

namespace judge {

namespace {

constexpr std::size_t kHeadBytes = 12 << 10;
constexpr std::size_t kTailBytes = 4 << 10;

struct Sign {
    std::string_view text;
    LimitKind limit;
};
// What gcc, ld, as, javac and rustc say when a child of theirs met a limit that the runner sees only as their exit
// code.
constexpr std::array<Sign, 9> kSigns = {{{"File size limit exceeded", LimitKind::file_size},
                                         {"File too large", LimitKind::file_size},
                                         {"file size limit", LimitKind::file_size},
                                         {"out of memory allocating", LimitKind::memory},
                                         {"virtual memory exhausted", LimitKind::memory},
                                         {"Cannot allocate memory", LimitKind::memory},
                                         {"java.lang.OutOfMemoryError", LimitKind::memory},
                                         {"memory exhausted", LimitKind::memory},
                                         {"Resource temporarily unavailable", LimitKind::processes}}};

std::string limit_reason(LimitKind limit, const Limits& limits) {
    switch (limit) {
        case LimitKind::cpu_time:
            return fmt::format("the compiler was stopped after {} of processor time",
                               to_text(limits.cpu_time.value_or(Nanos{})));
        case LimitKind::wall_time:
            return fmt::format("the compiler was stopped after {}", to_text(limits.wall_time.value_or(Nanos{})));
        case LimitKind::memory:
            return fmt::format("the compiler needed more than {} of memory", to_text(limits.memory.value_or(Bytes{})));
        case LimitKind::output:
            return fmt::format("the compiler wrote more than {} of messages", to_text(limits.output.value_or(Bytes{})));
        case LimitKind::file_size:
            return fmt::format("the compiler wrote a file of more than {}",
                               to_text(limits.file_size.value_or(Bytes{})));
        case LimitKind::processes:
            return fmt::format("the compiler started more than {} processes", limits.processes.value_or(0));
    }
    return "";
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    if (from.empty()) return text;
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

bool is_edge(std::string_view text, std::size_t at) {
    constexpr std::string_view kEdges = " \t\n:;,()[]'\"`";
    return at >= text.size() || kEdges.find(text[at]) != std::string_view::npos ||
           static_cast<unsigned char>(text[at]) > 127;
}

/// Replaces `from` where it stands alone as a file name.
std::string renamed(std::string_view text, std::string_view from, std::string_view to) {
    std::string out;
    std::size_t done = 0;
    for (std::size_t at = text.find(from); at != std::string_view::npos; at = text.find(from, at + 1)) {
        if (at < done || (at > 0 && !is_edge(text, at - 1)) || !is_edge(text, at + from.size())) continue;
        out += text.substr(done, at - done);
        out += to;
        done = at + from.size();
    }
    out += text.substr(done);
    return out;
}

std::string cut_middle(std::string text) {
    if (text.size() <= kHeadBytes + kTailBytes) return text;
    const std::size_t head = text.rfind('\n', kHeadBytes);
    const std::size_t tail = text.find('\n', text.size() - kTailBytes);
    const std::size_t from = head == std::string::npos ? kHeadBytes : head + 1;
    const std::size_t to = tail == std::string::npos ? text.size() - kTailBytes : tail + 1;
    return text.substr(0, from) + fmt::format("... {} of messages left out ...\n", to_text(Bytes{to - from})) +
           text.substr(to);
}

}  // namespace

std::string kept_messages(std::string_view messages, std::string_view folder) {
    return replaced(cut_middle(std::string(messages)), std::string(folder) + "/", "");
}

std::string readable_messages(std::string_view kept, const Staging& staging) {
    std::string text(kept);
    for (const auto* files : {&staging.sources, &staging.headers}) {
        for (const StagedFile& file : *files) {
            const std::string_view own = file_name(file.original);
            if (file.name != own) text = renamed(text, file.name, own);
        }
    }
    return printable(text);
}

std::optional<std::string> failure_reason(const Ending& ending, const Limits& limits, std::string_view messages) {
    if (const auto* stopped = std::get_if<Stopped>(&ending)) return limit_reason(stopped->limit, limits);
    const auto* exited = std::get_if<Exited>(&ending);
    if (exited && exited->code == 0) return std::nullopt;
    for (const Sign& sign : kSigns) {
        if (messages.find(sign.text) != std::string_view::npos) return limit_reason(sign.limit, limits);
    }
    if (exited) return fmt::format("the compiler ended with exit code {}", exited->code);
    const int signal = std::get<Signalled>(ending).signal;
    return fmt::format("the compiler died of signal {} ({})", signal,
                       sigdescr_np(signal) ? sigdescr_np(signal) : "unknown");
}

bool met_a_full_disk(std::string_view messages, Bytes room) {
    // What the compiler could not finish it has removed: there may be room again for what was too much.
    constexpr Bytes kMostOfOneResult = mib(64);
    return room < kMostOfOneResult && messages.find("No space left on device") != std::string_view::npos;
}

}  // namespace judge
