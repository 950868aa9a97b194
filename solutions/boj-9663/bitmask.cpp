// One queen a row. Three words hold the attacked squares of the row: by column and by the two
// diagonals, which move one square a row.
#include <iostream>

using namespace std;

int full;

int count(int columns, int left, int right) {
    if (columns == full) return 1;
    int total = 0;
    for (int free = full & ~(columns | left | right); free != 0; free &= free - 1) {
        const int queen = free & -free;
        total += count(columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return total;
}

int main() {
    int n;
    cin >> n;
    full = (1 << n) - 1;
    cout << count(0, 0, 0) << '\n';
}
