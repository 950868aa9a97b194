#include "packages/polygon.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <pugixml.hpp>

#include "base/files.h"
#include "packages/pairs.h"
#include "packages/xml.h"

namespace judge {
namespace {

constexpr std::array<std::string_view, 19> kStandard = {
    "acmp",   "caseicmp", "casencmp", "casewcmp", "dcmp",  "fcmp",  "hcmp",  "icmp", "lcmp", "ncmp",
    "nyesno", "rcmp",     "rcmp4",    "rcmp6",    "rcmp9", "rncmp", "uncmp", "wcmp", "yesno"};

struct TagRow {
    std::string_view tag, expectation;
    bool exact = true;
};
constexpr std::array<TagRow, 10> kTags = {{{"main", "accepted"},
                                           {"accepted", "accepted"},
                                           {"wrong-answer", "wrong_answer"},
                                           {"presentation-error", "presentation_error"},
                                           {"time-limit-exceeded", "time_limit_exceeded"},
                                           {"memory-limit-exceeded", "memory_limit_exceeded"},
                                           {"time-limit-exceeded-or-accepted", "time_limit_exceeded", false},
                                           {"time-limit-exceeded-or-memory-limit-exceeded", "rejected", false},
                                           {"rejected", "rejected"},
                                           {"failed", "rejected"}}};

std::string language_code(std::string_view name) {
    if (name == "english") return "en";
    if (name == "korean") return "ko";
    if (name == "russian") return "ru";
    return std::string(name);
}

// "tests/%02d.a" with the number put in. Only %d and %0Nd are understood; anything else would be a format of ours.
std::string numbered(std::string_view pattern, int number) {
    const std::size_t mark = pattern.find('%');
    if (mark == std::string_view::npos) return std::string(pattern);
    const std::size_t end = pattern.find('d', mark);
    if (end == std::string_view::npos) return "";
    std::string digits = std::to_string(number);
    const std::string_view width = pattern.substr(mark + 1, end - mark - 1);
    if (width.find_first_not_of("0123456789") != std::string_view::npos || width.size() > 3) return "";
    const auto wanted = static_cast<std::size_t>(width.empty() ? 0 : std::stoi(std::string(width)));
    if (digits.size() < wanted) digits.insert(0, wanted - digits.size(), '0');
    return std::string(pattern.substr(0, mark)) + digits + std::string(pattern.substr(end + 1));
}

class PolygonReader {
  public:
    PolygonReader(const Source& source, pugi::xml_node root) : source_(source), root_(root) {}

    Result<Imported> run() {
        Problem& problem = imported_.problem;
        const std::string short_name = root_.attribute("short-name").value();
        problem.id = safe_id(short_name.empty() ? source_.name : short_name);
        problem.source_url = root_.attribute("url").value();
        problem.profile = "local";
        problem.language_extra = false;
        for (const pugi::xml_node name : root_.child("names").children("name"))
            problem.title[language_code(name.attribute("language").value())] = name.attribute("value").value();
        JUDGE_TRY(read_test_set());
        read_checker();
        read_interactor();
        for (const pugi::xml_node validator : assets().child("validators").children("validator"))
            if (const std::string path = program(validator, "validator"); !path.empty())
                problem.validators.push_back(path);
        read_solutions();
        for (const std::string& file : source_.files)
            if (!taken_.contains(file)) imported_.kept.push_back({file, source_.path(file)});
        assume_limits(imported_);
        return std::move(imported_);
    }

  private:
    pugi::xml_node assets() const { return root_.child("assets"); }
    std::string file() const { return source_.path("problem.xml"); }

    // The file of a <source>, marked as taken; "" with a finding where it is not in the package.
    std::string program(pugi::xml_node owner, const char* kind) {
        const std::string path = owner.child("source").attribute("path").value();
        if (path.empty()) return "";
        if (!source_.has(path)) {
            note(imported_, Severity::warning, "no-program",
                 "the " + std::string(kind) + " '" + path + "' of " + file() + " is not in the package");
            return "";
        }
        taken_.insert(path);
        return source_.path(path);
    }

    Result<double> positive(pugi::xml_node node, const char* name, double most) const {
        const std::string text = node.child(name).text().as_string();
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (!text.empty() && end == text.c_str() + text.size() && value > 0 && value <= most) return value;
        return Error{ErrorCode::bad_input,
                     "cannot read '" + file() + "': " + name + " must be a number, not '" + text + "'",
                     "mend the file"};
    }

    pugi::xml_node test_set() const {
        const pugi::xml_node judging = root_.child("judging");
        for (const pugi::xml_node set : judging.children("testset"))
            if (std::string_view(set.attribute("name").value()) == "tests") return set;
        return judging.child("testset");
    }

    Status read_test_set() {
        const pugi::xml_node judging = root_.child("judging"), set = test_set();
        if (!set)
            return Error{ErrorCode::bad_input, "cannot read '" + file() + "': it names no testset", "mend the file"};
        Limits& limits = imported_.problem.limits;
        if (set.child("time-limit")) {
            JUDGE_ASSIGN(time, positive(set, "time-limit", 86'400'000));
            limits.cpu_time = Nanos(static_cast<std::int64_t>(time * 1e6));
        }
        if (set.child("memory-limit")) {
            JUDGE_ASSIGN(memory, positive(set, "memory-limit", 1e12));
            limits.memory = Bytes{static_cast<std::uint64_t>(memory)};
        }
        for (const char* key : {"input-file", "output-file"})
            if (const std::string name = judging.attribute(key).value(); !name.empty()) {
                imported_.problem.file_access = true;
                note(imported_, Severity::warning, "named-files",
                     "the " + std::string(key) + " is '" + name + "', not a standard stream");
            }
        for (const pugi::xml_node other : judging.children("testset"))
            if (other != set)
                note(imported_, Severity::note, "other-tests",
                     "the test set '" + std::string(other.attribute("name").value()) + "' is kept, not judged");
        read_tests(set);
        read_groups(set);
        return Done{};
    }

    void read_tests(pugi::xml_node set) {
        const std::string inputs = set.child("input-path-pattern").text().as_string("tests/%02d");
        const std::string answers = set.child("answer-path-pattern").text().as_string("tests/%02d.a");
        int number = 0, missing = 0;
        for (const pugi::xml_node test : set.child("tests").children("test")) {
            ++number;
            const std::string input = numbered(inputs, number), answer = numbered(answers, number);
            if (!source_.has(input)) {
                ++missing;
                continue;
            }
            const std::string group_name = test.attribute("group").value();
            const bool sample = test.attribute("sample").as_bool();
            const std::string group = sample               ? "sample"
                                      : group_name.empty() ? "secret"
                                                           : "secret/" + safe_file_name(group_name);
            taken_.insert(input);
            if (source_.has(answer)) taken_.insert(answer);
            TestCase& test_case = add_case(imported_, group, file_name(input), source_.path(input),
                                           source_.has(answer) ? source_.path(answer) : "");
            if (test.attribute("points")) {
                test_case.points = test.attribute("points").as_double();
                points_[group] += test_case.points;
            }
        }
        if (missing > 0)
            note(imported_, Severity::error, "missing-tests",
                 std::to_string(missing) + " of " + std::to_string(number) + " tests are not in the package",
                 "download the full package, or run its doall.sh first");
    }

    void read_groups(pugi::xml_node set) {
        Problem& problem = imported_.problem;
        problem.scoring = std::any_of(points_.begin(), points_.end(), [](const auto& row) { return row.second > 0; });
        for (Group& group : problem.groups) {
            group.points = group.name == "sample" ? 0 : points_[group.name];
            if (problem.scoring) group.rule = GroupRule::sum;
        }
        for (const pugi::xml_node row : set.child("groups").children("group")) {
            const std::string name = "secret/" + safe_file_name(row.attribute("name").value());
            const auto group = std::find_if(problem.groups.begin(), problem.groups.end(),
                                            [&](const Group& g) { return g.name == name; });
            if (group == problem.groups.end()) continue;
            if (row.attribute("points")) group->points = row.attribute("points").as_double();
            if (std::string_view(row.attribute("points-policy").value()) == "complete-group")
                group->rule = GroupRule::all;
            for (const pugi::xml_node other : row.child("dependencies").children("dependency")) {
                const std::string wanted = "secret/" + safe_file_name(other.attribute("group").value());
                if (std::any_of(problem.groups.begin(), problem.groups.end(),
                                [&](const Group& g) { return g.name == wanted; }))
                    group->depends_on.push_back(wanted);
            }
        }
        // Points of cases mean nothing where a group is all or nothing.
        for (TestCase& test_case : problem.cases)
            if (group_of(problem, test_case.group).rule == GroupRule::all || test_case.sample) test_case.points = 0;
    }

    void read_checker() {
        const pugi::xml_node checker = assets().child("checker");
        Problem& problem = imported_.problem;
        problem.checker.compare = "tokens";
        if (!checker) return;
        std::string_view name = checker.attribute("name").value();
        if (name.starts_with("std::")) {
            name = name.substr(5, name.rfind('.') - 5);
            if (is_standard_checker(name)) {
                problem.checker.compare = name;
                return;
            }
        }
        if (const std::string path = program(checker, "checker"); !path.empty()) {
            problem.checker.compare.clear();
            problem.checker.protocol = "testlib";
            problem.checker.program = path;
        }
    }

    void read_interactor() {
        const std::string path = program(assets().child("interactor"), "interactor");
        if (path.empty()) return;
        Problem& problem = imported_.problem;
        problem.mode = Mode::interactive;
        problem.interactor = path;
        problem.checker.protocol = "testlib";
        if (problem.checker.program.empty()) problem.checker.compare.clear();
    }

    void read_solutions() {
        for (const pugi::xml_node solution : assets().child("solutions").children("solution")) {
            const std::string path = program(solution, "solution");
            if (path.empty()) continue;
            const std::string_view tag = solution.attribute("tag").value();
            const auto row = std::find_if(kTags.begin(), kTags.end(), [&](const TagRow& r) { return r.tag == tag; });
            const std::string expectation(row == kTags.end() ? "rejected" : row->expectation);
            add_submission(imported_, expectation, std::string(file_name(path)), {path});
            if (row == kTags.end() || !row->exact)
                note(imported_, Severity::warning, "expectation-changed",
                     "'" + path + "' is tagged '" + std::string(tag) + "' and is expected to be " + expectation);
        }
    }

    const Source& source_;
    pugi::xml_node root_;
    Imported imported_;
    std::map<std::string, double> points_;
    std::unordered_set<std::string> taken_;
};

}  // namespace

bool is_standard_checker(std::string_view name) {
    return std::find(kStandard.begin(), kStandard.end(), name) != kStandard.end();
}

bool is_polygon(const Source& source) {
    return source.has("problem.xml");
}

Result<std::vector<Imported>> read_polygon(const Source& source) {
    const std::string path = source.path("problem.xml");
    pugi::xml_document document;
    JUDGE_TRY(read_xml(path, document));
    const pugi::xml_node root = document.child("problem");
    if (!root) return Error{ErrorCode::bad_input, "cannot read '" + path + "': its root is not <problem>", ""};
    JUDGE_ASSIGN(imported, PolygonReader(source, root).run());
    std::vector<Imported> all;
    all.push_back(std::move(imported));
    return all;
}

}  // namespace judge
