#include "toolchain/entry.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "base/files.h"
#include "toolchain/scanner.h"

namespace judge {

namespace {

struct Class {
    std::string name;  // binary name without the package: "Outer$Main"
    std::string simple;
    bool outer = true;
    bool is_public = false;
    bool has_main = false;
};

/// Follows the braces of a Java or Scala source and collects its classes. What it does not understand it passes over.
class ClassReader {
  public:
    explicit ClassReader(std::string_view text) : tokens_(words_of(text)) { read(); }

    const std::string& package() const { return package_; }
    const std::vector<Class>& classes() const { return classes_; }

  private:
    void read() {
        for (at_ = 0; at_ < tokens_.size(); ++at_) {
            const std::string_view token = tokens_[at_];
            if (token == "package" && package_.empty() && classes_.empty()) {
                read_package();
            } else if (token == "{") {
                open_.push_back(std::exchange(pending_, kNone));
                start_member();
            } else if (token == "}") {
                if (!open_.empty()) open_.pop_back();
                start_member();
            } else if (token == ";") {
                start_member();
            } else if (is_class_word(token)) {
                read_class();
            } else {
                read_member(token);
            }
        }
    }

    void read_package() {
        while (at_ + 1 < tokens_.size() && tokens_[at_ + 1] != ";" && tokens_[at_ + 1] != "{" &&
               tokens_[at_ + 1] != "import" && tokens_[at_ + 1] != "object") {
            package_ += tokens_[++at_];
        }
    }

    bool is_class_word(std::string_view token) const {
        if (at_ + 1 >= tokens_.size() || !is_name(tokens_[at_ + 1])) return false;
        if (at_ > 0 && tokens_[at_ - 1] == ".") return false;  // Main.class
        if (token == "record") return at_ + 2 < tokens_.size() && (tokens_[at_ + 2] == "(" || tokens_[at_ + 2] == "<");
        return token == "class" || token == "interface" || token == "enum" || token == "object";
    }

    void read_class() {
        Class found;
        found.simple = tokens_[at_ + 1];
        const int outer = enclosing();
        found.outer = open_.empty();
        const std::string prefix =
            outer == kNone ? std::string() : classes_[static_cast<std::size_t>(outer)].name + "$";
        found.name = prefix + found.simple;
        found.is_public = public_ && open_.empty();
        pending_ = static_cast<int>(classes_.size());
        classes_.push_back(found);
        ++at_;
    }

    void read_member(std::string_view token) {
        if (token == "public") public_ = true;
        if (token == "static") static_ = true;
        const bool called_main = token == "main" && at_ > 0 && at_ + 1 < tokens_.size() && tokens_[at_ + 1] == "(";
        const bool java_main = called_main && static_ && tokens_[at_ - 1] == "void";
        const bool scala_main = called_main && tokens_[at_ - 1] == "def";
        if ((java_main || scala_main) && enclosing() != kNone && open_.back() != kNone) {
            classes_[static_cast<std::size_t>(open_.back())].has_main = true;
        }
        if (token == "App" && at_ > 0 && tokens_[at_ - 1] == "extends" && pending_ != kNone) {
            classes_[static_cast<std::size_t>(pending_)].has_main = true;
        }
    }

    void start_member() { public_ = static_ = false; }

    /// The class whose body is open, or kNone.
    int enclosing() const {
        const auto found = std::find_if(open_.rbegin(), open_.rend(), [](int index) { return index != kNone; });
        return found == open_.rend() ? kNone : *found;
    }

    static constexpr int kNone = -1;
    std::vector<std::string> tokens_;
    std::size_t at_ = 0;
    std::string package_;
    std::vector<Class> classes_;
    std::vector<int> open_;  // one for each open brace: the class it belongs to, or kNone
    int pending_ = kNone;    // a class whose brace has not come yet
    bool public_ = false;
    bool static_ = false;
};

const Class* first_of(const std::vector<Class>& classes, auto&& wanted) {
    const auto found = std::find_if(classes.begin(), classes.end(), wanted);
    return found == classes.end() ? nullptr : &*found;
}

const Class* starting_class(const std::vector<Class>& classes, std::string_view wanted, std::string_view usual) {
    if (const Class* c = first_of(classes, [&](const Class& one) { return one.name == wanted; })) return c;
    if (const Class* c = first_of(classes, [&](const Class& one) { return one.simple == usual && one.has_main; }))
        return c;
    if (const Class* c = first_of(classes, [](const Class& one) { return one.is_public && one.has_main; })) return c;
    return first_of(classes, [](const Class& one) { return one.has_main; });
}

std::string simple_wanted(std::string_view wanted, std::string_view package) {
    const bool qualified =
        !package.empty() && wanted.starts_with(package) && wanted.substr(package.size()).starts_with('.');
    return std::string(qualified ? wanted.substr(package.size() + 1) : wanted);
}

EntryPoint java_entry(std::string_view text, std::string_view wanted, std::string_view file) {
    const ClassReader reader(text);
    const std::string usual(stem(file));
    const Class* named = first_of(reader.classes(), [](const Class& one) { return one.is_public; });
    const Class* start = starting_class(reader.classes(), simple_wanted(wanted, reader.package()), usual);
    EntryPoint entry;
    entry.file = (named ? named->simple : usual) + "." + std::string(extension(file));
    entry.class_name = start ? start->name : (named ? named->simple : usual);
    if (reader.package().empty()) return entry;
    std::string folder = reader.package();
    std::replace(folder.begin(), folder.end(), '.', '/');
    entry.file = folder + "/" + entry.file;
    entry.class_name = reader.package() + "." + entry.class_name;
    return entry;
}

EntryPoint scala_entry(std::string_view text, std::string_view wanted, std::string_view file) {
    const ClassReader reader(text);
    const std::string usual(stem(file));
    const Class* start = starting_class(reader.classes(), simple_wanted(wanted, reader.package()), usual);
    EntryPoint entry{start ? start->name : usual, std::string(file)};
    if (!reader.package().empty()) entry.class_name = reader.package() + "." + entry.class_name;
    return entry;
}

EntryPoint ada_entry(std::string_view text, std::string_view file) {
    const std::vector<std::string> tokens = words_of(text);
    const auto lower = [](std::string word) {
        std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
        return word;
    };
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (lower(tokens[i]) == "procedure") return {"", lower(tokens[i + 1]) + "." + std::string(extension(file))};
    }
    return {"", std::string(file)};
}

}  // namespace

EntryPoint find_entry(std::string_view kind, std::string_view text, std::string_view wanted, std::string_view file) {
    if (kind == "java-class") return java_entry(blanked(text, "c"), wanted, file);
    if (kind == "scala-object") return scala_entry(blanked(text, "c"), wanted, file);
    if (kind == "ada-unit") return ada_entry(blanked(text, "dash"), file);
    return {"", std::string(file)};
}

}  // namespace judge
