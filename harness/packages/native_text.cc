// problem.json, key by key, with the defaults of native.h left out.

#include <nlohmann/json.hpp>

#include "packages/native_writer.h"

namespace judge {
namespace {

using nlohmann::ordered_json;

template <typename T>
void put(ordered_json& object, const char* key, const std::optional<T>& value) {
    if (!value) return;
    if constexpr (std::is_same_v<T, Nanos>)
        object[key] = value->count();
    else if constexpr (std::is_same_v<T, Bytes>)
        object[key] = value->count;
    else
        object[key] = *value;
}

ordered_json limits_json(const Limits& limits) {
    ordered_json object = ordered_json::object();
    put(object, "cpu_ns", limits.cpu_time);
    put(object, "wall_ns", limits.wall_time);
    put(object, "memory_bytes", limits.memory);
    put(object, "stack_bytes", limits.stack);
    put(object, "output_bytes", limits.output);
    put(object, "file_bytes", limits.file_size);
    put(object, "processes", limits.processes);
    put(object, "open_files", limits.open_files);
    return object;
}

// 40 rather than 40.0: points are whole numbers but for rare exceptions.
ordered_json number(double value) {
    const auto whole = static_cast<std::int64_t>(value);
    if (static_cast<double>(whole) == value) return whole;
    return value;
}

ordered_json checker_json(const CheckerSpec& checker, const std::string& program) {
    ordered_json object = ordered_json::object();
    if (program.empty()) {
        if (!checker.compare.empty()) object["compare"] = checker.compare;
        if (!checker.protocol.empty()) object["protocol"] = checker.protocol;
    } else {
        object["protocol"] = checker.protocol;
        object["program"] = program;
    }
    if (!checker.args.empty()) object["args"] = checker.args;
    if (const ordered_json limits = limits_json(checker.limits); !limits.empty()) object["limits"] = limits;
    return object;
}

const char* name_of(GroupRule rule) {
    switch (rule) {
        case GroupRule::all:
            return "all";
        case GroupRule::sum:
            return "sum";
        case GroupRule::minimum:
            return "minimum";
    }
    return "all";
}

const char* name_of(Mode mode) {
    switch (mode) {
        case Mode::batch:
            return "batch";
        case Mode::interactive:
            return "interactive";
        case Mode::multi_pass:
            return "multi_pass";
    }
    return "batch";
}

ordered_json groups_json(const Problem& problem) {
    ordered_json object = ordered_json::object();
    for (const Group& group : problem.groups) {
        ordered_json fields = ordered_json::object();
        if (group.points != 0) fields["points"] = number(group.points);
        if (group.rule != GroupRule::all) fields["rule"] = name_of(group.rule);
        if (group.run_all) fields["run_all"] = true;
        if (!group.depends_on.empty()) fields["depends_on"] = group.depends_on;
        if (!group.checker_args.empty()) fields["checker_args"] = group.checker_args;
        if (const ordered_json limits = limits_json(group.limits); !limits.empty()) fields["limits"] = limits;
        if (!fields.empty()) object[group.name] = fields;
    }
    return object;
}

ordered_json cases_json(const Problem& problem) {
    ordered_json object = ordered_json::object();
    for (const TestCase& test_case : problem.cases) {
        ordered_json fields = ordered_json::object();
        if (const ordered_json limits = limits_json(test_case.limits); !limits.empty()) fields["limits"] = limits;
        if (!test_case.checker_args.empty()) fields["checker_args"] = test_case.checker_args;
        if (test_case.points != 0) fields["points"] = number(test_case.points);
        if (!fields.empty()) object[test_case.name] = fields;
    }
    return object;
}

}  // namespace

std::string native_text(const Problem& problem, const ProgramNames& programs) {
    ordered_json root = ordered_json::object();
    root["title"] = ordered_json::object();
    for (const auto& [language, title] : problem.title) root["title"][language] = title;
    root["source_url"] = problem.source_url;
    root["profile"] = problem.profile;
    root["mode"] = name_of(problem.mode);
    root["limits"] = limits_json(problem.limits);
    root["limits"]["language_extra"] = problem.language_extra;
    root["checker"] = checker_json(problem.checker, programs.checker);
    if (!programs.interactor.empty()) root["interactor"] = programs.interactor;
    if (problem.validator_protocol != "testlib") root["validator_protocol"] = problem.validator_protocol;
    if (problem.mode == Mode::multi_pass) root["validation_passes"] = problem.validation_passes;
    if (problem.scoring) root["scoring"] = true;
    if (problem.file_access) root["file_access"] = true;
    if (const ordered_json groups = groups_json(problem); !groups.empty()) root["groups"] = groups;
    if (const ordered_json cases = cases_json(problem); !cases.empty()) root["cases"] = cases;
    root["notes"] = ordered_json::object();
    for (const auto& [key, text] : problem.notes) root["notes"][key] = text;
    return root.dump(4, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace judge
