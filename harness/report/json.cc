#include "report/json.h"

#include "base/embedded.h"
#include "model/json.h"

JUDGE_DECLARE_EMBEDDED(data_report_schema_json);

namespace judge {

std::string render_json(std::span<const Report> reports) {
    std::string text = "{\n \"schema\": " + std::to_string(kReportSchema) + ",\n \"reports\": [";
    for (const Report& report : reports)
        text += (&report == reports.data() ? "\n" : ",\n") + report_text(report, JsonStyle::indented);
    return text + (reports.empty() ? "" : "\n ") + "]\n}\n";
}

std::string_view report_schema() {
    return JUDGE_EMBEDDED(data_report_schema_json);
}

}  // namespace judge
