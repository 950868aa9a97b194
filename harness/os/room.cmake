find_package(Boost 1.80 REQUIRED COMPONENTS filesystem)
judge_room(os UNITY
  SOURCES box_process.cc browser.cc directories.cc environment.cc folder_watch.cc foreground.cc launch.cc loopback.cc machine.cc process.cc signals.cc slots.cc terminal.cc
  DEPS base
  LIBS Boost::headers Boost::filesystem fmt::fmt
  TESTS browser_test.cc directories_test.cc folder_watch_test.cc foreground_test.cc loopback_test.cc machine_test.cc process_test.cc signals_test.cc slots_test.cc terminal_test.cc)
