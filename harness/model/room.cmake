judge_room(model UNITY
  SOURCES json.cc limits.cc problem.cc verdict.cc
  DEPS base
  LIBS nlohmann_json::nlohmann_json fmt::fmt
  TESTS json_test.cc model_test.cc)
