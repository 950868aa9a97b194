#include "report/formats.h"

#include "report/json.h"
#include "report/text.h"

namespace judge {
namespace {

std::string text(const Material& material, const RenderOptions& options) {
    return render_text(material.reports, options);
}

std::string json(const Material& material, const RenderOptions&) {
    return render_json(material.reports);
}

}  // namespace

constinit const std::array<ReportFormat, 2> kReportFormats = {{
    {"text", "txt", text},
    {"json", "json", json},
}};

const ReportFormat* find_report_format(std::string_view id) {
    for (const ReportFormat& format : kReportFormats)
        if (format.id == id) return &format;
    return nullptr;
}

}  // namespace judge
