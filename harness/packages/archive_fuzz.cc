// Unpacking of any bytes: nothing may leave the folder, and what was unpacked must be below the bounds.

#include <sys/stat.h>

#include <cstdint>
#include <string_view>

#include "base/files.h"
#include "packages/archive.h"
#include "packages/imported.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace judge;
    static const TempDir work = TempDir::make("archive-fuzz-").value();
    const std::string path = work / "archive", folder = work / "in/folder";
    if (!write_file_atomically(path, {reinterpret_cast<const char*>(data), size})) panic("cannot write the archive");
    if (!is_archive(path)) return 0;
    if (!make_directories(folder)) panic("cannot make a folder");
    ArchiveBounds bounds;
    bounds.entries = 200;
    bounds.total = mib(1);
    bounds.grace = kib(64);
    const Status unpacked = unpack(path, folder, bounds);
    if (list_directory(work / "in").value().size() != 1) panic("something left the folder");
    if (unpacked)
        if (const auto source = open_source(folder, "fuzz", ""); source && source->files.size() > bounds.entries)
            panic("more entries than allowed");
    if (!remove_tree(work / "in")) panic("cannot clear the folder");
    return 0;
}
