// A set of used digits for each row, column and box, all counted from 1. Cells are walked in
// reading order with ascending digits, so the first full board is the smallest.
#include <cstdlib>
#include <iostream>
#include <string>
#include <unordered_set>

using namespace std;

int board[10][10];
unordered_set<int> rows[10], cols[10], boxes[10];

int box_of(int x, int y) {
    return ((x - 1) / 3 + 1) * 3 - 2 + (y - 1) / 3;
}

void print_and_quit() {
    for (int x = 1; x <= 9; ++x) {
        for (int y = 1; y <= 9; ++y) cout << board[x][y];
        cout << '\n';
    }
    cout.flush();
    exit(0);
}

void solve(int x, int y) {
    if (y == 10) {
        ++x;
        y = 1;
    }
    if (x == 10) print_and_quit();
    if (board[x][y] != 0) {
        solve(x, y + 1);
        return;
    }
    auto &row = rows[x], &col = cols[y], &box = boxes[box_of(x, y)];
    for (int digit = 1; digit <= 9; ++digit) {
        if (row.count(digit) || col.count(digit) || box.count(digit)) continue;
        board[x][y] = digit;
        row.insert(digit);
        col.insert(digit);
        box.insert(digit);
        solve(x, y + 1);
        board[x][y] = 0;
        row.erase(digit);
        col.erase(digit);
        box.erase(digit);
    }
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    for (int x = 1; x <= 9; ++x) {
        string line;
        cin >> line;
        for (int y = 1; y <= 9; ++y) {
            const int digit = line[y - 1] - '0';
            if (digit == 0) continue;
            board[x][y] = digit;
            rows[x].insert(digit);
            cols[y].insert(digit);
            boxes[box_of(x, y)].insert(digit);
        }
    }
    solve(1, 1);
}
