#include "report/formats.h"

#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/markdown.h"
#include "report/ratios.h"
#include "report/text.h"

namespace judge {
namespace {

std::string as_text(const Material& material, const RenderOptions& options) {
    return render_text(material.reports, options);
}

std::string as_json(const Material& material, const RenderOptions&) {
    return render_json(material.reports);
}

std::string as_junit(const Material& material, const RenderOptions& options) {
    return render_junit(material.reports, options);
}

std::string as_markdown(const Material& material, const RenderOptions& options) {
    return render_markdown(material.reports, options) + markdown_ratios(material.ratios, Messages(options.tongue));
}

}  // namespace

constinit const std::array<ReportFormat, 5> kReportFormats = {{
    {"text", "txt", as_text},
    {"json", "json", as_json},
    {"junit", "xml", as_junit},
    {"html", "html", render_html},
    {"markdown", "md", as_markdown},
}};

const ReportFormat* find_report_format(std::string_view id) {
    for (const ReportFormat& format : kReportFormats)
        if (format.id == id) return &format;
    return nullptr;
}

}  // namespace judge
