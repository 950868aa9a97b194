#pragma once

// Where the values of a JSON text begin, and in which order its members stand: what the parser of nlohmann does not
// keep.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace judge {

struct JsonPositions {
    /// By JSON pointer (RFC 6901): the line, from 1, on which the value begins.
    std::unordered_map<std::string, int> lines;
    /// By JSON pointer of an object: its keys in file order, unescaped.
    std::unordered_map<std::string, std::vector<std::string>> keys;
};

/// `pointer` led on to the member `key` (RFC 6901 escapes).
std::string json_child(std::string_view pointer, std::string_view key);

/// The line, from 1, of the byte at `offset`.
int line_of_offset(std::string_view text, std::size_t offset);

/// The deepest nesting that a file may have.
inline constexpr int kJsonDepth = 100;

/// How deep the brackets of `text` nest, whether or not it is good JSON.
int json_depth(std::string_view text);

/// Reads `text`, which must be good JSON and at most kJsonDepth deep.
/// Errors: bad_input - an object holds a key twice: "<file>:<line>: duplicate key 'x'".
Result<JsonPositions> locate_json(std::string_view text, const std::string& file);

}  // namespace judge
