#pragma once

// Whole files and folders: reading, atomic replacement, temporary folders that remove themselves, natural order of
// names.

#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "base/units.h"

namespace judge {

/// The whole content of `path`. Errors: not_found, io, bad_input - it is larger than `limit`.
Result<std::string> read_file(const std::string& path, Bytes limit = gib(1));

/// Replaces `path` so that a reader, or a kill at any moment, sees the old content or the new, never a part: writes a
/// neighbour, fsyncs, renames. Missing parent folders are made. Errors: io - nothing is left behind.
Status write_file_atomically(const std::string& path, std::string_view content, unsigned mode = 0644);

/// Writes what the user asked to have at `path`: a file as `write_file_atomically` does, through symbolic links to
/// where they lead; what is no file (a device, a pipe, /dev/stdout) is written into. Errors: io.
Status write_to(const std::string& path, std::string_view content);

/// Copies a regular file through a small buffer; its owner's right to execute it goes along. Errors: not_found, io;
/// bad_input - it is no regular file; io - `to` exists, unless it is to be replaced.
enum class Existing { refused, replaced };
Status copy_file(const std::string& from, const std::string& to, Existing existing = Existing::refused);

/// mkdir -p. Errors: io - a component is a file, or may not be made.
Status make_directories(const std::string& path, unsigned mode = 0755);

/// Removes `path` and all below it, never following links; unwritable folders are made writable first; any depth. A
/// missing path is success. Errors: io.
Status remove_tree(const std::string& path);

/// One entry of a folder.
struct DirEntry {
    enum class Kind { file, directory, other };
    std::string name;
    Kind kind = Kind::other;  // of what a symbolic link leads to; a dangling one is `other`
};

/// The entries of `path` in natural order, without "." and "..". Errors: not_found, io.
Result<std::vector<DirEntry>> list_directory(const std::string& path);

/// What an ordinary user may still write on the file system of `path`. Errors: io, not_found.
Result<Bytes> free_room(const std::string& path);

bool exists(const std::string& path);
bool is_directory(const std::string& path);
bool is_file(const std::string& path);

/// Absolute and without "." and ".."; symbolic links are resolved where the path exists. Errors: io.
Result<std::string> real_path(const std::string& path);

/// "dir/name", whatever slashes the two carry; an absolute `name` wins.
std::string join_path(std::string_view dir, std::string_view name);
/// "c.cpp" of "/a/b/c.cpp"; "" of "/".
std::string_view file_name(std::string_view path);
/// "/a/b" of "/a/b/c.cpp"; "." of "c.cpp"; "/" of "/c".
std::string_view parent_path(std::string_view path);
/// "cpp" of "a.b.cpp", "" where there is none or the name only starts with a dot.
std::string_view extension(std::string_view path);
/// "a.b" of "/x/a.b.cpp".
std::string_view stem(std::string_view path);

/// True if `a` comes before `b` when runs of digits compare as numbers: "2.in" before "10.in". A strict weak order;
/// equal only for equal bytes.
bool natural_less(std::string_view a, std::string_view b);

/// True if `name` matches the shell pattern (`*`, `?`, `[a-z]`), as fnmatch(3) without flags: `*` crosses slashes.
bool glob_matches(std::string_view pattern, std::string_view name);

/// A fresh folder of mode 0700 that is removed with everything in it on destruction. Move only.
class TempDir {
  public:
    /// Makes `<parent>/<prefix>XXXXXX`; an empty parent is $TMPDIR, else /tmp. Errors: io.
    static Result<TempDir> make(const std::string& prefix, const std::string& parent = "");

    TempDir() = default;
    TempDir(TempDir&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    TempDir& operator=(TempDir&& other) noexcept;
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;
    ~TempDir();

    const std::string& path() const { return path_; }
    std::string operator/(std::string_view name) const { return join_path(path_, name); }

  private:
    explicit TempDir(std::string path) : path_(std::move(path)) {}
    std::string path_;
};

}  // namespace judge
