#include <fcntl.h>
#include <fmt/format.h>

#include <array>
#include <map>

#include "base/fd.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "checker/check_data.h"

namespace judge {

namespace {

/// What one pass over a file tells.
struct FileFacts {
    std::uint64_t size = 0;
    std::string digest;
    std::string head;  // the first bytes
    bool nul = false, crlf = false, lone_cr = false, trailing_blank = false, utf8 = true, final_newline = true,
         only_space = true;
};

/// Watches a stream of bytes for UTF-8, across windows.
class Utf8Watch {
  public:
    void take(std::string_view bytes) {
        std::string text = rest_ + std::string(bytes);
        std::size_t whole = text.size();
        // A character may go on in the next window.
        for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
            const auto byte = static_cast<unsigned char>(text[text.size() - back]);
            if ((byte & 0xC0) == 0x80) continue;
            const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
            if (length > back) whole = text.size() - back;
            break;
        }
        valid_ = valid_ && is_valid_utf8(std::string_view(text).substr(0, whole));
        rest_ = text.substr(whole);
    }
    bool valid() const { return valid_ && rest_.empty(); }

  private:
    std::string rest_;
    bool valid_ = true;
};

void take_bytes(std::string_view bytes, char& previous, FileFacts& facts) {
    for (const char c : bytes) {
        facts.nul = facts.nul || c == '\0';
        facts.crlf = facts.crlf || (previous == '\r' && c == '\n');
        facts.lone_cr = facts.lone_cr || (previous == '\r' && c != '\n');
        facts.trailing_blank = facts.trailing_blank || (c == '\n' && (previous == ' ' || previous == '\t'));
        facts.only_space = facts.only_space && is_space(c);
        previous = c;
    }
}

Result<FileFacts> facts_of(const std::string& path) {
    JUDGE_ASSIGN(file, open_file(path, O_RDONLY));
    ByteStream stream(file.get(), 64 * 1024);
    FileFacts facts;
    Hasher hasher;
    Utf8Watch utf8;
    char previous = '\n';
    while (stream.fill()) {
        const std::string_view window = stream.window();
        if (facts.head.size() < 4) facts.head += window.substr(0, 4 - facts.head.size());
        facts.size += window.size();
        hasher.add(window);
        utf8.take(window);
        take_bytes(window, previous, facts);
        stream.skip(window.size());
    }
    if (!stream.error().empty())
        return Error{ErrorCode::io, fmt::format("cannot read '{}': {}", path, stream.error()), ""};
    facts.digest = hasher.hex();
    facts.utf8 = utf8.valid();
    facts.final_newline = previous == '\n';
    facts.lone_cr = facts.lone_cr || previous == '\r';
    return facts;
}

/// One thing to say of a file; the text is completed to "the input of case 'x' <words>".
struct Remark {
    bool applies;
    Severity severity;
    const char* code;
    const char* words;
    const char* remedy;
};

void remark_on(const FileFacts& facts, const std::string& which, std::vector<Finding>& findings) {
    const bool utf16 = facts.head.starts_with("\xFF\xFE") || facts.head.starts_with("\xFE\xFF");
    const bool text = !utf16;
    const std::array<Remark, 8> remarks = {{
        {utf16, Severity::error, "utf16", "is UTF-16, which no comparison reads",
         "store it as UTF-8 without byte order mark"},
        {facts.head.starts_with("\xEF\xBB\xBF"), Severity::warning, "byte-order-mark",
         "begins with a UTF-8 byte order mark", "store it without"},
        {text && facts.nul, Severity::warning, "nul-byte", "holds a NUL byte",
         "remove it, unless the problem is about such bytes"},
        {text && !facts.utf8, Severity::note, "not-utf8", "is not UTF-8",
         "store it as UTF-8, unless the problem is about such bytes"},
        {text && facts.crlf, Severity::warning, "crlf", "has CR LF line ends", "store it with LF line ends"},
        {text && facts.lone_cr, Severity::warning, "lone-cr", "has a CR that ends no line", "remove it"},
        {text && facts.size > 0 && !facts.final_newline, Severity::note, "no-final-newline",
         "does not end with a line end", "add one"},
        {text && facts.trailing_blank, Severity::note, "trailing-blanks", "has blanks at the end of a line",
         "remove them"},
    }};
    for (const Remark& remark : remarks)
        if (remark.applies)
            findings.push_back(
                {remark.severity, remark.code, fmt::format("{} {}", which, remark.words), remark.remedy});
}

struct Earlier {
    std::string name;
    std::string answer_digest;
};

void compare_inputs(const Problem& problem, const std::string& name, const std::string& answer_digest,
                    const Earlier& earlier, std::vector<Finding>& findings) {
    const bool one_answer = problem.checker.program.empty() && problem.mode == Mode::batch;
    if (one_answer && answer_digest != earlier.answer_digest)
        findings.push_back(
            {Severity::error, "contradiction",
             fmt::format("cases '{}' and '{}' have the same input and other answers", earlier.name, name),
             "correct the wrong answer"});
    else
        findings.push_back({Severity::warning, "duplicate-input",
                            fmt::format("cases '{}' and '{}' have the same input", earlier.name, name),
                            "remove one of the two"});
}

}  // namespace

Result<std::vector<Finding>> check_case_bytes(const Problem& problem) {
    std::vector<Finding> findings;
    std::map<std::string, Earlier> inputs;
    for (const TestCase& test : problem.cases) {
        const std::string name = printable(test.name);
        JUDGE_ASSIGN(input, facts_of(test.input.path));
        remark_on(input, fmt::format("the input of case '{}'", name), findings);
        if (input.size == 0)
            findings.push_back({Severity::note, "empty-input", fmt::format("the input of case '{}' is empty", name),
                                "check that it should be"});
        std::string answer_digest;
        if (test.answer) {
            JUDGE_ASSIGN(answer, facts_of(test.answer->path));
            remark_on(answer, fmt::format("the answer of case '{}'", name), findings);
            if (answer.only_space)
                findings.push_back({Severity::warning, "empty-answer",
                                    fmt::format("the answer of case '{}' is empty", name),
                                    "check that an empty output is right"});
            answer_digest = answer.digest;
        }
        const auto [earlier, is_new] = inputs.try_emplace(input.digest, Earlier{name, answer_digest});
        if (!is_new) compare_inputs(problem, name, answer_digest, earlier->second, findings);
    }
    return findings;
}

}  // namespace judge
