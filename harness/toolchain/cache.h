#pragma once

// Built things on disk, found by their content's key. Shared by any number of threads and processes; a kill at any
// moment leaves either a whole entry or none.
//
//     <folder>/tmp/XXXXXX/          being built; held by a lock, swept when its builder is gone
//     <folder>/entries/ab/<key>/    entry.json and files/
//     <folder>/manifests/ab/<key>   which headers a compilation really read (toolchain/manifest.h)
//     <folder>/tools/<key>          what a compiler said of its version

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/files.h"
#include "base/result.h"
#include "model/report.h"

namespace judge {

/// What is remembered of one compilation besides its files.
struct CacheRecord {
    bool ok = false;     // false: a compile error, remembered with its messages
    std::string reason;  // of a compile error
    std::string log;     // compiler's messages
    Nanos wall{};        // of the compilation that made the entry
};

struct CacheEntry {
    CacheRecord record;
    std::string files;  // absolute folder
};

struct CacheStats {
    std::uint64_t entries = 0;
    Bytes size{};
    Bytes bound{};
};

/// A folder in which something is being built; its `files` become an entry's. Gone, with all in it, on destruction.
struct BuildFolder {
    TempDir dir;
    Fd lock;

    std::string files() const { return dir / "files"; }
};

class Cache {
  public:
    /// Opens, and makes where missing, the cache in `folder` (mode 0700). Errors: io - it may not be written.
    static Result<Cache> open(const std::string& folder, Bytes bound);

    Cache(Cache&&) noexcept;
    ~Cache();

    const std::string& folder() const { return folder_; }

    /// The entry of `key`, held against removal while this Cache lives and until 128 others were asked for, or nothing.
    /// An entry that is not whole (a file missing or of the wrong size) is removed and counts as absent.
    std::optional<CacheEntry> find(const std::string& key) const;

    /// Errors: io.
    Result<BuildFolder> make_build_folder() const;

    /// Makes `build` the entry of `key`. If another process was faster, its entry stays. Then trims the cache to its
    /// bound. Errors: io - a full disk among them; the build is lost, the cache is whole.
    Result<CacheEntry> put(const std::string& key, const CacheRecord& record, BuildFolder build) const;

    /// Small texts of `kind` ("manifests", "tools"). Errors of writing are not worth failing a compilation.
    std::optional<std::string> read_note(std::string_view kind, const std::string& key) const;
    void write_note(std::string_view kind, const std::string& key, std::string_view text) const;

    /// Waits until no other thread or process builds `key`; the lock ends with the value. Errors: io.
    Result<Fd> lock_key(const std::string& key) const;

    CacheStats stats() const;
    /// Removes every entry and note that nobody holds; returns the bytes freed. Errors: io.
    Result<Bytes> clear() const;

  private:
    Cache() = default;
    std::string entry_path(const std::string& key) const;
    bool hold(const std::string& key) const;
    void sweep_builds() const;
    Result<Bytes> trim(Bytes target) const;
    Result<Bytes> remove_entry(const std::string& path) const;

    std::string folder_;
    Bytes bound_{};
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

}  // namespace judge
