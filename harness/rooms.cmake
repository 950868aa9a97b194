# How a room is declared. A room is a folder below harness/ with a room.cmake that calls judge_room once.
#
#   judge_room(<name> [UNITY] SOURCES a.cc ... [DEPS lower-room ...] [LIBS link-item ...] [EMBED data-file ...] [TESTS a_test.cc ...] [TEST_DEPS room ...])
#
# The library is judge_<name>, the GoogleTest program <name>_test. DEPS are other rooms. A file of EMBED (path below harness/) becomes
# read-only bytes in the library, found through base/embedded.h under its name with every character outside [A-Za-z0-9] turned into '_'.
# With UNITY and JUDGE_UNITY several files are compiled as one, so that names in anonymous namespaces must differ within the room.

find_package(Threads REQUIRED)

add_library(judge_flags INTERFACE)
target_compile_options(judge_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Werror>
  # Both cry wolf in libstdc++'s own headers (GCC bugs 105562 and 105651).
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized;-Wno-restrict>)
target_include_directories(judge_flags INTERFACE ${PROJECT_SOURCE_DIR}/harness)
if(JUDGE_SANITIZE)
  target_compile_options(judge_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(judge_flags INTERFACE -fsanitize=address,undefined)
endif()

if(JUDGE_FUZZERS)
  target_compile_options(judge_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(JUDGE_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()

function(judge_embed target file)
  string(MAKE_C_IDENTIFIER ${file} name)
  set(source ${PROJECT_BINARY_DIR}/embedded/${name}.S)
  set(path ${PROJECT_SOURCE_DIR}/harness/${file})
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
    .section .rodata
    .global judge_embedded_@name@
    .global judge_embedded_@name@_end
judge_embedded_@name@:
    .incbin "@path@"
judge_embedded_@name@_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits
]])
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${path})
  target_sources(${target} PRIVATE ${source})
endfunction()

# Tests are compiled without optimisation: they are most of a build and none of the product.
function(judge_test_program name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_compile_options(${name} PRIVATE -O0)
  target_compile_definitions(${name} PRIVATE JUDGE_SOURCE_DIR="${PROJECT_SOURCE_DIR}" JUDGE_BINARY_DIR="${PROJECT_BINARY_DIR}")
  target_link_libraries(${name} PRIVATE judge_flags ${arg_LIBS} GTest::gmock GTest::gtest GTest::gtest_main Threads::Threads)
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
endfunction()

function(judge_room name)
  cmake_parse_arguments(arg "UNITY" "" "SOURCES;DEPS;LIBS;EMBED;TESTS;TEST_DEPS" ${ARGN})
  list(TRANSFORM arg_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/harness/${name}/)
  list(TRANSFORM arg_TESTS PREPEND ${PROJECT_SOURCE_DIR}/harness/${name}/)
  list(TRANSFORM arg_DEPS PREPEND judge_)
  list(TRANSFORM arg_TEST_DEPS PREPEND judge_)
  add_library(judge_${name} STATIC ${arg_SOURCES})
  if(JUDGE_UNITY AND arg_UNITY)
    set_target_properties(judge_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
  endif()
  target_link_libraries(judge_${name} PUBLIC judge_flags ${arg_DEPS} PRIVATE ${arg_LIBS})
  foreach(file ${arg_EMBED})
    judge_embed(judge_${name} ${file})
  endforeach()
  if(JUDGE_TESTS AND arg_TESTS)
    judge_test_program(${name}_test SOURCES ${arg_TESTS} LIBS judge_${name} ${arg_TEST_DEPS} ${arg_LIBS})
  endif()
endfunction()

# judge_fuzzer(<name> SOURCES a.cc ... LIBS link-item ...): fuzz_<name>. With JUDGE_FUZZERS it is libFuzzer's, else it replays files; as the
# test fuzz.<name> it replays harness/fixtures/fuzz/<name>.
function(judge_fuzzer name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBS" ${ARGN})
  list(TRANSFORM arg_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/harness/)
  add_executable(fuzz_${name} ${arg_SOURCES})
  target_link_libraries(fuzz_${name} PRIVATE judge_flags ${arg_LIBS} fmt::fmt)
  if(JUDGE_FUZZERS)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  else()
    target_sources(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/harness/testing/replay_main.cc)
    add_test(NAME fuzz.${name} COMMAND fuzz_${name} ${PROJECT_SOURCE_DIR}/harness/fixtures/fuzz/${name})
    set_tests_properties(fuzz.${name} PROPERTIES TIMEOUT 120)
  endif()
endfunction()
