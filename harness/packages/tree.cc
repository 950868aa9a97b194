#include "packages/tree.h"

#include <yaml-cpp/yaml.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.h"
#include "base/json_positions.h"
#include "base/utf8.h"
#include "packages/text.h"

namespace judge {

struct TreeMember;

struct TreeNode {
    Tree::Kind kind = Tree::Kind::null;
    std::string text;
    std::vector<TreeNode> items;
    std::vector<TreeMember> members;
    int line = 0;  // 0 = unknown
    bool read = false;
};

struct TreeMember {
    std::string first;
    TreeNode second;
};

struct TreeState {
    std::string file;
    TreeNode root;
    std::optional<Error> refusal;
};

namespace {

constexpr std::size_t kYamlLimit = 8 << 20;
constexpr int kDeepest = 64;
constexpr std::size_t kMostValues = 200'000;

Error bad(const std::string& file, int line, std::string_view cause) {
    return {ErrorCode::bad_input,
            "cannot read '" + file + "': " + (line > 0 ? "line " + std::to_string(line) + ": " : "") + printable(cause),
            "mend the file"};
}

class YamlCopier {
  public:
    explicit YamlCopier(const std::string& file) : file_(file) {}

    Status copy(const YAML::Node& from, TreeNode& to, int depth) {
        to.line = from.Mark().line + 1;
        if (depth > kDeepest) return bad(file_, to.line, "it is nested deeper than 64 levels");
        if (++values_ > kMostValues) return bad(file_, to.line, "it holds over 200,000 values");
        if (from.IsScalar()) {
            to.kind = Tree::Kind::scalar;
            to.text = from.Scalar();
            if (!is_valid_utf8(to.text)) return bad(file_, to.line, "an escape in it stands for no character");
            if (to.text.empty() && from.Tag() == "?") to.kind = Tree::Kind::null;
        } else if (from.IsSequence()) {
            to.kind = Tree::Kind::sequence;
            for (const YAML::Node& item : from) JUDGE_TRY(copy(item, to.items.emplace_back(), depth + 1));
        } else if (from.IsMap()) {
            to.kind = Tree::Kind::map;
            std::set<std::string> keys;
            for (const auto& member : from) {
                if (!member.first.IsScalar() || !is_valid_utf8(member.first.Scalar()))
                    return bad(file_, to.line, "a key is not a plain word");
                const std::string key = member.first.Scalar();
                if (!keys.insert(key).second)
                    return bad(file_, member.first.Mark().line + 1, "the key '" + key + "' stands there twice");
                to.members.push_back({key, {}});
                JUDGE_TRY(copy(member.second, to.members.back().second, depth + 1));
            }
        }
        return Done{};
    }

  private:
    const std::string& file_;
    std::size_t values_ = 0;
};

void copy_json(const nlohmann::json& from, const std::string& pointer, const JsonPositions& places, TreeNode& to) {
    if (const auto line = places.lines.find(pointer); line != places.lines.end()) to.line = line->second;
    if (from.is_array()) {
        to.kind = Tree::Kind::sequence;
        for (std::size_t i = 0; i < from.size(); ++i)
            copy_json(from[i], pointer + "/" + std::to_string(i), places, to.items.emplace_back());
    } else if (from.is_object()) {
        to.kind = Tree::Kind::map;
        for (const std::string& key : places.keys.at(pointer)) {
            to.members.push_back({key, {}});
            copy_json(from[key], json_child(pointer, key), places, to.members.back().second);
        }
    } else if (!from.is_null()) {
        to.kind = Tree::Kind::scalar;
        to.text = from.is_string() ? from.get<std::string>() : from.dump();
    }
}

void collect_unread(const TreeNode& node, const TreeState& state, Imported& imported) {
    for (const auto& [key, value] : node.members) {
        if (value.read)
            collect_unread(value, state, imported);
        else
            note(imported, Severity::warning, "unknown-key",
                 "'" + key + "' of " + state.file + ":" + std::to_string(value.line) + " has no meaning here");
    }
    for (const TreeNode& item : node.items) collect_unread(item, state, imported);
}

void mark_all(TreeNode& node) {
    node.read = true;
    for (auto& [key, value] : node.members) mark_all(value);
    for (TreeNode& item : node.items) mark_all(item);
}

std::optional<double> number_from(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

}  // namespace

Tree::Kind Tree::kind() const {
    return node_ == nullptr ? Kind::absent : node_->kind;
}

bool Tree::has(std::string_view key) const {
    if (node_ == nullptr) return false;
    for (const auto& [name, value] : node_->members)
        if (name == key) return true;
    return false;
}

Tree Tree::at(std::string_view key) const {
    if (node_ == nullptr) return {};
    for (auto& [name, value] : node_->members) {
        if (name != key) continue;
        value.read = true;
        return Tree(&value, state_);
    }
    return {};
}

std::vector<Tree> Tree::items() const {
    std::vector<Tree> all;
    if (!*this) return all;
    if (!is_sequence()) return {*this};
    for (TreeNode& item : node_->items) all.push_back(Tree(&item, state_));
    return all;
}

std::vector<std::pair<std::string, Tree>> Tree::members() const {
    std::vector<std::pair<std::string, Tree>> all;
    if (node_ == nullptr) return all;
    for (auto& [name, value] : node_->members) {
        value.read = true;
        all.emplace_back(name, Tree(&value, state_));
    }
    return all;
}

std::string Tree::text() const {
    return is_scalar() ? node_->text : "";
}

std::string Tree::text(std::string_view key, std::string_view fallback) const {
    const Tree value = at(key);
    if (!value) return std::string(fallback);
    if (!value.is_scalar()) value.refuse("'" + std::string(key) + "' must be one word or number");
    return value.text();
}

std::optional<double> Tree::number(std::string_view key) const {
    const Tree value = at(key);
    if (!value) return std::nullopt;
    const std::optional<double> number = number_from(value.text());
    if (!number) value.refuse("'" + std::string(key) + "' must be a number, not '" + value.text() + "'");
    return number;
}

std::optional<std::int64_t> Tree::integer(std::string_view key) const {
    const std::optional<double> value = number(key);
    if (!value) return std::nullopt;
    if (std::floor(*value) != *value || std::abs(*value) > 9e15) {
        at(key).refuse("'" + std::string(key) + "' must be a whole number");
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*value);
}

bool Tree::boolean(std::string_view key, bool fallback) const {
    const Tree value = at(key);
    if (!value) return fallback;
    const std::string text = value.text();
    for (const char* yes : {"true", "True", "TRUE", "yes", "Yes", "on", "1"})
        if (text == yes) return true;
    for (const char* no : {"false", "False", "FALSE", "no", "No", "off", "0"})
        if (text == no) return false;
    value.refuse("'" + std::string(key) + "' must be true or false");
    return fallback;
}

std::vector<std::string> Tree::texts(std::string_view key) const {
    std::vector<std::string> all;
    for (const Tree& item : at(key).items()) {
        if (!item.is_scalar()) item.refuse("'" + std::string(key) + "' must be a list of words");
        all.push_back(item.text());
    }
    return all;
}

std::vector<std::string> Tree::words(std::string_view key) const {
    if (at(key).is_sequence()) return texts(key);
    std::vector<std::string> all;
    const std::string text = this->text(key);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = text.find_first_not_of(" \t\r\n", at);
        if (begin == std::string::npos) break;
        at = std::min(text.find_first_of(" \t\r\n", begin), text.size());
        all.push_back(text.substr(begin, at - begin));
    }
    return all;
}

void Tree::allow() const {
    if (node_ != nullptr) mark_all(*node_);
}

void Tree::refuse(std::string_view problem) const {
    if (node_ != nullptr && !state_->refusal) state_->refusal = bad(state_->file, node_->line, problem);
}

std::string Tree::where() const {
    return node_ == nullptr ? "" : state_->file + ":" + std::to_string(node_->line);
}

Result<TreeFile> TreeFile::read_yaml(const std::string& path) {
    JUDGE_ASSIGN(text, read_text(path));
    return parse_yaml(std::move(text.text), path);
}

Result<TreeFile> TreeFile::parse_yaml(std::string text, const std::string& file) {
    if (text.size() > kYamlLimit) return bad(file, 0, "it is larger than 8 MB");
    // The parser would take it for the mark of a wide encoding.
    if (const std::size_t nul = text.find('\0'); nul != std::string::npos)
        return bad(file, line_of_offset(text, nul), "it holds a NUL byte");
    TreeFile tree;
    tree.state_ = std::make_shared<TreeState>();
    tree.state_->file = file;
    try {
        const YAML::Node root = YAML::Load(text);
        JUDGE_TRY(YamlCopier(file).copy(root, tree.state_->root, 0));
    } catch (const YAML::Exception& error) {
        return bad(file, error.mark.line + 1, error.msg);
    }
    tree.state_->root.read = true;
    return tree;
}

Result<TreeFile> TreeFile::read_json(const std::string& path) {
    JUDGE_ASSIGN(text, read_text(path));
    return parse_json(std::move(text.text), path);
}

Result<TreeFile> TreeFile::parse_json(std::string text, const std::string& file) {
    if (json_depth(text) > kDeepest) return bad(file, 0, "it is nested deeper than 64 levels");
    TreeFile tree;
    tree.state_ = std::make_shared<TreeState>();
    tree.state_->file = file;
    try {
        const nlohmann::json value = nlohmann::json::parse(text);
        JUDGE_ASSIGN(places, locate_json(text, file));
        copy_json(value, "", places, tree.state_->root);
    } catch (const nlohmann::json::parse_error& error) {
        return bad(file, line_of_offset(text, error.byte), error.what());
    } catch (const nlohmann::json::exception& error) {
        return bad(file, 0, error.what());
    }
    tree.state_->root.read = true;
    return tree;
}

Tree TreeFile::root() const {
    return Tree(&state_->root, state_);
}

Status TreeFile::finish(Imported& imported) const {
    if (state_->refusal) return *state_->refusal;
    collect_unread(state_->root, *state_, imported);
    return Done{};
}

}  // namespace judge
