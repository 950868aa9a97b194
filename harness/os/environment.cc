#include "os/environment.h"

#include <unistd.h>

#include <string_view>

namespace judge {

Environment Environment::of_process() {
    Environment environment;
    for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const std::size_t equals = text.find('=');
        if (equals != std::string_view::npos)
            environment.set(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
    }
    return environment;
}

std::string Environment::get(const std::string& name) const {
    const auto found = variables_.find(name);
    return found == variables_.end() ? "" : found->second;
}

std::vector<std::string> Environment::entries() const {
    std::vector<std::string> all;
    for (const auto& [name, value] : variables_) all.push_back(name + "=" + value);
    return all;
}

}  // namespace judge
