#include "packages/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <vector>

#include "base/files.h"
#include "base/utf8.h"
#include "packages/text.h"

namespace judge {
namespace {

constexpr std::size_t kBlock = 65536;
constexpr std::size_t kDeepest = 64;

struct CloseArchive {
    void operator()(struct archive* handle) const { ::archive_free(handle); }
};
using Handle = std::unique_ptr<struct archive, CloseArchive>;

// The library turns names into the thread's encoding and back; under the plain C locale it loses all but ASCII.
class Utf8Names {
  public:
    Utf8Names() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
        if (locale_ != nullptr) before_ = ::uselocale(locale_);
    }
    Utf8Names(const Utf8Names&) = delete;
    Utf8Names& operator=(const Utf8Names&) = delete;
    ~Utf8Names() {
        if (locale_ == nullptr) return;
        ::uselocale(before_);
        ::freelocale(locale_);
    }

  private:
    locale_t locale_ = nullptr, before_ = nullptr;
};

struct Link {
    std::string name;
    std::string target;  // normal form, inside the archive
};

class Unpacker {
  public:
    Unpacker(const std::string& path, const std::string& folder, const ArchiveBounds& bounds)
        : path_(path), folder_(folder), bounds_(bounds), reader_(::archive_read_new()) {}

    Status run() {
        const Utf8Names names;
        JUDGE_TRY(open());
        for (;;) {
            struct archive_entry* entry = nullptr;
            const int code = ::archive_read_next_header(reader_.get(), &entry);
            if (code == ARCHIVE_EOF) break;
            if (code < ARCHIVE_WARN) return damaged();
            if (++entries_ > bounds_.entries)
                return refuse("", "it holds over " + std::to_string(bounds_.entries) + " entries");
            JUDGE_TRY(take(entry));
        }
        if (entries_ == 0) return refuse("", "it is empty or damaged");
        return follow_links();
    }

  private:
    Error refuse(const std::string& entry, const std::string& cause) const {
        const std::string place = entry.empty() ? "" : "the entry '" + printable(entry) + "' ";
        return {ErrorCode::bad_input, "cannot unpack '" + path_ + "': " + place + cause,
                "unpack it by hand, look at it, and import the folder"};
    }
    Error damaged() const {
        const char* cause = ::archive_error_string(reader_.get());
        return refuse("", std::string("it is damaged or not understood: ") + (cause != nullptr ? cause : "unknown"));
    }

    Status open() {
        struct archive* reader = reader_.get();
        ::archive_read_support_format_zip(reader);
        ::archive_read_support_format_7zip(reader);
        ::archive_read_support_format_tar(reader);
        for (const auto support : {::archive_read_support_filter_gzip, ::archive_read_support_filter_bzip2,
                                   ::archive_read_support_filter_xz, ::archive_read_support_filter_lzma,
                                   ::archive_read_support_filter_zstd, ::archive_read_support_filter_compress})
            support(reader);
        JUDGE_ASSIGN(file, open_file(path_, O_RDONLY));
        struct stat facts {};
        if (::fstat(file.get(), &facts) != 0) return errno_error(ErrorCode::io, "cannot read '" + path_ + "'", errno);
        archive_size_ = static_cast<double>(facts.st_size);
        file_ = std::move(file);
        if (::archive_read_open_fd(reader, file_.get(), kBlock) != ARCHIVE_OK) return damaged();
        return Done{};
    }

    // The name in the archive's own form. Where the library cannot turn it into UTF-8, the bytes as they stand.
    static std::string name_of(struct archive_entry* entry) {
        if (const char* name = ::archive_entry_pathname_utf8(entry); name != nullptr) return name;
        const char* name = ::archive_entry_pathname(entry);
        return name == nullptr ? "" : decode_name(name);
    }

    // "a/b" of "./a//b/", of `name` as seen from the folder `base`. Errors: bad_input - it leaves the archive.
    Result<std::string> normal(std::string name, const std::string& base, const std::string& entry) const {
        if (name.find('/') == std::string::npos) std::replace(name.begin(), name.end(), '\\', '/');
        if (name.starts_with('/') || (name.size() > 1 && name[1] == ':')) return refuse(entry, "has an absolute name");
        std::vector<std::string> parts;
        const auto add = [&](const std::string& text) {
            for (std::size_t begin = 0; begin <= text.size();) {
                const std::size_t end = std::min(text.find('/', begin), text.size());
                const std::string part = text.substr(begin, end - begin);
                begin = end + 1;
                if (part.empty() || part == ".") continue;
                if (part != "..") {
                    parts.push_back(part);
                } else if (parts.empty()) {
                    return false;
                } else {
                    parts.pop_back();
                }
            }
            return true;
        };
        if (!add(base) || !add(name)) return refuse(entry, "would be written outside of the target folder");
        if (parts.size() > kDeepest) return refuse(entry, "is nested deeper than 64 folders");
        std::string joined;
        for (const std::string& part : parts) joined += (joined.empty() ? "" : "/") + part;
        if (std::any_of(parts.begin(), parts.end(), [](const std::string& part) { return part.size() > 255; }))
            return refuse(entry, "has a name of over 255 bytes");
        return joined;
    }

    Status take(struct archive_entry* entry) {
        const std::string raw = name_of(entry);
        // ".." is refused even where it would stay inside: no honest archiver writes it.
        if (("/" + raw + "/").find("/../") != std::string::npos)
            return refuse(raw, "would be written outside of the target folder");
        JUDGE_ASSIGN(name, normal(raw, "", raw));
        if (name.empty()) return Done{};
        if (::archive_entry_is_encrypted(entry) != 0) return refuse(name, "is encrypted");
        const auto type = ::archive_entry_filetype(entry);
        const char* hard = ::archive_entry_hardlink(entry);
        if (type == AE_IFDIR) return make_directories(join_path(folder_, name));
        if (!names_.insert(name).second) return refuse(name, "is there twice");
        if (hard != nullptr) return add_link(name, hard, "");
        if (type == AE_IFLNK) {
            const char* target = ::archive_entry_symlink(entry);
            return add_link(name, target == nullptr ? "" : target, std::string(parent_path(name)));
        }
        if (type != AE_IFREG && type != 0) return refuse(name, "is a device, a pipe or a socket");
        return write(name, (::archive_entry_perm(entry) & 0100) != 0 ? 0755 : 0644);
    }

    Status add_link(const std::string& name, const std::string& target, const std::string& base) {
        Result<std::string> inside = normal(target, base == "." ? "" : base, name);
        if (!inside) return refuse(name, "is a link that leaves the archive");
        links_.push_back({name, *std::move(inside)});
        return Done{};
    }

    Status write(const std::string& name, unsigned mode) {
        const std::string target = join_path(folder_, name);
        JUDGE_TRY(make_directories(std::string(parent_path(target))));
        Result<Fd> file = open_file(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
        if (!file) return refuse(name, "cannot be written: " + file.error().message);
        std::array<char, kBlock> buffer;
        for (;;) {
            const auto count = ::archive_read_data(reader_.get(), buffer.data(), buffer.size());
            if (count < 0) return damaged();
            if (count == 0) return Done{};
            total_ += static_cast<std::uint64_t>(count);
            if (total_ > bounds_.total.count) return refuse("", "it unpacks to over " + to_text(bounds_.total));
            if (total_ > bounds_.grace.count && static_cast<double>(total_) > archive_size_ * bounds_.ratio)
                return refuse("", "it unpacks to more than a thousand times its size");
            JUDGE_TRY(write_all(file->get(), {buffer.data(), static_cast<std::size_t>(count)}));
        }
    }

    // After everything is there. A link to a folder, and one whose target is missing, says nothing a judge could use.
    Status follow_links() {
        for (const Link& link : links_) {
            const std::string from = join_path(folder_, link.target), to = join_path(folder_, link.name);
            if (!is_file(from)) continue;
            JUDGE_ASSIGN(content, read_file(from));
            total_ += content.size();
            if (total_ > bounds_.total.count) return refuse("", "it unpacks to over " + to_text(bounds_.total));
            JUDGE_TRY(make_directories(std::string(parent_path(to))));
            JUDGE_ASSIGN(file, open_file(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW));
            JUDGE_TRY(write_all(file.get(), content));
        }
        return Done{};
    }

    const std::string& path_;
    const std::string& folder_;
    const ArchiveBounds& bounds_;
    Fd file_;  // before the reader, which reads from it
    Handle reader_;
    std::set<std::string> names_;
    std::vector<Link> links_;
    std::uint64_t entries_ = 0, total_ = 0;
    double archive_size_ = 0;
};

Status list_all(const std::string& folder, const std::string& relative, std::vector<std::string>& files) {
    JUDGE_ASSIGN(entries, list_directory(relative.empty() ? folder : join_path(folder, relative)));
    for (const DirEntry& entry : entries) {
        const std::string name = relative.empty() ? entry.name : relative + "/" + entry.name;
        if (entry.kind == DirEntry::Kind::directory) JUDGE_TRY(list_all(folder, name, files));
        if (entry.kind == DirEntry::Kind::file) files.push_back(name);
    }
    return Done{};
}

struct FreeEntry {
    void operator()(struct archive_entry* entry) const { ::archive_entry_free(entry); }
};

Status add_to_zip(struct archive* writer, const std::string& folder, const std::string& name) {
    constexpr std::time_t kOldestInZip = 315619200;  // 1980-01-02, whatever the time zone
    JUDGE_ASSIGN(file, open_file(join_path(folder, name), O_RDONLY));
    struct stat facts {};
    if (::fstat(file.get(), &facts) != 0) return errno_error(ErrorCode::io, "cannot read '" + name + "'", errno);
    const std::unique_ptr<struct archive_entry, FreeEntry> entry(::archive_entry_new());
    ::archive_entry_set_pathname(entry.get(), name.c_str());
    ::archive_entry_set_filetype(entry.get(), AE_IFREG);
    ::archive_entry_set_perm(entry.get(), (facts.st_mode & 0100) != 0 ? 0755 : 0644);
    ::archive_entry_set_size(entry.get(), facts.st_size);
    ::archive_entry_set_mtime(entry.get(), kOldestInZip, 0);
    const auto failed = [&] {
        const char* cause = ::archive_error_string(writer);
        return Error{ErrorCode::io, "cannot pack '" + name + "': " + (cause != nullptr ? cause : "unknown"), ""};
    };
    if (::archive_write_header(writer, entry.get()) < ARCHIVE_WARN) return failed();
    std::array<char, kBlock> buffer;
    for (std::uint64_t offset = 0;;) {
        JUDGE_ASSIGN(count, read_at(file.get(), buffer, offset));
        if (count == 0) return Done{};
        if (::archive_write_data(writer, buffer.data(), count) < 0) return failed();
        offset += count;
    }
}

}  // namespace

bool is_archive(const std::string& path) {
    if (!is_file(path)) return false;
    const Result<Fd> file = open_file(path, O_RDONLY);
    if (!file) return false;
    std::array<char, 264> buffer{};
    const Result<std::size_t> count = read_at(file->get(), buffer, 0);
    if (!count) return false;
    const std::string_view head(buffer.data(), *count);
    for (const std::string_view magic :
         {std::string_view("PK\x03\x04"), std::string_view("PK\x05\x06"), std::string_view("7z\xBC\xAF\x27\x1C"),
          std::string_view("\x1F\x8B"), std::string_view("BZh"), std::string_view("\xFD\x37zXZ\0", 6),
          std::string_view("\x28\xB5\x2F\xFD"), std::string_view("\x1F\x9D")})
        if (head.starts_with(magic)) return true;
    return head.size() > 262 && head.substr(257, 5) == "ustar";
}

std::string archive_stem(const std::string& path) {
    std::string name(file_name(path));
    for (const std::string_view ending :
         {".zip", ".7z", ".tar", ".tgz", ".tbz2", ".txz", ".gz", ".bz2", ".xz", ".zst", ".lzma", ".Z", ".kpp", ".tar"})
        if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
    return name;
}

Status unpack(const std::string& path, const std::string& folder, const ArchiveBounds& bounds) {
    return Unpacker(path, folder, bounds).run();
}

Status pack_zip(const std::string& folder, const std::string& path) {
    std::vector<std::string> files;
    JUDGE_TRY(list_all(folder, "", files));
    JUDGE_TRY(make_directories(std::string(parent_path(path))));
    const std::string fresh = path + ".new-" + std::to_string(::getpid());
    const auto pack = [&]() -> Status {
        const Utf8Names names;
        const Handle writer(::archive_write_new());
        ::archive_write_set_format_zip(writer.get());
        if (::archive_write_open_filename(writer.get(), fresh.c_str()) != ARCHIVE_OK)
            return Error{ErrorCode::io, "cannot write '" + fresh + "'", ""};
        for (const std::string& file : files) JUDGE_TRY(add_to_zip(writer.get(), folder, file));
        if (::archive_write_close(writer.get()) != ARCHIVE_OK)
            return Error{ErrorCode::io, "cannot write '" + fresh + "'", ""};
        return Done{};
    };
    Status packed = pack();
    if (packed && ::rename(fresh.c_str(), path.c_str()) != 0)
        packed = errno_error(ErrorCode::io, "cannot write '" + path + "'", errno);
    if (!packed) ::unlink(fresh.c_str());
    return packed;
}

}  // namespace judge
