#include "report/html.h"

#include <array>
#include <nlohmann/json.hpp>

#include "base/embedded.h"
#include "base/result.h"
#include "report/html_data.h"

JUDGE_DECLARE_EMBEDDED(data_html_page_html);
JUDGE_DECLARE_EMBEDDED(data_html_style_css);
JUDGE_DECLARE_EMBEDDED(data_html_core_js);
JUDGE_DECLARE_EMBEDDED(data_html_charts_js);
JUDGE_DECLARE_EMBEDDED(data_html_details_js);
JUDGE_DECLARE_EMBEDDED(data_html_page_js);

namespace judge {
namespace {

/// JSON that cannot end the script element it stands in: "<" only ever occurs inside strings.
std::string inside_script(const nlohmann::json& value) {
    const std::string text = value.dump();
    std::string out;
    out.reserve(text.size() + text.size() / 64);
    for (const char c : text) {
        if (c == '<') {
            out += "\\u003c";
        } else {
            out += c;
        }
    }
    return out;
}

}  // namespace

std::string render_html(const Material& material, const RenderOptions& options) {
    std::string script;
    for (const std::string_view part : {JUDGE_EMBEDDED(data_html_core_js), JUDGE_EMBEDDED(data_html_charts_js),
                                        JUDGE_EMBEDDED(data_html_details_js), JUDGE_EMBEDDED(data_html_page_js)})
        script.append(part).append("\n");
    // In the order of the page, so that what was put in is never searched.
    const std::array<std::pair<std::string_view, std::string>, 5> slots = {{
        {"@LANG@", std::string(id_of(options.tongue))},
        {"@STYLE@", std::string(JUDGE_EMBEDDED(data_html_style_css))},
        {"@TEXTS@", inside_script(html_texts())},
        {"@DATA@", inside_script(html_data(material, options))},
        {"@SCRIPT@", std::move(script)},
    }};
    std::string_view page = JUDGE_EMBEDDED(data_html_page_html);
    std::string out;
    for (const auto& [slot, content] : slots) {
        const std::size_t at = page.find(slot);
        if (at == std::string_view::npos) panic("page.html has no " + std::string(slot));
        out.append(page.substr(0, at)).append(content);
        page.remove_prefix(at + slot.size());
    }
    return out.append(page);
}

}  // namespace judge
