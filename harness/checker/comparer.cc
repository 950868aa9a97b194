#include "checker/comparer.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/hash.h"
#include "checker/comparer_tables.h"

namespace judge {

namespace {

CheckOutcome fault(std::string message) {
    CheckOutcome outcome;
    outcome.kind = CheckOutcome::Kind::judge_fault;
    outcome.message = std::move(message);
    return outcome;
}

std::vector<std::string> words_of(const std::vector<std::string>& args) {
    std::vector<std::string> words;
    for (const std::string& arg : args) {
        std::string_view rest = arg;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            if (end > 0) words.emplace_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return words;
}

std::string flags_hint(const ComparerRow& row) {
    if (row.flags.empty()) return fmt::format("comparer '{}' takes no flags", row.id);
    std::string text = fmt::format("flags of '{}':", row.id);
    for (const CompareFlag& flag : row.flags)
        text += fmt::format(" {}{}{}", flag.name, flag.value.empty() ? "" : " ", flag.value);
    return text;
}

Error flag_error(const ComparerRow& row, std::string_view flag, std::string_view cause) {
    return {ErrorCode::usage, fmt::format("cannot use flag '{}' of comparer '{}': {}", flag, row.id, cause),
            flags_hint(row)};
}

bool has_digest(int fd, const KnownAnswer& known) {
    struct stat facts = {};
    if (fstat(fd, &facts) != 0 || static_cast<std::uint64_t>(facts.st_size) != known.size) return false;
    Hasher hasher;
    ByteStream stream(fd);
    while (stream.fill()) {
        hasher.add(stream.window());
        stream.skip(stream.window().size());
    }
    return stream.error().empty() && hasher.hex() == known.digest;
}

}  // namespace

std::vector<const ComparerRow*> comparers() {
    std::vector<const ComparerRow*> rows;
    for (const std::span<const ComparerRow> table : {house_comparers(), testlib_comparers(), dmoj_comparers()})
        for (const ComparerRow& row : table) rows.push_back(&row);
    return rows;
}

const ComparerRow* find_comparer(std::string_view id) {
    for (const ComparerRow* row : comparers())
        if (row->id == id) return row;
    return nullptr;
}

Result<Comparer> make_comparer(std::string_view id, const std::vector<std::string>& args) {
    const ComparerRow* row = find_comparer(id);
    if (row == nullptr) {
        std::string known = "known comparers:";
        for (const ComparerRow* each : comparers()) known += fmt::format(" {}", each->id);
        return Error{ErrorCode::not_found, fmt::format("cannot find comparer '{}': there is none of that name", id),
                     known};
    }
    Comparer comparer{row, row->defaults};
    const std::vector<std::string> words = words_of(args);
    for (std::size_t at = 0; at < words.size(); ++at) {
        const auto flag = std::find_if(row->flags.begin(), row->flags.end(),
                                       [&](const CompareFlag& each) { return each.name == words[at]; });
        if (flag == row->flags.end()) return flag_error(*row, words[at], "it has no such flag");
        std::string_view value;
        if (!flag->value.empty()) {
            if (++at == words.size()) return flag_error(*row, flag->name, "its value is missing");
            value = words[at];
        }
        if (const Status done = flag->set(comparer.options, value); !done)
            return flag_error(*row, flag->name, done.error().message);
    }
    if (row->check != nullptr)
        if (const Status good = row->check(comparer.options); !good)
            return Error{ErrorCode::usage, fmt::format("cannot use comparer '{}': {}", id, good.error().message),
                         flags_hint(*row)};
    return comparer;
}

CheckOutcome compare(const Comparer& comparer, int output_fd, int answer_fd) {
    ByteStream output(output_fd);
    ByteStream answer(answer_fd);
    const Found found = comparer.row->run(comparer.options, output, answer);
    if (!output.error().empty()) return fault("the output: " + output.error());
    if (!answer.error().empty()) return fault("the answer: " + answer.error());
    return explain(found, output_fd, answer_fd);
}

CheckOutcome compare(const Comparer& comparer, int output_fd, int answer_fd, const KnownAnswer& known) {
    if (comparer.row->reflexive && has_digest(output_fd, known)) {
        CheckOutcome outcome;
        outcome.kind = CheckOutcome::Kind::accepted;
        return outcome;
    }
    return compare(comparer, output_fd, answer_fd);
}

}  // namespace judge
