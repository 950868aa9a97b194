#!/usr/bin/env python3
"""scripts/check_layers against small trees, each broken in one way."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "check_layers"


def load(path):
    """The script as a module: many small trees are checked without starting a program for each."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("check_layers", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_layers", loader))
    loader.exec_module(module)
    return module


check_layers = load(SCRIPT)

LAYERS = {
    "base": {"shelf": 0, "duty": "words", "headers": ["nlohmann/", "xxhash.h"]},
    "os": {"shelf": 1, "duty": "programs", "headers": ["boost/"]},
    "model": {"shelf": 1, "duty": "nouns", "headers": []},
    "report": {"shelf": 2, "duty": "bytes", "headers": []},
    "testing": {"shelf": 9, "duty": "fakes", "headers": []},
}

SOUND = {
    "base/room.cmake": "",
    "base/result.h": "#pragma once\n#include <string>\n",
    "base/result.cc": '#include "base/result.h"\n\n#include <nlohmann/json.hpp>\n#include <xxhash.h>\n',
    "model/room.cmake": "",
    "model/verdict.h": '#pragma once\n#include "base/result.h"\n',
    "model/verdict.cc": '#include "model/verdict.h"\n',
    "model/verdict_test.cc": '#include <gtest/gtest.h>\n#include "testing/fake.h"\n',
    "os/room.cmake": "",
    "os/process.cc": "#include <boost/process/v2.hpp>\n",
    "report/room.cmake": "",
    "report/text.cc": '#include "base/result.h"\n#include "model/verdict.h"\n',
    "testing/room.cmake": "",
    "testing/fake.h": '#pragma once\n#include <gmock/gmock.h>\n#include "model/verdict.h"\n',
    "fixtures/model/anything.cpp": '#include "../nowhere.h"\n',
    "data/rows.json": "{}",
}


class CheckLayers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="check layers 층 ")
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)

    def check(self, changes, layers=None):
        """The exit status and the printed lines for the sound tree with `changes` laid over it."""
        for name, text in {**SOUND, **changes}.items():
            path = self.root / "harness" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        text = layers if isinstance(layers, str) else json.dumps({"rooms": layers or LAYERS})
        (self.root / "harness" / "layers.json").write_text(text, encoding="utf-8")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            status = check_layers.main([str(self.root)])
        return status, printed.getvalue().splitlines()

    def expect_breach(self, changes, line, layers=None):
        self.assertEqual(self.check(changes, layers), (1, [line]))

    def test_a_sound_tree_passes(self):
        self.assertEqual(self.check({}), (0, []))

    def test_an_upward_include(self):
        self.expect_breach(
            {"base/result.cc": '#include "base/result.h"\n#include "model/verdict.h"\n'},
            "harness/base/result.cc:2: base (shelf 0) may not include model (shelf 1): only strictly lower shelves")

    def test_a_neighbour_on_the_same_shelf(self):
        self.expect_breach(
            {"os/process.cc": '\n\n#  include "model/verdict.h"\n'},
            "harness/os/process.cc:3: os (shelf 1) may not include model (shelf 1): only strictly lower shelves")

    def test_a_foreign_library_header(self):
        self.expect_breach({"model/verdict.cc": "#include <nlohmann/json.hpp>\n"},
                           "harness/model/verdict.cc:1: <nlohmann/json.hpp> belongs to base, not to model")

    def test_a_foreign_single_header(self):
        self.expect_breach({"report/text.cc": "#include <xxhash.h>\n"},
                           "harness/report/text.cc:1: <xxhash.h> belongs to base, not to report")

    def test_a_heavy_header_in_a_header(self):
        self.expect_breach({"base/result.h": "#pragma once\n#include <nlohmann/json.hpp>\n"},
                           "harness/base/result.h:2: <nlohmann/json.hpp> is heavy: only a .cc may include it")

    def test_a_forward_header_is_not_heavy(self):
        self.assertEqual(self.check({"base/result.h": "#pragma once\n#include <nlohmann/json_fwd.hpp>\n"}), (0, []))

    def test_testing_in_the_product(self):
        self.expect_breach({"report/text.cc": '#include "testing/fake.h"\n'},
                           "harness/report/text.cc:1: testing/ is for *_test.cc only")

    def test_googletest_in_the_product(self):
        self.expect_breach({"report/text.cc": "#include <gtest/gtest.h>\n"},
                           "harness/report/text.cc:1: <gtest/gtest.h> is for *_test.cc and testing/ only")

    def test_a_test_obeys_the_shelves_too(self):
        self.expect_breach(
            {"base/result_test.cc": '#include "model/verdict.h"\n'},
            "harness/base/result_test.cc:1: base (shelf 0) may not include model (shelf 1): only strictly lower shelves")

    def test_a_folder_that_is_no_room(self):
        self.expect_breach(
            {"utils/helper.cc": ""},
            "harness/utils:1: the folder is no room; give 'utils' a shelf and a duty in harness/layers.json")

    def test_a_room_that_nothing_builds(self):
        layers = {**LAYERS, "stats": {"shelf": 1, "duty": "numbers", "headers": []}}
        self.expect_breach({"stats/median.cc": ""},
                           "harness/stats:1: the room has no room.cmake, so nothing builds it", layers)

    def test_a_relative_include(self):
        self.expect_breach({"model/verdict.cc": '#include "verdict.h"\n'},
                           'harness/model/verdict.cc:1: "verdict.h" is relative; include by the path from harness/')

    def test_a_way_up_and_round(self):
        self.expect_breach(
            {"base/result.cc": '#include "base/../model/verdict.h"\n'},
            'harness/base/result.cc:1: "base/../model/verdict.h" is relative; include by the path from harness/')

    def test_our_header_in_angle_brackets(self):
        self.expect_breach({"base/result.cc": "#include <model/verdict.h>\n"},
                           "harness/base/result.cc:1: <model/verdict.h> is ours: write it in quotes")

    def test_a_macro_as_header(self):
        self.expect_breach({"base/result.cc": "#define UP \"model/verdict.h\"\n#include UP\n"},
                           "harness/base/result.cc:2: an include names its header itself, without a macro")

    def test_a_header_that_is_not_there(self):
        self.expect_breach({"report/text.cc": '#include "base/gone.h"\n'},
                           'harness/report/text.cc:1: "base/gone.h" does not exist')

    def test_a_long_file(self):
        self.expect_breach({"report/text.cc": "\n" * 451},
                           "harness/report/text.cc:451: 451 lines; a file has at most 450, and one idea")
        self.assertEqual(self.check({"report/text.cc": "\n" * 450}), (0, []))

    def test_a_source_file_by_another_name(self):
        self.expect_breach({"report/text.cpp": ""}, "harness/report/text.cpp:1: source files are named .h and .cc")

    def test_a_header_without_guard(self):
        self.expect_breach({"model/verdict.h": "// words\n"},
                           "harness/model/verdict.h:1: a header begins with #pragma once")

    def test_includes_in_strings_and_comments_are_text(self):
        text = ('const char* kSource = R"cpp(\n#include "model/verdict.h"\n)cpp";\n'
                '/*\n#include "model/verdict.h"\n*/\n// it\'s "open\n'
                'const char* kQuote = "R\\"(";\nchar quote = \'"\';\nint million = 1\'000\'000;\n')
        self.assertEqual(self.check({"base/result.cc": text}), (0, []))
        self.expect_breach(
            {"base/result.cc": text + '#include "model/verdict.h"\n'},
            "harness/base/result.cc:11: base (shelf 0) may not include model (shelf 1): only strictly lower shelves")

    def test_every_breach_is_named(self):
        status, lines = self.check({"base/result.cc": '#include "model/verdict.h"\n#include <boost/asio.hpp>\n'})
        self.assertEqual((status, len(lines)), (1, 2))

    def test_broken_layers(self):
        self.assertEqual(self.check({}, "{")[0], 2)
        self.assertEqual(self.check({}, json.dumps({"rooms": {"base": {"shelf": "0", "duty": "x", "headers": []}}})),
                         (2, ["harness/layers.json:1: room 'base': shelf must be a whole number from 0"]))
        self.assertEqual(self.check({}, json.dumps({"rooms": {"base": {"shelf": 0, "duty": "x"}}})),
                         (2, ["harness/layers.json:1: room 'base' must have exactly shelf, duty and headers"]))


if __name__ == "__main__":
    unittest.main()
