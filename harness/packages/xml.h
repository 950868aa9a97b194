#pragma once

// Reading outsiders' XML files.

#include <string>

#include "base/result.h"

namespace pugi {
class xml_document;
}

namespace judge {

/// Reads `path` into `document`, whatever encoding it claims: it is decoded as text first. Entities of the document's
/// own are not expanded. Errors: not_found, io; bad_input - with the line.
Status read_xml(const std::string& path, pugi::xml_document& document);

}  // namespace judge
