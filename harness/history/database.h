#pragma once

// SQLite with RAII and Errors. Inner to this room.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace judge {

/// A prepared statement; values are bound from 1 on in the order of the calls.
class Statement {
  public:
    explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}
    Statement(Statement&& other) noexcept
        : statement_(std::exchange(other.statement_, nullptr)), bound_(other.bound_) {}
    Statement& operator=(Statement&&) = delete;
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    ~Statement();

    Statement& bind(std::string_view text);
    /// Without a copy, for long texts: `text` lives until the statement was stepped.
    Statement& bind_borrowed(std::string_view text);
    Statement& bind(std::int64_t number);
    Statement& bind(const std::optional<std::int64_t>& number);

    sqlite3_stmt* get() const { return statement_; }
    std::string text(int column) const;
    std::int64_t number(int column) const;
    std::optional<std::int64_t> optional_number(int column) const;

  private:
    sqlite3_stmt* statement_;
    int bound_ = 0;
};

/// One open file. Failures are Errors as told at History::open; `is_damaged` tells a damaged file from the rest.
class Database {
  public:
    /// Opens or makes the file, without looking into it.
    static Result<Database> open(const std::string& path);
    Database(Database&& other) noexcept;
    Database& operator=(Database&& other) noexcept;
    ~Database();

    /// Runs statements that yield nothing.
    Status execute(const std::string& sql);
    Result<Statement> prepare(std::string_view sql);
    /// True if there is a row, false at the end.
    Result<bool> step(Statement& statement);
    /// The first column of the first row of `sql` as a number; 0 if there is none.
    Result<std::int64_t> number_of(std::string_view sql);
    /// What quick_check of SQLite says: "ok" if nothing is wrong.
    Result<std::string> check();

    /// Runs `body` in a transaction that takes the right to write at once; undone if it fails.
    Status transaction(const std::function<Status()>& body);

    std::int64_t last_id() const;
    std::int64_t changes() const;
    /// True if the path leads to another file by now, or to none.
    bool has_moved() const;
    /// True if the last failure was a damaged file.
    bool is_damaged() const { return damaged_; }

  private:
    Database(std::string path, sqlite3* handle) : path_(std::move(path)), handle_(handle) {}
    Error failure();

    std::string path_;
    sqlite3* handle_ = nullptr;
    bool damaged_ = false;
};

}  // namespace judge
