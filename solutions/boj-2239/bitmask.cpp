// Used digits are bits: one word for each row, column and box. The free digits of a cell come out
// lowest bit first, so the first full board is the smallest.
#include <iostream>
#include <string>

using namespace std;

string board[9];
int row_used[9], col_used[9], box_used[9];

void toggle(int r, int c, int bit) {
    row_used[r] ^= bit;
    col_used[c] ^= bit;
    box_used[r / 3 * 3 + c / 3] ^= bit;
}

bool solve(int cell) {
    if (cell == 81) return true;
    const int r = cell / 9;
    const int c = cell % 9;
    if (board[r][c] != '0') return solve(cell + 1);
    int free = 511 & ~(row_used[r] | col_used[c] | box_used[r / 3 * 3 + c / 3]);
    for (; free != 0; free &= free - 1) {
        const int bit = free & -free;
        board[r][c] = static_cast<char>('1' + __builtin_ctz(bit));
        toggle(r, c, bit);
        if (solve(cell + 1)) return true;
        toggle(r, c, bit);
    }
    board[r][c] = '0';
    return false;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    for (int r = 0; r < 9; ++r) {
        cin >> board[r];
        for (int c = 0; c < 9; ++c) {
            if (board[r][c] != '0') toggle(r, c, 1 << (board[r][c] - '1'));
        }
    }
    solve(0);
    for (const string& line : board) cout << line << '\n';
}
