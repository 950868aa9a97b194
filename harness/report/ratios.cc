#include "report/ratios.h"

#include <fmt/format.h>

#include <cmath>

#include "report/escape.h"

namespace judge {

std::string markdown_ratios(std::span<const Ratio> ratios, const Messages& messages) {
    if (ratios.empty()) return "";
    std::string text =
        fmt::format("\n| {} | {} | {} |\n|---|--:|---|\n", messages.text("ratio.pair"), messages.text("ratio.ratio"),
                    messages.text("ratio.interval", fmt::format("{:.0f}", ratios[0].confidence * 100)));
    for (const Ratio& ratio : ratios)
        text += fmt::format("| {} | {:.3f} | {} |\n", markdown_text(ratio.second + " / " + ratio.first), ratio.ratio,
                            std::isfinite(ratio.high) ? fmt::format("{:.3f} – {:.3f}", ratio.low, ratio.high) : "–");
    return text;
}

}  // namespace judge
