// Writes the secret inputs of N-Queen into a folder: every size the problem admits, each named for
// what it tells. Nothing is drawn at random, for there are only these fourteen inputs.
//
//     sizes FOLDER
#include <cstdio>
#include <fstream>
#include <string>

namespace {

constexpr const char* kReasons[] = {
    "smallest-board",
    "none-fits-even",
    "none-fits-odd",
    "first-even-with-placements",
    "first-odd-with-placements",
    "fewer-than-the-size-before",
    "odd-middle-column",
    "published-sample",
    "odd-after-the-sample",
    "first-size-of-two-digits",
    "odd-of-two-digits",
    "five-digit-count",
    "largest-odd-size",
    "largest-size-most-work",
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: sizes FOLDER\n");
        return 2;
    }
    int size = 0;
    for (const char* reason : kReasons) {
        ++size;
        const std::string prefix = (size < 10 ? "0" : "") + std::to_string(size);
        const std::string path = std::string(argv[1]) + "/" + prefix + "-" + reason + ".in";
        std::ofstream file(path, std::ios::binary);
        file << size << '\n';
        if (!file.flush()) {
            std::fprintf(stderr, "cannot write '%s'\n", path.c_str());
            return 1;
        }
    }
    return 0;
}
