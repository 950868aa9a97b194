#pragma once

// What every writer of an outside format does: files into a folder.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/problem.h"
#include "model/report.h"

namespace judge {

/// Copies `from` to `folder`/`name`, folders on the way made. Errors: io, not_found.
Status put_copy(const std::string& from, const std::string& folder, const std::string& name);
/// Errors: io.
Status put_text(std::string_view text, const std::string& folder, const std::string& name);
/// A program and the headers beside it, below `kind`; yields its name there. Errors: io, not_found.
Result<std::string> put_program(const std::string& path, const std::string& folder, const std::string& kind);

/// `text` as a scalar of YAML in double quotes.
std::string yaml_text(std::string_view text);
/// "[a, b]" of words, each quoted.
std::string yaml_list(const std::vector<std::string>& words);
/// "1.5", "2": the shortest decimal.
std::string plain_number(double value);

Finding left_out(std::string code, std::string text);

}  // namespace judge
