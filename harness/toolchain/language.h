#pragma once

// A language is a row: what its files look like, which programs it takes, and the commands that compile and run it.
// A profile says how one judge words those commands and which extra time and memory it grants.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/units.h"
#include "model/limits.h"

namespace judge {

/// A program that a row's commands begin with.
struct Tool {
    std::string word;                   // as the commands spell it: "g++"
    std::vector<std::string> names;     // looked for on the PATH, in this order; an absolute path is taken as it is
    std::vector<std::string> version;   // commands whose output tells one installation from another; first line of the
                                        // first is what people are shown. One that begins with another word asks the
                                        // program of that name in the same folder
    std::string input;                  // what they read: tclsh is asked by a script
    std::vector<std::string> readable;  // its configuration outside /usr; what is absent is passed over
    std::string accept;  // text that the version's output must hold; tells Apple's swift from Debian's package swift
    std::string refuse;  // text that it must not hold; tells a compiler that is too old for the row or lacks a part
    std::string home;    // command that prints the installation's folder, asked where the program found is only a
                         // stand-in for it (rustup, pyenv)
};

/// How a big header is compiled once and used often.
struct Precompiled {
    std::string header;            // "bits/stdc++.h"; empty = the row has none
    std::string build;             // command; {flags} are the compile command's without source, output and libraries
    std::vector<std::string> use;  // words added to the compile command
};

/// A linker that is faster than the usual one and makes the same program.
struct FastLinker {
    std::string program;  // looked for on the PATH; empty = the row has none
    std::vector<std::string> flags;
};

/// One row of languages.json. Commands are words parted by blanks, with '...' and "..." for words that hold blanks.
/// Placeholders: {source} the staged source (as a whole word in `compile`: every source of the submission), {class} the
/// entry class, {stem} the source without its extension, {dir} the folder of the compiled program, {home} of the tool.
struct Language {
    std::string id;
    std::string name;
    std::string family;                     // rows of one family differ in standard or version only: "cpp", "java"
    int priority = 0;                       // the highest wins among rows that fit a file
    std::vector<std::string> files;         // shell patterns of file names
    std::vector<std::string> interpreters;  // words of a shebang line
    std::vector<std::string> content;       // text whose presence speaks for the language
    std::string unlike;                     // said when the file pattern is shared with a language judge does not know
    std::string source;                     // name under which the source is staged
    std::string entry = "file";             // how the entry point is found: file, java-class, scala-object, ada-unit
    std::string comments = "c";             // c, hash, dash, percent, none: what the scanners skip
    std::vector<Tool> tools;
    std::vector<std::string> compile;  // commands, in order; none = nothing to do
    std::string run;
    std::vector<std::pair<std::string, std::string>> environment;
    std::uint32_t processes = 1;            // processes and threads that the runtime needs for itself
    std::vector<std::string> dependencies;  // words that make the compiler write {dependencies} as a make rule
    Precompiled precompiled;
    FastLinker linker;
    std::map<std::string, std::string> outputs;  // placeholder -> command whose output's words take its place
    std::vector<std::string> headers;            // patterns of files beside the source that it may include
    std::vector<std::string> file_access;        // text that shows files being opened
    bool heeds_declared_encoding = false;        // a comment on the first lines decides how the source is read
    std::vector<std::string> debug;              // words that make the compiler write what a debugger reads; none = no
                                                 // debugger of machine code knows its programs
    Limits limits;                               // of compiling; absent fields take kCompileLimits
    std::string cannot_run;                      // why no box runs what the row compiles; empty = it does
    std::vector<std::string> packages;           // Debian's
    std::string date, fact, note;                // since when, from where, and what else is known
};

/// What one profile changes of one row. Absent = the row's own.
struct ProfileEntry {
    std::optional<std::vector<std::string>> compile;
    std::optional<std::string> run, source;
    std::optional<std::vector<std::pair<std::string, std::string>>> environment;
    double cpu_multiply = 1;  // effective limit = multiply * base + add
    Nanos cpu_add{};
    double memory_multiply = 1;
    Bytes memory_add{};
    std::string date, fact, confidence, note;
};

struct Profile {
    std::string id, name, date, fact;
    std::vector<std::string> prefer;  // language ids: the first that fits a file is taken before any priority
    std::string main_class;           // the only class this judge starts; empty = any
    bool offers_all = false;          // rows without an entry belong to it as they stand
    std::map<std::string, ProfileEntry> languages;  // by language id; others are not offered by that judge
};

/// A row as one profile words it.
struct Recipe {
    std::vector<std::string> compile;
    std::string run, source;
    std::vector<std::pair<std::string, std::string>> environment;
    bool offered = true;  // false: the profile has no such language, the row's own commands stand in
};

Recipe recipe_of(const Language& language, const Profile& profile);

/// The limits of a case under `profile`: CPU time, wall time and memory adjusted by the entry where
/// `language_extra` holds; all else as in `base`. Absent limits stay absent.
/// Source: facts named in each entry of profiles/*.json.
enum class LanguageExtra : bool { no, yes };
Limits effective_limits(const Limits& base, const Language& language, const Profile& profile, LanguageExtra extra);

}  // namespace judge
