#include "toolchain/cache_record.h"

#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/utf8.h"

namespace judge {

namespace {

using nlohmann::json;

void add_sizes(const std::string& folder, const std::string& below, json& sizes) {
    const auto entries = list_directory(folder);
    if (!entries) return;
    for (const DirEntry& entry : *entries) {
        const std::string path = join_path(folder, entry.name);
        const std::string name = below.empty() ? entry.name : below + "/" + entry.name;
        struct stat status = {};
        if (entry.kind == DirEntry::Kind::directory) {
            add_sizes(path, name, sizes);
        } else if (stat(path.c_str(), &status) == 0 && is_valid_utf8(name)) {
            sizes[name] = status.st_size;
        }
    }
}

bool sizes_hold(const json& sizes, const std::string& files) {
    for (const auto& [name, size] : sizes.items()) {
        struct stat status = {};
        if (stat(join_path(files, name).c_str(), &status) != 0 || size != status.st_size) return false;
    }
    return true;
}

}  // namespace

std::string write_record(const CacheRecord& record, const std::string& files) {
    json sizes = json::object();
    add_sizes(files, "", sizes);
    const json value = {{"ok", record.ok},
                        {"reason", printable(record.reason)},
                        {"log", printable(record.log)},
                        {"wall_ns", record.wall.count()},
                        {"files", sizes}};
    return value.dump() + "\n";
}

std::optional<CacheRecord> read_record(const std::string& text, const std::string& files) {
    const json value = json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!value.is_object()) return std::nullopt;
    const auto has = [&](const char* key, json::value_t type) {
        return value.contains(key) && value[key].type() == type;
    };
    const bool whole = has("ok", json::value_t::boolean) && has("reason", json::value_t::string) &&
                       has("log", json::value_t::string) && value.contains("wall_ns") &&
                       value["wall_ns"].is_number_integer() && has("files", json::value_t::object);
    if (!whole || !sizes_hold(value["files"], files)) return std::nullopt;
    return CacheRecord{value["ok"].get<bool>(), value["reason"].get<std::string>(), value["log"].get<std::string>(),
                       Nanos(value["wall_ns"].get<std::int64_t>())};
}

}  // namespace judge
