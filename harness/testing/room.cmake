if(JUDGE_TESTS)
  judge_room(testing
    SOURCES fake_runner.cc
    DEPS base model sandbox)
endif()
