#include "checker/protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/embedded.h"
#include "base/json_fields.h"

JUDGE_DECLARE_EMBEDDED(data_protocols_json);

namespace judge {

namespace {

template <typename Value>
struct Word {
    std::string_view name;
    Value value;
};

constexpr std::array kMeanings = {
    Word<ExitMeaning>{"accepted", ExitMeaning::accepted},
    Word<ExitMeaning>{"wrong_answer", ExitMeaning::wrong_answer},
    Word<ExitMeaning>{"presentation_error", ExitMeaning::presentation_error},
    Word<ExitMeaning>{"judge_fault", ExitMeaning::judge_fault},
    Word<ExitMeaning>{"score", ExitMeaning::score},
};

constexpr std::array kScores = {
    Word<ScoreSource>{"none", ScoreSource::none},
    Word<ScoreSource>{"testlib", ScoreSource::testlib},
    Word<ScoreSource>{"testlib_share", ScoreSource::testlib_share},
    Word<ScoreSource>{"stderr_points", ScoreSource::stderr_points},
    Word<ScoreSource>{"stderr_partial", ScoreSource::stderr_partial},
    Word<ScoreSource>{"stdout_fraction", ScoreSource::stdout_fraction},
    Word<ScoreSource>{"stdout_percent", ScoreSource::stdout_percent},
    Word<ScoreSource>{"stdout_ratio", ScoreSource::stdout_ratio},
    Word<ScoreSource>{"exit_percent", ScoreSource::exit_percent},
    Word<ScoreSource>{"score_file", ScoreSource::score_file},
    Word<ScoreSource>{"kattis", ScoreSource::kattis},
};

constexpr std::array kOutputs = {
    Word<OutputPlace>{"path", OutputPlace::path},
    Word<OutputPlace>{"stdin", OutputPlace::standard_input},
};

constexpr std::array<std::string_view, 10> kPlaceholders = {"input",      "answer",      "output",       "tout",
                                                            "submission", "source",      "feedback_dir", "full_score",
                                                            "score_file", "message_file"};

template <typename Value, std::size_t Size>
std::optional<Value> value_of(const std::array<Word<Value>, Size>& words, std::string_view name) {
    for (const Word<Value>& word : words)
        if (word.name == name) return word.value;
    return std::nullopt;
}

template <typename Value, std::size_t Size>
Value read_word(JsonFields& fields, std::string_view key, const std::array<Word<Value>, Size>& words, Value fallback) {
    const std::string name = fields.text(key);
    if (name.empty()) return fallback;
    const std::optional<Value> value = value_of(words, name);
    if (value) return *value;
    std::string known;
    for (const Word<Value>& word : words) known += fmt::format(" {}", word.name);
    fields.refuse(key, fmt::format("'{}' is none of{}", name, known));
    return fallback;
}

/// True if every {word} of `text` is a placeholder.
bool placeholders_known(std::string_view text) {
    while (true) {
        const std::size_t begin = text.find('{');
        if (begin == std::string_view::npos) return true;
        const std::size_t end = text.find('}', begin);
        if (end == std::string_view::npos) return false;
        const std::string_view name = text.substr(begin + 1, end - begin - 1);
        if (std::find(kPlaceholders.begin(), kPlaceholders.end(), name) == kPlaceholders.end()) return false;
        text.remove_prefix(end + 1);
    }
}

void read_exit(JsonFields& fields, ProtocolRow& row) {
    row.exit.fill(read_word(fields, "other_exit", kMeanings, ExitMeaning::judge_fault));
    std::optional<JsonFields> codes = fields.object("exit");
    if (!codes) return;
    for (const auto& [code, meaning] : codes->text_members()) {
        unsigned number = 256;
        const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), number);
        const std::optional<ExitMeaning> value = value_of(kMeanings, meaning);
        if (error != std::errc() || end != code.data() + code.size() || number > 255)
            fields.refuse("exit", fmt::format("'{}' is no exit code from 0 to 255", code));
        else if (!value)
            fields.refuse("exit", fmt::format("'{}' is no meaning of an exit code", meaning));
        else
            row.exit[number] = *value;
    }
}

Limits read_limits(JsonFields& fields) {
    Limits limits;
    limits.cpu_time = Nanos(10'000'000'000);
    limits.wall_time = Nanos(30'000'000'000);
    limits.memory = gib(1);
    limits.output = mib(16);
    std::optional<JsonFields> given = fields.object("limits");
    if (!given) return limits;
    const auto number = [&](std::string_view key) -> std::optional<std::uint64_t> {
        const std::optional<std::int64_t> value = given->integer(key);
        if (!value) return std::nullopt;
        if (*value <= 0) given->refuse(key, "must be positive");
        return static_cast<std::uint64_t>(std::max<std::int64_t>(*value, 1));
    };
    if (const auto value = number("cpu_ns")) limits.cpu_time = Nanos(*value);
    if (const auto value = number("wall_ns")) limits.wall_time = Nanos(*value);
    if (const auto value = number("memory_bytes")) limits.memory = Bytes{*value};
    if (const auto value = number("output_bytes")) limits.output = Bytes{*value};
    return limits;
}

ProtocolRow read_row(const std::string& id, JsonFields& fields) {
    ProtocolRow row;
    row.id = id;
    row.title = fields.required_text("title");
    row.source = fields.required_text("source");
    row.arguments = fields.texts("arguments");
    for (const std::string& argument : row.arguments)
        if (argument != "{args}" && !placeholders_known(argument))
            fields.refuse("arguments", fmt::format("'{}' holds an unknown placeholder", argument));
    if (std::optional<JsonFields> files = fields.object("files")) {
        row.files = files->text_members();
        for (const auto& [name, placeholder] : row.files)
            if (!placeholders_known(placeholder) || !placeholder.starts_with('{'))
                fields.refuse("files", fmt::format("'{}' is no placeholder", placeholder));
    }
    row.output = read_word(fields, "output", kOutputs, OutputPlace::path);
    read_exit(fields, row);
    row.score = read_word(fields, "score", kScores, ScoreSource::none);
    row.message = fields.texts("message");
    row.team_message = fields.text("team_message");
    row.next_pass = fields.text("next_pass");
    row.limits = read_limits(fields);
    const bool scores = std::find(row.exit.begin(), row.exit.end(), ExitMeaning::score) != row.exit.end();
    if (scores && row.score == ScoreSource::none) fields.refuse("exit", "means score, but 'score' says no source");
    return row;
}

void put(std::vector<ProtocolRow>& rows, ProtocolRow row) {
    const auto same =
        std::find_if(rows.begin(), rows.end(), [&](const ProtocolRow& each) { return each.id == row.id; });
    if (same == rows.end())
        rows.push_back(std::move(row));
    else
        *same = std::move(row);
}

}  // namespace

Result<Protocols> built_in_protocols() {
    Protocols protocols;
    JUDGE_TRY(merge_protocols(protocols, std::string(JUDGE_EMBEDDED(data_protocols_json)), "protocols.json"));
    return protocols;
}

Status merge_protocols(Protocols& protocols, std::string text, const std::string& file) {
    JUDGE_ASSIGN(document, JsonDocument::parse(std::move(text), file));
    JsonFields root = document.root();
    Protocols merged = protocols;
    struct Table {
        const char* key;
        const char* role;
        std::vector<ProtocolRow>* rows;
    };
    const std::array<Table, 3> tables = {{{"checkers", "checker", &merged.checkers},
                                          {"interactors", "interactor", &merged.interactors},
                                          {"validators", "validator", &merged.validators}}};
    for (const Table& each : tables) {
        std::optional<JsonFields> table = root.object(each.key);
        if (!table) continue;
        for (auto& [id, fields] : table->object_members()) {
            ProtocolRow row = read_row(id, fields);
            row.role = each.role;
            put(*each.rows, std::move(row));
        }
    }
    JUDGE_TRY(root.finish());
    protocols = std::move(merged);
    return Done{};
}

Result<const ProtocolRow*> find_protocol(const std::vector<ProtocolRow>& rows, std::string_view id) {
    std::string known = "known protocols:";
    for (const ProtocolRow& row : rows) {
        if (row.id == id) return &row;
        known += fmt::format(" {}", row.id);
    }
    return Error{ErrorCode::not_found, fmt::format("cannot find protocol '{}': there is none of that name", id), known};
}

}  // namespace judge
