// Every format over every folder of harness/fixtures/report, against the
// approved files beside the reports. JUDGE_APPROVE=1 in the environment writes
// the files instead.

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/utf8.h"
#include "model/json.h"
#include "report/formats.h"
#include "report/lines.h"
#include "report/text.h"

namespace judge {
namespace {

const std::string kFixtures = std::string(JUDGE_SOURCE_DIR) + "/harness/fixtures/report";

std::vector<Report> reports_of(const std::string& folder) {
    const Result<std::string> text = read_file(folder + "/reports.json");
    if (!text) panic(text.error().message);
    std::vector<Report> reports;
    const nlohmann::json document = nlohmann::json::parse(*text);
    for (const nlohmann::json& value : document.at("reports")) {
        Result<Report> report = report_from_json(value);
        if (!report) panic(report.error().message);
        reports.push_back(std::move(*report));
    }
    return reports;
}

std::vector<std::string> folders() {
    std::vector<std::string> paths;
    const Result<std::vector<DirEntry>> entries = list_directory(kFixtures);
    if (!entries) panic(entries.error().message);
    for (const DirEntry& entry : *entries) paths.push_back(kFixtures + "/" + entry.name);
    return paths;
}

void expect_approved(const std::string& path, const std::string& text) {
    const char* approve = std::getenv("JUDGE_APPROVE");
    if (approve != nullptr && std::string(approve) == "1") {
        ASSERT_TRUE(write_file_atomically(path, text).ok()) << path;
        return;
    }
    const Result<std::string> approved = read_file(path);
    ASSERT_TRUE(approved.ok()) << path << ": not there; scripts/approve report writes it";
    EXPECT_EQ(*approved, text) << path;
}

struct Screen {
    std::size_t width = 0;
    Tongue tongue = Tongue::en;
};

std::vector<Screen> screens() {
    std::vector<Screen> all;
    for (const std::size_t width : {40, 80, 200})
        for (const Tongue tongue : {Tongue::en, Tongue::ko}) all.push_back({width, tongue});
    return all;
}

TEST(Golden, TextAtEveryWidthInBothTongues) {
    for (const std::string& folder : folders()) {
        const std::vector<Report> reports = reports_of(folder);
        for (const auto& [width, tongue] : screens()) {
            const std::string text = render_text(reports, {.tongue = tongue, .width = width});
            expect_approved(folder + "/expected." + std::to_string(width) + "." + std::string(id_of(tongue)) + ".txt",
                            text);
        }
    }
}

TEST(Golden, TextNeverExceedsItsWidth) {
    for (const std::string& folder : folders()) {
        const std::vector<Report> reports = reports_of(folder);
        for (std::size_t width = 40; width <= 300; width += width < 100 ? 3 : 40) {
            for (const Tongue tongue : {Tongue::en, Tongue::ko}) {
                const std::string text =
                    render_text(reports, {.tongue = tongue, .width = width, .verbosity = Verbosity::verbose});
                for (const std::string_view line : lines_of(text))
                    EXPECT_LE(display_width(line), width) << folder << ": " << line;
            }
        }
    }
}

TEST(Golden, TextQuietVerboseAndInColour) {
    for (const std::string& folder : folders()) {
        const std::vector<Report> reports = reports_of(folder);
        expect_approved(folder + "/expected.quiet.txt", render_text(reports, {.verbosity = Verbosity::quiet}));
        expect_approved(folder + "/expected.verbose.txt",
                        render_text(reports, {.width = 100, .verbosity = Verbosity::verbose}));
        expect_approved(folder + "/expected.dark.txt", render_text(reports, {.color = true, .dark = true}));
        expect_approved(folder + "/expected.light.txt", render_text(reports, {.color = true, .dark = false}));
    }
}

TEST(Golden, ColourChangesNothingButEscapes) {
    for (const std::string& folder : folders()) {
        const std::vector<Report> reports = reports_of(folder);
        std::string colored = render_text(reports, {.color = true});
        for (std::size_t at = colored.find('\x1b'); at != std::string::npos; at = colored.find('\x1b'))
            colored.erase(at, colored.find('m', at) - at + 1);
        EXPECT_EQ(colored, render_text(reports, {})) << folder;
    }
}

TEST(Golden, EveryFormat) {
    for (const std::string& folder : folders()) {
        const std::vector<Report> reports = reports_of(folder);
        for (const ReportFormat& format : kReportFormats) {
            if (format.id == "text" || format.id == "html") continue;  // above; in html_test.cc
            expect_approved(folder + "/expected." + std::string(format.extension),
                            format.render({.reports = reports}, {}));
        }
    }
}

}  // namespace
}  // namespace judge
