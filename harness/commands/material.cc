#include "commands/material.h"

#include "base/files.h"
#include "commands/stored.h"

namespace judge {
namespace {

constexpr std::size_t kTrendPoints = 200;  // of one submission, the newest

void add_sources(const Report& report, const Project& project, std::vector<ShownSource>& sources) {
    if (!is_unchanged(report, project)) return;
    for (const std::string& file : report.source_files)
        if (Result<std::string> text = read_file(join_path(project.root, file)))
            sources.push_back({report.problem_id, report.submission_id, file, *std::move(text)});
}

Result<Trend> trend_of(const Report& report, History& history) {
    JUDGE_ASSIGN(rows, history.series(RunQuery::like(report, kTrendPoints)));
    Trend trend{report.problem_id, report.submission_id, {}};
    for (const RunRow& row : rows) trend.points.push_back(point_of(row));
    return trend;
}

}  // namespace

Result<OwnedMaterial> OwnedMaterial::of(std::vector<Report> reports, History& history, const Project& project) {
    OwnedMaterial owned;
    owned.reports_ = std::move(reports);
    for (const Report& report : owned.reports_) {
        add_sources(report, project, owned.sources_);
        JUDGE_ASSIGN(trend, trend_of(report, history));
        if (trend.points.size() > 1) owned.trends_.push_back(std::move(trend));
    }
    return owned;
}

}  // namespace judge
