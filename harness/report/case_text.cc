#include "report/case_text.h"

#include <array>

#include "report/lines.h"
#include "report/panels.h"
#include "report/table.h"

namespace judge {

std::vector<std::string> case_file_lines(const CaseFileText& file, std::size_t most_lines, const Messages& messages,
                                         const RenderOptions& options) {
    const std::string label =
        messages.text(file.role == "input" ? "failure.input" : "failure.answer") + " " + file.path;
    const std::string heading =
        messages.text("failure.counted", label, to_text(file.size), file.count.lines, file.count.tokens);
    const QuoteForm form{options.width - kBarWidth, most_lines, static_cast<std::size_t>(file.count.lines)};
    std::vector<std::string> lines = alone(quote(heading, file.head, form, messages), options);
    if (!file.ends_in_newline)
        for (std::string& line : wrapped("  " + messages.text("show.no_newline"), options.width, 4))
            lines.push_back(painted(line, Ink::doubtful, options));
    return lines;
}

std::vector<std::string> case_list_lines(const std::vector<CaseSizes>& cases, const Messages& messages,
                                         const RenderOptions& options) {
    ColumnForm names{messages.text("html.case"), {}}, inputs{messages.text("failure.input"), {}},
        answers{messages.text("failure.answer"), {}};
    for (const CaseSizes& each : cases) {
        names.cells.push_back({each.name});
        inputs.cells.push_back({to_text(each.input)});
        answers.cells.push_back({each.answer ? to_text(*each.answer) : ""});
    }
    const std::vector<Column> columns = {
        {{std::move(names)}, Column::Align::left, Column::Cut::start, 16},
        {{std::move(inputs)}, Column::Align::right},
        {{std::move(answers)}, Column::Align::right},
    };
    return lay_out(columns, {}, options).lines;
}

}  // namespace judge
