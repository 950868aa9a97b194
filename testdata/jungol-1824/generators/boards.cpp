// Writes the secret inputs of a Sudoku problem into a folder.
//
//     boards FOLDER SEED spaced|joined
//
// The same arguments give the same bytes on every machine: the random numbers are made here, and
// no result depends on the order or the algorithms of the standard library. Each case draws from a
// stream of its own, so that a change of one case leaves the others as they are. Every board has
// a completion and obeys the rule of the validator (a plain search makes at most 100,000 calls).
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

using Board = std::array<int, 81>;  // 0 = empty, reading order
using Accept = std::function<bool(const Board&)>;

constexpr long kMostCalls = 100'000;

// splitmix64
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }

    // 0 to n-1. The bias of the remainder is far below anything a test case could show.
    int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }

    template <typename Items>
    void shuffle(Items& items) {
        for (int i = static_cast<int>(items.size()) - 1; i > 0; --i) std::swap(items[i], items[below(i + 1)]);
    }

  private:
    std::uint64_t state_;
};

int row_of(int cell) {
    return cell / 9;
}
int column_of(int cell) {
    return cell % 9;
}
int box_of(int cell) {
    return row_of(cell) / 3 * 3 + column_of(cell) / 3;
}

enum Units { in_row = 1, in_column = 2, in_box = 4, in_any = 7 };

bool share_unit(int a, int b, int units) {
    return ((units & in_row) != 0 && row_of(a) == row_of(b)) ||
           ((units & in_column) != 0 && column_of(a) == column_of(b)) ||
           ((units & in_box) != 0 && box_of(a) == box_of(b));
}

// The digits that the row, the column and the box of `cell` leave free: bit d for digit d.
int free_digits(const Board& board, int cell) {
    const int row = row_of(cell) * 9;
    const int column = column_of(cell);
    const int corner = row_of(cell) / 3 * 27 + column / 3 * 3;
    int used = 0;
    for (int i = 0; i < 9; ++i) {
        used |= 1 << board[row + i] | 1 << board[i * 9 + column] | 1 << board[corner + i / 3 * 9 + i % 3];
    }
    return 1022 & ~used;
}

// The plain search: one call a cell, givens and the end of the board included.
bool plain_search(Board& board, int cell, long& calls) {
    if (++calls > kMostCalls) return false;
    if (cell == 81) return true;
    if (board[cell] != 0) return plain_search(board, cell + 1, calls);
    const int free = free_digits(board, cell);
    for (int digit = 1; digit <= 9; ++digit) {
        if ((free >> digit & 1) == 0) continue;
        board[cell] = digit;
        if (plain_search(board, cell + 1, calls)) return true;
        board[cell] = 0;
    }
    return false;
}

long plain_calls(Board board) {
    long calls = 0;
    plain_search(board, 0, calls);
    return calls;
}

// Counts completions up to `cap`, always filling a cell that has the fewest digits left.
int completions(Board& board, int cap) {
    int best = -1;
    int best_free = 0;
    int fewest = 10;
    for (int cell = 0; cell < 81 && fewest > 1; ++cell) {
        if (board[cell] != 0) continue;
        const int free = free_digits(board, cell);
        const int count = __builtin_popcount(static_cast<unsigned>(free));
        if (count >= fewest) continue;
        best = cell;
        best_free = free;
        fewest = count;
    }
    if (best < 0) return 1;
    int found = 0;
    for (int digit = 1; digit <= 9 && found < cap; ++digit) {
        if ((best_free >> digit & 1) == 0) continue;
        board[best] = digit;
        found += completions(board, cap - found);
    }
    board[best] = 0;
    return found;
}

int completions_of(Board board, int cap) {
    return completions(board, cap);
}

// The search that does not empty a cell again: `depth` counts empty cells, and the digits left in
// the cells after it still block through `units`. False where it misses every completion.
bool forgetful_search(Board& board, const std::vector<int>& empty, std::size_t depth, int units) {
    if (depth == empty.size()) return true;
    const int cell = empty[depth];
    const auto blocked = [&](int digit) {
        for (int other = 0; other < 81; ++other) {
            if (other == cell || board[other] != digit) continue;
            bool stale = false;
            for (std::size_t later = depth + 1; later < empty.size(); ++later) stale |= empty[later] == other;
            if (share_unit(cell, other, stale ? units : in_any)) return true;
        }
        return false;
    };
    for (int digit = 1; digit <= 9; ++digit) {
        const bool free = !blocked(digit);
        board[cell] = digit;
        if (free && forgetful_search(board, empty, depth + 1, units)) return true;
    }
    return false;
}

bool forgetful_fails(Board board, int units) {
    std::vector<int> empty;
    for (int cell = 0; cell < 81; ++cell) {
        if (board[cell] == 0) empty.push_back(cell);
    }
    return !forgetful_search(board, empty, 0, units);
}

bool fill(Board& board, int cell, Random& random) {
    if (cell == 81) return true;
    std::array<int, 9> digits = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    random.shuffle(digits);
    const int free = free_digits(board, cell);
    for (int digit : digits) {
        if ((free >> digit & 1) == 0) continue;
        board[cell] = digit;
        if (fill(board, cell + 1, random)) return true;
    }
    board[cell] = 0;
    return false;
}

Board full_board(Random& random) {
    Board board = {};
    fill(board, 0, random);
    return board;
}

Board without_cells(Board board, const std::function<bool(int)>& is_erased) {
    for (int cell = 0; cell < 81; ++cell) {
        if (is_erased(cell)) board[cell] = 0;
    }
    return board;
}

Board without_random_cells(Board board, int count, Random& random) {
    std::vector<int> filled;
    for (int cell = 0; cell < 81; ++cell) {
        if (board[cell] != 0) filled.push_back(cell);
    }
    random.shuffle(filled);
    for (int i = 0; i < count; ++i) board[filled[i]] = 0;
    return board;
}

// Empties up to `most` cells in random order, as long as the completion stays the only one.
Board dug_board(Board board, int most, Random& random) {
    std::array<int, 81> order = {};
    for (int cell = 0; cell < 81; ++cell) order[cell] = cell;
    random.shuffle(order);
    for (int cell : order) {
        if (most == 0) break;
        if (board[cell] == 0) continue;
        const int digit = std::exchange(board[cell], 0);
        if (completions_of(board, 2) == 1) {
            --most;
        } else {
            board[cell] = digit;
        }
    }
    return board;
}

// Draws boards until one obeys the rule and is accepted.
Board first_accepted(const std::function<Board()>& draw, const Accept& accept) {
    for (;;) {
        const Board board = draw();
        if (plain_calls(board) <= kMostCalls && accept(board)) return board;
    }
}

Board published(const char* text) {
    Board board = {};
    for (int cell = 0; cell < 81; ++cell) board[cell] = text[cell] == '.' ? 0 : text[cell] - '0';
    return board;
}

Board with_completions(int fewest, int most, int emptied, Random& random) {
    return first_accepted([&] { return without_random_cells(full_board(random), emptied, random); },
                          [&](const Board& board) {
                              const int count = completions_of(board, most + 1);
                              return count >= fewest && count <= most;
                          });
}

Board without_unit(const std::function<bool(int)>& is_erased, Random& random) {
    return first_accepted([&] { return without_cells(full_board(random), is_erased); },
                          [](const Board&) { return true; });
}

Board without_digit(int digit, Random& random) {
    const Board full = full_board(random);
    return without_cells(full, [&](int cell) { return full[cell] == digit; });
}

// A board on which digits left behind hide the completion although they block through `unit` only.
Board forgetful_trap(int unit, Random& random) {
    return first_accepted([&] { return dug_board(full_board(random), 48, random); },
                          [&](const Board& board) {
                              return plain_calls(board) < 3000 && forgetful_fails(board, unit) &&
                                     !forgetful_fails(board, in_any & ~unit);
                          });
}

Board long_search(long fewest_calls, Random& random) {
    return first_accepted(
        [&] { return dug_board(full_board(random), 60, random); },
        [&](const Board& board) { return plain_calls(board) >= fewest_calls && forgetful_fails(board, in_any); });
}

// The completion's first row is 9 8 7 6 5 4 3 2 1 and wholly empty.
Board descending_first_row(Random& random) {
    const auto draw = [&] {
        Board board = full_board(random);
        std::array<int, 10> renamed = {};
        for (int column = 0; column < 9; ++column) renamed[board[column]] = 9 - column;
        for (int& digit : board) digit = renamed[digit];
        board = without_cells(board, [](int cell) { return row_of(cell) == 0; });
        return dug_board(board, 25, random);
    };
    return first_accepted(draw, [](const Board& board) { return completions_of(board, 2) == 1; });
}

Board single_given(int cell, int digit) {
    Board board = {};
    board[cell] = digit;
    return board;
}

struct Case {
    const char* name;
    std::function<Board(Random&)> make;
};

std::function<Board(Random&)> erased(std::function<bool(int)> is_erased) {
    return [is_erased](Random& random) { return without_unit(is_erased, random); };
}

std::function<Board(Random&)> only(std::function<bool(int)> is_kept) {
    return erased([is_kept](int cell) { return !is_kept(cell); });
}

std::function<Board(Random&)> fixed(const Board& board) {
    return [board](Random&) { return board; };
}

// A few completions come first and the emptiest boards last: a search that does not stop after its
// first full board is caught before it prints without end.
std::vector<Case> few_empty_cells() {
    return {
        {"few-completions", [](Random& random) { return with_completions(5, 20, 50, random); }},
        {"two-completions", [](Random& random) { return with_completions(2, 2, 45, random); }},
        {"dozens-of-completions", [](Random& random) { return with_completions(24, 50, 52, random); }},
        {"one-empty-cell-first", erased([](int cell) { return cell == 0; })},
        {"one-empty-cell-middle", erased([](int cell) { return cell == 40; })},
        {"one-empty-cell-last", erased([](int cell) { return cell == 80; })},
        {"no-empty-cell", erased([](int) { return false; })},
        {"empty-row-first", erased([](int cell) { return row_of(cell) == 0; })},
        {"empty-row-last", erased([](int cell) { return row_of(cell) == 8; })},
        {"empty-column-first", erased([](int cell) { return column_of(cell) == 0; })},
        {"empty-column-last", erased([](int cell) { return column_of(cell) == 8; })},
        {"empty-box-first", erased([](int cell) { return box_of(cell) == 0; })},
        {"empty-box-last", erased([](int cell) { return box_of(cell) == 8; })},
        {"empty-cross", erased([](int cell) { return row_of(cell) == 4 || column_of(cell) == 4; })},
        {"no-given-one", [](Random& random) { return without_digit(1, random); }},
        {"no-given-nine", [](Random& random) { return without_digit(9, random); }},
    };
}

std::vector<Case> wrong_turns() {
    return {
        {"left-digit-blocks-its-row", [](Random& random) { return forgetful_trap(in_row, random); }},
        {"left-digit-blocks-its-column", [](Random& random) { return forgetful_trap(in_column, random); }},
        {"left-digit-blocks-its-box", [](Random& random) { return forgetful_trap(in_box, random); }},
        {"first-row-descends", descending_first_row},
        {"long-search", [](Random& random) { return long_search(20'000, random); }},
        {"longer-search", [](Random& random) { return long_search(80'000, random); }},
        {"published-easy",
         fixed(published("361025900080960010400000057008000471000603000259000800740000005020018060005470329"))},
        {"published-top-95",
         fixed(published("6.....7.3.4.8.................5.4.8.7..2.....1.3.......2.....5.....7.9......1...."))},
        {"published-hardest",
         fixed(published(".6.5.4.3.1...9...8.........9...5...6.4.6.2.7.7...4...5.........4...8...1.5.2.3.4."))},
        {"published-17-givens-short",
         fixed(published("267050000000100084000000000300900000000000017000000600000064700910000000000000000"))},
        {"published-17-givens-99983-calls",
         fixed(published("200406000300000180000000050000080002900000700000010000000200900080600000005000000"))},
    };
}

std::vector<Case> emptiest() {
    return {
        {"empty-diagonal-boxes", erased([](int cell) { return box_of(cell) % 4 == 0; })},
        {"empty-top-band", erased([](int cell) { return row_of(cell) < 3; })},
        {"empty-bottom-band", erased([](int cell) { return row_of(cell) >= 6; })},
        {"empty-right-stack", erased([](int cell) { return column_of(cell) >= 6; })},
        {"only-first-row", only([](int cell) { return row_of(cell) == 0; })},
        {"only-last-row", only([](int cell) { return row_of(cell) == 8; })},
        {"only-last-column", only([](int cell) { return column_of(cell) == 8; })},
        {"only-middle-box", only([](int cell) { return box_of(cell) == 4; })},
        {"only-last-cells-of-boxes", only([](int cell) { return row_of(cell) % 3 == 2 && column_of(cell) % 3 == 2; })},
        {"only-first-cell-nine", fixed(single_given(0, 9))},
        {"only-end-of-first-row", fixed(single_given(8, 1))},
        {"only-start-of-last-row", fixed(single_given(72, 1))},
        {"only-end-of-first-box", fixed(single_given(20, 1))},
        {"only-last-cell", fixed(single_given(80, 1))},
        {"entirely-empty", fixed(Board{})},
    };
}

std::string to_text(const Board& board, bool spaced) {
    std::string text;
    for (int cell = 0; cell < 81; ++cell) {
        text += static_cast<char>('0' + board[cell]);
        if (column_of(cell) == 8) {
            text += '\n';
        } else if (spaced) {
            text += ' ';
        }
    }
    return text;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string layout = argc == 4 ? argv[3] : "";
    if (layout != "spaced" && layout != "joined") {
        std::fprintf(stderr, "usage: boards FOLDER SEED spaced|joined\n");
        return 2;
    }
    const std::uint64_t seed = std::strtoull(argv[2], nullptr, 10);
    int number = 0;
    for (const auto& cases : {few_empty_cells(), wrong_turns(), emptiest()}) {
        for (const Case& entry : cases) {
            Random random(seed * 1000 + static_cast<std::uint64_t>(++number));
            const std::string prefix = (number < 10 ? "0" : "") + std::to_string(number);
            const std::string path = std::string(argv[1]) + "/" + prefix + "-" + entry.name + ".in";
            std::ofstream file(path, std::ios::binary);
            file << to_text(entry.make(random), layout == "spaced");
            if (!file.flush()) {
                std::fprintf(stderr, "cannot write '%s'\n", path.c_str());
                return 1;
            }
        }
    }
    return 0;
}
