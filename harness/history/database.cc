#include "history/database.h"

#include <sqlite3.h>

namespace judge {
namespace {

constexpr int kBusyMilliseconds = 10'000;

/// Tells SQLite to copy what is bound: SQLITE_TRANSIENT without its C cast.
sqlite3_destructor_type copied() {
    return reinterpret_cast<sqlite3_destructor_type>(std::intptr_t{-1});
}

}  // namespace

Statement::~Statement() {
    sqlite3_finalize(statement_);
}

Statement& Statement::bind(std::string_view text) {
    const char* data = text.empty() ? "" : text.data();  // a null pointer would be NULL
    sqlite3_bind_text64(statement_, ++bound_, data, text.size(), copied(), SQLITE_UTF8);
    return *this;
}

Statement& Statement::bind_borrowed(std::string_view text) {
    sqlite3_bind_text64(statement_, ++bound_, text.data(), text.size(), nullptr, SQLITE_UTF8);
    return *this;
}

Statement& Statement::bind(std::int64_t number) {
    sqlite3_bind_int64(statement_, ++bound_, number);
    return *this;
}

Statement& Statement::bind(const std::optional<std::int64_t>& number) {
    if (number) return bind(*number);
    sqlite3_bind_null(statement_, ++bound_);
    return *this;
}

std::string Statement::text(int column) const {
    const unsigned char* text = sqlite3_column_text(statement_, column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return text == nullptr ? "" : std::string(reinterpret_cast<const char*>(text), size);
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(statement_, column);
}

std::optional<std::int64_t> Statement::optional_number(int column) const {
    if (sqlite3_column_type(statement_, column) == SQLITE_NULL) return std::nullopt;
    return number(column);
}

Result<Database> Database::open(const std::string& path) {
    sqlite3* handle = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    Database database(path, handle);
    if (code != SQLITE_OK) return database.failure();
    sqlite3_busy_timeout(handle, kBusyMilliseconds);
    return database;
}

Database::Database(Database&& other) noexcept
    : path_(std::move(other.path_)), handle_(std::exchange(other.handle_, nullptr)), damaged_(other.damaged_) {}

Database& Database::operator=(Database&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(handle_, other.handle_);
    std::swap(damaged_, other.damaged_);
    return *this;
}

Database::~Database() {
    sqlite3_close_v2(handle_);
}

Error Database::failure() {
    const int code = sqlite3_errcode(handle_) & 0xff;
    const std::string message = "cannot use the history '" + path_ + "': " + sqlite3_errmsg(handle_);
    damaged_ = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
    switch (code) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return {ErrorCode::busy, message, "wait until the other judge has finished"};
        case SQLITE_FULL:
            return {ErrorCode::io, message, "free some space on that disk"};
        case SQLITE_CANTOPEN:
        case SQLITE_READONLY:
        case SQLITE_PERM:
            return {ErrorCode::io, message, "make the file and its folder writable"};
        default:
            return {ErrorCode::io, message, ""};
    }
}

Status Database::execute(const std::string& sql) {
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return failure();
    return Done{};
}

Result<Statement> Database::prepare(std::string_view sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle_, sql.data(), static_cast<int>(sql.size()), &statement, nullptr) != SQLITE_OK)
        return failure();
    return Statement(statement);
}

Result<bool> Database::step(Statement& statement) {
    const int code = sqlite3_step(statement.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return failure();
}

Result<std::int64_t> Database::number_of(std::string_view sql) {
    JUDGE_ASSIGN(statement, prepare(sql));
    JUDGE_ASSIGN(found, step(statement));
    return found ? statement.number(0) : 0;
}

Result<std::string> Database::check() {
    JUDGE_ASSIGN(statement, prepare("PRAGMA quick_check(1)"));
    JUDGE_ASSIGN(found, step(statement));
    return found ? statement.text(0) : "no answer";
}

Status Database::transaction(const std::function<Status()>& body) {
    JUDGE_TRY(execute("BEGIN IMMEDIATE"));
    Status done = body();
    if (done) done = execute("COMMIT");
    if (done) return done;
    const bool damaged = damaged_;
    // SQLite has rolled back by itself after some failures; there is nothing more to be done about this one.
    if (sqlite3_get_autocommit(handle_) == 0) sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
    damaged_ = damaged;
    return done;
}

std::int64_t Database::last_id() const {
    return sqlite3_last_insert_rowid(handle_);
}

std::int64_t Database::changes() const {
    return sqlite3_changes64(handle_);
}

bool Database::has_moved() const {
    int moved = 0;
    sqlite3_file_control(handle_, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved != 0;
}

}  // namespace judge
