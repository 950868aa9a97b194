judge_room(judging
  SOURCES assemble.cc build.cc case.cc checking.cc data_check.cc excerpt.cc judge.cc pass.cc reuse.cc schedule.cc score.cc shared_problem.cc timing.cc verdict_of.cc
  DEPS base model os sandbox packages toolchain checker
  LIBS fmt::fmt
  TESTS excerpt_test.cc judge_test.cc pass_test.cc schedule_test.cc score_test.cc timing_test.cc verdict_of_test.cc
  TEST_DEPS testing)
