find_package(CLI11 REQUIRED)
set_source_files_properties(${PROJECT_SOURCE_DIR}/harness/commands/version.cc PROPERTIES COMPILE_DEFINITIONS JUDGE_VERSION="${PROJECT_VERSION}")

judge_room(commands UNITY
  SOURCES add_case.cc baseline.cc bisect.cc cache.cc calibrate.cc calibrating.cc check_data.cc compare.cc comparison.cc complete.cc context.cc debugger.cc deliver.cc derive.cc diff.cc doctor.cc exec.cc export.cc help.cc history.cc hook.cc import.cc judged.cc languages.cc list.cc listen.cc manual.cc material.cc new_problem.cc open.cc record.cc regress.cc replay.cc report.cc run.cc show.cc starter.cc stored.cc take_in.cc targets.cc version.cc watch.cc watched.cc workbench.cc
  DEPS base model os sandbox packages history report toolchain checker judging
  LIBS fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11
  EMBED data/calibration/bench.cpp data/calibration/bench.py data/calibration/Main.java
  TESTS korean_test.cc
  TEST_DEPS testing)

add_executable(judge ${PROJECT_SOURCE_DIR}/harness/commands/main.cc)
target_link_libraries(judge PRIVATE judge_commands CLI11::CLI11 fmt::fmt)
add_dependencies(judge judge-box)
install(TARGETS judge RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# One test a submission, found when ctest starts.
set(JUDGE_PROGRAM ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/judge)
configure_file(${PROJECT_SOURCE_DIR}/harness/commands/discover.cmake.in ${PROJECT_BINARY_DIR}/judge_tests.cmake @ONLY)
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${PROJECT_BINARY_DIR}/judge_tests.cmake)
