#include "base/json_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.h"
#include "base/json_positions.h"
#include "base/units.h"
#include "base/utf8.h"

namespace judge {

using nlohmann::json;

struct JsonDocument::State {
    std::string file;
    json value;
    JsonPositions positions;
};

namespace {

Error bad(const std::string& file, int line, std::string_view what) {
    return {ErrorCode::bad_input, fmt::format("{}:{}: {}", file, line, what), ""};
}

/// "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error while ..." from "syntax" on.
std::string cause_of(const json::exception& exception) {
    const std::string_view what = exception.what();
    const std::size_t colon = what.find(": ");
    return printable(colon == std::string_view::npos ? what : what.substr(colon + 2));
}

int first_bad_line(std::string_view text) {
    int line = 1;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        if (!is_valid_utf8(text.substr(0, end + 1))) break;
        text.remove_prefix(end + 1);
        ++line;
    }
    return line;
}

Result<json> parse_value(const std::string& text, const std::string& file) {
    try {
        return json::parse(text);
    } catch (const json::parse_error& error) {
        // The parser stands behind the byte it refused, which may be the newline.
        return bad(file, line_of_offset(text, error.byte == 0 ? 0 : error.byte - 1), cause_of(error));
    } catch (const json::exception& error) {
        return bad(file, 1, cause_of(error));
    }
}

}  // namespace

Result<JsonDocument> JsonDocument::parse(std::string text, const std::string& file) {
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    if (!is_valid_utf8(text)) return bad(file, first_bad_line(text), "the text is not UTF-8");
    if (json_depth(text) > kJsonDepth) return bad(file, 1, fmt::format("nested deeper than {}", kJsonDepth));
    JUDGE_ASSIGN(value, parse_value(text, file));
    if (!value.is_object()) return bad(file, 1, "the file must hold one object: { ... }");
    JUDGE_ASSIGN(positions, locate_json(text, file));
    JsonDocument document;
    document.state_ = std::make_shared<State>(State{file, std::move(value), std::move(positions)});
    return document;
}

Result<JsonDocument> JsonDocument::read(const std::string& path) {
    JUDGE_ASSIGN(text, read_file(path, mib(64)));
    return parse(std::move(text), path);
}

const json& JsonDocument::value() const {
    return state_->value;
}

struct JsonFields::Cursor {
    std::shared_ptr<const JsonDocument::State> document;
    std::shared_ptr<std::optional<Error>> first_error;  // of all cursors of one root() call
    const json* object = nullptr;
    std::string pointer;                                      // RFC 6901
    std::string name;                                         // for people: "limits", "cases[2]"; "" for the root
    std::set<std::string, std::less<>> known;                 // keys that were asked for
    std::map<std::string, std::shared_ptr<Cursor>> children;  // by pointer: one cursor an object

    int line_of(std::string_view key) const {
        const auto& lines = document->positions.lines;
        const auto found = key.empty() ? lines.end() : lines.find(json_child(pointer, key));
        return found != lines.end() ? found->second : lines.at(pointer);
    }

    std::string path_of(std::string_view key) const {
        if (key.empty()) return name;
        return name.empty() ? std::string(key) : name + "." + std::string(key);
    }

    void note(std::string_view key, std::string_view what) {
        if (!*first_error) *first_error = bad(document->file, line_of(key), what);
    }

    /// Notes "'limits.cpu_ns' must be a whole number".
    void refuse(std::string_view key, std::string_view problem) {
        note(key, fmt::format("'{}' {}", path_of(key), problem));
    }

    /// The value at `key`, which is known from now on; null if absent.
    const json* find(std::string_view key) {
        known.emplace(key);
        const auto found = object->find(key);
        return found == object->end() ? nullptr : &*found;
    }

    std::shared_ptr<Cursor> child(const std::string& child_pointer, std::string child_name, const json& value) {
        std::shared_ptr<Cursor>& slot = children[child_pointer];
        if (!slot)
            slot = std::make_shared<Cursor>(
                Cursor{document, first_error, &value, child_pointer, std::move(child_name), {}, {}});
        return slot;
    }

    const std::vector<std::string>& order() const { return document->positions.keys.at(pointer); }

    void find_unknown() {
        for (const std::string& key : order()) {
            if (known.contains(key) || *first_error) continue;
            note(key, fmt::format("unknown key '{}'{}", key, name.empty() ? "" : " in " + name));
            (*first_error)->hint =
                known.empty() ? "no keys are known here" : fmt::format("known keys: {}", fmt::join(known, ", "));
        }
        for (const auto& [unused, below] : children) below->find_unknown();
    }
};

JsonFields JsonDocument::root() const {
    return JsonFields(std::make_shared<JsonFields::Cursor>(
        JsonFields::Cursor{state_, std::make_shared<std::optional<Error>>(), &state_->value, "", "", {}, {}}));
}

bool JsonFields::has(std::string_view key) const {
    return cursor_->find(key) != nullptr;
}

std::string JsonFields::text(std::string_view key, std::string_view fallback) {
    const json* value = cursor_->find(key);
    if (value == nullptr) return std::string(fallback);
    if (value->is_string()) return value->get<std::string>();
    cursor_->refuse(key, "must be a text in quotes");
    return std::string(fallback);
}

std::string JsonFields::required_text(std::string_view key) {
    if (cursor_->find(key) == nullptr) {
        const std::string place = cursor_->name.empty() ? "" : " in " + cursor_->name;
        cursor_->note("", fmt::format("missing key '{}'{}", key, place));
        return "";
    }
    return text(key);
}

bool JsonFields::boolean(std::string_view key, bool fallback) {
    const json* value = cursor_->find(key);
    if (value == nullptr) return fallback;
    if (value->is_boolean()) return value->get<bool>();
    cursor_->refuse(key, "must be true or false");
    return fallback;
}

std::optional<std::int64_t> JsonFields::integer(std::string_view key) {
    const json* value = cursor_->find(key);
    if (value == nullptr) return std::nullopt;
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const bool fits = !value->is_number_unsigned() || value->get<std::uint64_t>() <= kMost;
    if (value->is_number_integer() && fits) return value->get<std::int64_t>();
    cursor_->refuse(key, fits ? "must be a whole number" : "is too large");
    return std::nullopt;
}

std::optional<double> JsonFields::number(std::string_view key) {
    const json* value = cursor_->find(key);
    if (value == nullptr) return std::nullopt;
    if (value->is_number()) return value->get<double>();
    cursor_->refuse(key, "must be a number");
    return std::nullopt;
}

std::vector<std::string> JsonFields::texts(std::string_view key) {
    const json* value = cursor_->find(key);
    if (value == nullptr) return {};
    if (value->is_string()) return {value->get<std::string>()};
    std::vector<std::string> all;
    bool good = value->is_array();
    if (good) {
        for (const json& item : *value) {
            good = good && item.is_string();
            if (good) all.push_back(item.get<std::string>());
        }
    }
    if (good) return all;
    cursor_->refuse(key, "must be a list of texts");
    return {};
}

std::optional<JsonFields> JsonFields::object(std::string_view key) {
    const json* value = cursor_->find(key);
    if (value == nullptr) return std::nullopt;
    if (value->is_object())
        return JsonFields(cursor_->child(json_child(cursor_->pointer, key), cursor_->path_of(key), *value));
    cursor_->refuse(key, "must be an object: { ... }");
    return std::nullopt;
}

std::vector<JsonFields> JsonFields::objects(std::string_view key) {
    const json* value = cursor_->find(key);
    if (value == nullptr) return {};
    std::vector<JsonFields> all;
    bool good = value->is_array();
    for (std::size_t i = 0; good && i < value->size(); ++i) {
        const json& item = (*value)[i];
        good = item.is_object();
        if (!good) break;
        const std::string pointer = json_child(cursor_->pointer, key) + "/" + std::to_string(i);
        all.push_back(JsonFields(cursor_->child(pointer, fmt::format("{}[{}]", cursor_->path_of(key), i), item)));
    }
    if (good) return all;
    cursor_->refuse(key, "must be a list of objects: [{ ... }, ...]");
    return {};
}

std::vector<std::pair<std::string, JsonFields>> JsonFields::object_members() {
    std::vector<std::pair<std::string, JsonFields>> all;
    for (const std::string& key : cursor_->order()) {
        if (!(*cursor_->object)[key].is_object()) continue;
        if (std::optional<JsonFields> member = object(key)) all.emplace_back(key, *std::move(member));
    }
    return all;
}

std::vector<std::pair<std::string, std::string>> JsonFields::text_members() {
    std::vector<std::pair<std::string, std::string>> all;
    for (const std::string& key : cursor_->order()) {
        const json& value = *cursor_->find(key);
        if (value.is_string())
            all.emplace_back(key, value.get<std::string>());
        else if (value.is_number() || value.is_boolean())
            all.emplace_back(key, value.dump());
        else
            cursor_->refuse(key, "must be a text, a number, true or false");
    }
    return all;
}

void JsonFields::allow(std::string_view key) {
    cursor_->known.emplace(key);
}

const json* JsonFields::raw(std::string_view key) {
    return cursor_->find(key);
}

void JsonFields::refuse(std::string_view key, std::string_view problem) {
    cursor_->refuse(key, problem);
}

std::string JsonFields::where(std::string_view key) const {
    return fmt::format("{}:{}", cursor_->document->file, cursor_->line_of(key));
}

Status JsonFields::finish() {
    if (!*cursor_->first_error) cursor_->find_unknown();
    if (*cursor_->first_error) return **cursor_->first_error;
    return Done{};
}

}  // namespace judge
