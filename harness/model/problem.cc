#include "model/problem.h"

#include <algorithm>

#include "base/utf8.h"

namespace judge {
namespace {

// A title comes from outside: no control character of it reaches a terminal.
std::string one_line(const std::string& title) {
    std::string line = printable(title);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
    return line;
}

}  // namespace

std::string title_of(const Problem& problem, const std::string& language) {
    for (const std::string& wanted : {language, std::string("en"), std::string("ko")}) {
        const auto found = problem.title.find(wanted);
        if (found != problem.title.end() && !found->second.empty()) return one_line(found->second);
    }
    for (const auto& [unused, title] : problem.title)
        if (!title.empty()) return one_line(title);
    return problem.id;
}

}  // namespace judge
