// One queen a row. Every step works on its own copy of the board, in which the squares that the
// new queen attacks are struck out; nothing ever has to be undone.
#include <iostream>

using namespace std;

struct Board {
    bool struck[14][14] = {};
};

int n;
int placements;

Board with_queen(Board board, int row, int col) {
    for (int r = row + 1; r < n; ++r) {
        const int step = r - row;
        board.struck[r][col] = true;
        if (col - step >= 0) board.struck[r][col - step] = true;
        if (col + step < n) board.struck[r][col + step] = true;
    }
    return board;
}

void place(const Board& board, int row) {
    if (row == n) {
        ++placements;
        return;
    }
    for (int col = 0; col < n; ++col) {
        if (!board.struck[row][col]) place(with_queen(board, row, col), row + 1);
    }
}

int main() {
    cin >> n;
    place(Board{}, 0);
    cout << placements << '\n';
}
