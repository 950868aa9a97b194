#pragma once

// The first source of a new problem, from the user's templates in judge.json or a bare one.

#include <string>

#include "packages/project.h"

namespace judge {

/// Writes solutions/<id>/<id>.<ending> and yields its path below the project; "" if the problem has a source already.
/// `ending` ("cpp", "py", "java") names the language; empty is the first one that judge.json has a template for, else
/// cpp. A Java source is called Main.java. Errors: not_found - the template; usage - no template and none built in; io.
Result<std::string> write_starter(const Project& project, const std::string& id, const std::string& ending);

}  // namespace judge
