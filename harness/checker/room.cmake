judge_room(checker
  SOURCES byte_stream.cc check_run.cc check_words.cc comparer.cc difference.cc house_comparers.cc line_rules.cc
    lockstep.cc number.cc protocol.cc token_rules.cc
  DEPS base model
  LIBS fmt::fmt nlohmann_json::nlohmann_json
  EMBED data/protocols.json
  TESTS comparer_test.cc golden_test.cc number_test.cc protocol_test.cc twin.cc twin_test.cc)
