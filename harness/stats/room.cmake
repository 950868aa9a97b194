judge_room(stats
  SOURCES calibration.cc distributions.cc growth.cc rank_tests.cc ratio.cc rounds.cc summary.cc
  DEPS base
  TESTS fits_test.cc rank_tests_test.cc ratio_test.cc summary_test.cc)
