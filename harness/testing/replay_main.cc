// replay FILE-OR-FOLDER...: what a fuzzer's program is without libFuzzer. Feeds each file to the fuzzer's function
// once, so that everything ever found stays mended under every compiler. Exit status: 0 all were fed, 2 there were
// none.

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using judge::join_path;

std::size_t feed(const std::string& path) {
    if (judge::is_directory(path)) {
        std::size_t count = 0;
        const auto entries = judge::list_directory(path);
        if (!entries) judge::panic(entries.error().message);
        for (const judge::DirEntry& entry : *entries) count += feed(join_path(path, entry.name));
        return count;
    }
    const auto bytes = judge::read_file(path);
    if (!bytes) judge::panic(bytes.error().message);
    fmt::print("{}\n", path);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size());
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t count = 0;
    for (int i = 1; i < argc; ++i) count += feed(argv[i]);
    if (count == 0) {
        fmt::print(stderr, "usage: {} FILE-OR-FOLDER...\n", argv[0]);
        return 2;
    }
    return 0;
}
