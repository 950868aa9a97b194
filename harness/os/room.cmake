find_package(Boost 1.80 REQUIRED COMPONENTS filesystem)
judge_room(os UNITY
  SOURCES box_process.cc directories.cc environment.cc launch.cc loopback.cc machine.cc process.cc signals.cc slots.cc terminal.cc
  DEPS base
  LIBS Boost::headers Boost::filesystem fmt::fmt
  TESTS directories_test.cc loopback_test.cc machine_test.cc process_test.cc signals_test.cc slots_test.cc terminal_test.cc)
