#include "model/problem.h"

namespace judge {

std::string title_of(const Problem& problem, const std::string& language) {
    for (const std::string& wanted : {language, std::string("en"), std::string("ko")}) {
        const auto found = problem.title.find(wanted);
        if (found != problem.title.end() && !found->second.empty()) return found->second;
    }
    for (const auto& [unused, title] : problem.title)
        if (!title.empty()) return title;
    return problem.id;
}

}  // namespace judge
