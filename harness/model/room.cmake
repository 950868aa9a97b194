judge_room(model
  SOURCES verdict.cc
  DEPS base
  LIBS nlohmann_json::nlohmann_json fmt::fmt)
