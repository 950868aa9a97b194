#include "commands/starter.h"

#include <fmt/format.h>

#include <array>

#include "base/files.h"

namespace judge {
namespace {

struct Bare {
    std::string_view ending, text;
};
constexpr std::array<Bare, 4> kBare = {
    {{"cpp",
      "#include <bits/stdc++.h>\n\nint main() {\n    std::ios::sync_with_stdio(false);\n    "
      "std::cin.tie(nullptr);\n}\n"},
     {"c", "#include <stdio.h>\n\nint main(void) {\n    return 0;\n}\n"},
     {"py", "import sys\n\ninput = sys.stdin.readline\n"},
     {"java",
      "import java.io.*;\nimport java.util.*;\n\npublic class Main {\n    public static void main(String[] args) "
      "throws "
      "IOException {\n        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));\n    }\n}\n"}}};

Result<std::string> text_of(const Project& project, const std::string& ending) {
    if (const auto own = project.templates.find(ending); own != project.templates.end()) return read_file(own->second);
    for (const Bare& bare : kBare)
        if (bare.ending == ending) return std::string(bare.text);
    return Error{ErrorCode::usage, fmt::format("cannot begin a source in '{}': there is no template for it", ending),
                 fmt::format("add one to judge.json: \"template\": {{\"{0}\": \"templates/main.{0}\"}}", ending)};
}

}  // namespace

Result<std::string> write_starter(const Project& project, const std::string& id, const std::string& ending) {
    JUDGE_ASSIGN(submissions, list_submissions(project, id));
    if (!submissions.empty()) return std::string();
    const std::string kind = !ending.empty()             ? ending
                             : project.templates.empty() ? "cpp"
                                                         : project.templates.begin()->first;
    JUDGE_ASSIGN(text, text_of(project, kind));
    const std::string name = fmt::format("solutions/{}/{}", id, kind == "java" ? "Main.java" : id + "." + kind);
    JUDGE_TRY(write_file_atomically(join_path(project.root, name), text));
    return name;
}

}  // namespace judge
