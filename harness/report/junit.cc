#include "report/junit.h"

#include <fmt/format.h>

#include <chrono>

#include "report/escape.h"
#include "report/failure.h"
#include "report/words.h"

namespace judge {
namespace {

/// What the attributes of suites count.
struct Counts {
    int tests = 0, failures = 0, errors = 0, skipped = 0;
    Nanos time{};

    void add(const Counts& other) {
        tests += other.tests;
        failures += other.failures;
        errors += other.errors;
        skipped += other.skipped;
        time += other.time;
    }
    std::string attributes() const {
        return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.6f}")", tests, failures,
                           errors, skipped, to_seconds(time));
    }
};

/// "2026-11-30T12:34:56", in UTC whatever the machine's zone.
std::string utc_text(std::int64_t unix_ns) {
    using namespace std::chrono;
    const sys_seconds moment(floor<seconds>(nanoseconds(unix_ns)));
    const sys_days day = floor<days>(moment);
    const year_month_day date(day);
    const hh_mm_ss<seconds> time(moment - day);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), time.hours().count(),
                       time.minutes().count(), time.seconds().count());
}

std::string property(std::size_t indent, std::string_view name, std::string_view value) {
    return fmt::format("{:{}}<property name=\"{}\" value=\"{}\"/>\n", "", indent, name, xml_attribute(value));
}

std::string case_properties(const Judgement& judgement) {
    std::string text = "      <properties>\n" + property(8, "verdict", row_of(judgement.verdict).id);
    if (!judgement.reason.empty()) text += property(8, "reason", judgement.reason);
    text += property(8, "cpu_ns", std::to_string(judgement.usage.cpu().count()));
    if (judgement.limits.cpu_time)
        text += property(8, "cpu_limit_ns", std::to_string(judgement.limits.cpu_time->count()));
    text += property(8, "memory_bytes", std::to_string(judgement.usage.peak_memory.count));
    if (judgement.limits.memory)
        text += property(8, "memory_limit_bytes", std::to_string(judgement.limits.memory->count));
    if (judgement.score) text += property(8, "score", fmt::format("{:.6g}", *judgement.score));
    return text + "      </properties>\n";
}

/// `element` is failure, error or skipped.
std::string outcome(std::string_view element, std::string_view type, std::string_view message, std::string_view body) {
    return fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", element, type, xml_attribute(message),
                       xml_text(body));
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += "\n" + line;
    return lines.empty() ? text : text + "\n";
}

class Suite {
  public:
    Suite(const Report& report, const Messages& messages, const RenderOptions& options)
        : report_(report), messages_(messages), options_(options) {
        for (const Judgement& judgement : report.cases) add_case(judgement);
        if (report.cases.empty() || (!report.as_expected && first_failure(report) == nullptr)) add_whole();
    }

    const Counts& counts() const { return counts_; }

    std::string text() const {
        std::string text = fmt::format(R"(  <testsuite name="{}" {} timestamp="{}">)", xml_attribute(name_of(report_)),
                                       counts_.attributes(), utc_text(report_.started_unix_ns));
        text += "\n    <properties>\n";
        for (const auto& [name, value] : {std::pair<std::string_view, std::string_view>{"profile", report_.profile},
                                          {"language", report_.build.language_name},
                                          {"compiler", report_.build.compiler_version},
                                          {"verdict", row_of(report_.verdict).id},
                                          {"expected", report_.expected.id},
                                          {"machine", report_.machine.fingerprint}})
            text += property(6, name, value);
        return text + "    </properties>\n" + cases_ + "  </testsuite>\n";
    }

  private:
    void open(std::string_view name, Nanos time) {
        const std::string file = report_.source_files.empty() ? "" : report_.source_files[0];
        cases_ +=
            fmt::format("    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" time=\"{:.6f}\">\n",
                        xml_attribute(name_of(report_)), xml_attribute(name), xml_attribute(file), to_seconds(time));
        ++counts_.tests;
        counts_.time += time;
    }

    void add_case(const Judgement& judgement) {
        open(judgement.case_name, judgement.usage.wall);
        cases_ += case_properties(judgement);
        if (!report_.expected.permitted.contains(judgement.verdict)) {
            const std::string message =
                messages_.text("unexpected.case", judgement.case_name, verdict_words(judgement, messages_),
                               expectation_words(report_.expected, messages_));
            add_outcome(judgement.verdict, message, joined(case_lines(judgement, messages_, options_)));
        }
        cases_ += "    </testcase>\n";
    }

    void add_whole() {
        open("submission", report_.cases.empty() ? report_.build.wall : Nanos{});
        if (!report_.as_expected)
            add_outcome(report_.verdict, unexpected_words(report_, messages_),
                        joined(detail_lines(report_, messages_, options_)));
        cases_ += "    </testcase>\n";
    }

    /// The jury's faults are errors, what did not run is skipped, all else is a failure.
    void add_outcome(Verdict verdict, std::string_view message, std::string_view body) {
        const bool skip = verdict == Verdict::not_judged && !report_.interrupted;
        const bool error = verdict == Verdict::judge_error || report_.interrupted;
        ++(skip ? counts_.skipped : error ? counts_.errors : counts_.failures);
        cases_ += outcome(skip ? "skipped" : error ? "error" : "failure", row_of(verdict).id, message, body);
    }

    const Report& report_;
    const Messages& messages_;
    const RenderOptions& options_;
    Counts counts_;
    std::string cases_;
};

}  // namespace

std::string render_junit(std::span<const Report> reports, const RenderOptions& asked) {
    RenderOptions options = asked;
    options.color = false;
    options.width = 100;
    const Messages messages(options.tongue);
    Counts all;
    std::string suites;
    for (const Report& report : reports) {
        const Suite suite(report, messages, options);
        all.add(suite.counts());
        suites += suite.text();
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"judge\" " + all.attributes() + ">\n" +
           suites + "</testsuites>\n";
}

}  // namespace judge
