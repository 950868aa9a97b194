// One queen a row. Every square counts the queens above that attack it: placing a queen adds one
// to the squares below on its column and diagonals, removing it subtracts one, so that attacks
// which overlap undo cleanly.
#include <iostream>

using namespace std;

int n;
int attacks[15][15];
int placements;

void mark(int row, int col, int change) {
    for (int r = row + 1; r < n; ++r) {
        const int step = r - row;
        attacks[r][col] += change;
        if (col - step >= 0) attacks[r][col - step] += change;
        if (col + step < n) attacks[r][col + step] += change;
    }
}

void place(int placed) {
    if (placed == n) {
        ++placements;
        return;
    }
    for (int col = 0; col < n; ++col) {
        if (attacks[placed][col] != 0) continue;
        mark(placed, col, 1);
        place(placed + 1);
        mark(placed, col, -1);
    }
}

int main() {
    cin >> n;
    place(0);
    cout << placements << '\n';
}
