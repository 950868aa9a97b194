#pragma once

// testlib's checkers for output of the form "Case 1: ... Case 2: ...". Source: testlib 0.9.45, checkers/case*cmp.cpp.

#include "checker/difference.h"
#include "checker/testlib_reader.h"

namespace judge {

/// caseicmp: one integer a case. Both files are read to their end before anything is compared.
Found compare_case_integers(ByteStream& output, ByteStream& answer);

enum class CaseItem : std::uint8_t { integer, token };

/// casencmp and casewcmp: any number of items a case, compared case by case.
Found compare_case_lists(CaseItem kind, ByteStream& output, ByteStream& answer);

}  // namespace judge
