// The program that compare_honesty compares with itself: as many rounds of the same arithmetic as its argument says,
// so that 5 % more rounds are 5 % more work.

#include <cstdint>
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    const std::uint64_t rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
    std::uint64_t state = 88172645463325252ULL;
    for (std::uint64_t i = 0; i < rounds; ++i) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    std::printf("%llu\n", static_cast<unsigned long long>(state));
}
