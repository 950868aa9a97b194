find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
judge_room(base
  SOURCES result.cc
  LIBS fmt::fmt nlohmann_json::nlohmann_json)
