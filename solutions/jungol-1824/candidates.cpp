// Depth-first search over the empty cells; at each, the digits that fit are collected before any
// of them is tried.
#include <iostream>
#include <utility>
#include <vector>

using namespace std;

int board[9][9];
vector<pair<int, int>> blanks;
bool stop;

bool row_allows(int row, int digit) {
    for (int c = 0; c < 9; ++c) {
        if (board[row][c] == digit) return false;
    }
    return true;
}

bool column_allows(int col, int digit) {
    for (int r = 0; r < 9; ++r) {
        if (board[r][col] == digit) return false;
    }
    return true;
}

bool box_allows(int row, int col, int digit) {
    const int top = row / 3 * 3;
    const int left = col / 3 * 3;
    for (int r = top; r < top + 3; ++r) {
        for (int c = left; c < left + 3; ++c) {
            if (board[r][c] == digit) return false;
        }
    }
    return true;
}

vector<int> candidates(int row, int col) {
    vector<int> digits;
    for (int digit = 1; digit <= 9; ++digit) {
        if (row_allows(row, digit) && column_allows(col, digit) && box_allows(row, col, digit)) {
            digits.push_back(digit);
        }
    }
    return digits;
}

void print() {
    for (int r = 0; r < 9; ++r) {
        for (int c = 0; c < 9; ++c) cout << board[r][c] << ' ';
        cout << '\n';
    }
}

void solve(size_t depth) {
    if (depth == blanks.size()) {
        print();
        stop = true;
        return;
    }
    const auto [row, col] = blanks[depth];
    const vector<int> digits = candidates(row, col);
    if (digits.empty()) return;
    for (int digit : digits) {
        board[row][col] = digit;
        if (stop) return;
        solve(depth + 1);
    }
    board[row][col] = 0;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    for (int r = 0; r < 9; ++r) {
        for (int c = 0; c < 9; ++c) {
            cin >> board[r][c];
            if (board[r][c] == 0) blanks.emplace_back(r, c);
        }
    }
    solve(0);
}
