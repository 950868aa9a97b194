#pragma once

// Errors are values. A function that can fail for a reason outside its caller's code returns Result<T>: the T, or an
// Error that says in one sentence what could not be done, and in another what to try next.
//
//     Result<std::string> text = read_file(path);
//     if (!text) return text.error();
//     use(*text);

#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace judge {

/// The kinds of failure that callers tell apart. What a contestant's program does is never an Error: that is a Verdict.
enum class ErrorCode {
    usage,         // the request makes no sense: an unknown flag, a limit of zero
    not_found,     // a file, problem or submission that was named is not there
    bad_input,     // a file is there but its content is refused
    io,            // the operating system refused to read or write
    tool_missing,  // a compiler or runtime is not installed
    sandbox,       // a box could not be built, or the program never started
    interrupted,   // the user asked to stop
    busy,          // somebody else holds a lock, a port or a slot
    unsupported,   // known, but not offered on this machine
};

/// One failure. `message` reads "cannot <do> '<what>': <cause>"; `hint` names the remedy or is empty.
struct Error {
    ErrorCode code = ErrorCode::io;
    std::string message;
    std::string hint;
};

/// An Error whose cause is `error_number` of errno(3): "cannot open '/x': No such file or directory".
Error errno_error(ErrorCode code, std::string_view what, int error_number);

/// "message" or "message\nhint: hint", as commands print it.
std::string to_text(const Error& error);

/// Ends the program with `message` on standard error: for bugs of ours, never for bad input.
[[noreturn]] void panic(std::string_view message);

/// A T or an Error. Asking for the one that is not there is a bug and ends the program.
template <typename T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::move(value)) {}
    Result(Error error) : state_(std::move(error)) {}

    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() & { return ok() ? *std::get_if<0>(&state_) : fail(); }
    const T& value() const& { return ok() ? *std::get_if<0>(&state_) : const_cast<Result*>(this)->fail(); }
    /// By value, so that `for (auto& x : make().value())` holds what it walks over.
    T value() && { return std::move(value()); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T operator*() && { return std::move(value()); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const& {
        if (ok()) panic("Result: error() of a success");
        return *std::get_if<1>(&state_);
    }
    Error&& error() && {
        if (ok()) panic("Result: error() of a success");
        return std::move(*std::get_if<1>(&state_));
    }

  private:
    T& fail() { panic("Result: value() of a failure: " + std::get_if<1>(&state_)->message); }
    std::variant<T, Error> state_;
};

/// The Result of an action that yields nothing.
struct Done {};
using Status = Result<Done>;

}  // namespace judge

/// Returns the Error of `expression` (a Result) from the enclosing function, or goes on.
#define JUDGE_TRY(expression)                                                                        \
    do {                                                                                             \
        if (auto judge_result = (expression); !judge_result) return std::move(judge_result).error(); \
    } while (false)

#define JUDGE_JOIN_INNER(a, b) a##b
#define JUDGE_JOIN(a, b) JUDGE_JOIN_INNER(a, b)
/// Declares `name` as the value of `expression` (a Result), or returns its Error from the enclosing function.
#define JUDGE_ASSIGN(name, expression)                                                                       \
    auto JUDGE_JOIN(judge_result_, __LINE__) = (expression);                                                 \
    if (!JUDGE_JOIN(judge_result_, __LINE__)) return std::move(JUDGE_JOIN(judge_result_, __LINE__)).error(); \
    auto name = std::move(JUDGE_JOIN(judge_result_, __LINE__)).value()
