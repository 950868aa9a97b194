#pragma once

// Sixteen bytes looked at together: tests of each give a mask, bit i for byte i.

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

}  // namespace judge
