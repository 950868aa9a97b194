#pragma once

// Packages of olympiads: CMS' italy_yaml and TPS.
// Source: cms-dev/cms cmscontrib/loaders/italy_yaml.py, ioi-2017/tps docs.

#include "packages/imported.h"

namespace judge {

bool is_cms(const Source& source);
/// Errors: bad_input - with file and line.
Result<std::vector<Imported>> read_cms(const Source& source);

bool is_tps(const Source& source);
/// Errors: bad_input - with file and line.
Result<std::vector<Imported>> read_tps(const Source& source);

}  // namespace judge
