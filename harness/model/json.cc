#include "model/json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "base/utf8.h"
#include "model/describe.h"

namespace judge {
namespace {

using namespace json_form;
using nlohmann::json;

template <typename Enum, std::size_t N>
using Names = const std::pair<Enum, std::string_view> (&)[N];

template <typename Enum, std::size_t N>
std::string_view name_of(Names<Enum, N> names, Enum value) {
    for (const auto& [each, name] : names)
        if (each == value) return name;
    panic("an enumerator without a name");
}

template <typename Enum, std::size_t N>
std::optional<Enum> named(Names<Enum, N> names, std::string_view wanted) {
    for (const auto& [each, name] : names)
        if (name == wanted) return each;
    return std::nullopt;
}

template <typename T>
concept Described = std::is_class_v<T> && !std::same_as<T, std::string> && !std::same_as<T, Bytes> &&
                    !std::same_as<T, Nanos> && !std::same_as<T, Ending>;

class Writer {
  public:
    template <typename T>
    void operator()(const char* key, const T& value) {
        json written = write(value);
        if (!is_absent(written)) object_[key] = std::move(written);
    }
    template <typename T>
    void derived(const char* key, const T& value) {
        (*this)(key, value);
    }
    json take() && { return std::move(object_); }

    template <Described T>
    static json write(const T& value) {
        Writer writer;
        describe(writer, value);
        return std::move(writer).take();
    }
    static json write(const Ending& ending) {
        if (const auto* exited = std::get_if<Exited>(&ending)) return {{"kind", "exited"}, {"code", exited->code}};
        if (const auto* killed = std::get_if<Signalled>(&ending))
            return {{"kind", "signalled"}, {"signal", killed->signal}};
        return {{"kind", "stopped"}, {"limit", name_of(kLimitKinds, std::get<Stopped>(ending).limit)}};
    }

  private:
    static bool is_absent(const json& value) {
        return value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty()) ||
               (value.is_array() && value.empty());
    }

    template <std::integral T>
    static json write(T value) {
        return value;
    }
    static json write(const std::string& value) { return printable(value); }
    static json write(double value) { return std::isfinite(value) ? json(value) : json(); }
    static json write(Nanos value) { return value.count(); }
    static json write(Bytes value) { return value.count; }
    static json write(Verdict value) { return row_of(value).id; }
    static json write(Severity value) { return word_of(value); }
    template <typename T>
    static json write(const std::optional<T>& value) {
        return value ? write(*value) : json();
    }
    template <typename T>
    static json write(const std::vector<T>& values) {
        return write_list(values);
    }
    static json write(const std::set<Verdict>& values) { return write_list(values); }
    static json write(const std::map<std::string, std::string>& values) {
        json object = json::object();
        for (const auto& [key, value] : values) object[printable(key)] = printable(value);
        return object;
    }
    template <typename List>
    static json write_list(const List& values) {
        json list = json::array();
        for (const auto& value : values) list.push_back(write(value));
        return list;
    }

    json object_ = json::object();
};

/// All of a Report but its cases.
class HeadWriter : public Writer {
  public:
    using Writer::operator();
    void operator()(const char*, const std::vector<Judgement>&) {}
};

/// An absent text, list or optional is an empty one; an absent number or object keeps its default. The first value of a
/// wrong type ends up in `error`.
class Reader {
  public:
    Reader(const json& object, std::string path, std::optional<Error>& error)
        : object_(object), path_(std::move(path)), error_(error) {}

    template <typename T>
    void operator()(const char* key, T& value) {
        const auto found = object_.find(key);
        if (error_) return;
        if (found == object_.end()) return clear(value);
        if (!read(*found, path_ + "/" + key, value)) refuse(path_ + "/" + key);
    }
    template <typename T>
    void derived(const char*, const T&) {}

  private:
    static void clear(std::string& value) { value.clear(); }
    static void clear(std::set<Verdict>& values) { values.clear(); }
    template <typename T>
    static void clear(std::vector<T>& values) {
        values.clear();
    }
    template <typename T>
    static void clear(std::optional<T>& value) {
        value.reset();
    }
    template <typename T>
    static void clear(T&) {}

    void refuse(const std::string& path) {
        if (error_) return;
        error_ = Error{ErrorCode::bad_input,
                       "cannot read the report: the value at '" + path + "' is not what it must be", ""};
    }

    template <Described T>
    bool read(const json& from, const std::string& path, T& value) {
        if (!from.is_object()) return false;
        Reader reader(from, path, error_);
        describe(reader, value);
        return true;
    }
    bool read(const json& from, const std::string&, bool& value) {
        if (!from.is_boolean()) return false;
        value = from.get<bool>();
        return true;
    }
    bool read(const json& from, const std::string&, double& value) {
        if (!from.is_number()) return false;
        value = from.get<double>();
        return true;
    }
    template <std::integral T>
    bool read(const json& from, const std::string&, T& value) {
        if (!from.is_number_integer()) return false;
        if (from.is_number_unsigned()) return store(from.get<std::uint64_t>(), value);
        return store(from.get<std::int64_t>(), value);
    }
    template <std::integral From, std::integral T>
    static bool store(From from, T& value) {
        if (!std::in_range<T>(from)) return false;
        value = static_cast<T>(from);
        return true;
    }
    bool read(const json& from, const std::string&, std::string& value) {
        if (!from.is_string()) return false;
        value = from.get<std::string>();
        return true;
    }
    bool read(const json& from, const std::string& path, Nanos& value) {
        std::int64_t count = 0;
        if (!read(from, path, count)) return false;
        value = Nanos(count);
        return true;
    }
    bool read(const json& from, const std::string& path, Bytes& value) { return read(from, path, value.count); }
    bool read(const json& from, const std::string&, Verdict& value) {
        const std::optional<Verdict> verdict = from.is_string() ? verdict_from_id(text_of(from)) : std::nullopt;
        if (verdict) value = *verdict;
        return verdict.has_value();
    }
    bool read(const json& from, const std::string&, Severity& value) {
        const std::optional<Severity> severity = from.is_string() ? named(kSeverities, text_of(from)) : std::nullopt;
        if (severity) value = *severity;
        return severity.has_value();
    }
    bool read(const json& from, const std::string& path, Ending& value) {
        if (!from.is_object() || !from.contains("kind") || !from["kind"].is_string()) return false;
        const std::string_view kind = text_of(from["kind"]);
        if (kind == "exited") return read(from.value("code", json()), path, value.emplace<Exited>().code);
        if (kind == "signalled") return read(from.value("signal", json()), path, value.emplace<Signalled>().signal);
        if (kind != "stopped" || !from.contains("limit") || !from["limit"].is_string()) return false;
        const std::optional<LimitKind> limit = named(kLimitKinds, text_of(from["limit"]));
        if (limit) value = Stopped{*limit};
        return limit.has_value();
    }
    template <typename T>
    bool read(const json& from, const std::string& path, std::optional<T>& value) {
        return read(from, path, value.emplace());
    }
    template <typename T>
    bool read(const json& from, const std::string& path, std::vector<T>& values) {
        if (!from.is_array()) return false;
        values.clear();
        for (const json& item : from) {
            const std::string place = path + "/" + std::to_string(values.size());
            if (!read(item, place, values.emplace_back())) refuse(place);
        }
        return true;
    }
    bool read(const json& from, const std::string& path, std::set<Verdict>& values) {
        std::vector<Verdict> list;
        if (!read(from, path, list)) return false;
        values = {list.begin(), list.end()};
        return true;
    }
    bool read(const json& from, const std::string&, std::map<std::string, std::string>& values) {
        if (!from.is_object()) return false;
        values.clear();
        for (const auto& [key, value] : from.items()) {
            if (!value.is_string()) return false;
            values[key] = value.get<std::string>();
        }
        return true;
    }

    static std::string_view text_of(const json& value) { return value.get_ref<const std::string&>(); }

    const json& object_;
    std::string path_;
    std::optional<Error>& error_;
};

}  // namespace

std::string_view word_of(Severity severity) {
    return name_of(kSeverities, severity);
}

json to_json(const Report& report) {
    json value = Writer::write(report);
    value["schema"] = kReportSchema;
    return value;
}

Result<Report> report_from_json(const json& value) {
    if (!value.is_object() || !value.contains("schema") || !value["schema"].is_number_integer())
        return Error{ErrorCode::bad_input, "cannot read the report: it is not the JSON of a report", ""};
    if (const auto schema = value["schema"].get<std::int64_t>(); schema > kReportSchema)
        return Error{ErrorCode::bad_input,
                     "cannot read the report: its schema " + std::to_string(schema) + " is newer than this judge",
                     "update judge"};
    Report report;
    std::optional<Error> error;
    Reader reader(value, "", error);
    describe(reader, report);
    if (error) return *std::move(error);
    return report;
}

// One case at a time: the tree of ten thousand is many times their text.
std::string report_text(const Report& report, JsonStyle style) {
    const bool indented = style == JsonStyle::indented;
    HeadWriter writer;
    describe(writer, report);
    json head = std::move(writer).take();
    head["schema"] = kReportSchema;
    if (!report.cases.empty()) head["cases"] = nullptr;  // the only null: a hole to be filled
    std::string text = head.dump(indented ? 1 : -1);
    if (report.cases.empty()) return text;
    const std::string_view key = indented ? "\"cases\": " : "\"cases\":";
    const std::size_t hole = text.find(std::string(key) + "null") + key.size();
    const std::string rest = text.substr(hole + std::string_view("null").size());
    text.resize(hole);
    for (const Judgement& judgement : report.cases) {
        text += &judgement == report.cases.data() ? "[" : ",";
        std::string written = Writer::write(judgement).dump(indented ? 1 : -1);
        // Its lines lie two levels deep; a text within it has no line's end.
        for (std::size_t end = 0; (end = written.find('\n', end)) != std::string::npos; end += 3)
            written.insert(end + 1, "  ");
        text += (indented ? "\n  " : "") + written;
        // The first hundred tell how long all will be: to grow by doubling would hold them three times over.
        const std::size_t done = static_cast<std::size_t>(&judgement - report.cases.data()) + 1;
        if (done == 100)
            text.reserve(hole + (text.size() - hole) / 100 * (report.cases.size() + report.cases.size() / 16) +
                         rest.size());
    }
    text += indented ? "\n ]" : "]";
    text += rest;
    return text;
}

Result<Report> report_from_text(std::string_view text) {
    try {
        return report_from_json(json::parse(text));
    } catch (const json::exception& error) {
        return Error{ErrorCode::bad_input, "cannot read the report: " + printable(error.what()), ""};
    }
}

json to_json(const Judgement& judgement) {
    return Writer::write(judgement);
}
json to_json(const Ending& ending) {
    return Writer::write(ending);
}
json to_json(std::span<const Finding> findings) {
    json all = json::array();
    for (const Finding& finding : findings) all.push_back(Writer::write(finding));
    return all;
}
json to_json(const Limits& limits) {
    return Writer::write(limits);
}
json to_json(const Usage& usage) {
    return Writer::write(usage);
}
json to_json(const Machine& machine) {
    return Writer::write(machine);
}
json to_json(const Containment& containment) {
    return Writer::write(containment);
}
json to_json(const Expectation& expectation) {
    return Writer::write(expectation);
}

}  // namespace judge
