judge_room(toolchain UNITY
  SOURCES build_folder.cc build_job.cc cache.cc cache_record.cc compile.cc detect.cc diagnostics.cc entry.cc file_access.cc language.cc
          manifest.cc precompiled.cc results.cc run_commands.cc run_time_error.cc scanner.cc source_text.cc staging.cc tables.cc toolchain.cc
          tools.cc web_text.cc words.cc
  DEPS base model os
  LIBS fmt::fmt nlohmann_json::nlohmann_json
  EMBED data/languages.json data/profiles/boj.json data/profiles/jungol.json data/profiles/icpc.json data/profiles/local.json
  TESTS cache_test.cc compile_test.cc pains_test.cc run_time_error_test.cc tables_test.cc text_test.cc)

# What needs the real box: programs in every language of the table, and sources that attack their compiler.
if(JUDGE_TESTS)
  judge_test_program(toolchain_conformance SOURCES harness/toolchain/conformance_test.cc harness/toolchain/compile_safety_test.cc LIBS judge_toolchain judge_sandbox)
  add_dependencies(toolchain_conformance judge-box)
endif()

# The bench; scripts/bench runs it.
if(JUDGE_TESTS)
  add_executable(compile_bench harness/toolchain/compile_bench.cc)
  target_link_libraries(compile_bench PRIVATE judge_flags judge_toolchain judge_sandbox fmt::fmt)
  target_compile_definitions(compile_bench PRIVATE JUDGE_BOX_PROGRAM="$<TARGET_FILE:judge-box>"
    JUDGE_BENCH_SOURCE="${PROJECT_SOURCE_DIR}/harness/fixtures/toolchain/bench/solution.cc")
  add_dependencies(compile_bench judge-box)
endif()
