#include "packages/native_folder.h"

#include "packages/native.h"

namespace judge {

bool is_native(const Source& source) {
    return source.has("problem.json") && (source.has_folder("sample") || source.has_folder("secret"));
}

Result<std::vector<Imported>> read_native(const Source& source) {
    std::vector<Imported> all(1);
    Imported& imported = all.front();
    JUDGE_ASSIGN(problem, read_native_problem(source.folder));
    imported.problem = std::move(problem);
    imported.problem.id = safe_id(source.name);
    for (const std::string& file : source.files) {
        const std::string top = file.substr(0, file.find('/'));
        const bool taken = top == "sample" || top == "secret" || top == "validators" || top == "problem.json" ||
                           source.path(file) == imported.problem.checker.program ||
                           source.path(file) == imported.problem.interactor;
        if (!taken) imported.kept.push_back({file, source.path(file)});
    }
    return all;
}

}  // namespace judge
