#include "packages/expectations.h"

#include <algorithm>

#include "base/embedded.h"
#include "base/json_fields.h"

JUDGE_DECLARE_EMBEDDED(data_expectations_json);

namespace judge {
namespace {

std::set<Verdict> read_verdicts(JsonFields& row, std::string_view key) {
    std::set<Verdict> verdicts;
    for (const std::string& id : row.texts(key)) {
        const std::optional<Verdict> verdict = verdict_from_id(id);
        if (verdict)
            verdicts.insert(*verdict);
        else
            row.refuse(key, "unknown verdict '" + id + "'");
    }
    return verdicts;
}

Result<std::vector<Expectation>> read_table() {
    JUDGE_ASSIGN(document,
                 JsonDocument::parse(std::string(JUDGE_EMBEDDED(data_expectations_json)), "expectations.json"));
    JsonFields root = document.root();
    std::vector<Expectation> rows;
    for (auto& [id, row] : root.object_members()) {
        rows.push_back({id, read_verdicts(row, "permitted"), read_verdicts(row, "required")});
        row.allow("source");
        JUDGE_TRY(row.finish());
    }
    JUDGE_TRY(root.finish());
    return rows;
}

}  // namespace

const std::vector<Expectation>& expectations() {
    static const std::vector<Expectation> rows = [] {
        Result<std::vector<Expectation>> table = read_table();
        if (!table) panic(table.error().message);
        return *std::move(table);
    }();
    return rows;
}

std::optional<Expectation> expectation_of(std::string_view folder) {
    for (const Expectation& row : expectations())
        if (row.id == folder) return row;
    return std::nullopt;
}

bool met(const Expectation& expected, const std::vector<Verdict>& seen) {
    const bool permitted =
        std::all_of(seen.begin(), seen.end(), [&](Verdict verdict) { return expected.permitted.contains(verdict); });
    const bool required = expected.required.empty() || std::any_of(seen.begin(), seen.end(), [&](Verdict verdict) {
                              return expected.required.contains(verdict);
                          });
    return permitted && required;
}

}  // namespace judge
