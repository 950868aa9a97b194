#include "os/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>

namespace judge {
namespace {

std::size_t width_of(int fd, const Environment& environment) {
    winsize size{};
    if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    const std::string columns = environment.get("COLUMNS");
    std::size_t width = 0;
    const char* end = columns.data() + columns.size();
    const auto [rest, error] = std::from_chars(columns.data(), end, width);
    return error == std::errc() && rest == end && width > 0 && width < 100'000 ? width : 80;
}

bool color_of(bool is_tty, const Environment& environment, ColorWish wish) {
    if (wish != ColorWish::automatic) return wish == ColorWish::always;
    const std::string kind = environment.get("TERM");
    return is_tty && environment.get("NO_COLOR").empty() && !kind.empty() && kind != "dumb";
}

}  // namespace

Terminal terminal_of(int fd, const Environment& environment, ColorWish wish) {
    const bool is_tty = ::isatty(fd) == 1;
    return {is_tty, width_of(fd, environment), color_of(is_tty, environment, wish)};
}

std::string language_of(const Environment& environment) {
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        const std::string locale = environment.get(name);
        if (locale.empty()) continue;
        // "ko", "ko_KR.UTF-8", "ko.UTF-8", "ko@x", but not "kok_IN".
        return locale.substr(0, locale.find_first_of("_.@")) == "ko" ? "ko" : "en";
    }
    return "en";
}

}  // namespace judge
