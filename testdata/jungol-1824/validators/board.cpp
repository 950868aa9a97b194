// Reads one input from standard input; exit 0 = valid, 1 = invalid with a message on standard error.
//
// Valid: nine lines of nine digits joined by single blanks, each line ended by one newline, no digit
// twice in a row, column or box, and a completion that the plain search (cell by cell in reading
// order, digits ascending) reaches within 100,000 calls. A call is counted for every cell, givens
// and the end of the board included: the empty board takes 392.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>

namespace {

constexpr int kMostCalls = 100'000;

[[noreturn]] void refuse(const std::string& why) {
    std::fprintf(stderr, "invalid: %s\n", why.c_str());
    std::exit(1);
}

std::string shown(char byte) {
    if (byte == '\n') return "the end of the line";
    if (byte >= ' ' && byte <= '~') return std::string("'") + byte + "'";
    char text[16];
    std::snprintf(text, sizeof text, "byte 0x%02x", static_cast<unsigned char>(byte));
    return text;
}

class Lines {
  public:
    explicit Lines(std::string text) : text_(std::move(text)) {}

    char next(const char* wanted) {
        if (at_ == text_.size()) refuse(place() + ": expected " + wanted + ", found the end of the input");
        return text_[at_++];
    }

    void expect(char byte, const char* wanted) {
        const char found = next(wanted);
        if (found != byte) refuse(place() + ": expected " + wanted + ", found " + shown(found));
        if (byte == '\n') ++line_;
    }

    int digit() {
        const char found = next("a digit 0 to 9");
        if (found < '0' || found > '9') refuse(place() + ": expected a digit 0 to 9, found " + shown(found));
        return found - '0';
    }

    void expect_end() const {
        if (at_ != text_.size()) refuse(place() + ": expected the end of the input, found " + shown(text_[at_]));
    }

  private:
    std::string place() const { return "line " + std::to_string(line_); }

    std::string text_;
    std::size_t at_ = 0;
    int line_ = 1;
};

using Board = std::array<std::array<int, 9>, 9>;

Board read_board() {
    Lines lines(std::string(std::istreambuf_iterator<char>(std::cin), {}));
    Board board = {};
    for (auto& row : board) {
        for (int column = 0; column < 9; ++column) {
            if (column > 0) lines.expect(' ', "one blank");
            row[column] = lines.digit();
        }
        lines.expect('\n', "the end of the line after nine cells");
    }
    lines.expect_end();
    return board;
}

bool fits(const Board& board, int row, int column, int digit) {
    for (int i = 0; i < 9; ++i) {
        if (board[row][i] == digit || board[i][column] == digit) return false;
        if (board[row / 3 * 3 + i / 3][column / 3 * 3 + i % 3] == digit) return false;
    }
    return true;
}

void expect_givens_agree(Board board) {
    for (int row = 0; row < 9; ++row) {
        for (int column = 0; column < 9; ++column) {
            const int digit = board[row][column];
            if (digit == 0) continue;
            board[row][column] = 0;
            if (!fits(board, row, column, digit)) {
                refuse("line " + std::to_string(row + 1) + ": the " + std::to_string(digit) + " in column " +
                       std::to_string(column + 1) + " stands twice in its row, column or box");
            }
            board[row][column] = digit;
        }
    }
}

bool search(Board& board, int cell, int& calls) {
    if (++calls > kMostCalls) refuse("lines 1 to 9: the plain search needs more than 100,000 calls");
    if (cell == 81) return true;
    const int row = cell / 9;
    const int column = cell % 9;
    if (board[row][column] != 0) return search(board, cell + 1, calls);
    for (int digit = 1; digit <= 9; ++digit) {
        if (!fits(board, row, column, digit)) continue;
        board[row][column] = digit;
        if (search(board, cell + 1, calls)) return true;
        board[row][column] = 0;
    }
    return false;
}

}  // namespace

int main() {
    Board board = read_board();
    expect_givens_agree(board);
    int calls = 0;
    if (!search(board, 0, calls)) refuse("lines 1 to 9: the board has no completion");
    return 0;
}
