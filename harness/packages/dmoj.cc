#include "packages/dmoj.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <regex>

#include "base/files.h"
#include "packages/archive.h"
#include "packages/pairs.h"
#include "packages/tree.h"

namespace judge {
namespace {

constexpr std::size_t kLongestPattern = 300;

std::optional<int> number_of(std::string_view digits) {
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

// A pattern of the package's own, from Python's words into ECMAScript's.
struct Pattern {
    std::regex regex;
    int batch = 0, number = 0;  // groups; 0 = none
};

// The automaton without backtracking: a hostile pattern costs time in proportion to the name, not more.
Result<Pattern> pattern_of(const std::string& text, const Tree& where) {
    Pattern pattern;
    std::string plain;
    int group = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        plain += text[i];
        if (text[i] == '\\' && i + 1 < text.size()) {
            plain += text[++i];
        } else if (text[i] == '(' && text.compare(i, 4, "(?P<") == 0) {
            ++group;
            const std::size_t end = text.find('>', i);
            if (end == std::string::npos) break;
            const std::string name = text.substr(i + 4, end - i - 4);
            if (name == "batch") pattern.batch = group;
            if (name == "case") pattern.number = group;
            i = end;
        } else if (text[i] == '(' && text.compare(i, 2, "(?") != 0) {
            ++group;
        }
    }
    const Error bad = {ErrorCode::bad_input,
                       "cannot read " + where.where() + ": the pattern '" + text + "' is not understood",
                       "name each case under test_cases"};
    if (text.size() > kLongestPattern) return bad;
    try {
        pattern.regex = std::regex(plain, std::regex::ECMAScript | std::regex_constants::__polynomial);
    } catch (const std::regex_error&) {
        return bad;
    }
    return pattern;
}

std::optional<DmojName> matched(const std::string& file, std::string_view word, const std::optional<Pattern>& pattern) {
    if (!pattern) return dmoj_name(file, word);
    std::smatch match;
    if (!std::regex_search(file, match, pattern->regex)) return std::nullopt;
    DmojName name;
    const auto part = [&](int group) { return group > 0 ? match[static_cast<std::size_t>(group)].str() : ""; };
    if (const std::string batch = part(pattern->batch); !batch.empty()) name.batch = number_of(batch).value_or(0);
    name.number = number_of(part(pattern->number)).value_or(0);
    return name;
}

class DmojReader {
  public:
    DmojReader(const Source& source, Tree root) : source_(source), root_(std::move(root)) {}

    Result<Imported> run() {
        Problem& problem = imported_.problem;
        problem.id = safe_id(source_.name);
        problem.title["en"] = source_.name;
        problem.profile = "local";
        problem.language_extra = false;
        JUDGE_TRY(open_archive());
        const Tree cases = root_.at("test_cases");
        if (cases.is_sequence())
            JUDGE_TRY(read_list(cases));
        else
            JUDGE_TRY(read_patterns(cases));
        read_checker(root_.at("checker"));
        read_interactive(root_.at("interactive"));
        for (const char* key : {"custom_judge", "generator", "signature_grader", "pretest_test_cases"})
            if (root_.at(key)) {
                root_.allow(key);
                note(imported_, Severity::warning, "not-kept",
                     "'" + std::string(key) + "' of " + root_.at(key).where() +
                         " has no counterpart; its files are kept");
            }
        for (const char* key : {"unbuffered", "hints", "output_limit_length", "output_prefix_length", "binary_data",
                                "wall_time_factor", "meta", "points", "symlinks"})
            root_.allow(key);
        for (const std::string& file : source_.files)
            if (!taken_.contains(file)) imported_.kept.push_back({file, source_.path(file)});
        assume_limits(imported_);
        return std::move(imported_);
    }

  private:
    Status open_archive() {
        const std::string name = root_.text("archive");
        data_ = source_;
        if (name.empty()) return Done{};
        if (!source_.has(name)) {
            root_.at("archive").refuse("there is no file '" + name + "'");
            return Done{};
        }
        taken_.insert(name);
        const std::string folder = join_path(source_.scratch, "dmoj-" + safe_id(source_.folder));
        JUDGE_TRY(make_directories(folder));
        JUDGE_TRY(unpack(source_.path(name), folder));
        JUDGE_ASSIGN(opened, open_source(folder, source_.name, source_.scratch));
        data_ = std::move(opened);
        in_archive_ = true;
        return Done{};
    }

    void take(const std::string& file) {
        if (!in_archive_) taken_.insert(file);
    }

    void add(const std::string& group, const Tree& row, double points) {
        const std::string input = row.text("in"), answer = row.text("out");
        if (input.empty() || !data_.has(input)) {
            row.refuse(input.empty() ? "a case without 'in' has no input here" : "there is no file '" + input + "'");
            return;
        }
        if (!answer.empty() && !data_.has(answer)) {
            row.refuse("there is no file '" + answer + "'");
            return;
        }
        take(input);
        take(answer);
        const std::string_view file = file_name(input);
        TestCase& test_case = add_case(imported_, group, extension(file).empty() ? file : stem(file), data_.path(input),
                                       answer.empty() ? "" : data_.path(answer));
        test_case.points = points;
        for (const char* key : {"output_prefix_length", "output_limit_length", "generator_args", "binary_data"})
            row.allow(key);
        if (row.at("checker")) {
            row.allow("checker");
            note(imported_, Severity::warning, "checker-by-case",
                 "the checker of one case at " + row.where() + " is not used");
        }
    }

    void begin_batch(int number, double points, const Tree& row) {
        Group& group = group_of(imported_.problem, batch_name(number));
        group.rule = GroupRule::all;
        group.points = points;
        for (const Tree& other : row.at("dependencies").items())
            if (const std::optional<int> wanted = number_of(other.text()))
                group.depends_on.push_back("secret/batch" + std::to_string(*wanted));
    }
    static std::string batch_name(int number) { return "secret/batch" + std::to_string(number); }

    Status read_list(const Tree& list) {
        double single = 0;
        int batch = 0;
        for (const Tree& row : list.items()) {
            const double points = row.number("points").value_or(1);
            imported_.problem.scoring = imported_.problem.scoring || points > 0;
            if (row.at("batched")) {
                begin_batch(++batch, points, row);
                for (const Tree& one : row.at("batched").items()) add(batch_name(batch), one, 0);
            } else {
                // Points of 0 are a pretest's: shown, and worth nothing.
                add(points == 0 ? "sample" : "secret", row, points);
                single += points;
            }
        }
        if (single > 0) {
            Group& group = group_of(imported_.problem, "secret");
            group.rule = GroupRule::sum;
            group.points = single;
        }
        drop_unmet_dependencies();
        return Done{};
    }

    void drop_unmet_dependencies() {
        std::vector<Group>& groups = imported_.problem.groups;
        for (Group& group : groups)
            std::erase_if(group.depends_on, [&](const std::string& wanted) {
                const bool known =
                    std::any_of(groups.begin(), groups.end(), [&](const Group& g) { return g.name == wanted; });
                if (!known)
                    note(imported_, Severity::warning, "unknown-group",
                         "group '" + group.name + "' depends on '" + wanted + "', which is not there");
                return !known;
            });
    }

    Result<std::optional<Pattern>> pattern(const Tree& table, const char* key) {
        const std::string text = table.text(key);
        if (text.empty()) return std::optional<Pattern>();
        JUDGE_ASSIGN(made, pattern_of(text, table.at(key)));
        return std::optional<Pattern>(std::move(made));
    }

    // Pairs by name. Batches first to last, single cases between them where their number stands: one order for both.
    Status read_patterns(const Tree& table) {
        JUDGE_ASSIGN(input_pattern, pattern(table, "input_format"));
        JUDGE_ASSIGN(output_pattern, pattern(table, "output_format"));
        std::map<std::pair<int, int>, std::pair<std::string, std::string>> found;
        for (const std::string& file : data_.files) {
            if (const auto name = matched(file, "in", input_pattern))
                found[{name->batch, name->number}].first = file;
            else if (const auto other = matched(file, "out", output_pattern))
                found[{other->batch, other->number}].second = file;
        }
        const std::vector<Tree> points = table.at("case_points").items();
        std::size_t row = 0;
        double single = 0;
        for (const auto& [key, files] : found) {
            if (files.first.empty()) continue;
            const bool batched = key.first >= 0;
            const std::string group = batched ? batch_name(key.first) : "secret";
            const bool fresh =
                !batched || std::none_of(imported_.problem.groups.begin(), imported_.problem.groups.end(),
                                         [&](const Group& g) { return g.name == group; });
            double worth = 1;
            if (fresh && row < points.size()) worth = std::strtod(points[row].text().c_str(), nullptr);
            if (fresh) ++row;
            if (batched && fresh) begin_batch(key.first, worth, Tree());
            if (!batched) single += worth;
            take(files.first);
            take(files.second);
            if (files.second.empty())
                note(imported_, Severity::warning, "no-answer", "'" + data_.path(files.first) + "' has no answer");
            add_case(imported_, group, stem(files.first), data_.path(files.first),
                     files.second.empty() ? "" : data_.path(files.second))
                .points = batched ? 0 : worth;
        }
        imported_.problem.scoring = !points.empty();
        if (single > 0 && imported_.problem.scoring) {
            group_of(imported_.problem, "secret").rule = GroupRule::sum;
            group_of(imported_.problem, "secret").points = single;
        }
        if (!imported_.problem.scoring) {
            for (TestCase& test_case : imported_.problem.cases) test_case.points = 0;
            for (Group& group : imported_.problem.groups) group.points = 0;
        }
        return Done{};
    }

    std::string program(const Tree& args) {
        const std::vector<std::string> files = args.texts("files");
        for (const std::string& file : files) take_source(file);
        if (files.empty() || !source_.has(files.front())) {
            args.refuse("'files' must name a file of the package");
            return "";
        }
        return source_.path(files.front());
    }
    void take_source(const std::string& file) { taken_.insert(file); }

    void read_bridged(const Tree& args) {
        CheckerSpec& checker = imported_.problem.checker;
        const std::string type = args.text("type", "default");
        const std::string path = program(args);
        if (path.empty()) return;
        checker.compare.clear();
        checker.program = path;
        checker.protocol = type == "default" ? "dmoj" : "dmoj-" + type;
        if (type != "default" && type != "testlib" && type != "coci" && type != "peg")
            args.at("type").refuse("the checker type '" + type + "' is not known");
        if (const std::optional<double> time = args.number("time_limit"))
            checker.limits.cpu_time = Nanos(static_cast<std::int64_t>(*time * 1e9));
        if (const std::optional<double> memory = args.number("memory_limit"))
            checker.limits.memory = kib(static_cast<std::uint64_t>(*memory));
        for (const char* key : {"lang", "flags", "feedback", "cached", "args_format_string", "compiler_time_limit"})
            args.allow(key);
        if (!args.text("args_format_string").empty())
            note(imported_, Severity::warning, "checker-arguments",
                 "the order of arguments at " + args.at("args_format_string").where() +
                     " is not used; the type's own is");
    }

    void read_checker(const Tree& value) {
        CheckerSpec& checker = imported_.problem.checker;
        checker.compare = "dmoj-standard";
        if (!value) return;
        const std::string name = value.is_map() ? value.text("name", "standard") : value.text();
        const Tree args = value.at("args");
        if (name == "bridged") return read_bridged(args);
        static constexpr std::string_view kKnown[] = {"standard",  "easy",      "floats",    "floatsabs",
                                                      "floatsrel", "identical", "linecount", "linematches",
                                                      "sorted",    "unordered", "rstripped"};
        if (std::find(std::begin(kKnown), std::end(kKnown), name) == std::end(kKnown)) {
            note(imported_, Severity::warning, "checker-unknown",
                 "the checker '" + name + "' at " + value.where() +
                     " is a program for DMOJ alone; dmoj-standard is used");
            value.allow();
            return;
        }
        checker.compare = "dmoj-" + name;
        for (const auto& [key, arg] : args.members()) {
            if (arg.text() == "false" || key == "feedback") continue;
            checker.args.push_back(key);
            if (arg.text() != "true") checker.args.push_back(arg.text());
        }
        if (name == "identical" && !args.has("pe_allowed")) checker.args.push_back("pe_allowed");
    }

    void read_interactive(const Tree& value) {
        if (!value) return;
        const std::string path = program(value);
        if (path.empty()) return;
        const std::string type = value.text("type", "default");
        imported_.problem.mode = Mode::interactive;
        imported_.problem.interactor = path;
        imported_.problem.checker = {};
        imported_.problem.checker.compare.clear();
        imported_.problem.checker.protocol = type == "testlib" ? "dmoj-testlib" : "dmoj";
        value.allow();
    }

    const Source& source_;
    Tree root_;
    Source data_;
    Imported imported_;
    std::unordered_set<std::string> taken_;
    bool in_archive_ = false;
};

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

}  // namespace

// What the default pattern says, by hand: the case is the last run of digits; the batch the run before it, where that
// begins the name or follows what is no letter, digit or '_', and something stands between the two.
std::optional<DmojName> dmoj_name(std::string_view file, std::string_view word) {
    const std::string ending = "." + std::string(word);
    if (file.find(ending) == std::string_view::npos && !file.starts_with(word)) return std::nullopt;
    std::size_t end = file.find_last_of("0123456789");
    if (end == std::string_view::npos) return std::nullopt;
    ++end;
    std::size_t begin = end;
    while (begin > 0 && is_digit(file[begin - 1])) --begin;
    DmojName name;
    name.number = number_of(file.substr(begin, end - begin)).value_or(0);
    std::size_t last = begin;
    while (last > 0 && !is_digit(file[last - 1])) --last;
    if (last == 0 || last == begin) return name;
    std::size_t first = last;
    while (first > 0 && is_digit(file[first - 1])) --first;
    const auto before = static_cast<unsigned char>(first == 0 ? '/' : file[first - 1]);
    if (std::isalnum(before) != 0 || before == '_') return name;
    name.batch = number_of(file.substr(first, last - first)).value_or(-1);
    return name;
}

bool is_dmoj(const Source& source) {
    return source.has("init.yml");
}

Result<std::vector<Imported>> read_dmoj(const Source& source) {
    JUDGE_ASSIGN(tree, TreeFile::read_yaml(source.path("init.yml")));
    JUDGE_ASSIGN(imported, DmojReader(source, tree.root()).run());
    JUDGE_TRY(tree.finish(imported));
    std::vector<Imported> all;
    all.push_back(std::move(imported));
    return all;
}

}  // namespace judge
