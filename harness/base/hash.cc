#include "base/hash.h"

#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>  // the same digests, by the widest vectors that the processor has
#else
#include <xxhash.h>
#endif

#include <array>
#include <cstdint>

#include "base/result.h"

namespace judge {
namespace {

std::string hex_of(XXH128_hash_t hash) {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, hash);
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : canonical.digest) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

}  // namespace

struct Hasher::State {
    XXH3_state_t* xxh = nullptr;
};

Hasher::Hasher() : state_(std::make_unique<State>()) {
    state_->xxh = XXH3_createState();
    if (state_->xxh == nullptr) panic("no memory for a hash state");
    XXH3_128bits_reset(state_->xxh);
}

Hasher::~Hasher() {
    XXH3_freeState(state_->xxh);
}

void Hasher::add(std::string_view bytes) {
    XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
}

void Hasher::add_field(std::string_view bytes) {
    // Little end first on every machine, so that keys can travel.
    std::array<char, 8> length{};
    for (std::size_t i = 0; i < length.size(); ++i)
        length[i] = static_cast<char>(static_cast<std::uint64_t>(bytes.size()) >> (8 * i));
    add({length.data(), length.size()});
    add(bytes);
}

std::string Hasher::hex() const {
    return hex_of(XXH3_128bits_digest(state_->xxh));
}

std::string hash_of(std::string_view bytes) {
    return hex_of(XXH3_128bits(bytes.data(), bytes.size()));
}

}  // namespace judge
