// Reads one input from standard input; exit 0 = valid, 1 = invalid with a message on standard error.
// Valid: one line with one number 1 to 14, without leading zero, sign or blank, ended by one newline.
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

int main() {
    const std::string text(std::istreambuf_iterator<char>(std::cin), {});
    const std::size_t length = text.find('\n');
    if (length == std::string::npos) {
        std::fprintf(stderr, "invalid: line 1: the newline at its end is missing\n");
        return 1;
    }
    if (length + 1 != text.size()) {
        std::fprintf(stderr, "invalid: line 2: expected the end of the input after one line\n");
        return 1;
    }
    for (int n = 1; n < 15; ++n) {
        if (text.compare(0, length, std::to_string(n)) == 0) return 0;
    }
    std::fprintf(stderr, "invalid: line 1: expected a plain number 1 to 14\n");
    return 1;
}
