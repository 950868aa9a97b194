#pragma once

// Many bytes looked at together: tests of each give a mask, bit i for byte i.

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <cstdint>
#include <cstring>

namespace judge {

/// A vector of GCC and clang; on machines without such registers they compile it to something slower.
using Bytes16 = unsigned char __attribute__((vector_size(16)));

inline Bytes16 load16(const char* at) {
    Bytes16 bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

/// The mask of a comparison of two Bytes16, whose bytes are 0 or 0xFF.
template <typename Compared>
unsigned mask_of(Compared compared) {
#if defined(__SSE2__)
    using Chars16 = char __attribute__((vector_size(16)));
    return static_cast<unsigned>(__builtin_ia32_pmovmskb128(reinterpret_cast<Chars16>(compared)));
#else
    unsigned mask = 0;
    for (unsigned i = 0; i < 16; ++i) mask |= (compared[i] != 0 ? 1U : 0U) << i;
    return mask;
#endif
}

/// Of the 16 bytes at each place, bit i where byte i differs.
inline unsigned differing16(const char* a, const char* b) {
    return mask_of(load16(a) == load16(b)) ^ 0xFFFFU;
}

#if defined(__x86_64__)
#define JUDGE_WITH_AVX2 [[gnu::target("avx2,bmi,bmi2")]]

inline bool has_avx2() {
    static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    return has;
}

JUDGE_WITH_AVX2 inline __m256i load32(const char* at) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}

/// The mask of a comparison, whose bytes are 0 or 0xFF.
JUDGE_WITH_AVX2 inline std::uint32_t mask32(__m256i compared) {
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(compared));
}

/// Of the 32 bytes at each place, bit i where byte i differs.
JUDGE_WITH_AVX2 inline std::uint32_t differing32(const char* a, const char* b) {
    return ~mask32(_mm256_cmpeq_epi8(load32(a), load32(b)));
}

/// Of the 32 bytes at `at`, bit i where byte i is `kByte`.
template <char kByte>
JUDGE_WITH_AVX2 std::uint32_t places32(const char* at) {
    return mask32(_mm256_cmpeq_epi8(load32(at), _mm256_set1_epi8(kByte)));
}

/// Where byte i lies from `kFirst` to `kLast`.
template <char kFirst, char kLast>
JUDGE_WITH_AVX2 std::uint32_t ranged32(const char* at) {
    const __m256i beyond = _mm256_sub_epi8(load32(at), _mm256_set1_epi8(kFirst));
    return mask32(_mm256_cmpeq_epi8(_mm256_min_epu8(beyond, _mm256_set1_epi8(kLast - kFirst)), beyond));
}

/// Two masks of 32 bytes as one of 64.
template <std::uint32_t (*kMask)(const char*)>
JUDGE_WITH_AVX2 std::uint64_t twice32(const char* at) {
    return kMask(at) | std::uint64_t{kMask(at + 32)} << 32;
}
#endif

}  // namespace judge
