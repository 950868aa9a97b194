judge_room(checker
  SOURCES byte_stream.cc check_bytes.cc check_data.cc check_run.cc check_words.cc comparer.cc difference.cc dmoj_comparers.cc dmoj_floats.cc house_comparers.cc
    interact.cc item.cc line_rules.cc lockstep.cc multiset.cc number.cc number_lane.cc probe.cc protocol.cc testlib_cases.cc testlib_comparers.cc
    testlib_reader.cc token_rules.cc
  DEPS base model
  LIBS fmt::fmt nlohmann_json::nlohmann_json
  EMBED data/protocols.json
  TESTS check_data_test.cc comparer_test.cc golden_test.cc interact_test.cc number_test.cc probe_test.cc protocol_test.cc twin.cc twin_dmoj.cc twin_testlib.cc twin_test.cc)

# The speed of comparers, for scripts/bench.
add_executable(judge-compare-bench ${PROJECT_SOURCE_DIR}/harness/checker/compare_bench.cc)
target_link_libraries(judge-compare-bench PRIVATE judge_checker fmt::fmt)

if(JUDGE_TESTS)
  judge_fuzzer(comparer SOURCES checker/comparer_fuzz.cc checker/twin.cc checker/twin_dmoj.cc checker/twin_testlib.cc LIBS judge_checker)
endif()
