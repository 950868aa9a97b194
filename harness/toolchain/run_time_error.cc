#include "toolchain/run_time_error.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <vector>

#include "toolchain/scanner.h"

namespace judge {

namespace {

struct Sign {
    std::string_view text;
    std::string_view reason;
};

// What libstdc++, glibc and the sanitizers print. The first that is found counts.
constexpr std::array kNative = {
    Sign{"std::bad_array_new_length", "bad_array_new_length"},
    Sign{"std::bad_alloc", "bad_alloc"},
    Sign{"std::out_of_range", "out_of_range"},
    Sign{"std::length_error", "length_error"},
    Sign{"double free or corruption", "DoubleFree"},
    Sign{"munmap_chunk(): invalid pointer", "InvalidPointer"},
    Sign{"free(): invalid pointer", "InvalidPointer"},
    Sign{"free(): invalid next size", "InvalidNextSize"},
    Sign{"malloc(): memory corruption", "MemoryCorruption"},
    Sign{"malloc(): corrupted top size", "MemoryCorruption"},
    Sign{"malloc(): invalid size", "MemoryCorruption"},
    Sign{"corrupted double-linked list", "CorruptedList"},
    Sign{"corrupted size vs. prev_size", "MemoryCorruption"},
    Sign{"stack smashing detected", "BufferOverflow"},
    Sign{"buffer overflow detected", "BufferOverflow"},
    Sign{"heap-buffer-overflow", "OutOfBounds"},
    Sign{"division by zero", "DivisionByZero"},
    Sign{"signed integer overflow", "IntegerOverflow"},
    Sign{"execution reached the end of a value-returning function", "WithoutReturning"},
    Sign{"shift exponent", "ShiftExponent"},
    Sign{"out of bounds", "OutOfBounds"},
    Sign{"past-the-end iterator", "PastTheEndIterator"},
    Sign{"empty container", "AccessEmptyContainer"},
    Sign{"insufficient space", "InsufficientSpace"},
    Sign{"misaligned address", "MisalignedAddress"},
    Sign{"null pointer passed as argument", "NeverBeNull"},
    Sign{"member access within null pointer", "AccessNullPointer"},
    Sign{"store to null pointer", "StoreToNullPointer"},
    Sign{"load of null pointer", "LoadOfNull"},
    Sign{"Assertion `", "AssertionFailed"},
    Sign{"Assertion '", "AssertionFailed"},
};

constexpr std::array kGo = {
    Sign{"index out of range", "IndexOutOfRange"},
    Sign{"slice bounds out of range", "SliceBoundsOutOfRange"},
    Sign{"makeslice: len out of range", "LenOutOfRange"},
    Sign{"makeslice: cap out of range", "CapOutOfRange"},
    Sign{"integer divide by zero", "DivideByZero"},
    Sign{"assignment to entry in nil map", "NilMap"},
    Sign{"all goroutines are asleep - deadlock!", "Deadlock"},
    Sign{"concurrent map", "ConcurrentMapWrites"},
    Sign{"interface conversion", "InterfaceConversion"},
    Sign{"value out of range", "ValueOutOfRange"},
    Sign{"invalid syntax", "InvalidSyntax"},
    Sign{"invalid number", "InvalidNumber"},
    Sign{"bufio: buffer full", "BufferFull"},
    Sign{"Buffer called after Scan", "BufferCalledAfterScan"},
    Sign{"permission denied", "PermissionDenied"},
    Sign{"no such file or directory", "ENOENT"},
    Sign{"zero Value", "ZeroValue"},
    Sign{"SIGSEGV", "Segfault"},
    Sign{"panic: EOF", "EOF"},
    Sign{"panic:", "Panic"},
};

constexpr std::array kNode = {
    Sign{"Maximum call stack size exceeded", "StackSizeExceeded"},
    Sign{"Cannot find module", "CannotFindModule"},
    Sign{"ENOENT", "ENOENT"},
    Sign{"EACCES", "EACCES"},
    Sign{"ENOTDIR", "ENOTDIR"},
    Sign{"AssertionError", "AssertionFailed"},
    Sign{"UnsupportedError", "UnsupportedError"},
    Sign{"TypeError", "TypeError"},
    Sign{"ReferenceError", "ReferenceError"},
    Sign{"SyntaxError", "SyntaxError"},
    Sign{"RangeError", "RangeError"},
    Sign{"Error", "Error"},
};

constexpr std::array kJvmStart = {
    Sign{"no main manifest attribute", "No main"},    Sign{"Could not find or load main class", "main class Main"},
    Sign{"Main method is not static", "static main"}, Sign{"Main method must return a value of type void", "void main"},
    Sign{"Main method not found", "void main"},       Sign{"/ by zero", "/ by zero"},
};

constexpr std::array kJvmNames = {"NoSuchElement",
                                  "InputMismatch",
                                  "NumberFormat",
                                  "ArrayIndexOutOfBounds",
                                  "StringIndexOutOfBounds",
                                  "IndexOutOfBounds",
                                  "Arithmetic",
                                  "StackOverflow",
                                  "FileNotFound",
                                  "NullPointer",
                                  "IO",
                                  "IllegalArgument",
                                  "EmptyStack",
                                  "IllegalFormat",
                                  "AccessControl",
                                  "NegativeArraySize",
                                  "IllegalState",
                                  "UnknownFormat",
                                  "ConcurrentModification",
                                  "ClassCast",
                                  "ArrayStore",
                                  "Unsupported"};

constexpr std::array kDotnetNames = {"Format",   "IndexOutOfRange",      "ArgumentNull", "ArgumentOutOfRange",
                                     "Argument", "PlatformNotSupported", "Overflow",     "InvalidOperation"};

constexpr std::array kPythonNames = {
    "ValueError",     "IndexError",          "NameError",         "TypeError",         "AssertionError",
    "ImportError",    "ModuleNotFoundError", "FileNotFoundError", "SyntaxError",       "EOFError",
    "AttributeError", "RecursionError",      "ZeroDivisionError", "UnboundLocalError", "OverflowError"};

constexpr std::array kRubyNames = {
    "NoMethodError", "NameError",    "ArgumentError", "TypeError",  "SystemStackError", "LoadError",    "IOError",
    "NoMemoryError", "RuntimeError", "SyntaxError",   "RangeError", "FloatDomainError", "EncodingError"};

template <typename Signs>
std::string_view first_sign(const Signs& signs, std::string_view text) {
    for (const Sign& sign : signs) {
        if (text.find(sign.text) != std::string_view::npos) return sign.reason;
    }
    return "";
}

template <typename Names>
bool has_name(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// "java.util.NoSuchElementException" -> "NoSuchElement"; "" for a word that is no such class.
std::string_view class_stem(std::string_view word) {
    word = word.substr(word.rfind('.') + 1);
    for (const std::string_view ending : {"Exception", "Error"}) {
        if (word.ends_with(ending)) return word.substr(0, word.size() - ending.size());
    }
    return "";
}

/// The class of the exception that is named first after `mark` ("Exception in thread").
template <typename Names>
std::string thrown_class(const Names& names, std::string_view mark, std::string_view text) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) return "";
    std::string_view rest = text.substr(at + mark.size());
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of(" :\t\n"), rest.size());
        const std::string_view found = class_stem(rest.substr(0, end));
        if (!found.empty()) return has_name(names, found) ? std::string(found) : "Exception";
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return "Exception";
}

std::string jvm_reason(std::string_view text) {
    if (const std::string_view reason = first_sign(kJvmStart, text); !reason.empty()) return std::string(reason);
    return thrown_class(kJvmNames, "Exception in thread", text);
}

/// The last line that begins with a name ending in Error, as Python prints it.
std::string python_reason(std::string_view text) {
    std::string reason;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::string_view word = line.substr(0, line.find_first_of(": \r"));
        if (has_name(kPythonNames, word)) {
            reason = word;
        } else if (is_name(word) && (word.ends_with("Error") || word.ends_with("Exception"))) {
            reason = "Error";
        }
    }
    return reason;
}

/// Ruby: "Main.rb:1:in `foo': message (NoMethodError)".
std::string ruby_reason(std::string_view text) {
    if (text.find("Errno::ENOENT") != std::string_view::npos) return "ENOENT";
    for (const std::string& word : words_of(text)) {
        if (has_name(kRubyNames, word)) return word;
    }
    return text.find("Error") != std::string_view::npos ? "Error" : "";
}

std::string dotnet_reason(std::string_view text) {
    if (text.find("System.NullReferenceException") != std::string_view::npos) return "Segfault";
    return thrown_class(kDotnetNames, "nhandled", text);
}

std::string native_reason(std::string_view text) {
    return std::string(first_sign(kNative, text));
}
std::string go_reason(std::string_view text) {
    return std::string(first_sign(kGo, text));
}
std::string node_reason(std::string_view text) {
    return std::string(first_sign(kNode, text));
}

struct FamilyReader {
    std::string_view family;
    std::string (*read)(std::string_view text);
};
constexpr std::array kReaders = {
    FamilyReader{"c", native_reason},
    FamilyReader{"cpp", native_reason},
    FamilyReader{"c-clang", native_reason},
    FamilyReader{"cpp-clang", native_reason},
    FamilyReader{"objc", native_reason},
    FamilyReader{"objcpp", native_reason},
    FamilyReader{"java", jvm_reason},
    FamilyReader{"kotlin", jvm_reason},
    FamilyReader{"scala", jvm_reason},
    FamilyReader{"python", python_reason},
    FamilyReader{"python2", python_reason},
    FamilyReader{"pypy", python_reason},
    FamilyReader{"pypy2", python_reason},
    FamilyReader{"csharp", dotnet_reason},
    FamilyReader{"csharp-dotnet", dotnet_reason},
    FamilyReader{"fsharp", dotnet_reason},
    FamilyReader{"vb", dotnet_reason},
    FamilyReader{"javascript", node_reason},
    FamilyReader{"typescript", node_reason},
    FamilyReader{"ruby", ruby_reason},
    FamilyReader{"go", go_reason},
    FamilyReader{"gccgo", go_reason},
};

std::string signal_reason(int signal) {
    switch (signal) {
        case SIGSEGV:
            return "Segfault";
        case SIGBUS:
            return "BusError";
        case SIGFPE:
            return "FloatingPointException";
        case SIGPIPE:
            return "BrokenPipe";
        case SIGABRT:
            return "Aborted";
        case SIGILL:
            return "IllegalInstruction";
        default:
            return "Signal " + std::to_string(signal);
    }
}

}  // namespace

std::string run_time_error_reason(std::string_view family, const Ending& ending, std::string_view stderr_text) {
    const auto* exited = std::get_if<Exited>(&ending);
    if (std::holds_alternative<Stopped>(ending) || (exited && exited->code == 0)) return "";
    const auto reader =
        std::find_if(kReaders.begin(), kReaders.end(), [&](const FamilyReader& one) { return one.family == family; });
    if (reader != kReaders.end()) {
        if (std::string reason = reader->read(stderr_text); !reason.empty()) return reason;
    }
    if (exited) return "NZEC";
    return signal_reason(std::get<Signalled>(ending).signal);
}

}  // namespace judge
