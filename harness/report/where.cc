#include "report/where.h"

#include <cctype>
#include <cstring>
#include <optional>

#include "report/lines.h"

namespace judge {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string_view digits_at(std::string_view text, std::size_t begin) {
    std::size_t end = begin;
    while (end < text.size() && is_digit(text[end])) ++end;
    return text.substr(begin, end - begin);
}

std::string_view without_folders(std::string_view path) {
    return path.substr(path.find_last_of('/') + 1);
}

/// Frames of the language's own library say nothing about the program.
bool is_of_library(std::string_view line) {
    for (const std::string_view part : {"java.base/", "/usr/", "node:", "<frozen ", "/rustc/", "../sysdeps/"})
        if (line.find(part) != std::string_view::npos) return true;
    return false;
}

/// `File "/box/Main.py", line 3, in solve`
std::optional<std::string> python_frame(std::string_view line) {
    const std::size_t open = line.find("File \""), close = line.find("\", line ");
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
    const std::string_view number = digits_at(line, close + 8);
    const std::string_view path = line.substr(open + 6, close - open - 6);
    if (number.empty() || path.empty()) return std::nullopt;
    return std::string(without_folders(path)) + ":" + std::string(number);
}

bool is_of_path(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' || c == '/';
}

/// `Main.java:7`, anywhere in the line: a name with an extension, a colon and a number.
std::optional<std::string> name_and_line(std::string_view line) {
    for (std::size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
        const std::string_view number = digits_at(line, colon + 1);
        std::size_t begin = colon;
        while (begin > 0 && is_of_path(line[begin - 1])) --begin;
        const std::string_view name = without_folders(line.substr(begin, colon - begin));
        const std::size_t dot = name.find_last_of('.');
        const bool named =
            dot != std::string_view::npos && dot > 0 && dot + 1 < name.size() && !is_digit(name[dot + 1]);
        if (named && !number.empty()) return std::string(name) + ":" + std::string(number);
    }
    return std::nullopt;
}

}  // namespace

std::string place_of_death(std::string_view stderr_text) {
    std::optional<std::string> python, other;
    for (const std::string_view line : lines_of(stderr_text)) {
        if (is_of_library(line)) continue;
        // Python's innermost frame is the last, everyone else's the first.
        if (std::optional<std::string> frame = python_frame(line)) python = std::move(frame);
        if (!other) other = name_and_line(line);
    }
    return python ? *python : other.value_or("");
}

std::string signal_name(int signal) {
    const char* name = ::sigabbrev_np(signal);
    return name ? "SIG" + std::string(name) : std::to_string(signal);
}

}  // namespace judge
