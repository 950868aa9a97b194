#pragma once

// A 128-bit content hash (XXH3), as 32 hexadecimal digits: keys of the cache, digests of cases and outputs. Not for
// secrets.

#include <memory>
#include <string>
#include <string_view>

namespace judge {

/// Collects bytes and yields their hash. `add_field` also hashes the length, so that ("ab","c") and ("a","bc") differ.
class Hasher {
  public:
    Hasher();
    ~Hasher();
    Hasher(const Hasher&) = delete;
    Hasher& operator=(const Hasher&) = delete;

    void add(std::string_view bytes);
    void add_field(std::string_view bytes);
    std::string hex() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

std::string hash_of(std::string_view bytes);

}  // namespace judge
