#pragma once

// Archives: zip, 7z, and tar as it is or compressed, unpacked into a fresh folder; folders packed into a zip.

#include <cstdint>
#include <string>

#include "base/result.h"
#include "base/units.h"

namespace judge {

/// What an archive may unpack to.
struct ArchiveBounds {
    std::uint64_t entries = 200'000;
    Bytes total = gib(4);
    // Above `grace`, the content may be at most `ratio` times the archive's own size: a zip bomb has thousands.
    double ratio = 1000;
    Bytes grace = mib(256);
};

/// True if the bytes of the file at `path` begin as an archive that is understood.
bool is_archive(const std::string& path);

/// "a" of "x/a.tar.gz", "a.zip", "a.7z".
std::string archive_stem(const std::string& path);

/// Unpacks the archive at `path` into `folder`, which must exist, be empty and belong to the caller alone. Names are
/// taken as UTF-8, else as CP949; back-slashes of archives from Windows are slashes. A link becomes a copy of what it
/// leads to.
/// Errors: bad_input - and what was unpacked so far stays in `folder`: an entry or link that leaves it, an absolute
/// name, a device, two entries of one name, over the bounds, encrypted, damaged; the message names the entry. io.
Status unpack(const std::string& path, const std::string& folder, const ArchiveBounds& bounds = {});

/// Packs everything below `folder` into a zip at `path`, in natural order and with times of 1980, so that equal folders
/// make equal bytes. Replaces `path` in one step. Errors: io.
Status pack_zip(const std::string& folder, const std::string& path);

}  // namespace judge
