judge_room(judging UNITY
  SOURCES assemble.cc bisect.cc build.cc case.cc checking.cc compare.cc counting.cc data_check.cc excerpt.cc hashed_file.cc judge.cc pass.cc regression.cc reuse.cc schedule.cc score.cc shared_problem.cc timing.cc verdict_of.cc
  DEPS base model stats os sandbox packages toolchain checker
  LIBS fmt::fmt
  TESTS bisect_test.cc checking_test.cc compare_test.cc counting_test.cc excerpt_test.cc hashed_file_test.cc judge_test.cc pass_test.cc regression_test.cc schedule_test.cc score_test.cc times_test.cc timing_test.cc verdict_of_test.cc
  TEST_DEPS testing)

# How honest comparisons are on this machine; scripts/bench runs it.
if(JUDGE_TESTS)
  add_executable(judge-counted-work EXCLUDE_FROM_ALL harness/judging/counted_work.cc)
  target_compile_options(judge-counted-work PRIVATE -O2)
  target_link_options(judge-counted-work PRIVATE -static)
  add_executable(compare_honesty EXCLUDE_FROM_ALL harness/judging/compare_honesty.cc)
  target_link_libraries(compare_honesty PRIVATE judge_flags judge_judging fmt::fmt)
  add_dependencies(compare_honesty judge-box judge-counted-work)
endif()

# Pairs of contestant and interactor again and again; scripts/soak runs it long.
if(JUDGE_TESTS)
  add_executable(interaction_soak harness/judging/interaction_soak.cc)
  target_link_libraries(interaction_soak PRIVATE judge_flags judge_judging fmt::fmt)
  add_dependencies(interaction_soak judge-box)
  add_test(NAME judging.interaction COMMAND interaction_soak 50 1)
  set_tests_properties(judging.interaction PROPERTIES TIMEOUT 1800)
endif()
