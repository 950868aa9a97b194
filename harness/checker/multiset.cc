#include "checker/multiset.h"

#include <map>
#include <utility>
#include <vector>

namespace judge {

namespace {

constexpr std::size_t kBuckets = 4096;
constexpr std::size_t kMostShown = 100'000;  // items of one bucket that are looked at for one to show

struct Sum {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::int64_t count = 0;
    bool operator==(const Sum&) const = default;
};

std::size_t bucket_of(const Digest& digest) {
    return static_cast<std::size_t>(digest.high % kBuckets);
}

using Balance = std::map<std::pair<std::uint64_t, std::uint64_t>, std::int64_t>;

std::int64_t& at(Balance& balance, const Digest& digest) {
    return balance[{digest.low, digest.high}];
}

/// Looks through a file again for items of one bucket.
struct Search {
    const ItemReader& read;
    std::size_t bucket;
    Balance balance;

    void add_up(const ByteStream& file, std::int64_t sign) {
        ByteStream stream(file.fd(), file.capacity());
        Item item;
        while (balance.size() < kMostShown && read(stream, item))
            if (const Digest digest = item.digest.mixed(); bucket_of(digest) == bucket) at(balance, digest) += sign;
    }
    /// Where the first item whose balance has the sign of `sign` begins.
    std::optional<std::uint64_t> first(const ByteStream& file, std::int64_t sign) {
        ByteStream stream(file.fd(), file.capacity());
        Item item;
        while (read(stream, item)) {
            const Digest digest = item.digest.mixed();
            if (bucket_of(digest) == bucket && at(balance, digest) * sign > 0) return item.offset;
        }
        return std::nullopt;
    }
};

/// The first item in excess in `bucket`: one of the output, else one that the output lacks.
Found witness(const ItemReader& read, const ByteStream& output, const ByteStream& answer, std::size_t bucket) {
    Found found{CheckOutcome::Kind::wrong_answer, Cause::unmatched, 0, 0, {}, {}};
    Search search{read, bucket, {}};
    search.add_up(output, 1);
    search.add_up(answer, -1);
    if (const auto extra = search.first(output, 1)) {
        found.output_offset = *extra;
    } else if (const auto lacking = search.first(answer, -1)) {
        found.cause = Cause::missing;
        found.answer_offset = *lacking;
    }
    return found;
}

}  // namespace

Found compare_multisets(const ItemReader& read, ByteStream& output, ByteStream& answer) {
    std::vector<Sum> sums(kBuckets);
    Item item;
    const auto add_up = [&](ByteStream& stream, std::uint64_t factor) {
        while (read(stream, item)) {
            const Digest digest = item.digest.mixed();
            Sum& sum = sums[bucket_of(digest)];
            sum.low += factor * digest.low;
            sum.high += factor * digest.high;
            sum.count += static_cast<std::int64_t>(factor);
        }
    };
    add_up(output, 1);
    add_up(answer, ~std::uint64_t{0});
    for (std::size_t bucket = 0; bucket < kBuckets; ++bucket)
        if (sums[bucket] != Sum{}) return witness(read, output, answer, bucket);
    return {};
}

}  // namespace judge
