#include "model/problem.h"

#include <algorithm>
#include <cmath>

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

Nanos time_limit_by(const TimeRule& rule, Nanos slowest) {
    const double wanted = static_cast<double>(slowest.count()) * rule.multiplier;
    const double steps = std::ceil(wanted / static_cast<double>(rule.resolution.count()));
    return rule.resolution * static_cast<std::int64_t>(std::max(1.0, steps));
}

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
