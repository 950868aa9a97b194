#include "packages/text.h"

#include <fcntl.h>
#include <iconv.h>

#include <array>
#include <memory>
#include <optional>
#include <type_traits>

#include "base/files.h"
#include "base/utf8.h"

namespace judge {
namespace {

constexpr Bytes kTextLimit = mib(64);

void append_utf8(std::string& text, char32_t c) {
    const auto put = [&](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | (c >> 6));
        put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put(0xE0 | (c >> 12));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    } else {
        put(0xF0 | (c >> 18));
        put(0x80 | ((c >> 12) & 0x3F));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    }
}

enum class ByteOrder { little, big };

// Nothing for a half surrogate or an odd number of bytes.
std::optional<std::string> from_utf16(std::string_view bytes, ByteOrder order) {
    if (bytes.size() % 2 != 0) return std::nullopt;
    const auto unit = [&](std::size_t i) {
        const auto first = static_cast<unsigned char>(bytes[i]), second = static_cast<unsigned char>(bytes[i + 1]);
        return static_cast<char32_t>(order == ByteOrder::little ? first | second << 8 : first << 8 | second);
    };
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        char32_t c = unit(i);
        if (c >= 0xDC00 && c < 0xE000) return std::nullopt;
        if (c >= 0xD800 && c < 0xDC00) {
            i += 2;
            if (i >= bytes.size()) return std::nullopt;
            const char32_t low = unit(i);
            if (low < 0xDC00 || low >= 0xE000) return std::nullopt;
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        }
        append_utf8(text, c);
    }
    return text;
}

// Nothing where the C library has no CP949, or the bytes are not CP949.
std::optional<std::string> from_cp949(std::string_view bytes) {
    struct Close {
        void operator()(void* handle) const { ::iconv_close(handle); }
    };
    const iconv_t opened = ::iconv_open("UTF-8", "CP949");
    // iconv_open answers -1 for a failure, as a pointer.
    if (opened == nullptr || opened == iconv_t(-1)) return std::nullopt;
    const std::unique_ptr<std::remove_pointer_t<iconv_t>, Close> converter(opened);
    std::string text(bytes.size() * 3 + 1, '\0');
    std::string input(bytes);
    char* from = input.data();
    char* to = text.data();
    std::size_t left = input.size(), room = text.size();
    if (::iconv(converter.get(), &from, &left, &to, &room) == static_cast<std::size_t>(-1) || left != 0)
        return std::nullopt;
    text.resize(text.size() - room);
    return text;
}

}  // namespace

bool is_utf16(std::string_view head) {
    return head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF");
}

Result<DecodedText> decode_text(std::string bytes, const std::string& file) {
    if (is_utf16(bytes)) {
        const ByteOrder order = bytes.front() == '\xFF' ? ByteOrder::little : ByteOrder::big;
        if (std::optional<std::string> text = from_utf16(std::string_view(bytes).substr(2), order))
            return DecodedText{*std::move(text), order == ByteOrder::little ? "UTF-16LE" : "UTF-16BE"};
    } else if (is_valid_utf8(bytes)) {
        if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
        return DecodedText{std::move(bytes), "UTF-8"};
    } else if (std::optional<std::string> text = from_cp949(bytes)) {
        return DecodedText{*std::move(text), "CP949"};
    }
    return Error{ErrorCode::bad_input, "cannot read '" + file + "': it is neither UTF-8 nor UTF-16 nor CP949",
                 "save it as UTF-8"};
}

std::string decode_name(std::string_view bytes) {
    if (is_valid_utf8(bytes)) return std::string(bytes);
    return from_cp949(bytes).value_or(printable(bytes));
}

Result<DecodedText> read_text(const std::string& path) {
    if (exists(path) && !is_file(path))
        return Error{ErrorCode::bad_input, "cannot read '" + path + "': it is not a regular file", ""};
    JUDGE_ASSIGN(bytes, read_file(path, kTextLimit));
    return decode_text(std::move(bytes), path);
}

std::string text_or_empty(const std::string& path) {
    Result<DecodedText> text = read_text(path);
    return text ? std::move(text->text) : "";
}

std::string trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return "";
    return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

}  // namespace judge
