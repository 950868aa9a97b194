// Prints the lexicographically smallest completion of a Sudoku in the layout of its input.
//
// Sudoku as exact cover: 324 demands (each cell filled; each digit once in each row, column and
// box), 729 placements that meet four of them each, and Knuth's dancing links, which always branch
// on the demand with the fewest placements left. The order of that search says nothing about the
// order of completions, so the smallest one is found by asking: for each empty cell in reading
// order, the smallest digit is kept with which the board still has a completion.
// Source: D. E. Knuth, "Dancing Links", 2000.
#include <array>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr int kDemands = 324;

using Board = std::array<int, 81>;  // 0 = empty

std::array<int, 4> demands_of(int cell, int digit) {
    const int row = cell / 9;
    const int column = cell % 9;
    const int box = row / 3 * 3 + column / 3;
    return {cell, 81 + row * 9 + digit - 1, 162 + column * 9 + digit - 1, 243 + box * 9 + digit - 1};
}

// Nodes 1 to 324 head the demands, node 0 the list of open demands; four nodes follow for each placement.
class Links {
  public:
    Links() : nodes_(kDemands + 1) {
        for (int i = 0; i <= kDemands; ++i) {
            nodes_[i] = {i == 0 ? kDemands : i - 1, i == kDemands ? 0 : i + 1, i, i, i, 0};
        }
        for (int cell = 0; cell < 81; ++cell) {
            for (int digit = 1; digit <= 9; ++digit) add(cell, digit);
        }
    }

    /// Takes a placement for good; false where one of its demands is met already.
    bool give(int cell, int digit) {
        for (const int demand : demands_of(cell, digit)) {
            if (met_[demand]) return false;
        }
        for (const int demand : demands_of(cell, digit)) {
            met_[demand] = true;
            cover(demand + 1);
        }
        return true;
    }

    /// True where the open demands can be met exactly.
    bool solvable() {
        if (nodes_[0].right == 0) return true;
        int head = nodes_[0].right;
        for (int i = head; i != 0; i = nodes_[i].right) {
            if (nodes_[i].size < nodes_[head].size) head = i;
        }
        cover(head);
        bool found = false;
        for (int i = nodes_[head].down; i != head && !found; i = nodes_[i].down) {
            for (int j = nodes_[i].right; j != i; j = nodes_[j].right) cover(nodes_[j].head);
            found = solvable();
            for (int j = nodes_[i].left; j != i; j = nodes_[j].left) uncover(nodes_[j].head);
        }
        uncover(head);
        return found;
    }

  private:
    struct Node {
        int left = 0, right = 0, up = 0, down = 0, head = 0;
        int size = 0;  // of heads: placements left
    };

    void add(int cell, int digit) {
        const int first = static_cast<int>(nodes_.size());
        for (int k = 0; k < 4; ++k) {
            const int head = demands_of(cell, digit)[k] + 1;
            const int node = first + k;
            nodes_.push_back({first + (k + 3) % 4, first + (k + 1) % 4, nodes_[head].up, head, head, 0});
            nodes_[nodes_[head].up].down = node;
            nodes_[head].up = node;
            ++nodes_[head].size;
        }
    }

    void cover(int head) {
        nodes_[nodes_[head].right].left = nodes_[head].left;
        nodes_[nodes_[head].left].right = nodes_[head].right;
        for (int i = nodes_[head].down; i != head; i = nodes_[i].down) {
            for (int j = nodes_[i].right; j != i; j = nodes_[j].right) {
                nodes_[nodes_[j].down].up = nodes_[j].up;
                nodes_[nodes_[j].up].down = nodes_[j].down;
                --nodes_[nodes_[j].head].size;
            }
        }
    }

    void uncover(int head) {
        for (int i = nodes_[head].up; i != head; i = nodes_[i].up) {
            for (int j = nodes_[i].left; j != i; j = nodes_[j].left) {
                ++nodes_[nodes_[j].head].size;
                nodes_[nodes_[j].down].up = j;
                nodes_[nodes_[j].up].down = j;
            }
        }
        nodes_[nodes_[head].right].left = head;
        nodes_[nodes_[head].left].right = head;
    }

    std::vector<Node> nodes_;
    std::array<bool, kDemands> met_ = {};
};

bool has_completion(const Board& board) {
    Links links;
    for (int cell = 0; cell < 81; ++cell) {
        if (board[cell] != 0 && !links.give(cell, board[cell])) return false;
    }
    return links.solvable();
}

bool complete(Board& board) {
    if (!has_completion(board)) return false;
    for (int& digit : board) {
        if (digit != 0) continue;
        do {
            ++digit;
        } while (!has_completion(board));
    }
    return true;
}

}  // namespace

int main() {
    Board board = {};
    std::string first;
    std::getline(std::cin, first);
    const bool spaced = first.find(' ') != std::string::npos;
    std::string text = first;
    for (std::string line; std::getline(std::cin, line);) text += line;
    int count = 0;
    for (const char byte : text) {
        if (byte >= '0' && byte <= '9' && count < 81) board[count++] = byte - '0';
    }
    if (count != 81 || !complete(board)) {
        std::fprintf(stderr, "the input is no board with a completion\n");
        return 1;
    }
    for (int cell = 0; cell < 81; ++cell) {
        const char* end = cell % 9 == 8 ? "\n" : spaced ? " " : "";
        std::printf("%d%s", board[cell], end);
    }
    return 0;
}
