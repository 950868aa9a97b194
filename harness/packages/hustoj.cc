#include "packages/hustoj.h"

#include <algorithm>
#include <array>
#include <pugixml.hpp>
#include <sstream>

#include "base/files.h"
#include "base/utf8.h"
#include "packages/pairs.h"
#include "packages/program.h"
#include "packages/text.h"
#include "packages/xml.h"

namespace judge {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kEndings = {{{"c++", "cpp"},
                                                                                     {"cpp", "cpp"},
                                                                                     {"g++", "cpp"},
                                                                                     {"c#", "cs"},
                                                                                     {"python", "py"},
                                                                                     {"pypy", "py"},
                                                                                     {"javascript", "js"},
                                                                                     {"node", "js"},
                                                                                     {"java", "java"},
                                                                                     {"pascal", "pas"},
                                                                                     {"golang", "go"},
                                                                                     {"go", "go"},
                                                                                     {"ruby", "rb"},
                                                                                     {"bash", "sh"},
                                                                                     {"php", "php"},
                                                                                     {"perl", "pl"},
                                                                                     {"rust", "rs"},
                                                                                     {"c", "c"}}};

struct JudgeProgram {
    std::string_view stem, protocol;
};
constexpr std::array<JudgeProgram, 3> kPrograms = {{{"spj", "hustoj"}, {"tpj", "hustoj"}, {"upj", "hustoj-upj"}}};

class ItemReader {
  public:
    ItemReader(const Source& source, pugi::xml_node item, const std::string& place)
        : source_(source), item_(item), place_(place) {}

    Result<Imported> run() {
        Problem& problem = imported_.problem;
        const std::string title = trimmed(item_.child("title").text().as_string());
        problem.id = safe_id(title.empty() ? source_.name : title);
        problem.title["zh"] = title;
        problem.source_url = trimmed(item_.child("url").text().as_string());
        problem.profile = "local";
        problem.language_extra = false;
        read_limits();
        JUDGE_TRY(read_cases("sample_input", "sample_output", "sample"));
        JUDGE_TRY(read_cases("test_input", "test_output", "secret"));
        JUDGE_TRY(read_programs());
        JUDGE_TRY(keep_statement());
        if (problem.cases.empty()) note(imported_, Severity::warning, "no-cases", "'" + title + "' has no test data");
        assume_limits(imported_);
        return std::move(imported_);
    }

  private:
    // A number with its unit; nothing where it is none or makes no sense.
    std::optional<double> value_of(const char* name, std::string_view small_unit, double small) {
        const pugi::xml_node node = item_.child(name);
        const std::string text = trimmed(node.text().as_string());
        if (text.empty()) return std::nullopt;
        char* end = nullptr;
        double value = std::strtod(text.c_str(), &end);
        const std::string unit = lower_ascii(node.attribute("unit").value());
        if (unit == small_unit) value /= small;
        if (*end == '\0' && value > 0 && value < 1e6) return value;
        note(imported_, Severity::warning, "bad-limit", std::string(name) + " of '" + place_ + "' is '" + text + "'");
        return std::nullopt;
    }

    void read_limits() {
        Limits& limits = imported_.problem.limits;
        if (const std::optional<double> time = value_of("time_limit", "ms", 1000); time && *time < 86400)
            limits.cpu_time = Nanos(static_cast<std::int64_t>(*time * 1e9));
        if (const std::optional<double> memory = value_of("memory_limit", "kb", 1024))
            limits.memory = Bytes{static_cast<std::uint64_t>(*memory * (1 << 20))};
    }

    // Inputs and outputs stand one after another; the nth of each belong together.
    Status read_cases(const char* inputs, const char* outputs, const std::string& group) {
        pugi::xml_node output = item_.child(outputs);
        int number = 0;
        for (pugi::xml_node input = item_.child(inputs); input; input = input.next_sibling(inputs)) {
            const std::string text = input.text().as_string();
            ++number;
            const std::string name = input.attribute("name").value(),
                              base = name.empty() ? std::to_string(number) : name;
            const std::string path = place_ + "/" + group + std::to_string(number);
            JUDGE_ASSIGN(input_path, write_scratch(source_, path + ".in", text));
            std::string answer_path;
            if (output) {
                JUDGE_ASSIGN(written, write_scratch(source_, path + ".ans", output.text().as_string()));
                answer_path = std::move(written);
                output = output.next_sibling(outputs);
            } else {
                note(imported_, Severity::warning, "no-answer",
                     "input " + std::to_string(number) + " of '" + imported_.problem.id + "' has no answer");
            }
            add_case(imported_, group, base, input_path, answer_path);
        }
        return Done{};
    }

    Status read_programs() {
        imported_.problem.checker.compare = "boj";
        for (const JudgeProgram& kind : kPrograms) {
            const pugi::xml_node node = item_.child(std::string(kind.stem).c_str());
            const std::string text = node.text().as_string();
            if (trimmed(text).empty()) continue;
            const std::string name =
                std::string(kind.stem) + "." + ending_of_language(node.attribute("language").as_string("C++"));
            JUDGE_ASSIGN(path, write_scratch(source_, place_ + "/" + name, text));
            imported_.problem.checker.compare.clear();
            imported_.problem.checker.protocol = kind.protocol;
            imported_.problem.checker.program = std::move(path);
        }
        int number = 0;
        for (const pugi::xml_node node : item_.children("solution")) {
            const std::string text = node.text().as_string();
            if (trimmed(text).empty()) continue;
            const std::string name =
                "solution" + std::to_string(++number) + "." + ending_of_language(node.attribute("language").value());
            JUDGE_ASSIGN(path, write_scratch(source_, place_ + "/" + name, text));
            add_submission(imported_, "accepted", name, {path});
        }
        return Done{};
    }

    // Everything but the test data, as the XML that it was.
    Status keep_statement() {
        pugi::xml_document rest;
        pugi::xml_node root = rest.append_child("fps").append_child("item");
        for (const pugi::xml_node node : item_.children()) {
            const std::string_view name = node.name();
            if (name != "test_input" && name != "test_output") root.append_copy(node);
        }
        std::ostringstream text;
        rest.save(text, "  ");
        JUDGE_ASSIGN(path, write_scratch(source_, place_ + "/statement.xml", text.str()));
        imported_.kept.push_back({"statement.xml", std::move(path)});
        return Done{};
    }

    const Source& source_;
    pugi::xml_node item_;
    const std::string& place_;
    Imported imported_;
};

}  // namespace

std::string ending_of_language(std::string_view language) {
    const std::string word = lower_ascii(language);
    for (const auto& [name, ending] : kEndings)
        if (word.starts_with(name)) return std::string(ending);
    return "txt";
}

bool is_fps(const Source& source) {
    return std::any_of(source.files.begin(), source.files.end(), [&](const std::string& file) {
        if (extension(file) != "xml" && extension(file) != "fps") return false;
        const Result<DecodedText> text = read_text(source.path(file));
        return text && text->text.substr(0, 4096).find("<fps") != std::string::npos;
    });
}

Result<std::vector<Imported>> read_fps(const Source& source) {
    std::vector<Imported> all;
    std::unordered_set<std::string> ids;
    for (const std::string& file : source.files) {
        if (extension(file) != "xml" && extension(file) != "fps") continue;
        pugi::xml_document document;
        JUDGE_TRY(read_xml(source.path(file), document));
        for (const pugi::xml_node item : document.child("fps").children("item")) {
            const std::string place = "fps" + std::to_string(all.size());
            JUDGE_ASSIGN(imported, ItemReader(source, item, place).run());
            const std::string wanted = imported.problem.id;
            for (int copy = 2; !ids.insert(imported.problem.id).second; ++copy)
                imported.problem.id = wanted + "-" + std::to_string(copy);
            all.push_back(std::move(imported));
        }
    }
    if (all.empty())
        return Error{ErrorCode::bad_input, "cannot import '" + source.folder + "': no file holds an <item> of <fps>",
                     ""};
    return all;
}

bool is_hustoj(const Source& source) {
    const bool judged = std::any_of(source.files.begin(), source.files.end(), [](const std::string& file) {
        return std::any_of(kPrograms.begin(), kPrograms.end(), [&](const JudgeProgram& p) {
            return file == p.stem || (stem(file) == p.stem && is_source_file(file) && parent_path(file) == ".");
        });
    });
    return judged && std::any_of(source.files.begin(), source.files.end(),
                                 [](const std::string& f) { return f.ends_with(".in"); });
}

Result<std::vector<Imported>> read_hustoj(const Source& source) {
    std::vector<Imported> all(1);
    Imported& imported = all.front();
    Problem& problem = imported.problem;
    problem.id = safe_id(source.name);
    problem.profile = "local";
    problem.language_extra = false;
    const Pairing pairing = pair_files(source.files);
    add_pairs(imported, source, pairing);
    std::string taken;
    for (const JudgeProgram& kind : kPrograms)
        for (const std::string& file : source.files) {
            if (stem(file) != kind.stem || !is_source_file(file) || parent_path(file) != ".") continue;
            problem.checker.compare.clear();
            problem.checker.protocol = kind.protocol;
            problem.checker.program = source.path(file);
            taken = file;
        }
    if (taken.empty())
        note(
            imported, Severity::warning, "binary-checker",
            "the checker of '" + source.folder + "' is there as a program without its source; boj's comparison is used",
            "add its source and set checker in problem.json");
    for (const std::string& file : pairing.rest)
        if (file != taken) imported.kept.push_back({file, source.path(file)});
    assume_limits(imported);
    return all;
}

}  // namespace judge
