// Counts the placements of N queens without ever walking through them one by one.
//
// After some rows only three sets of columns matter to the rows below: the taken columns and those
// that the two families of diagonals reach in the next row. Placements that agree in the three are
// one state with a count. Rows are done one after the other: every state sends its count to the
// states it leads to, and equal states are merged by sorting. Attacks that leave the board are
// dropped, which lets more states fall together; the mirror image halves the first row.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

namespace {

struct State {
    std::uint64_t attacks = 0;  // 16 bits each: columns, diagonals to the left, diagonals to the right
    std::uint64_t count = 0;
};

std::uint64_t packed(std::uint64_t columns, std::uint64_t left, std::uint64_t right) {
    return columns << 32 | left << 16 | right;
}

void merge_equal(std::vector<State>& states) {
    std::sort(states.begin(), states.end(), [](const State& a, const State& b) { return a.attacks < b.attacks; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (kept > 0 && states[kept - 1].attacks == states[i].attacks) {
            states[kept - 1].count += states[i].count;
        } else {
            states[kept++] = states[i];
        }
    }
    states.resize(kept);
}

std::vector<State> next_row(const std::vector<State>& states, std::uint64_t board) {
    std::vector<State> next;
    for (const State& state : states) {
        const std::uint64_t columns = state.attacks >> 32;
        const std::uint64_t left = state.attacks >> 16 & 0xffff;
        const std::uint64_t right = state.attacks & 0xffff;
        for (std::uint64_t queen = 1; queen <= board; queen <<= 1) {
            if (((columns | left | right) & queen) != 0) continue;
            next.push_back({packed(columns | queen, (left | queen) << 1 & board, (right | queen) >> 1), state.count});
        }
    }
    merge_equal(next);
    return next;
}

std::vector<State> first_row(int n, std::uint64_t board) {
    std::vector<State> states;
    for (int column = 0; column < (n + 1) / 2; ++column) {
        const std::uint64_t queen = std::uint64_t{1} << column;
        const bool has_mirror = column != n - 1 - column;
        states.push_back({packed(queen, queen << 1 & board, queen >> 1), has_mirror ? 2U : 1U});
    }
    return states;
}

}  // namespace

int main() {
    int n = 0;
    std::cin >> n;
    const std::uint64_t board = (std::uint64_t{1} << n) - 1;
    std::vector<State> states = first_row(n, board);
    for (int row = 1; row < n; ++row) states = next_row(states, board);
    std::uint64_t total = 0;
    for (const State& state : states) total += state.count;
    std::cout << total << '\n';
    return 0;
}
