#include "report/messages.h"

#include <optional>

#include "base/embedded.h"
#include "base/json_fields.h"

JUDGE_DECLARE_EMBEDDED(data_messages_json);

namespace judge {
namespace {

/// The replacement of what stands between two braces: "0" or "0|case|cases".
std::optional<std::string> replacement(std::string_view inside, std::initializer_list<std::string> args) {
    if (inside.empty() || inside[0] < '0' || inside[0] > '9') return std::nullopt;
    const std::size_t index = static_cast<std::size_t>(inside[0] - '0');
    if (index >= args.size()) return std::nullopt;
    const std::string& argument = args.begin()[index];
    if (inside.size() == 1) return argument;
    const std::size_t middle = inside.find('|', 2);
    if (inside[1] != '|' || middle == std::string_view::npos) return std::nullopt;
    return std::string(argument == "1" ? inside.substr(2, middle - 2) : inside.substr(middle + 1));
}

}  // namespace

std::string_view id_of(Tongue tongue) {
    return tongue == Tongue::ko ? "ko" : "en";
}

Messages::Messages(Tongue tongue) : tongue_(tongue) {
    Result<JsonDocument> document =
        JsonDocument::parse(std::string(JUDGE_EMBEDDED(data_messages_json)), "messages.json");
    if (!document) panic(document.error().message);
    for (auto& [id, sentence] : document->root().object_members()) table_[id] = sentence.required_text(id_of(tongue));
    if (tongue == Tongue::ko) phrasebook_ = std::make_shared<Phrasebook>();
}

std::string Messages::translated(std::string_view english) const {
    return phrasebook_ ? phrasebook_->korean(english).text : std::string(english);
}

std::string Messages::filled(std::string_view id, std::initializer_list<std::string> args) const {
    const auto found = table_.find(id);
    if (found == table_.end()) return "[" + std::string(id) + "]";
    std::string_view rest = found->second;
    std::string out;
    while (!rest.empty()) {
        const std::size_t open = rest.find('{');
        const std::size_t close = open == std::string_view::npos ? open : rest.find('}', open);
        if (close == std::string_view::npos) break;
        out += rest.substr(0, open);
        if (const auto text = replacement(rest.substr(open + 1, close - open - 1), args)) {
            out += *text;
        } else {
            out += rest.substr(open, close - open + 1);
        }
        rest.remove_prefix(close + 1);
    }
    return out.append(rest);
}

std::string_view Messages::verdict(Verdict verdict) const {
    return tongue_ == Tongue::ko ? row_of(verdict).korean : row_of(verdict).code;
}

}  // namespace judge
