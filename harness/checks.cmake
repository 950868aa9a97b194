# Tests of the tree itself, and what `scripts/test --all` adds: the tests of the ctest configuration All.
if(JUDGE_TESTS)
  function(judge_script_test name)
    add_test(NAME ${name} COMMAND ${ARGN})
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
  endfunction()

  judge_script_test(tree.layers ${PROJECT_SOURCE_DIR}/scripts/check_layers)
  judge_script_test(tree.format ${PROJECT_SOURCE_DIR}/scripts/format --check)
  foreach(script check_layers setup build bench)
    judge_script_test(scripts.${script} ${PROJECT_SOURCE_DIR}/scripts/tests/${script}_test.py)
  endforeach()

  # The program's command line, a test a class.
  foreach(test cli.Statuses cli.Output cli.Exec cli.OddNames cli.Facts cli.Suggestions cli.Korean cli.Completion cli_stop.Stops cli_stop.InATerminal cli_stop.Together
      cli_install.Discovery cli_install.Installed cli_import.Import cli_import.BadInput cli_import.Legacy cli_import.InPlace cli_import.Export cli_import.New
      cli_import.Listen cli_again.Diff cli_again.Show cli_again.Report cli_again.Replay cli_again.Open
      cli_watch.Watch cli_times.Pains cli_times.Calibrate cli_times.Counting cli_times.Damage
      cli_judging.Outputs cli_judging.Checkers cli_judging.Interactions cli_languages.Habits)
    string(REPLACE "." ";" words ${test})
    list(POP_FRONT words file)
    judge_script_test(scripts.${test} ${PROJECT_SOURCE_DIR}/scripts/tests/${file}_test.py $<TARGET_FILE:judge> ${words})
    set_tests_properties(scripts.${test} PROPERTIES TIMEOUT 1800)
  endforeach()

  judge_script_test(scripts.readme ${PROJECT_SOURCE_DIR}/scripts/tests/readme_test.py $<TARGET_FILE:judge>)
  judge_script_test(tree.pictures ${CMAKE_COMMAND} -E env JUDGE_PROGRAM=$<TARGET_FILE:judge>
    ${PROJECT_SOURCE_DIR}/scripts/pictures --check)

  # Commands on small projects of their own.
  foreach(script cli_history)
    judge_script_test(${script} ${PROJECT_SOURCE_DIR}/scripts/tests/${script}_test.py ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
    set_tests_properties(${script} PROPERTIES TIMEOUT 1800 RUN_SERIAL ON)
  endforeach()

  # These measure, or stop programs half-way: alone.
  set_tests_properties(scripts.cli.Output scripts.cli_stop.Stops scripts.cli_stop.InATerminal scripts.cli_stop.Together scripts.cli_times.Pains PROPERTIES RUN_SERIAL ON)

  # The stored cases are what their generators make.
  if(EXISTS ${PROJECT_SOURCE_DIR}/scripts/generate)
    judge_script_test(all.data ${PROJECT_SOURCE_DIR}/scripts/generate --check CONFIGURATIONS All)
    set_tests_properties(all.data PROPERTIES LABELS all)
  endif()

  # Kernels and rights that this machine may not have, each in a virtual machine of its own; these alone: ctest -C Vm -L vm.
  foreach(configuration root delegated systemd without-landlock without-user-namespaces)
    judge_script_test(vm.${configuration} ${PROJECT_SOURCE_DIR}/scripts/test-vm ${PROJECT_BINARY_DIR} ${configuration} CONFIGURATIONS Vm All)
    set_tests_properties(vm.${configuration} PROPERTIES LABELS "vm" RUN_SERIAL ON TIMEOUT 900)
  endforeach()

  # A second build of everything, and its unit tests. Alone, so that compilers never disturb a measuring test.
  judge_script_test(all.clang ${PROJECT_SOURCE_DIR}/scripts/test_preset clang CONFIGURATIONS All)
  set_tests_properties(all.clang PROPERTIES LABELS all RUN_SERIAL ON TIMEOUT 3000)
endif()
