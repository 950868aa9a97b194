if(JUDGE_TESTS)
  judge_room(testing
    SOURCES fake_runner.cc sentences.cc
    DEPS base model sandbox)
endif()
