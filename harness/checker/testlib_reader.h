#pragma once

// Reading output and answer as testlib's standard checkers do. Source: testlib.h 0.9.45, class InStream in its lenient
// mode, and its `quit`: whatever is wrong with the answer is the jury's fault, and an output that goes on after all was
// read is no longer accepted ("Extra information in the output file").

#include <cstdint>
#include <optional>
#include <string>

#include "checker/difference.h"
#include "checker/item.h"

namespace judge {

/// Passes a byte order mark.
inline void skip_byte_order_mark(ByteStream& stream) {
    if (stream.want(3) && stream.window().starts_with("\xEF\xBB\xBF")) stream.skip(3);
}

/// One side of the comparison.
class TestlibSide {
  public:
    /// A byte order mark at the beginning of the output is skipped, as testlib does for `ouf`.
    TestlibSide(ByteStream& stream, bool is_answer) : stream_(stream), is_answer_(is_answer) {
        if (!is_answer) skip_byte_order_mark(stream);
    }

    /// Passes blanks; true if nothing follows.
    bool at_end() { return !pass(stream_, is_testlib_blank); }
    bool raw_end() { return !stream_.fill(); }
    std::uint64_t offset() const { return stream_.offset(); }

    /// Each reads one thing; false: there is none, or it is of another form, and `refused` says so.
    bool token(Item& item);
    bool line(Item& item, LineForm form);
    /// No plus sign, no leading zero, no minus zero, within 64 bits.
    bool integer(std::int64_t& value);
    bool integer_from(const Item& item, std::int64_t& value);
    /// Decimal with an optional exponent; beyond 1e300 either way it counts as infinite.
    bool real(double& value);

    /// Why the last read failed, for this side: judge_fault for the answer, presentation_error for the output.
    const Found& refused() const { return refused_; }
    /// Refuses `item` for the reason `words`, e.g. "YES or NO expected".
    bool refuse(const Item& item, std::string words);
    Found refusing(const Item& item, std::string words) {
        refuse(item, std::move(words));
        return refused_;
    }

  private:
    bool refuse_at(std::uint64_t offset, std::string words);

    ByteStream& stream_;
    bool is_answer_;
    Item item_;
    Found refused_;
};

/// Both sides, and the three ways to end.
struct TestlibCheck {
    TestlibSide output;
    TestlibSide answer;

    TestlibCheck(ByteStream& output_stream, ByteStream& answer_stream)
        : output(output_stream, false), answer(answer_stream, true) {}

    /// Accepted, unless the output goes on.
    Found accept();
    static Found wrong(Cause cause, std::uint64_t output_offset, std::uint64_t answer_offset);
};

}  // namespace judge
