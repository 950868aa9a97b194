#include "commands/version.h"

namespace judge {

const char* const kVersion = JUDGE_VERSION;

}  // namespace judge
