find_package(SQLite3 REQUIRED)
judge_room(history UNITY
  SOURCES calibration.cc database.cc history.cc history_file.cc
  DEPS model stats base
  LIBS SQLite::SQLite3 nlohmann_json::nlohmann_json fmt::fmt
  TESTS calibration_test.cc history_test.cc)

if(JUDGE_TESTS)
  add_executable(history_soak ${PROJECT_SOURCE_DIR}/harness/history/history_soak.cc)
  target_link_libraries(history_soak PRIVATE judge_flags judge_history fmt::fmt)
  add_test(NAME history.soak COMMAND history_soak 100 1 8)
  set_tests_properties(history.soak PROPERTIES TIMEOUT 600)
endif()
