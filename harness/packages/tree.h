#pragma once

// Lenient reading of outsiders' YAML and JSON: one tree, with lines. What a reader asks for must be of the right type;
// what it never asks for becomes a finding, so that nothing of a package is dropped in silence.
//
//     JUDGE_ASSIGN(file, TreeFile::read_yaml(path));
//     Tree root = file.root();
//     std::string name = root.text("name");
//     for (const auto& [key, value] : root.at("limits").members()) ...
//     JUDGE_TRY(file.finish(imported));

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "packages/imported.h"

namespace judge {

struct TreeNode;
struct TreeState;

/// One value, or nothing at all: asking an absent value for more gives absent values. A copy is a reference.
class Tree {
  public:
    enum class Kind { absent, null, scalar, sequence, map };

    Tree() = default;
    Kind kind() const;
    explicit operator bool() const { return kind() != Kind::absent && kind() != Kind::null; }
    bool is_map() const { return kind() == Kind::map; }
    bool is_sequence() const { return kind() == Kind::sequence; }
    bool is_scalar() const { return kind() == Kind::scalar; }

    bool has(std::string_view key) const;
    /// The value of `key` of a map, marked as read.
    Tree at(std::string_view key) const;
    std::vector<Tree> items() const;  // of a sequence; a single other value counts as a sequence of one
    std::vector<std::pair<std::string, Tree>> members() const;

    std::string text() const;  // "" for what is no scalar
    std::string text(std::string_view key, std::string_view fallback = "") const;
    std::optional<double> number(std::string_view key) const;
    std::optional<std::int64_t> integer(std::string_view key) const;
    bool boolean(std::string_view key, bool fallback) const;
    std::vector<std::string> texts(std::string_view key) const;
    /// "a b c" or [a, b, c]: flags as words.
    std::vector<std::string> words(std::string_view key) const;

    /// Marks this value and all in it as read.
    void allow() const;
    void allow(std::string_view key) const { at(key).allow(); }
    /// Notes that this value is not what it must be; the first such note is the error of `finish`.
    void refuse(std::string_view problem) const;
    /// "problem.yaml:12".
    std::string where() const;

  private:
    friend class TreeFile;
    Tree(TreeNode* node, std::shared_ptr<TreeState> state) : node_(node), state_(std::move(state)) {}
    TreeNode* node_ = nullptr;
    std::shared_ptr<TreeState> state_;
};

class TreeFile {
  public:
    /// Errors: not_found, io; bad_input - with the line: bad syntax, over 8 MB, nested deeper than 64, over 200,000
    /// values once aliases are written out, a key twice.
    static Result<TreeFile> read_yaml(const std::string& path);
    static Result<TreeFile> parse_yaml(std::string text, const std::string& file);
    /// JSON may be 64 MB large. Errors: likewise.
    static Result<TreeFile> read_json(const std::string& path);
    static Result<TreeFile> parse_json(std::string text, const std::string& file);

    Tree root() const;
    /// Adds a finding for each key that nobody read. Errors: bad_input - the first refusal, "file:line: what".
    Status finish(Imported& imported) const;

  private:
    std::shared_ptr<TreeState> state_;
};

}  // namespace judge
