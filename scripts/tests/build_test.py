#!/usr/bin/env python3
"""scripts/build and scripts/judge in a small project whose `judge` prints what reached it."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent

CMAKE = """cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
add_executable(judge judge.cc)
add_custom_target(judge-box)
"""
PRESETS = """{"version": 6, "configurePresets": [
  {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"}]}
"""
JUDGE = r"""#include <csignal>
#include <cstdio>
#include <cstring>
#include <unistd.h>
int main(int argc, char** argv) {
    char folder[4096];
    std::printf("in %s\n", getcwd(folder, sizeof folder));
    for (int i = 1; i < argc; ++i) std::printf("argument %s\n", argv[i]);
    if (argc > 1 && !std::strcmp(argv[1], "wait")) {
        std::printf("ready\n");
        std::fflush(stdout);
        for (;;) pause();
    }
    for (int c = std::getchar(); c != EOF; c = std::getchar()) std::putchar(c);
    return 7;
}
"""


class Build(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="build 별 찍기 (1) ")
        cls.root = pathlib.Path(os.path.realpath(cls.folder.name)) / "clone"
        (cls.root / "scripts").mkdir(parents=True)
        for name in ("setup", "build", "judge"):
            shutil.copy(SCRIPTS / name, cls.root / "scripts" / name)
        (cls.root / "scripts" / "packages.txt").write_text("[base]\nbash bash\n")
        (cls.root / "CMakeLists.txt").write_text(CMAKE)
        (cls.root / "CMakePresets.json").write_text(PRESETS)
        (cls.root / "judge.cc").write_text(JUDGE)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_script(self, *command, cwd="/", stdin=""):
        """The exit status and what went to standard output and standard error."""
        done = subprocess.run([str(part) for part in command], cwd=cwd, input=stdin, capture_output=True, text=True,
                              encoding="utf-8", timeout=300)
        return done.returncode, done.stdout, done.stderr

    def judge(self, *arguments, **more):
        return self.run_script(self.root / "scripts" / "judge", *arguments, **more)

    def build_once(self):
        status, _, said = self.run_script(self.root / "scripts" / "build", "release")
        self.assertEqual(status, 0, said)

    def test_the_first_call_builds_and_says_so_in_one_line(self):
        shutil.rmtree(self.root / "build", ignore_errors=True)
        status, out, said = self.judge()
        self.assertEqual((status, out), (7, f"in {self.root}\nargument run\n"))
        self.assertEqual(said, "build: release (the first time takes a few minutes)\n")

    def test_an_up_to_date_tree_is_silent_and_passes_everything_on(self):
        self.build_once()
        with tempfile.TemporaryDirectory(prefix="elsewhere 딴 곳 ") as folder:
            folder = os.path.realpath(folder)
            link = pathlib.Path(folder) / "my judge"
            link.symlink_to(self.root / "scripts" / "judge")
            self.assertEqual(
                self.run_script(link, "exec", "-a'b c.cpp", "", "별", cwd=folder, stdin="1 2\n"),
                (7, f"in {folder}\nargument exec\nargument -a'b c.cpp\nargument \nargument 별\n1 2\n", ""))

    def test_a_signal_reaches_the_program(self):
        self.build_once()
        with subprocess.Popen([str(self.root / "scripts" / "judge"), "wait"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
            for line in process.stdout:
                if line == "ready\n":
                    break
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=60), -signal.SIGTERM)

    def test_standard_input_may_be_closed(self):
        self.build_once()
        status, out, said = self.run_script("bash", "-c", '"$0" list <&-', self.root / "scripts" / "judge")
        self.assertEqual((status, out, said), (7, "in /\nargument list\n", ""))

    def test_a_broken_source_shows_the_compiler_and_exits_with_2(self):
        self.build_once()
        source = self.root / "judge.cc"
        self.addCleanup(source.write_text, JUDGE)
        source.write_text("int main() { return nowhere; }\n")
        status, out, said = self.judge("list")
        self.assertEqual((status, out), (2, ""))
        self.assertRegex(said, r"error: .nowhere. was not declared")
        self.assertIn("build: failed (preset release)", said)

    def test_an_edit_is_built(self):
        self.build_once()
        source = self.root / "judge.cc"
        self.addCleanup(source.write_text, JUDGE)
        source.write_text('#include <cstdio>\nint main() { std::puts("new"); }\n')
        self.assertEqual(self.judge("list"), (0, "new\n", "build: release\n"))

    def test_a_moved_tree_is_built_anew(self):
        self.build_once()
        moved = self.root.parent / "moved 옮김"
        shutil.copytree(self.root, moved, symlinks=True)
        self.addCleanup(shutil.rmtree, moved)
        status, out, said = self.run_script(moved / "scripts" / "judge")
        self.assertEqual((status, out), (7, f"in {moved}\nargument run\n"), said)

    def test_a_configuration_that_failed_is_tried_again(self):
        lists = self.root / "CMakeLists.txt"
        self.addCleanup(lists.write_text, CMAKE)
        shutil.rmtree(self.root / "build", ignore_errors=True)
        lists.write_text(CMAKE + 'message(FATAL_ERROR "a library is missing")\n')
        status, _, said = self.judge()
        self.assertEqual(status, 2)
        self.assertIn("a library is missing", said)
        lists.write_text(CMAKE)
        self.assertEqual(self.judge()[0], 7)


if __name__ == "__main__":
    # The compiler's and CMake's words, whatever the caller's surroundings are.
    for name in ("CXXFLAGS", "LDFLAGS", "NINJA_STATUS", "CMAKE_GENERATOR", "MAKEFLAGS"):
        os.environ.pop(name, None)
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ["CCACHE_DISABLE"] = "1"
    unittest.main()
