#include <fnmatch.h>

#include <filesystem>

#include "base/files.h"

namespace judge {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The run of digits at the start of `text`, without leading zeros; `text` is moved behind it.
std::string_view take_number(std::string_view& text) {
    std::size_t end = 0;
    while (end < text.size() && is_digit(text[end])) ++end;
    std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
    return digits;
}

std::string_view without_final_slashes(std::string_view path) {
    while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
    return path;
}

}  // namespace

Result<std::string> real_path(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    const fs::path real = error ? fs::path() : fs::weakly_canonical(whole, error);
    if (error) return Error{ErrorCode::io, "cannot resolve the path '" + path + "': " + error.message(), ""};
    return std::string(without_final_slashes(real.native()));
}

std::string join_path(std::string_view dir, std::string_view name) {
    if (dir.empty() || name.starts_with('/')) return std::string(name);
    dir = without_final_slashes(dir);
    return std::string(dir) + (dir == "/" ? "" : "/") + std::string(name);
}

std::string_view file_name(std::string_view path) {
    path = without_final_slashes(path);
    if (path == "/") return "";
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view parent_path(std::string_view path) {
    path = without_final_slashes(path);
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) return ".";
    return without_final_slashes(path.substr(0, slash == 0 ? 1 : slash));
}

std::string_view extension(std::string_view path) {
    const std::string_view name = file_name(path);
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? "" : name.substr(dot + 1);
}

std::string_view stem(std::string_view path) {
    const std::string_view name = file_name(path);
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

bool natural_less(std::string_view a, std::string_view b) {
    const std::string_view whole_a = a, whole_b = b;
    while (!a.empty() && !b.empty()) {
        if (is_digit(a[0]) && is_digit(b[0])) {
            const std::string_view x = take_number(a), y = take_number(b);
            if (x.size() != y.size()) return x.size() < y.size();
            if (x != y) return x < y;
        } else {
            if (a[0] != b[0]) return static_cast<unsigned char>(a[0]) < static_cast<unsigned char>(b[0]);
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    if (a.empty() != b.empty()) return a.empty();
    return whole_a < whole_b;  // "1" and "01"
}

bool glob_matches(std::string_view pattern, std::string_view name) {
    return ::fnmatch(std::string(pattern).c_str(), std::string(name).c_str(), 0) == 0;
}

}  // namespace judge
