#include "toolchain/tables.h"

#include <algorithm>

#include "base/embedded.h"
#include "base/files.h"
#include "base/json_fields.h"
#include "toolchain/words.h"

JUDGE_DECLARE_EMBEDDED(data_languages_json);
JUDGE_DECLARE_EMBEDDED(data_profiles_boj_json);
JUDGE_DECLARE_EMBEDDED(data_profiles_jungol_json);
JUDGE_DECLARE_EMBEDDED(data_profiles_icpc_json);
JUDGE_DECLARE_EMBEDDED(data_profiles_local_json);

namespace judge {

namespace {

void read_text(JsonFields& fields, std::string_view key, std::string& value) {
    if (fields.has(key)) value = fields.text(key);
}

void read_texts(JsonFields& fields, std::string_view key, std::vector<std::string>& value) {
    if (fields.has(key)) value = fields.texts(key);
}

std::optional<std::uint64_t> positive(JsonFields& fields, std::string_view key) {
    const std::optional<std::int64_t> value = fields.integer(key);
    if (!value) return std::nullopt;
    if (*value <= 0) {
        fields.refuse(key, "must be positive");
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(*value);
}

void read_limits(JsonFields& fields, Limits& limits) {
    std::optional<JsonFields> object = fields.object("limits");
    if (!object) return;
    if (const auto value = positive(*object, "cpu_ns")) limits.cpu_time = Nanos(static_cast<std::int64_t>(*value));
    if (const auto value = positive(*object, "wall_ns")) limits.wall_time = Nanos(static_cast<std::int64_t>(*value));
    if (const auto value = positive(*object, "memory_bytes")) limits.memory = Bytes{*value};
    if (const auto value = positive(*object, "file_size_bytes")) limits.file_size = Bytes{*value};
    if (const auto value = positive(*object, "processes")) limits.processes = static_cast<std::uint32_t>(*value);
    (void)object->finish();  // what it notes, finish() of the root says
}

void read_tools(JsonFields& fields, std::vector<Tool>& tools) {
    std::optional<JsonFields> object = fields.object("tools");
    if (!object) return;
    tools.clear();
    for (auto& [word, members] : object->object_members()) {
        Tool tool;
        tool.word = word;
        tool.names = {word};
        read_texts(members, "names", tool.names);
        read_texts(members, "version", tool.version);
        read_texts(members, "readable", tool.readable);
        read_text(members, "input", tool.input);
        read_text(members, "accept", tool.accept);
        read_text(members, "refuse", tool.refuse);
        read_text(members, "home", tool.home);
        (void)members.finish();
        tools.push_back(std::move(tool));
    }
}

void read_fast_paths(JsonFields& fields, Language& row) {
    if (std::optional<JsonFields> object = fields.object("precompiled")) {
        row.precompiled = {object->text("header"), object->text("build"), object->texts("use")};
        (void)object->finish();
    }
    if (std::optional<JsonFields> object = fields.object("linker")) {
        row.linker = {object->text("program"), object->texts("flags")};
        (void)object->finish();
    }
}

void read_environment(JsonFields& fields, std::vector<std::pair<std::string, std::string>>& environment) {
    if (std::optional<JsonFields> object = fields.object("environment")) environment = object->text_members();
}

void read_entry(JsonFields& fields, ProfileEntry& entry) {
    if (fields.has("compile")) entry.compile = fields.texts("compile");
    if (fields.has("run")) entry.run = fields.text("run");
    if (fields.has("source")) entry.source = fields.text("source");
    if (fields.has("environment")) {
        entry.environment.emplace();
        read_environment(fields, *entry.environment);
    }
    entry.cpu_multiply = fields.number("cpu_multiply").value_or(entry.cpu_multiply);
    if (const auto value = positive(fields, "cpu_add_ns")) entry.cpu_add = Nanos(static_cast<std::int64_t>(*value));
    entry.memory_multiply = fields.number("memory_multiply").value_or(entry.memory_multiply);
    if (const auto value = positive(fields, "memory_add_bytes")) entry.memory_add = Bytes{*value};
    if (!(entry.cpu_multiply >= 1)) fields.refuse("cpu_multiply", "must be at least 1");
    if (!(entry.memory_multiply >= 1)) fields.refuse("memory_multiply", "must be at least 1");
    read_text(fields, "date", entry.date);
    read_text(fields, "fact", entry.fact);
    read_text(fields, "confidence", entry.confidence);
    read_text(fields, "note", entry.note);
}

void read_row(JsonFields& fields, Language& row) {
    read_text(fields, "name", row.name);
    read_text(fields, "family", row.family);
    row.priority = static_cast<int>(fields.integer("priority").value_or(row.priority));
    read_texts(fields, "files", row.files);
    read_texts(fields, "interpreters", row.interpreters);
    read_texts(fields, "content", row.content);
    read_text(fields, "unlike", row.unlike);
    read_text(fields, "source", row.source);
    read_text(fields, "entry", row.entry);
    read_text(fields, "comments", row.comments);
    read_tools(fields, row.tools);
    read_texts(fields, "compile", row.compile);
    read_text(fields, "run", row.run);
    read_environment(fields, row.environment);
    if (const auto value = positive(fields, "processes")) row.processes = static_cast<std::uint32_t>(*value);
    read_texts(fields, "dependencies", row.dependencies);
    read_fast_paths(fields, row);
    if (std::optional<JsonFields> object = fields.object("outputs")) {
        row.outputs.clear();
        for (auto& [name, command] : object->text_members()) row.outputs[name] = command;
    }
    read_texts(fields, "headers", row.headers);
    read_texts(fields, "file_access", row.file_access);
    row.heeds_declared_encoding = fields.boolean("heeds_declared_encoding", row.heeds_declared_encoding);
    read_texts(fields, "debug", row.debug);
    read_limits(fields, row.limits);
    read_text(fields, "cannot_run", row.cannot_run);
    read_texts(fields, "packages", row.packages);
    read_text(fields, "date", row.date);
    read_text(fields, "fact", row.fact);
    read_text(fields, "note", row.note);
}

/// Why `command` does not fit `row`, or nothing.
std::string command_fault(const Language& row, const std::string& command) {
    const Result<std::vector<std::string>> words = split_words(command);
    if (!words) return words.error().message;
    const std::string& first = words->front();
    if (first.starts_with("./") || first.starts_with("{dir}/")) return "";
    const auto is_it = [&](const Tool& tool) { return tool.word == first; };
    if (std::any_of(row.tools.begin(), row.tools.end(), is_it)) return "";
    return "the command begins with '" + first + "', which is not among the tools of " + row.id;
}

std::string commands_fault(const Language& row, const std::vector<std::string>& compile, const std::string& run) {
    for (const std::string& command : compile) {
        if (std::string fault = command_fault(row, command); !fault.empty()) return fault;
    }
    return command_fault(row, run);
}

std::string row_fault(const Language& row) {
    static constexpr std::string_view kEntries[] = {"file", "java-class", "scala-object", "ada-unit"};
    static constexpr std::string_view kComments[] = {"c", "hash", "dash", "percent", "none"};
    if (row.name.empty()) return "it has no name";
    if (row.files.empty()) return "it names no files";
    if (row.source.empty()) return "it has no source";
    if (row.run.empty()) return "it has no run";
    if (std::find(std::begin(kEntries), std::end(kEntries), row.entry) == std::end(kEntries)) {
        return "its entry is none of file, java-class, scala-object, ada-unit";
    }
    if (std::find(std::begin(kComments), std::end(kComments), row.comments) == std::end(kComments)) {
        return "its comments are none of c, hash, dash, percent, none";
    }
    return commands_fault(row, row.compile, row.run);
}

Language* find_language(Tables& tables, std::string_view id) {
    const auto found = std::find_if(tables.languages.begin(), tables.languages.end(),
                                    [&](const Language& row) { return row.id == id; });
    return found == tables.languages.end() ? nullptr : &*found;
}

Profile* find_profile(Tables& tables, std::string_view id) {
    const auto found =
        std::find_if(tables.profiles.begin(), tables.profiles.end(), [&](const Profile& row) { return row.id == id; });
    return found == tables.profiles.end() ? nullptr : &*found;
}

/// A row as it is before `fields` are read over it: itself, or a copy of the row named by "like".
Language starting_row(Tables& tables, const std::string& id, JsonFields& fields) {
    Language row;
    if (const Language* present = find_language(tables, id)) row = *present;
    if (const std::string like = fields.text("like"); !like.empty()) {
        if (const Language* model = find_language(tables, like)) {
            row = *model;
        } else {
            fields.refuse("like", "names no language");
        }
    }
    row.id = id;
    if (row.family.empty()) row.family = id;
    return row;
}

/// Entries that a language file gives for profiles: {"profiles": {"boj": {"run": ...}}}.
void read_row_profiles(Tables& tables, const Language& row, JsonFields& fields) {
    std::optional<JsonFields> object = fields.object("profiles");
    if (!object) return;
    for (auto& [id, members] : object->object_members()) {
        if (Profile* profile = find_profile(tables, id)) {
            ProfileEntry& entry = profile->languages[row.id];
            read_entry(members, entry);
            const Recipe recipe = recipe_of(row, *profile);
            if (std::string fault = commands_fault(row, recipe.compile, recipe.run); !fault.empty()) {
                members.refuse("", fault);
            }
        } else {
            object->refuse(id, "names no profile");
        }
        (void)members.finish();
    }
    (void)object->finish();
}

Status merge_file_if_there(Tables& tables, const std::string& path,
                           Status (*merge)(Tables&, std::string, const std::string&)) {
    if (!exists(path)) return Done{};
    JUDGE_ASSIGN(text, read_file(path, mib(16)));
    return merge(tables, std::move(text), path);
}

}  // namespace

const Language* Tables::language(std::string_view id) const {
    return find_language(const_cast<Tables&>(*this), id);
}

const Profile* Tables::profile(std::string_view id) const {
    return find_profile(const_cast<Tables&>(*this), id);
}

Status merge_languages(Tables& tables, std::string text, const std::string& file) {
    JUDGE_ASSIGN(document, JsonDocument::parse(std::move(text), file));
    JsonFields root = document.root();
    for (auto& [id, fields] : root.object_members()) {
        Language row = starting_row(tables, id, fields);
        read_row(fields, row);
        if (std::string fault = row_fault(row); !fault.empty()) fields.refuse("", "the language is refused: " + fault);
        if (Language* present = find_language(tables, id)) {
            *present = row;
        } else {
            tables.languages.push_back(row);
        }
        read_row_profiles(tables, row, fields);
        JUDGE_TRY(fields.finish());
    }
    return root.finish();
}

Status merge_profile(Tables& tables, std::string text, const std::string& file) {
    JUDGE_ASSIGN(document, JsonDocument::parse(std::move(text), file));
    JsonFields root = document.root();
    const std::string id = root.required_text("id");
    if (!find_profile(tables, id)) {
        tables.profiles.emplace_back();
        tables.profiles.back().id = tables.profiles.back().name = id;
    }
    Profile& profile = *find_profile(tables, id);
    read_text(root, "name", profile.name);
    read_text(root, "date", profile.date);
    read_text(root, "fact", profile.fact);
    read_texts(root, "prefer", profile.prefer);
    read_text(root, "main_class", profile.main_class);
    profile.offers_all = root.boolean("offers_all", profile.offers_all);
    for (const std::string& wanted : profile.prefer) {
        if (!find_language(tables, wanted)) root.refuse("prefer", "names no language: '" + wanted + "'");
    }
    if (std::optional<JsonFields> object = root.object("languages")) {
        for (auto& [language_id, fields] : object->object_members()) {
            ProfileEntry& entry = profile.languages[language_id];
            read_entry(fields, entry);
            const Language* row = find_language(tables, language_id);
            if (!row) {
                fields.refuse("", "there is no language '" + language_id + "'");
            } else {
                const Recipe recipe = recipe_of(*row, profile);
                if (std::string fault = commands_fault(*row, recipe.compile, recipe.run); !fault.empty()) {
                    fields.refuse("", fault);
                }
            }
            JUDGE_TRY(fields.finish());
        }
    }
    return root.finish();
}

Result<Tables> load_tables(const std::vector<std::string>& language_files,
                           const std::vector<std::string>& profile_files) {
    Tables tables;
    JUDGE_TRY(merge_languages(tables, std::string(JUDGE_EMBEDDED(data_languages_json)), "data/languages.json"));
    JUDGE_TRY(merge_profile(tables, std::string(JUDGE_EMBEDDED(data_profiles_boj_json)), "data/profiles/boj.json"));
    JUDGE_TRY(
        merge_profile(tables, std::string(JUDGE_EMBEDDED(data_profiles_jungol_json)), "data/profiles/jungol.json"));
    JUDGE_TRY(merge_profile(tables, std::string(JUDGE_EMBEDDED(data_profiles_icpc_json)), "data/profiles/icpc.json"));
    JUDGE_TRY(merge_profile(tables, std::string(JUDGE_EMBEDDED(data_profiles_local_json)), "data/profiles/local.json"));
    for (const std::string& path : profile_files) JUDGE_TRY(merge_file_if_there(tables, path, merge_profile));
    for (const std::string& path : language_files) JUDGE_TRY(merge_file_if_there(tables, path, merge_languages));
    return tables;
}

}  // namespace judge
