#pragma once

// The built-in comparisons of output and answer, one row each. A comparer reads both files once, from their beginning,
// in constant memory whatever their size, and never depends on the locale.
//
//     JUDGE_ASSIGN(comparer, make_comparer("float", {"float_tolerance", "1e-6"}));
//     CheckOutcome outcome = compare(comparer, output_fd, answer_fd);

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "checker/difference.h"
#include "checker/token_rules.h"

namespace judge {

/// How two numbers may differ where one epsilon serves.
enum class ErrorMode : std::uint8_t { either, absolute, relative };

/// What a row and its flags say. Each row reads only what its own flags can set.
struct CompareOptions {
    TokenRules rules;
    bool ignore_cr = false;           // exact: CR LF is LF
    bool presentation = false;        // dmoj-identical: white space alone makes a presentation error
    bool by_tokens = false;           // unordered, dmoj-sorted: items are tokens, not lines
    bool filter_blank_lines = false;  // dmoj-rstripped
    bool same_length = true;          // dmoj-linematches: as many lines as the answer
    std::vector<double> line_points;  // dmoj-linematches
    double epsilon = 0;               // dmoj-floats, testlib's comparers of doubles
    ErrorMode error_mode = ErrorMode::either;
};

/// One flag of a comparer; `value` names what follows it, empty if nothing does.
struct CompareFlag {
    std::string_view name;
    std::string_view value;
    std::string_view help;
    /// Errors: usage - the value is not one.
    Status (*set)(CompareOptions& options, std::string_view value) = nullptr;
};

/// One comparer. The table is its documentation.
struct ComparerRow {
    std::string_view id;
    std::string_view summary;  // one sentence: what is equal
    std::string_view source;   // the judge or specification that it follows
    CompareOptions defaults;
    std::span<const CompareFlag> flags;
    bool reflexive = true;  // equal bytes are always accepted
    Found (*run)(const CompareOptions& options, ByteStream& output, ByteStream& answer) = nullptr;
    /// Errors: usage - the flags together make no sense. Null: they always do.
    Status (*check)(const CompareOptions& options) = nullptr;
};

/// Every row, in the order of the documentation.
std::vector<const ComparerRow*> comparers();

/// The row with this id, or null.
const ComparerRow* find_comparer(std::string_view id);

/// A row with its flags read.
struct Comparer {
    const ComparerRow* row = nullptr;
    CompareOptions options;
};

/// Flags stand as words: {"case_sensitive", "float_tolerance", "1e-6"}; "float_tolerance 1e-6" in one word is split.
/// Errors: not_found - no such comparer, with the known ones as hint; usage - a flag that the comparer has not, or a
/// missing or impossible value.
Result<Comparer> make_comparer(std::string_view id, const std::vector<std::string>& args);

/// Compares the whole of two files. The descriptors must be seekable; their offsets neither matter nor move. A file
/// that cannot be read, and an answer that the comparer cannot read, make a judge_fault with the cause as message.
CheckOutcome compare(const Comparer& comparer, int output_fd, int answer_fd);

/// An answer whose `hash_of` and size are known.
struct KnownAnswer {
    std::string digest;
    std::uint64_t size = 0;
};
/// Like `compare`; an output that equals the known answer is accepted without reading the answer again.
CheckOutcome compare(const Comparer& comparer, int output_fd, int answer_fd, const KnownAnswer& known);

}  // namespace judge
