// Every reader of an outside format on any folder: what it takes in must be written as a problem of ours, and read
// back.
//
// An input is a folder as text: the first line names the format (empty: to be recognised), then a line "=== NAME" goes
// before the content of each file; the line end before such a line is not part of the content.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/files.h"
#include "packages/formats.h"
#include "packages/native.h"
#include "packages/native_writer.h"

namespace judge {
namespace {

constexpr std::string_view kHead = "=== ";
constexpr std::size_t kMostFiles = 60, kLongestName = 120;

bool is_plain_name(std::string_view name) {
    if (name.empty() || name.size() > kLongestName || name.find('\0') != std::string_view::npos) return false;
    for (std::size_t at = 0; at <= name.size();) {
        const std::size_t end = std::min(name.find('/', at), name.size());
        const std::string_view part = name.substr(at, end - at);
        if (part.empty() || part == "." || part == "..") return false;
        at = end + 1;
    }
    return true;
}

// Files whose names clash with others' are left out.
void write_folder(std::string_view text, const std::string& folder) {
    for (std::size_t files = 0; text.starts_with(kHead) && files < kMostFiles; ++files) {
        const std::size_t end = std::min(text.find("\n=== "), text.size());
        std::string_view content = text.substr(kHead.size(), end - std::min(end, kHead.size()));
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::string_view name = content.substr(0, content.find('\n'));
        content.remove_prefix(std::min(name.size() + 1, content.size()));
        const std::string path = join_path(folder, name);
        if (is_plain_name(name) && make_directories(std::string(parent_path(path))))
            (void)write_file_atomically(path, content);
    }
}

void take_in(const std::string& folder, std::string_view format, const std::string& project) {
    const Result<Package> package = read_package(folder, format);
    if (!package) return;
    for (const Imported& imported : package->problems) {
        const Result<Written> written = write_native(imported, project, Overwrite::refuse);
        if (!written) continue;
        const Result<Problem> problem = read_native_problem(project + "/testdata/" + imported.problem.id);
        if (!problem) panic("written, but not read back: " + problem.error().message);
        if (problem->cases.size() != imported.problem.cases.size()) panic("other cases than were written");
    }
}

}  // namespace
}  // namespace judge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace judge;
    static const TempDir work = TempDir::make("package-fuzz-").value();
    std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t line_end = std::min(text.find('\n'), text.size());
    const std::string_view format = text.substr(0, line_end);
    text.remove_prefix(std::min(line_end + 1, text.size()));
    const std::string folder = work / "package", project = work / "project";
    if (!make_directories(folder) || !make_directories(project)) panic("cannot make a folder");
    write_folder(text, folder);
    take_in(folder, format, project);
    if (!remove_tree(folder) || !remove_tree(project)) panic("cannot clear a folder");
    return 0;
}
