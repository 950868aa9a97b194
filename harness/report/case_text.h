#pragma once

// The files of a case for a person: how large they are, and what is in them.

#include <string>
#include <string_view>
#include <vector>

#include "model/report.h"
#include "report/options.h"

namespace judge {

/// One file of a case. `head` is printable and may be the beginning only; then it ends in "…".
struct CaseFileText {
    std::string role;  // "input" or "answer"
    std::string path;  // as people know it
    Bytes size{};
    TextCount count;
    std::string head;
    bool ends_in_newline = true;
};

/// A heading with path and size, and at most `most_lines` lines of the file, none wider than the options' width.
std::vector<std::string> case_file_lines(const CaseFileText& file, std::size_t most_lines, const Messages& messages,
                                         const RenderOptions& options);

/// One case in the list of a problem; an answer that is not there has no size.
struct CaseSizes {
    std::string name;
    Bytes input{};
    std::optional<Bytes> answer;
};

/// A line a case: name, size of the input, size of the answer.
std::vector<std::string> case_list_lines(const std::vector<CaseSizes>& cases, const Messages& messages,
                                         const RenderOptions& options);

}  // namespace judge
