#include "checker/item.h"

namespace judge {

namespace {

std::uint64_t spread(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
}

/// The part of an item that is sure to stay: white space after it may turn out to be the line's end.
struct Kept {
    std::uint64_t length = 0;
    bool digits_follow = true;
    Digest digest;
};

Kept kept_of(const Item& item) {
    return {item.length, item.digits_follow, item.digest};
}

void go_back(Item& item, const Kept& kept) {
    item.length = kept.length;
    item.digits_follow = kept.digits_follow;
    item.digest = kept.digest;
    if (item.text.size() > kept.length) item.text.resize(static_cast<std::size_t>(kept.length));
}

/// Passes one character, or one line end; true if it was that.
bool pass_line_end(ByteStream& stream, LineEnds ends) {
    const char c = stream.window().front();
    const bool cr_lf = c == '\r' && ends == LineEnds::lf && stream.want(2) && stream.window()[1] == '\n';
    stream.skip(cr_lf ? 2 : 1);
    return cr_lf || c == '\n' || (c == '\r' && ends == LineEnds::lf_and_cr);
}

}  // namespace

Digest Digest::mixed() const {
    const std::uint64_t a = spread(low + 0x9E3779B97F4A7C15U);
    return {a, spread(high ^ a)};
}

void Item::begin(std::uint64_t at) {
    text.clear();
    length = 0;
    offset = at;
    digits_follow = true;
    digest = {};
}

bool pass(ByteStream& stream, CharacterTest separates) {
    while (stream.fill()) {
        if (!separates(stream.window().front())) return true;
        stream.skip(1);
    }
    return false;
}

bool read_token(ByteStream& stream, Item& item, CharacterTest separates) {
    const bool found = pass(stream, separates);
    item.begin(stream.offset());
    if (!found) return false;
    while (stream.fill()) {
        const std::string_view window = stream.window();
        std::size_t count = 0;
        for (; count < window.size() && !separates(window[count]); ++count) item.add(window[count]);
        stream.skip(count);
        if (count < window.size()) break;
    }
    return true;
}

bool read_line(ByteStream& stream, Item& item, LineForm form, LineEnds ends) {
    item.begin(stream.offset());
    if (!stream.fill()) return false;
    Kept kept;
    bool pending_blank = false;
    while (stream.fill()) {
        const char c = stream.window().front();
        if (pass_line_end(stream, ends)) break;
        const bool space = is_space(c);
        if (form == LineForm::words) {
            if (!space && pending_blank && item.length > 0) item.add(' ');
            if (!space) item.add(c);
            pending_blank = space;
            continue;
        }
        if (form == LineForm::stripped && space && item.length == 0) continue;
        item.add(c);
        if (!space) kept = kept_of(item);
    }
    if (form == LineForm::rstripped || form == LineForm::stripped) go_back(item, kept);
    return true;
}

}  // namespace judge
