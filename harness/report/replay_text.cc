#include "report/replay_text.h"

#include <algorithm>

#include "report/failure.h"
#include "report/lines.h"
#include "report/table.h"
#include "report/words.h"

namespace judge {
namespace {

const Judgement& case_of(const Report& report, const std::string& name) {
    const auto found = std::find_if(report.cases.begin(), report.cases.end(),
                                    [&](const Judgement& judgement) { return judgement.case_name == name; });
    return found == report.cases.end() ? report.cases.front() : *found;
}

std::vector<std::string> then_and_now(const Judgement& then, const Judgement& now, const Messages& messages,
                                      const RenderOptions& options) {
    ColumnForm when{"", {{messages.text("replay.then")}, {messages.text("replay.now")}}};
    ColumnForm verdicts{messages.text("column.verdict"), {}}, cpu{messages.text("column.cpu"), {}},
        wall{messages.text("html.wall"), {}}, memory{messages.text("column.memory"), {}};
    for (const Judgement* each : {&then, &now}) {
        verdicts.cells.push_back({verdict_words(*each, messages)});
        cpu.cells.push_back({against(each->usage.cpu(), each->limits.cpu_time)});
        wall.cells.push_back({to_text(each->usage.wall)});
        memory.cells.push_back({against(each->usage.peak_memory, each->limits.memory)});
    }
    const auto right = Column::Align::right;
    const std::vector<Column> columns = {{{std::move(when)}},
                                         {{std::move(verdicts)}},
                                         {{std::move(cpu), {}}, right},
                                         {{std::move(wall), {}}, right},
                                         {{std::move(memory), {}}, right}};
    return lay_out(columns, {3, 4, 2}, options).lines;
}

std::string words_of_change(const std::string& change, const Messages& messages) {
    if (change == "program") return messages.text("replay.program");
    if (change == "input") return messages.text("replay.input");
    if (change == "answer") return messages.text("replay.answer");
    return messages.text("replay.machine");
}

}  // namespace

std::vector<std::string> changes_of(const Replay& replay) {
    const Judgement &then = case_of(replay.then, replay.case_name), &now = case_of(replay.now, replay.case_name);
    std::vector<std::string> changes;
    if (replay.then.build.key != replay.now.build.key) changes.emplace_back("program");
    if (then.input_digest != now.input_digest) changes.emplace_back("input");
    if (then.answer_digest != now.answer_digest) changes.emplace_back("answer");
    if (replay.then.machine.fingerprint != replay.now.machine.fingerprint) changes.emplace_back("machine");
    return changes;
}

std::vector<std::string> replay_lines(const Replay& replay, const Messages& messages, const RenderOptions& options) {
    const Judgement &then = case_of(replay.then, replay.case_name), &now = case_of(replay.now, replay.case_name);
    std::vector<std::string> lines = named_case_lines(replay.now, now, messages, options);
    lines.emplace_back();
    for (std::string& line : then_and_now(then, now, messages, options)) lines.push_back(std::move(line));
    lines.emplace_back();
    const std::vector<std::string> changes = changes_of(replay);
    for (const std::string& change : changes)
        for (const std::string& line : wrapped(words_of_change(change, messages), options.width, 2))
            lines.push_back(painted(line, Ink::doubtful, options));
    if (changes.empty())
        for (std::string& line : wrapped(messages.text("replay.same"), options.width, 2))
            lines.push_back(std::move(line));
    return lines;
}

}  // namespace judge
