# Tests of the tree itself.
if(JUDGE_TESTS)
  add_test(NAME tree.layers COMMAND ${PROJECT_SOURCE_DIR}/scripts/check_layers)
  add_test(NAME tree.format COMMAND ${PROJECT_SOURCE_DIR}/scripts/format --check)
endif()
