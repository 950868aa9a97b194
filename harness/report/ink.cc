#include "report/ink.h"

#include <array>

namespace judge {
namespace {

struct Shade {
    std::string_view on_dark, on_light;
};

// In the order of Ink. Plain yellow and the bright colours vanish on white;
// dark blue and faint vanish on black.
constexpr std::array<Shade, 6> kShades = {{
    {"", ""},
    {"\x1b[92m", "\x1b[32m"},
    {"\x1b[1;91m", "\x1b[1;31m"},
    {"\x1b[93m", "\x1b[35m"},
    {"\x1b[37m", "\x1b[90m"},
    {"\x1b[1m", "\x1b[1m"},
}};

}  // namespace

std::string painted(std::string_view text, Ink ink, const RenderOptions& options) {
    const Shade& shade = kShades[static_cast<std::size_t>(ink)];
    if (!options.color || ink == Ink::plain || text.empty()) return std::string(text);
    std::string out(options.dark ? shade.on_dark : shade.on_light);
    return out.append(text).append("\x1b[0m");
}

}  // namespace judge
