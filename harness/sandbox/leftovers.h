#pragma once

// What a judge leaves when it is killed with its boxes: folders and control groups, named by its pid and start time.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace judge {

/// "judge-box-<pid>-<start>-<number>" of this process.
std::string box_folder_name(std::uint64_t number);

/// Notes the control groups of a box in its folder, so that they can be found again. Errors: io.
Status note_groups(const std::string& box_folder, const std::vector<std::string>& groups);

/// Removes the boxes' folders below `parent` whose judge is dead, and their control groups. What cannot be removed
/// stays for another time.
void remove_leftovers(const std::string& parent);

}  // namespace judge
