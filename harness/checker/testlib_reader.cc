#include "checker/testlib_reader.h"

#include <charconv>

#include "base/utf8.h"
#include "checker/number.h"

namespace judge {

namespace {

std::string shown(const Item& item) {
    constexpr std::size_t kColumns = 64;
    return "'" + cut_to_width(printable(std::string_view(item.text).substr(0, 256)), kColumns) + "'";
}

}  // namespace

bool TestlibSide::refuse_at(std::uint64_t offset, std::string words) {
    refused_ = {};
    refused_.kind = is_answer_ ? CheckOutcome::Kind::judge_fault : CheckOutcome::Kind::presentation_error;
    refused_.cause = is_answer_ ? Cause::answer_form : Cause::form;
    (is_answer_ ? refused_.answer_offset : refused_.output_offset) = offset;
    refused_.words = (is_answer_ ? "the answer: " : "the output: ") + words;
    return false;
}

bool TestlibSide::refuse(const Item& item, std::string words) {
    return refuse_at(item.offset, std::move(words) + ", found " + shown(item));
}

bool TestlibSide::token(Item& item) {
    return read_token(stream_, item, is_testlib_blank) || refuse_at(item.offset, "a token expected, found the end");
}

bool TestlibSide::line(Item& item, LineForm form) {
    return read_line(stream_, item, form, LineEnds::lf) || refuse_at(item.offset, "a line expected, found the end");
}

bool TestlibSide::integer_from(const Item& item, std::int64_t& value) {
    const std::optional<std::string_view> text = item.whole();
    const auto refused = [&] { return refuse(item, "an integer expected"); };
    if (!text || text->empty()) return refused();
    const std::string_view digits = text->substr(text->front() == '-' ? 1 : 0);
    if (digits.empty() || (digits.front() == '0' && text->size() > 1)) return refused();
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    return (error == std::errc() && end == text->data() + text->size()) || refused();
}

bool TestlibSide::integer(std::int64_t& value) {
    return token(item_) && integer_from(item_, value);
}

bool TestlibSide::real(double& value) {
    if (!token(item_)) return false;
    const std::optional<std::string_view> text = item_.whole();
    const std::optional<double> number = text ? parse_number(*text, NumberForm::testlib) : std::nullopt;
    if (!number) return refuse(item_, "a number expected");
    value = *number;
    return true;
}

Found TestlibCheck::accept() {
    if (output.at_end()) return {};
    Found found;
    found.kind = CheckOutcome::Kind::presentation_error;
    found.cause = Cause::output_goes_on;
    found.output_offset = output.offset();
    found.answer_offset = answer.offset();
    return found;
}

Found TestlibCheck::wrong(Cause cause, std::uint64_t output_offset, std::uint64_t answer_offset) {
    return {CheckOutcome::Kind::wrong_answer, cause, output_offset, answer_offset, {}, {}};
}

}  // namespace judge
