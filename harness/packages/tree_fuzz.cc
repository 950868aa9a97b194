// The lenient YAML and JSON readers, and the decoding of texts before them. An input: 'y', 'j' or 't', then the text.

#include <cstdint>
#include <string>

#include "base/utf8.h"
#include "packages/text.h"
#include "packages/tree.h"

namespace judge {
namespace {

// Asks for everything in every way.
void visit(const Tree& tree) {
    if (tree.where().empty()) panic("a value of no place");
    if (!is_valid_utf8(tree.text())) panic("a text that is no UTF-8");
    for (const auto& [key, value] : tree.members()) {
        if (!tree.has(key)) panic("a member that is not there");
        (void)tree.text(key);
        (void)tree.number(key);
        (void)tree.integer(key);
        (void)tree.boolean(key, false);
        (void)tree.texts(key);
        (void)tree.words(key);
        visit(value);
    }
    if (tree.is_sequence())
        for (const Tree& item : tree.items()) visit(item);
}

}  // namespace
}  // namespace judge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace judge;
    if (size < 1) return 0;
    const Result<DecodedText> text =
        decode_text(std::string(reinterpret_cast<const char*>(data) + 1, size - 1), "input");
    if (!text) return 0;
    if (!is_valid_utf8(text->text)) panic("decoded to no UTF-8");
    if (data[0] != 'y' && data[0] != 'j') return 0;
    const Result<TreeFile> file =
        data[0] == 'y' ? TreeFile::parse_yaml(text->text, "input") : TreeFile::parse_json(text->text, "input");
    if (!file) return 0;
    visit(file->root());
    Imported imported;
    (void)file->finish(imported);
    return 0;
}
