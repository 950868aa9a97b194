judge_room(report
  SOURCES failure.cc formats.cc ink.cc json.cc lines.cc messages.cc table.cc text.cc words.cc
  DEPS model base
  LIBS fmt::fmt nlohmann_json::nlohmann_json
  EMBED data/messages.json data/report.schema.json
  TESTS golden_test.cc lines_test.cc messages_test.cc table_test.cc)

if(JUDGE_TESTS)
  find_package(Python3 COMPONENTS Interpreter)
  if(Python3_FOUND)
    add_test(NAME report.schema COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/tests/report_schema_test.py)
    set_tests_properties(report.schema PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 120)
  endif()
endif()
