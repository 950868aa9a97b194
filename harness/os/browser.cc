#include "os/browser.h"

#include "os/directories.h"

namespace judge {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(at, begin), text.size());
        if (end > begin) parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::vector<std::string> with_argument(std::vector<std::string> words, const std::string& what) {
    bool placed = false;
    for (std::string& word : words)
        if (const std::size_t at = word.find("%s"); at != std::string::npos) {
            word.replace(at, 2, what);
            placed = true;
        }
    if (!placed) words.push_back(what);
    return words;
}

}  // namespace

std::vector<std::string> browser_command(const std::string& what, const Environment& environment) {
    std::vector<std::string> commands = split(environment.get("BROWSER"), ':');
    commands.emplace_back("xdg-open");
    for (const std::string& command : commands) {
        std::vector<std::string> words = split(command, ' ');
        if (!words.empty() && find_program(words.front(), environment.get("PATH")))
            return with_argument(std::move(words), what);
    }
    return {};
}

}  // namespace judge
