#pragma once

// Tables that are part of the program: files below harness/ named by EMBED in a room.cmake.

#include <string_view>

/// Declares (at namespace scope, outside any namespace) the embedded file `name`, e.g. data_languages_json.
#define JUDGE_DECLARE_EMBEDDED(name)               \
    extern "C" const char judge_embedded_##name[]; \
    extern "C" const char judge_embedded_##name##_end[]

/// The bytes of an embedded file that was declared with JUDGE_DECLARE_EMBEDDED.
#define JUDGE_EMBEDDED(name)                \
    std::string_view(judge_embedded_##name, \
                     static_cast<std::size_t>(judge_embedded_##name##_end - judge_embedded_##name))
