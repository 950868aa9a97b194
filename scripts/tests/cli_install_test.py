#!/usr/bin/env python3
"""The program as ctest and an installed user meet it: submissions as tests, `cmake --install`, any folder.

cli_install_test.py PROGRAM runs the tests on the build that PROGRAM stands in.
"""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from cli_project import PROGRAM, SOURCE, SUM, PRODUCT, CliCase, make_project, write

BUILD = pathlib.Path(PROGRAM).parents[1]


class Discovery(CliCase):
    """A configured build folder of a project, which is made once and then only read by ctest."""

    def setUp(self):
        if not shutil.which("ctest"):
            self.skipTest("ctest is not in PATH")
        self.project = self.top / self.id().rsplit(".", 1)[1] / "별 찍기 (2)"
        make_project(self.project)
        self.build = self.project / "build"
        self.configure(PROGRAM)

    def configure(self, path):
        text = (SOURCE / "harness" / "commands" / "discover.cmake.in").read_text(encoding="utf-8")
        values = {"JUDGE_PROGRAM": path, "PROJECT_SOURCE_DIR": str(self.project), "CMAKE_COMMAND": "cmake"}
        write(self.build / "tests.cmake", re.sub(r"@(\w+)@", lambda found: values[found[1]], text))
        write(self.build / "CTestTestfile.cmake", 'include("tests.cmake")\n')

    def ctest(self, *words, **env):
        return self.finish(subprocess.Popen([shutil.which("ctest"), *words], cwd=self.build,
                                            env=self.environment(**env), start_new_session=True,
                                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE))

    def names(self):
        return re.findall(r"Test +#\d+: (.*)", self.ctest("-N").out)

    def test_a_new_submission_is_a_new_test(self):
        self.assertEqual(self.names(), ["judge.sum.plus.c", "judge.sum.wrong_answer/times.c"])
        write(self.project / "solutions" / "sum" / "덧셈 (2).c", SUM)
        self.assertIn("judge.sum.덧셈 (2).c", self.names())
        outcome = self.ctest()
        self.assertEqual(outcome.status, 0, outcome)
        self.assertIn("0 tests failed out of 3", outcome.out)

    def test_a_wrong_submission_is_red(self):
        write(self.project / "solutions" / "sum" / "wrong.c", PRODUCT)
        outcome = self.ctest("--output-on-failure")
        self.assertNotEqual(outcome.status, 0)
        self.assertIn("1 tests failed out of 3", outcome.out)
        self.assertIn("WA", outcome.out)

    def test_a_broken_project_is_one_red_test_that_says_why(self):
        write(self.project / "testdata" / "sum" / "problem.json", '{"limit": 1}')
        self.assertEqual(self.names(), ["judge.discovery"])
        outcome = self.ctest("--output-on-failure")
        self.assertNotEqual(outcome.status, 0)
        self.assertIn("problem.json", outcome.out)

    def test_a_missing_program_is_one_red_test(self):
        self.configure(str(self.project / "no such program"))
        self.assertEqual(self.names(), ["judge.discovery"])
        self.assertNotEqual(self.ctest().status, 0)

    def test_an_absent_compiler_is_a_skip(self):
        nowhere = self.project / "no programs"
        nowhere.mkdir()
        outcome = self.ctest(PATH=str(nowhere))
        self.assertEqual(outcome.status, 0, outcome)
        self.assertEqual(outcome.out.count("***Skipped"), 2, outcome)


class Installed(CliCase):
    def test_works_from_any_folder(self):
        if not shutil.which("cmake"):
            self.skipTest("cmake is not in PATH")
        prefix = self.top / "설치 (3)" / "usr"
        done = subprocess.run(["cmake", "--install", str(BUILD), "--prefix", str(prefix)], env=self.environment(),
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=600, check=False)
        self.assertEqual(done.returncode, 0, done)
        judge = prefix / "bin" / "judge"
        self.assertTrue(os.access(judge, os.X_OK), done.stdout.decode())

        def installed(*words, cwd):
            return self.finish(subprocess.Popen([judge, *words], cwd=cwd, env=self.environment(),
                                                start_new_session=True, stdin=subprocess.DEVNULL,
                                                stdout=subprocess.PIPE, stderr=subprocess.PIPE))

        outcome = installed("run", "--fresh", cwd=self.root / "testdata" / "sum" / "sample")
        self.assertEqual(outcome.status, 0, outcome)
        self.assertIn("2 submissions: all as expected", outcome.out)
        outcome = installed("run", self.root / "solutions" / "sum" / "plus.c", cwd="/")
        self.assertEqual(outcome.status, 0, outcome)
        path = write(self.top / "elsewhere" / "plus.c", SUM)
        outcome = installed("run", path, "--problem", self.root / "testdata" / "sum", cwd=self.top)
        self.assertEqual(outcome.status, 0, outcome)


if __name__ == "__main__":
    unittest.main()
