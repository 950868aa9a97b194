#pragma once

// Strict reading of JSON files: every unknown key, missing key, wrong type, duplicate key and syntax error is an Error
// that names the file and the line.
//
//     JUDGE_ASSIGN(document, JsonDocument::parse(text, "problem.json"));
//     JsonFields fields = document.root();
//     std::string profile = fields.text("profile", "boj");
//     if (auto limits = fields.object("limits")) { ... }
//     JUDGE_TRY(fields.finish());

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace judge {

class JsonFields;

/// A parsed file together with the line on which each value begins. `//` comments are refused. Copies share one state.
class JsonDocument {
  public:
    /// Errors: bad_input - not UTF-8, bad syntax, a duplicate key, nested deeper than 100, or the root is not an
    /// object.
    static Result<JsonDocument> parse(std::string text, const std::string& file);
    /// Errors: also those of read_file.
    static Result<JsonDocument> read(const std::string& path);

    JsonFields root() const;
    /// The value itself, for loaders that keep a piece of it as it stands.
    const nlohmann::json& value() const;

    struct State;

  private:
    std::shared_ptr<const State> state_;
};

/// One object of a document. Asking for a key, whether it is there or not, makes it known. Readers note the first thing
/// that is wrong, return their default from then on, and `finish` says it. Errors noted by one object are shared with
/// all objects of the same root() call.
class JsonFields {
  public:
    bool has(std::string_view key) const;

    std::string text(std::string_view key, std::string_view fallback = "");
    std::string required_text(std::string_view key);
    bool boolean(std::string_view key, bool fallback);
    std::optional<std::int64_t> integer(std::string_view key);
    std::optional<double> number(std::string_view key);
    /// An array of strings; a single string counts as an array of one. Absent is empty.
    std::vector<std::string> texts(std::string_view key);
    std::optional<JsonFields> object(std::string_view key);
    std::vector<JsonFields> objects(std::string_view key);
    /// Every member of this object that is itself an object, in file order: for tables keyed by id.
    std::vector<std::pair<std::string, JsonFields>> object_members();
    /// Every member as text (numbers and booleans in their JSON form), in file order: for free-form maps such as notes.
    std::vector<std::pair<std::string, std::string>> text_members();
    /// Marks a key as known without reading it.
    void allow(std::string_view key);
    /// The raw value of a key, marked as known; null pointer if absent.
    const nlohmann::json* raw(std::string_view key);

    /// Notes `problem` ("must be positive") for the value at `key`; only the first noted one is kept.
    void refuse(std::string_view key, std::string_view problem);
    /// "problem.json:12": where the value at `key`, or this object for an empty key, begins.
    std::string where(std::string_view key = "") const;

    /// Ends the reading of this object and of every object that was taken from it: once, at the root, is enough.
    /// Errors: bad_input - "problem.json:12: unknown key 'time' in limits" with the known keys as hint, or the first
    /// refusal.
    Status finish();

    struct Cursor;

  private:
    friend class JsonDocument;
    explicit JsonFields(std::shared_ptr<Cursor> cursor) : cursor_(std::move(cursor)) {}
    std::shared_ptr<Cursor> cursor_;
};

}  // namespace judge
