#include "checker/testlib_cases.h"

namespace judge {

namespace {

bool is_token(const Item& item, const std::string& text) {
    return item.whole() == text;
}

/// Reads "Case" and "<number>:".
bool read_heading(TestlibSide& side, std::uint64_t number, bool case_was_read) {
    Item item;
    if (!case_was_read && !(side.token(item) && (is_token(item, "Case") || side.refuse(item, "'Case' expected"))))
        return false;
    const std::string expected = std::to_string(number) + ":";
    return side.token(item) && (is_token(item, expected) || side.refuse(item, "'" + expected + "' expected"));
}

/// What a case held: enough to tell two apart.
struct CaseContent {
    std::uint64_t items = 0;
    Digest digest;
    bool operator==(const CaseContent&) const = default;

    void add(const Item& item) {
        ++items;
        const Digest one = item.digest.mixed();
        digest.low = (digest.low ^ one.low) * 0x9E3779B97F4A7C15U;
        digest.high = (digest.high ^ one.high) * 0xBF58476D1CE4E5B9U + item.length;
    }
};

/// One side's cases. The word "Case" that ends one belongs to the next.
struct CaseReader {
    TestlibSide& side;
    bool case_was_read = false;

    bool next(CaseItem kind, std::uint64_t number, CaseContent& content) {
        if (!read_heading(side, number, case_was_read)) return false;
        case_was_read = false;
        content = {};
        Item item;
        while (!side.at_end()) {
            if (!side.token(item)) return false;
            if (is_token(item, "Case")) {
                case_was_read = true;
                break;
            }
            std::int64_t value = 0;
            if (kind == CaseItem::integer && !side.integer_from(item, value)) return false;
            content.add(item);
        }
        return true;
    }
};

/// One side of caseicmp: reads a case; false at the end or at what is refused.
struct IntegerCases {
    TestlibSide& side;
    std::uint64_t number = 0;
    std::uint64_t offset = 0;  // of the integer
    bool refused = false;
    bool ended = false;

    bool next(std::int64_t& value) {
        if (ended || refused) return false;
        if (side.at_end()) return ended = true, false;
        ++number;
        refused = !read_heading(side, number, false);
        side.at_end();
        offset = side.offset();
        refused = refused || !side.integer(value);
        return !refused;
    }
};

}  // namespace

Found compare_case_integers(ByteStream& output, ByteStream& answer) {
    TestlibCheck check(output, answer);
    IntegerCases got{check.output}, expected{check.answer};
    std::optional<Found> different;
    std::int64_t got_value = 0, expected_value = 0;
    for (;;) {
        const bool have_expected = expected.next(expected_value);
        if (expected.refused) return check.answer.refused();
        const bool have_got = got.next(got_value);
        if (!have_expected && !have_got) break;
        if (have_expected && have_got && got_value != expected_value && !different)
            different = TestlibCheck::wrong(Cause::token, got.offset, expected.offset);
    }
    if (got.refused) return check.output.refused();
    if (different) return *different;
    if (got.number == expected.number) return {};
    Found found;
    found.kind = CheckOutcome::Kind::presentation_error;
    found.words =
        "the answer has " + std::to_string(expected.number) + " cases, the output " + std::to_string(got.number);
    return found;
}

Found compare_case_lists(CaseItem kind, ByteStream& output, ByteStream& answer) {
    TestlibCheck check(output, answer);
    CaseReader got{check.output}, expected{check.answer};
    CaseContent got_content, expected_content;
    for (std::uint64_t number = 1; !check.answer.at_end(); ++number) {
        const std::uint64_t answer_at = check.answer.offset();
        if (!expected.next(kind, number, expected_content)) return check.answer.refused();
        check.output.at_end();
        const std::uint64_t output_at = check.output.offset();
        if (!got.next(kind, number, got_content)) return check.output.refused();
        if (got_content == expected_content) continue;
        Found found = TestlibCheck::wrong(Cause::line, output_at, answer_at);
        found.words = "case " + std::to_string(number) + " differs: " + std::to_string(expected_content.items) +
                      " items expected, " + std::to_string(got_content.items) + " found, and not the same";
        if (got_content.items == expected_content.items)
            found.words =
                "case " + std::to_string(number) + " differs in its " + std::to_string(got_content.items) + " items";
        return found;
    }
    return check.accept();
}

}  // namespace judge
