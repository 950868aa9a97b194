find_package(fmt REQUIRED)
judge_room(sandbox
  SOURCES box.cc box_runner.cc cgroup_places.cc cgroups.cc containment.cc input_file.cc lane.cc leftovers.cc output_file.cc pair.cc probe.cc processor_watch.cc remedies.cc resident_box.cc run_facts.cc
  DEPS base model
  LIBS fmt::fmt
  TESTS box_runner_test.cc containment_test.cc probe_test.cc processor_watch_test.cc remedies_test.cc run_facts_test.cc)

# The resident box: small, static and alone, so that its clones are cheap and its memory does not count. Sanitizers stay out of it.
add_executable(judge-box
  harness/sandbox/box_count.cc harness/sandbox/box_filter.cc harness/sandbox/box_landlock.cc harness/sandbox/box_launch.cc harness/sandbox/box_main.cc
  harness/sandbox/box_mount.cc harness/sandbox/box_root.cc harness/sandbox/box_run.cc harness/sandbox/box_watch.cc)
target_include_directories(judge-box PRIVATE ${PROJECT_SOURCE_DIR}/harness)
target_compile_options(judge-box PRIVATE -Os -Wall -Wextra -Wpedantic -Wshadow -Wold-style-cast -Werror -fno-exceptions -fno-rtti
  -fno-threadsafe-statics -fno-stack-protector -ffunction-sections -fdata-sections)
target_link_options(judge-box PRIVATE -static -Wl,--gc-sections)
set_target_properties(judge-box PROPERTIES POSITION_INDEPENDENT_CODE OFF)
install(TARGETS judge-box RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/judge)
if(JUDGE_TESTS)
  add_dependencies(sandbox_test judge-box)
endif()

# The bench and its two samples; scripts/bench runs it.
if(JUDGE_TESTS)
  foreach(kind static dynamic)
    add_executable(judge-spawn-sample-${kind} harness/sandbox/spawn_sample.cc)
    target_compile_options(judge-spawn-sample-${kind} PRIVATE -O2)
  endforeach()
  target_link_options(judge-spawn-sample-static PRIVATE -static)
  add_executable(judge-spawn-bench harness/sandbox/spawn_bench.cc)
  target_link_libraries(judge-spawn-bench PRIVATE judge_flags judge_sandbox fmt::fmt)
  add_dependencies(judge-spawn-bench judge-box judge-spawn-sample-static judge-spawn-sample-dynamic)
endif()

# The hostile programs of harness/fixtures/sandbox, in each mode.
if(JUDGE_TESTS)
  add_executable(judge-hostile harness/sandbox/hostile_main.cc harness/sandbox/hostile_fixture.cc)
  target_compile_options(judge-hostile PRIVATE -O0)
  target_compile_definitions(judge-hostile PRIVATE JUDGE_SOURCE_DIR="${PROJECT_SOURCE_DIR}" JUDGE_BINARY_DIR="${PROJECT_BINARY_DIR}")
  target_link_libraries(judge-hostile PRIVATE judge_flags judge_sandbox fmt::fmt)
  add_dependencies(judge-hostile judge-box)
  foreach(mode as-is no-namespaces no-landlock no-cgroups user user-no-namespaces user-bare)
    add_test(NAME sandbox.hostile.${mode} COMMAND judge-hostile ${mode})
    set_tests_properties(sandbox.hostile.${mode} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1800 RUN_SERIAL ON)
  endforeach()
endif()

# Runs with random kills; scripts/soak runs it long.
if(JUDGE_TESTS)
  add_executable(sandbox_soak harness/sandbox/sandbox_soak.cc)
  target_link_libraries(sandbox_soak PRIVATE judge_flags judge_sandbox fmt::fmt Threads::Threads)
  add_dependencies(sandbox_soak judge-box)
  add_test(NAME sandbox.soak COMMAND sandbox_soak 200 1)
  set_tests_properties(sandbox.soak PROPERTIES TIMEOUT 600 RUN_SERIAL ON)
endif()
