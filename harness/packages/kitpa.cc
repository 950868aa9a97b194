#include "packages/kitpa.h"

#include <cstdlib>

#include "packages/pairs.h"
#include "packages/text.h"
#include "packages/tree.h"

namespace judge {
namespace {

void read_subtask(Imported& imported, const Source& source, const std::string& folder) {
    Pairing pairing = pair_files(source.below(folder));
    for (FilePair& pair : pairing.pairs) pair.group = "secret/" + folder;
    add_pairs(imported, source, pairing);
    for (const std::string& file : pairing.rest) imported.kept.push_back({file, source.path(file)});
    const std::string place = source.path(folder + "/score.txt"), score = trimmed(text_or_empty(place));
    if (score.empty() || pairing.pairs.empty()) return;
    char* end = nullptr;
    const double points = std::strtod(score.c_str(), &end);
    if (*end != '\0' || !(points >= 0) || points > 1e9) {
        note(imported, Severity::warning, "bad-score", "'" + place + "' is no number of points: '" + score + "'");
        return;
    }
    group_of(imported.problem, "secret/" + folder).points = points;
    imported.problem.scoring = true;
}

}  // namespace

bool is_kitpa(const Source& source) {
    return source.has("config.json") &&
           text_or_empty(source.path("config.json")).find("problem_title") != std::string::npos;
}

Result<std::vector<Imported>> read_kitpa(const Source& source) {
    JUDGE_ASSIGN(tree, TreeFile::read_json(source.path("config.json")));
    const Tree root = tree.root();
    std::vector<Imported> all(1);
    Imported& imported = all.front();
    Problem& problem = imported.problem;
    problem.id = safe_id(source.name);
    problem.title["ko"] = root.text("problem_title");
    if (const std::string name = root.text("problem_name"); !name.empty()) problem.notes["name"] = name;
    if (const std::optional<double> time = root.number("time_limit"); time && *time > 0 && *time < 86400)
        problem.limits.cpu_time = Nanos(static_cast<std::int64_t>(*time * 1e9));
    if (const std::optional<double> memory = root.number("memory_limit"); memory && *memory > 0 && *memory < 1 << 20)
        problem.limits.memory = mib(static_cast<std::uint64_t>(*memory));
    JUDGE_TRY(tree.finish(imported));
    std::vector<std::string> others;
    for (const std::string& file : source.files)
        if (!file.starts_with("subtask")) others.push_back(file);
    const Pairing plain = pair_files(others);
    add_pairs(imported, source, plain);
    for (const std::string& file : plain.rest) imported.kept.push_back({file, source.path(file)});
    for (int number = 1; source.has_folder("subtask" + std::to_string(number)); ++number)
        read_subtask(imported, source, "subtask" + std::to_string(number));
    assume_limits(imported);
    return all;
}

}  // namespace judge
