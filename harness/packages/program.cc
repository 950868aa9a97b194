#include "packages/program.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/files.h"
#include "packages/text.h"

namespace judge {
namespace {

constexpr std::array<std::string_view, 40> kSourceEndings = {
    "c",  "cc",    "cpp", "cxx", "c++",  "C",  "java",  "kt",  "py",  "py2", "py3", "pypy", "js", "ts",
    "go", "rs",    "cs",  "fs",  "vb",   "rb", "swift", "pas", "hs",  "pl",  "php", "lua",  "sh", "d",
    "ml", "scala", "R",   "r",   "dart", "m",  "mm",    "adb", "f90", "tcl", "nim", "asm"};

constexpr std::array<std::string_view, 11> kMainNames = {"main",    "validate", "validator",  "check",
                                                         "checker", "judge",    "interactor", "interact",
                                                         "manager", "grader",   "compare"};

template <typename List>
bool contains(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

bool defines_main(const std::string& path) {
    const std::string text = text_or_empty(path);
    for (const std::string_view sign : {"main(", "main (", "__main__", "void Main"})
        if (text.find(sign) != std::string::npos) return true;
    return false;
}

bool is_compiled_alone(std::string_view name) {
    const std::string_view ending = extension(name);
    return ending == "c" || ending == "cc" || ending == "cpp" || ending == "cxx" || ending == "c++" || ending == "C";
}

}  // namespace

bool is_source_file(std::string_view name) {
    return contains(kSourceEndings, extension(name));
}

bool is_header_file(std::string_view name) {
    const std::string_view ending = extension(name);
    return ending == "h" || ending == "hpp" || ending == "hh" || ending == "hxx" || ending == "inc";
}

std::string program_at(Imported& imported, const Source& source, const std::string& name) {
    if (source.has(name)) return source.path(name);
    std::vector<std::string> sources;
    for (const std::string& file : source.below(name))
        if (is_source_file(file) && parent_path(file) == name) sources.push_back(file);
    if (sources.empty()) {
        note(imported, Severity::warning, "no-program",
             "'" + source.path(name) + "' holds no source that is understood", "put one source file there");
        return "";
    }
    if (sources.size() == 1) return source.path(sources.front());
    std::vector<std::string> mains;
    for (const std::string& file : sources)
        if (contains(kMainNames, stem(file)) || stem(file) == file_name(name)) mains.push_back(file);
    if (mains.empty())
        for (const std::string& file : sources)
            if (defines_main(source.path(file))) mains.push_back(file);
    if (mains.empty()) mains = sources;
    const auto others = std::count_if(sources.begin(), sources.end(), is_compiled_alone);
    if (others > 1 && is_compiled_alone(mains.front()))
        note(imported, Severity::warning, "several-sources",
             "'" + source.path(name) + "' holds several source files; only '" + mains.front() + "' is compiled",
             "include the others from it");
    return source.path(mains.front());
}

}  // namespace judge
