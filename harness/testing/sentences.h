#pragma once

// What C++ code says: its text literals, joined where + or the compiler joins them. For tests that hold all of the
// program's words against a table.

#include <string>
#include <vector>

namespace judge {

struct Sentence {
    std::string text;    // {} for whatever is put in
    std::string where;   // "harness/base/files.cc:26"
    std::string before;  // the two tokens before it: "panic(" where it is a call's first argument
};

/// The sentences of `code`, which stands in `file`. Raw literals, directives and comments say nothing.
std::vector<Sentence> sentences_of(const std::string& code, const std::string& file);

}  // namespace judge
