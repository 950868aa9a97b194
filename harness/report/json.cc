#include "report/json.h"

#include <nlohmann/json.hpp>

#include "base/embedded.h"
#include "model/json.h"

JUDGE_DECLARE_EMBEDDED(data_report_schema_json);

namespace judge {

std::string render_json(std::span<const Report> reports) {
    // One report at a time: the tree of ten thousand cases is many times its
    // text.
    std::string text = "{\n \"schema\": " + std::to_string(kReportSchema) + ",\n \"reports\": [";
    for (const Report& report : reports) text += (&report == reports.data() ? "\n" : ",\n") + to_json(report).dump(1);
    return text + (reports.empty() ? "" : "\n ") + "]\n}\n";
}

std::string_view report_schema() {
    return JUDGE_EMBEDDED(data_report_schema_json);
}

}  // namespace judge
