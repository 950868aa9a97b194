#include "model/verdict.h"

namespace judge {

std::optional<Verdict> verdict_from_id(std::string_view id) {
    for (const VerdictRow& row : kVerdicts)
        if (row.id == id) return row.verdict;
    return std::nullopt;
}

}  // namespace judge
