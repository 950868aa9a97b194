find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_library(JUDGE_UTF8PROC utf8proc REQUIRED)
find_library(JUDGE_XXHASH xxhash REQUIRED)
judge_room(base UNITY
  SOURCES cancel.cc fd.cc files.cc hash.cc json_fields.cc json_positions.cc nearest.cc paths.cc remove_tree.cc result.cc units.cc utf8.cc
  LIBS fmt::fmt nlohmann_json::nlohmann_json ${JUDGE_UTF8PROC} ${JUDGE_XXHASH}
  TESTS fd_test.cc files_test.cc json_fields_test.cc nearest_test.cc units_test.cc utf8_test.cc)
