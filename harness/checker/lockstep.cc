#include "checker/lockstep.h"

#include <algorithm>

namespace judge {

bool Lockstep::advance() {
    for (;;) {
        const bool more_output = output.fill();
        const bool more_answer = answer.fill();
        if (!more_output || !more_answer) return more_output || more_answer;
        const std::string_view a = output.window();
        const std::string_view b = answer.window();
        const std::size_t equal = equal_prefix(a, b);
        pass(equal);
        if (equal < std::min(a.size(), b.size())) return true;
    }
}

bool skip_spaces(ByteStream& stream) {
    while (stream.fill()) {
        const std::string_view window = stream.window();
        const auto end = std::find_if_not(window.begin(), window.end(), is_space);
        stream.skip(static_cast<std::size_t>(end - window.begin()));
        if (end != window.end()) return true;
    }
    return false;
}

}  // namespace judge
