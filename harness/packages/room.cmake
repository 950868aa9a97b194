find_package(nlohmann_json REQUIRED)
find_package(LibArchive REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(pugixml REQUIRED)
judge_room(packages UNITY
  SOURCES archive.cc attic.cc baekjoonhub.cc cms.cc companion.cc dmoj.cc expectations.cc export.cc export_icpc.cc export_others.cc formats.cc hustoj.cc hydro.cc imported.cc kattis.cc kattis_data.cc kattis_submissions.cc
          kitpa.cc lemon.cc native.cc native_folder.cc
          native_text.cc native_writer.cc own_copy.cc pairs.cc polygon.cc program.cc project.cc qduoj.cc sites.cc text.cc tps.cc tree.cc xml.cc
  DEPS base model
  LIBS fmt::fmt nlohmann_json::nlohmann_json LibArchive::LibArchive yaml-cpp pugixml::pugixml
  EMBED data/expectations.json
  TESTS archive_test.cc expectations_test.cc export_test.cc golden_test.cc native_test.cc project_test.cc sites_test.cc tree_test.cc)

if(JUDGE_TESTS)
  foreach(kind archive package tree)
    judge_fuzzer(${kind} SOURCES packages/${kind}_fuzz.cc LIBS judge_packages)
  endforeach()
endif()
