// What judge calibrate measures in C++: one kind of work a run, named on standard input.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

static std::uint64_t next(std::uint64_t& state) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

int main() {
    char kind[32] = "";
    if (std::scanf("%31s", kind) != 1) return 1;
    std::uint64_t state = 88172645463325252ULL, sum = 0;
    if (!std::strcmp(kind, "integer")) {
        for (int i = 1; i < 60000000; ++i) sum += next(state) % static_cast<std::uint64_t>(i);
    } else if (!std::strcmp(kind, "memory")) {
        std::vector<std::uint32_t> cells(1 << 24, 1);
        for (int i = 0; i < 12000000; ++i) sum += cells[next(state) & ((1 << 24) - 1)]++;
    } else if (!std::strcmp(kind, "allocation")) {
        std::map<std::uint32_t, std::uint32_t> tree;
        for (int i = 0; i < 400000; ++i) ++tree[static_cast<std::uint32_t>(next(state) & 0xfffff)];
        for (const auto& [key, count] : tree) sum += key * count;
    } else if (!std::strcmp(kind, "output")) {
        for (int i = 0; i < 4000000; ++i) std::printf("%d\n", i);
    }
    std::printf("%llu\n", static_cast<unsigned long long>(sum));
}
