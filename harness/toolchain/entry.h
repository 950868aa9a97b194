#pragma once

// Where a program begins, for languages whose file name or start command depends on what the source calls itself. The
// source is read, never changed.

#include <string>
#include <string_view>

namespace judge {

struct EntryPoint {
    std::string class_name;  // for {class}: "Main", "a.b.Main", "Outer$Main"; empty where the kind has none
    std::string file;        // relative path under which the source must be staged: "a/b/Main.java"
};

/// Reads `text` by the rules of `kind`, a row's `entry`:
///   file         the staged name is `file`, there is no class
///   java-class   the file is named for the public class and lies in its package's folder; the class is `wanted`, else
///                the one named Main that has a main method, else the public one with a main method, else the first
///                with one, else the class that the file is named for
///   scala-object the object with a main method, or that extends App
///   ada-unit     the file is named for its procedure, in lower case
/// `wanted` is a class the user named, or empty. `file` is what the recipe calls the source.
EntryPoint find_entry(std::string_view kind, std::string_view text, std::string_view wanted, std::string_view file);

}  // namespace judge
