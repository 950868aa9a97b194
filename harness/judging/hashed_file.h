#pragma once

// A file's content hash, and how to tell whether the file is still the one that was hashed without reading it again.

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/units.h"

namespace judge {

/// What every change to a file's content changes. Source: stat(2), inode(7).
struct FileState {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t modified_ns = 0;
    std::int64_t changed_ns = 0;  // st_ctime, which nobody can set

    bool operator==(const FileState&) const = default;
};

/// Errors: io.
Result<FileState> state_of(int fd);

/// `state` is there if it proves the content: it was the same before and after hashing, and so old by then that a later
/// change cannot bear the same time, however coarse the clock of the file system (2 s on FAT).
struct HashedFile {
    std::string digest;  // "" if the file cannot be read
    Bytes size{};
    /// Why it cannot be used, with its name: it cannot be read, or starts with a UTF-16 byte order mark, with which no
    /// comparison can be right. Empty: it can.
    std::string fault;
    std::optional<FileState> state;

    /// True if the open file is the one that was hashed, unchanged.
    bool is_still(int fd) const;
};

/// Hashes the file at `path`, read through a small buffer. Errors: not_found, io.
Result<HashedFile> hash_file(const std::string& path);

/// The same for a case's file: what stands in the way of reading it is the `fault`.
HashedFile hash_data_file(const std::string& path);

/// The content hash alone. Errors: not_found, io.
Result<std::string> digest_of_file(const std::string& path);

}  // namespace judge
