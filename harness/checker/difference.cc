#include "checker/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/fd.h"
#include "base/utf8.h"
#include "checker/byte_stream.h"

namespace judge {

namespace {

constexpr std::size_t kExcerptBytes = 300;  // of one side, after white space was made visible
constexpr std::size_t kBefore = 60;         // raw bytes shown before the place
constexpr std::size_t kAfter = 100;
constexpr std::size_t kTokenBytes = 64;  // raw bytes read of a token
constexpr std::size_t kTokenColumns = 40;

/// Where an offset lies in its file.
struct Place {
    std::uint64_t offset = 0;
    std::uint64_t previous_line_start = 0;
    std::uint64_t token_start = 0;  // of the token that holds the offset; the offset itself in white space
    std::int64_t line = 1;
    std::int64_t column = 1;  // in characters
    std::int64_t token_column = 1;
    std::int64_t token = 1;  // the one that holds the offset, else the next
};

/// Follows the bytes up to an offset, and looks at the one there.
class Surveyor {
  public:
    void take(char c) {
        note_token(is_space(c));
        ++at_;
        if (c == '\n') {
            ++place_.line;
            place_.column = 1;
            place_.previous_line_start = line_start_;
            line_start_ = at_;
        } else if (!continues_character(c)) {
            ++place_.column;
        }
    }
    /// `ends_token`: white space right behind a token counts as its end, not as what follows it.
    Place finish(bool in_space, bool ends_token) {
        note_token(in_space && !(ends_token && inside_));
        place_.offset = at_;
        place_.token = inside_ ? tokens_ : tokens_ + 1;
        if (!inside_) {
            place_.token_start = at_;
            place_.token_column = place_.column;
        }
        return place_;
    }

  private:
    void note_token(bool in_space) {
        if (!in_space && !inside_) {
            ++tokens_;
            place_.token_start = at_;
            place_.token_column = place_.column;
        }
        inside_ = !in_space;
    }

    Place place_;
    std::uint64_t at_ = 0;
    std::uint64_t line_start_ = 0;
    std::int64_t tokens_ = 0;
    bool inside_ = false;
};

std::string bytes_at(int fd, std::uint64_t offset, std::size_t count) {
    std::string bytes(count, '\0');
    const Result<std::size_t> got = read_at(fd, bytes, offset);
    bytes.resize(got ? *got : 0);
    return bytes;
}

/// The first byte of the character that holds `offset`.
std::uint64_t character_start(int fd, std::uint64_t offset) {
    const std::uint64_t begin = offset - std::min<std::uint64_t>(offset, 3);
    const std::string bytes = bytes_at(fd, begin, static_cast<std::size_t>(offset - begin) + 1);
    std::size_t at = bytes.size();
    if (begin + at <= offset) return offset;  // the end of the file
    while (at > 1 && continues_character(bytes[at - 1])) --at;
    return begin + at - 1;
}

Place survey(int fd, std::uint64_t offset, bool ends_token) {
    ByteStream stream(fd);
    Surveyor surveyor;
    std::uint64_t left = offset;
    while (left > 0 && stream.fill()) {
        const std::string_view window = stream.window().substr(0, static_cast<std::size_t>(left));
        for (const char c : window) surveyor.take(c);
        stream.skip(window.size());
        left -= window.size();
    }
    return surveyor.finish(!stream.fill() || is_space(stream.window().front()), ends_token);
}

/// Takes off the beginning of a character whose rest was cut off.
void drop_partial_character(std::string& bytes) {
    std::size_t lead = bytes.size();
    while (lead > 0 && bytes.size() - lead < 3 && continues_character(bytes[lead - 1])) --lead;
    if (lead == 0) return;
    const auto byte = static_cast<unsigned char>(bytes[--lead]);
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    if (length > 1 && bytes.size() - lead < length) bytes.resize(lead);
}

std::string visible_byte(char c) {
    std::string mark = visible({&c, 1});
    if (mark.ends_with('\n')) mark.pop_back();
    return mark;
}

/// A byte order mark takes no column: it is named.
std::string with_mark_named(std::string text) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    for (std::size_t at = text.find(kMark); at != std::string::npos; at = text.find(kMark, at))
        text.replace(at, 3, "<BOM>");
    return text;
}

/// White space made visible, runs of one kind written as "␊×40".
std::string shown(std::string_view bytes) {
    constexpr std::size_t kLongRun = 4;
    std::string text;
    while (!bytes.empty()) {
        const std::size_t run = std::min(bytes.find_first_not_of(bytes.front()), bytes.size());
        if (is_space(bytes.front()) && run >= kLongRun) {
            text += fmt::format("{}×{}{}", visible_byte(bytes.front()), run, bytes.front() == '\n' ? "\n" : "");
            bytes.remove_prefix(run);
            continue;
        }
        std::size_t piece = 1;
        while (piece < bytes.size() &&
               !(is_space(bytes[piece]) && bytes.find_first_not_of(bytes[piece], piece) >= piece + kLongRun))
            ++piece;
        text += with_mark_named(visible(bytes.substr(0, piece)));
        bytes.remove_prefix(piece);
    }
    return text;
}

/// The token that begins at `offset`, or the white space there, printable and cut; empty at the end.
std::string token_at(int fd, std::uint64_t offset) {
    std::string bytes = bytes_at(fd, offset, kTokenBytes);
    if (bytes.empty()) return "";
    if (is_space(bytes.front())) return visible_byte(bytes.front());
    const auto end = std::find_if(bytes.begin(), bytes.end(), is_space);
    const bool whole = end != bytes.end() || bytes.size() < kTokenBytes;
    bytes.erase(end, bytes.end());
    if (!whole) drop_partial_character(bytes);
    return cut_to_width(shown(bytes) + (whole ? "" : "…"), kTokenColumns);
}

/// The token around `place`; of one that parts far from its beginning, what stands there.
std::string token_around(int fd, const Place& place) {
    constexpr std::uint64_t kFar = 24, kLead = 8;
    if (place.offset - place.token_start <= kFar) return token_at(fd, place.token_start);
    std::uint64_t begin = place.offset - kLead;
    const std::string lead = bytes_at(fd, begin, kLead);
    for (std::size_t at = 0; at < lead.size() && continues_character(lead[at]); ++at) ++begin;
    return "…" + token_at(fd, begin);
}

struct Excerpt {
    std::string text;
    std::int64_t mark = 0;  // characters before the place
};

std::int64_t characters_in(std::string_view text) {
    return std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); });
}

/// Bytes from `begin` on as an excerpt of at most kExcerptBytes, cut between characters, with `place` marked.
Excerpt excerpt(int fd, std::uint64_t begin, std::uint64_t place, std::uint64_t end) {
    std::string bytes = bytes_at(fd, begin, static_cast<std::size_t>(end - begin));
    std::size_t skipped = 0;
    while (begin > 0 && skipped < 3 && skipped < bytes.size() && continues_character(bytes[skipped])) ++skipped;
    bytes.erase(0, skipped);
    const bool line_start = begin == 0 || bytes_at(fd, begin - 1, 1) == "\n";
    const std::string head = line_start ? "" : "…";
    const std::size_t lead = std::min<std::size_t>(place - std::min(place, begin + skipped), bytes.size());
    const std::string before = head + shown(std::string_view(bytes).substr(0, lead));
    const bool more = !bytes_at(fd, begin + skipped + bytes.size(), 1).empty();
    if (more) drop_partial_character(bytes);
    for (bool cut = more;; cut = true) {
        std::string text = head + shown(bytes) + (cut ? "…" : "");
        // A long run is one mark, whose end the place may be in.
        if (text.size() <= kExcerptBytes) return {text, std::min(characters_in(before), characters_in(text))};
        bytes.pop_back();
        drop_partial_character(bytes);
    }
}

/// A comparer that takes whole lines or tokens says where they begin: goes on to where they part, if that is near.
Found refined(Found found, int output_fd, int answer_fd) {
    constexpr std::size_t kNear = 4096;
    if (found.cause != Cause::line && found.cause != Cause::token) return found;
    const std::size_t equal =
        equal_prefix(bytes_at(output_fd, found.output_offset, kNear), bytes_at(answer_fd, found.answer_offset, kNear));
    if (equal == kNear) return found;
    found.output_offset += equal;
    found.answer_offset += equal;
    return found;
}

/// Where token number `token` begins; the end of the file if it has fewer.
std::uint64_t offset_of_token(int fd, std::int64_t token) {
    ByteStream stream(fd);
    bool inside = false;
    for (std::int64_t tokens = 0; stream.fill(); stream.skip(1)) {
        const bool in_space = is_space(stream.window().front());
        if (!in_space && !inside && ++tokens == token) break;
        inside = !in_space;
    }
    return stream.offset();
}

std::string quoted(const std::string& token) {
    return token.empty() ? "the end" : fmt::format("'{}'", token);
}

std::string sentence(const Found& found, const Difference& d) {
    const std::string at = fmt::format("line {}, column {}", d.output_line, d.output_column);
    switch (found.cause) {
        case Cause::none:
            return "";
        case Cause::byte:
            return fmt::format("{}: the bytes differ: expected {}, got {}", at, quoted(d.expected), quoted(d.got));
        case Cause::line:
            return fmt::format("{}: the lines differ: expected {}, got {}", at, quoted(d.expected), quoted(d.got));
        case Cause::token:
            return fmt::format("{}, token {}: expected {}, got {}", at, d.token, quoted(d.expected), quoted(d.got));
        case Cause::number:
            return fmt::format("{}, token {}: expected {}, got {}: further apart than the tolerance", at, d.token,
                               quoted(d.expected), quoted(d.got));
        case Cause::not_a_number:
            return fmt::format("{}, token {}: expected the number {}, got {}", at, d.token, quoted(d.expected),
                               quoted(d.got));
        case Cause::output_ends:
            return fmt::format("{}: the output ends, expected {} (token {})", at, quoted(d.expected), d.token);
        case Cause::output_goes_on:
            return fmt::format("{}: the output goes on with {} where the answer ends", at, quoted(d.got));
        case Cause::white_space:
            return fmt::format("{}: the white space before token {} differs", at, d.token);
        case Cause::unmatched:
            return fmt::format("{}: {} has no partner in the answer", at, quoted(d.got));
        case Cause::missing:
            return fmt::format("{} (line {} of the answer) is missing", quoted(d.expected), d.answer_line);
        case Cause::form:
            return fmt::format("{}: {} is not what is expected here", at, quoted(d.got));
        case Cause::answer_form:
            return fmt::format("answer, line {}, column {}: {} is not what is expected here", d.answer_line,
                               d.answer_column, quoted(d.expected));
    }
    return "";
}

}  // namespace

CheckOutcome explain(const Found& given, int output_fd, int answer_fd) {
    const Found found = refined(given, output_fd, answer_fd);
    CheckOutcome outcome;
    outcome.kind = found.kind;
    outcome.score = found.score;
    outcome.message = found.words;
    if (found.cause == Cause::none) return outcome;
    const bool bytes_matter =
        found.cause == Cause::byte || found.cause == Cause::line || found.cause == Cause::white_space;
    const bool ends_token =
        found.cause == Cause::token || found.cause == Cause::number || found.cause == Cause::not_a_number;
    Place output = survey(output_fd, character_start(output_fd, found.output_offset), ends_token);
    Place answer = survey(answer_fd, character_start(answer_fd, found.answer_offset), ends_token);
    // What cannot be read on one side stands for the other side's token of that number.
    if (found.cause == Cause::form) answer = survey(answer_fd, offset_of_token(answer_fd, output.token), ends_token);
    if (found.cause == Cause::answer_form)
        output = survey(output_fd, offset_of_token(output_fd, answer.token), ends_token);
    Difference difference;
    difference.output_offset = static_cast<std::int64_t>(bytes_matter ? found.output_offset : output.token_start);
    difference.answer_offset = static_cast<std::int64_t>(bytes_matter ? found.answer_offset : answer.token_start);
    difference.output_line = output.line;
    difference.output_column = bytes_matter ? output.column : output.token_column;
    difference.answer_line = answer.line;
    difference.answer_column = bytes_matter ? answer.column : answer.token_column;
    difference.token = answer.token;
    difference.expected = bytes_matter ? token_at(answer_fd, answer.offset) : token_around(answer_fd, answer);
    difference.got = bytes_matter ? token_at(output_fd, output.offset) : token_around(output_fd, output);
    const auto begin = [](const Place& place) {
        return place.offset - std::min<std::uint64_t>(kBefore, place.offset - place.previous_line_start);
    };
    Excerpt in_output = excerpt(output_fd, begin(output), output.offset, output.offset + kAfter);
    Excerpt in_answer = excerpt(answer_fd, begin(answer), answer.offset, answer.offset + kAfter);
    difference.output_excerpt = std::move(in_output.text);
    difference.answer_excerpt = std::move(in_answer.text);
    difference.output_mark = in_output.mark;
    difference.answer_mark = in_answer.mark;
    if (outcome.message.empty()) outcome.message = sentence(found, difference);
    outcome.difference = std::move(difference);
    return outcome;
}

}  // namespace judge
