// Every comparer on any two files, through windows so small that every boundary is met: it must agree with its naive
// twin, and explain what it found.
//
// An input: one byte chooses the comparer, one the window; the output and the answer follow, a byte 0x1E between them.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/fd.h"
#include "base/utf8.h"
#include "checker/twin.h"

namespace judge {
namespace {

constexpr std::size_t kLongest = 1500;  // bytes; the twins' regular expressions recurse for each

std::vector<Comparer> all_comparers() {
    std::vector<Comparer> all;
    const auto add = [&](std::string_view id, const std::vector<std::string>& args) {
        all.push_back(make_comparer(id, args).value());
    };
    for (const char* id : {"boj", "exact", "lines", "tokens", "kattis", "unordered-lines", "unordered-tokens"})
        add(id, {});
    add("exact", {"ignore_cr"});
    add("tokens", {"case_insensitive"});
    add("kattis", {"space_change_sensitive", "case_sensitive"});
    add("kattis", {"float_tolerance", "0.5"});
    add("float", {"float_absolute_tolerance", "1e-6"});
    add("float", {"float_absolute_tolerance", "0.5"});
    add("float", {"float_relative_tolerance", "0.25", "case_insensitive"});
    add("float", {"float_tolerance", "1e-9"});
    for (const char* id :
         {"dmoj-standard",  "dmoj-identical", "dmoj-easy", "dmoj-sorted", "dmoj-unordered", "dmoj-rstripped",
          "dmoj-linecount", "wcmp",           "lcmp",      "fcmp",        "hcmp",           "icmp",
          "ncmp",           "uncmp",          "yesno",     "nyesno",      "rcmp",           "acmp",
          "dcmp",           "rcmp4",          "rcmp6",     "rcmp9",       "rncmp",          "caseicmp",
          "casencmp",       "casewcmp"})
        add(id, {});
    add("dmoj-identical", {"pe_allowed"});
    add("dmoj-rstripped", {"filter_new_line"});
    for (const char* id : {"dmoj-floats", "dmoj-floatsabs", "dmoj-floatsrel"}) add(id, {"precision", "1"});
    return all;
}

Fd memory_file() {
    return make_memory_file("fuzz").value();
}

int file_with(const Fd& file, std::string_view bytes) {
    if (ftruncate(file.get(), 0) != 0 || lseek(file.get(), 0, SEEK_SET) != 0 || !write_all(file.get(), bytes))
        panic("cannot write a memory file");
    return file.get();
}

/// A number is read from one window, which no real file has smaller than 512 bytes: the longest token must fit.
std::size_t longest_token(std::string_view text) {
    std::size_t longest = 0, length = 0;
    for (const char c : text) longest = std::max(longest, length = is_space(c) ? 0 : length + 1);
    return longest;
}

void compare_both_ways(const Comparer& comparer, std::size_t capacity, std::string_view output,
                       std::string_view answer) {
    static const Fd output_file = memory_file(), answer_file = memory_file();
    const int output_fd = file_with(output_file, output), answer_fd = file_with(answer_file, answer);
    ByteStream output_stream(output_fd, capacity), answer_stream(answer_fd, capacity);
    const Found found = comparer.row->run(comparer.options, output_stream, answer_stream);
    const std::optional<CheckOutcome::Kind> expected = twin::kind_of(comparer, output, answer);
    if (expected && *expected != found.kind)
        panic(fmt::format("{}: kind {} where its twin says {}\noutput: {}\nanswer: {}", comparer.row->id,
                          static_cast<int>(found.kind), static_cast<int>(*expected), visible(output), visible(answer)));
    if (found.output_offset > output.size() || found.answer_offset > answer.size())
        panic("a place outside of the file");
    const CheckOutcome outcome = explain(found, output_fd, answer_fd);
    if (!is_valid_utf8(outcome.message) || outcome.message.size() > 1000) panic("a message not fit to be shown");
    if (outcome.kind != compare(comparer, output_fd, answer_fd).kind) panic("the window matters");
}

}  // namespace
}  // namespace judge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::vector<judge::Comparer> comparers = judge::all_comparers();
    static constexpr std::array<std::size_t, 5> kCapacities = {32, 33, 64, 200, 4096};
    if (size < 2) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
    const std::size_t middle = std::min(text.find('\x1E'), text.size());
    const std::string_view output = text.substr(0, middle);
    const std::string_view answer = text.substr(std::min(middle + 1, text.size()));
    if (output.size() > judge::kLongest || answer.size() > judge::kLongest) return 0;
    const std::size_t capacity = std::max({kCapacities[data[1] % kCapacities.size()], judge::longest_token(output) + 1,
                                           judge::longest_token(answer) + 1});
    judge::compare_both_ways(comparers[data[0] % comparers.size()], capacity, output, answer);
    return 0;
}
