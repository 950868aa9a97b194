#include "report/batch_text.h"

#include <fmt/format.h>

#include "report/table.h"

namespace judge {

std::vector<std::string> batch_lines(const std::vector<BatchLine>& batches, const Messages& messages,
                                     const RenderOptions& options) {
    ColumnForm numbers{messages.text("batch.run"), {}}, times{messages.text("batch.when"), {}},
        counts{messages.text("batch.as_expected"), {}}, names{messages.text("batch.what"), {}};
    for (const BatchLine& batch : batches) {
        const bool good = batch.as_expected == batch.submissions;
        numbers.cells.push_back({std::to_string(batch.number)});
        times.cells.push_back({batch.when});
        counts.cells.push_back({fmt::format("{} {}/{}", good ? "✓" : "✗", batch.as_expected, batch.submissions),
                                good ? Ink::good : Ink::bad});
        names.cells.push_back({batch.what});
    }
    const std::vector<Column> columns = {
        {{std::move(numbers)}, Column::Align::right},
        {{std::move(times), {}}},
        {{std::move(counts)}},
        {{std::move(names)}, Column::Align::left, Column::Cut::end, 12},
    };
    return lay_out(columns, {1}, options).lines;
}

}  // namespace judge
