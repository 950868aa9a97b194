judge_room(report UNITY
  SOURCES batch_text.cc case_text.cc compiler_words.cc escape.cc failure.cc formats.cc html.cc html_data.cc ink.cc json.cc junit.cc lines.cc live.cc markdown.cc messages.cc panels.cc phrasebook.cc ratios.cc replay_text.cc table.cc text.cc trend_text.cc where.cc words.cc
  DEPS model base
  LIBS fmt::fmt nlohmann_json::nlohmann_json
  EMBED data/korean.json data/messages.json data/report.schema.json
    data/html/page.html data/html/style.css data/html/core.js data/html/charts.js data/html/details.js data/html/page.js
  TESTS compiler_words_test.cc escape_test.cc golden_test.cc html_test.cc lines_test.cc live_test.cc markdown_test.cc messages_test.cc panels_test.cc phrasebook_test.cc ratios_test.cc table_test.cc trend_text_test.cc where_test.cc words_test.cc)

if(JUDGE_TESTS)
  add_executable(report_tool ${PROJECT_SOURCE_DIR}/harness/report/report_tool.cc)
  target_link_libraries(report_tool PRIVATE judge_report fmt::fmt nlohmann_json::nlohmann_json)
  find_package(Python3 COMPONENTS Interpreter)
  if(Python3_FOUND)
    foreach(name schema junit)
      add_test(NAME report.${name}
        COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/tests/report_${name}_test.py)
      set_tests_properties(report.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
    endforeach()
    add_test(NAME report.html
      COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/tests/report_html_test.py $<TARGET_FILE:report_tool>)
    set_tests_properties(report.html PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
  endif()
endif()
