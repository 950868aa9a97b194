#pragma once

// Comparing two files as multisets of items in constant memory: digests are added up on one side and taken away on the
// other, in buckets. A further pass over the first bucket that is not empty finds an item to show.

#include <functional>

#include "checker/difference.h"
#include "checker/item.h"

namespace judge {

/// Reads the next item of a stream; false at its end.
using ItemReader = std::function<bool(ByteStream&, Item&)>;

/// Accepted if every item occurs as often in the output as in the answer. The streams stand at their beginning.
Found compare_multisets(const ItemReader& read, ByteStream& output, ByteStream& answer);

}  // namespace judge
