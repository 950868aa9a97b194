judge_room(packages
  SOURCES expectations.cc native.cc project.cc
  DEPS base model
  LIBS fmt::fmt
  EMBED data/expectations.json
  TESTS expectations_test.cc native_test.cc project_test.cc)
