// Special judge for "complete the Sudoku": any completion that keeps the givens is right.
//
//     sudoku INPUT ANSWER OUTPUT [...]
//
// INPUT holds 81 digits, 0 = empty; OUTPUT must hold 81 tokens, each one digit 1 to 9, with any white
// space between them. ANSWER is not read, for it is only one of several completions.
// Exit 0 = accepted, 1 = wrong answer, 3 = the judge's own input is broken; the reason goes to
// standard error.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace {

using Board = std::array<std::array<int, 9>, 9>;

constexpr int kWrongAnswer = 1;
constexpr int kBroken = 3;
constexpr std::size_t kShown = 20;

[[noreturn]] void finish(int status, const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::exit(status);
}

bool is_space(int byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

// The next token, at most a little longer than what messages show; empty at the end of the file.
std::string next_token(std::istream& file) {
    std::string token;
    int byte = file.get();
    while (is_space(byte)) byte = file.get();
    while (file && !is_space(byte) && token.size() <= kShown) {
        token += static_cast<char>(byte);
        byte = file.get();
    }
    return token;
}

std::string quoted(const std::string& token) {
    std::string text = "'";
    for (const char byte : token.substr(0, kShown)) {
        if (byte >= ' ' && byte <= '~') {
            text += byte;
            continue;
        }
        char hex[8];
        std::snprintf(hex, sizeof hex, "\\x%02x", static_cast<unsigned char>(byte));
        text += hex;
    }
    return text + (token.size() > kShown ? "...'" : "'");
}

std::string number(int value) {
    return std::to_string(value);
}

std::string place(int row, int column) {
    return "row " + number(row + 1) + ", column " + number(column + 1);
}

bool is_digit(const std::string& token) {
    return token.size() == 1 && token[0] >= '0' && token[0] <= '9';
}

Board read_input(const char* path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) finish(kBroken, std::string("cannot read '") + path + "'");
    Board board = {};
    for (int row = 0; row < 9; ++row) {
        for (int column = 0; column < 9; ++column) {
            const std::string token = next_token(file);
            if (!is_digit(token)) {
                finish(kBroken, "the input is broken at " + place(row, column) + ": " + quoted(token));
            }
            board[row][column] = token[0] - '0';
        }
    }
    return board;
}

int read_cell(std::istream& file, int row, int column) {
    const std::string token = next_token(file);
    const std::string where = place(row, column);
    if (token.empty()) {
        finish(kWrongAnswer, where + ": missing; the output ends after " + number(row * 9 + column) + " of 81 cells");
    }
    if (token == "0") finish(kWrongAnswer, where + ": left empty (0)");
    if (!is_digit(token)) finish(kWrongAnswer, where + ": expected a digit 1 to 9, found " + quoted(token));
    return token[0] - '0';
}

Board read_output(const char* path, const Board& givens) {
    std::ifstream file(path, std::ios::binary);
    if (!file) finish(kBroken, std::string("cannot read '") + path + "'");
    Board board = {};
    for (int row = 0; row < 9; ++row) {
        for (int column = 0; column < 9; ++column) {
            const int digit = read_cell(file, row, column);
            const int given = givens[row][column];
            if (given != 0 && digit != given) {
                finish(kWrongAnswer,
                       place(row, column) + ": the given " + number(given) + " was changed to " + number(digit));
            }
            board[row][column] = digit;
        }
    }
    const std::string extra = next_token(file);
    if (is_digit(extra)) finish(kWrongAnswer, "an extra cell after row 9, column 9: " + quoted(extra));
    if (!extra.empty()) finish(kWrongAnswer, "junk after row 9, column 9: " + quoted(extra));
    return board;
}

struct Cell {
    int row = 0;
    int column = 0;
};

void expect_no_repeat(const Board& board, const std::string& unit, const std::array<Cell, 9>& cells) {
    std::array<const Cell*, 10> seen = {};
    for (const Cell& cell : cells) {
        const int digit = board[cell.row][cell.column];
        if (seen[digit] != nullptr) {
            finish(kWrongAnswer, unit + ": " + number(digit) + " repeats at " +
                                     place(seen[digit]->row, seen[digit]->column) + " and " +
                                     place(cell.row, cell.column));
        }
        seen[digit] = &cell;
    }
}

void expect_complete(const Board& board) {
    for (int unit = 0; unit < 9; ++unit) {
        std::array<Cell, 9> row, column, box;
        for (int i = 0; i < 9; ++i) {
            row[i] = {unit, i};
            column[i] = {i, unit};
            box[i] = {unit / 3 * 3 + i / 3, unit % 3 * 3 + i % 3};
        }
        expect_no_repeat(board, "row " + number(unit + 1), row);
        expect_no_repeat(board, "column " + number(unit + 1), column);
        expect_no_repeat(board, "box " + number(unit + 1), box);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) finish(kBroken, "usage: sudoku INPUT ANSWER OUTPUT [...]");
    const Board givens = read_input(argv[1]);
    expect_complete(read_output(argv[3], givens));
    return 0;
}
