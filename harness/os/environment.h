#pragma once

// The environment variables, as a value: read once at the start of the program, handed on as an argument.

#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace judge {

class Environment {
  public:
    Environment() = default;
    /// Environment{{"PATH", "/bin"}, {"LANG", "C"}}
    Environment(std::initializer_list<std::pair<const std::string, std::string>> variables) : variables_(variables) {}
    /// Those of this process; "NAME" without "=" is passed over.
    static Environment of_process();

    /// The value of `name`, "" if it is not set: an empty variable counts as absent everywhere.
    std::string get(const std::string& name) const;
    void set(const std::string& name, std::string value) { variables_[name] = std::move(value); }
    /// "NAME=value" each, by name.
    std::vector<std::string> entries() const;

  private:
    std::map<std::string, std::string> variables_;
};

}  // namespace judge
