#!/usr/bin/env python3
"""What is seen again: judge diff, show, report, replay and open, on what was judged before."""

import json
import os
import re
import shutil
import unittest

from cli_project import BROKEN, PRODUCT, SUM, CliCase, add_problem, columns, write

CRASH = "int main(void) { int *nothing = 0; return *(volatile int *)nothing; }\n"


def without_figures(text):
    """Times and memory differ from run to run; nothing else may."""
    text = re.sub(r"\d+(\.\d+)? (ns|us|ms|s)\b", "T", text)
    return re.sub(r"memory \d+(\.\d+)? [KM]B", "memory M", text)


class Again(CliCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        add_problem(cls.root, "odd", {"sample/1": ("1 2\n", "3\n"), "secret/2": ("20 30\n", "50\n")})
        write(cls.root / "solutions" / "odd" / "times.c", PRODUCT)
        write(cls.root / "solutions" / "odd" / "crash.c", CRASH)


class Diff(Again):
    def test_shows_the_first_failure_of_the_last_run(self):
        self.expect(1, "run", "odd/times.c", "--fresh")
        self.assertEqual(without_figures(self.expect(1, "diff").out), """\
✗ odd/times.c: case sample/1 got WA, AC was expected
  CPU T / T · wall T · memory M / 256 MB
  checker: line 1, column 1, token 1: expected '3', got '2'
  first difference: line 1, column 1
  token 1: expected 3, got 2
  input, 4 B, 1 line, 2 tokens
  │ 1 2
  answer, 2 B, 1 line, 1 token                     │ output, 2 B, 1 line, 1 token
  │ 3␊                                             │ 2␊
  │ ^~                                             │ ^~
""")

    def test_a_reused_run_is_the_last_one_too(self):
        self.expect(1, "run", "odd/times.c")
        self.expect(0, "run", "sum")
        self.assertEqual(self.expect(0, "diff").out, "every verdict was the expected one\n")
        self.expect(1, "run", "odd/times.c")
        self.assertIn("odd/times.c", self.expect(1, "diff").out)

    def test_shows_a_failure_that_was_expected_where_it_is_named(self):
        self.expect(0, "run", "sum")
        shown = self.expect(0, "diff", "sum/wrong_answer/times.c").out
        self.assertTrue(shown.startswith("sum/wrong_answer/times.c: case sample/1 got WA\n"), shown)
        self.expect(0, "run", "sum/plus.c", "--all")
        self.assertIn("case secret/10 got AC", self.expect(0, "diff", "sum/plus.c", "--case", "secret/10").out)
        self.assertIn("did not run", self.expect(2, "diff", "sum/plus.c", "--case", "secret/11").err)

    def test_stands_beside_each_other_as_far_as_the_terminal_is_wide(self):
        self.expect(1, "run", "odd/times.c")
        for width, beside in ((40, 0), (80, 1), (200, 2)):
            for tongue in ("en", "ko"):
                lines = self.expect(1, "diff", "--lang", tongue, env={"COLUMNS": str(width)}).out.splitlines()
                bars = [line.count("│") for line in lines if line.startswith("  │ 3") or "│ 3␊" in line]
                self.assertEqual(bars, [1 + beside], (width, lines))
                for line in lines:
                    self.assertLessEqual(columns(line), width, line)

    def test_tells_how_a_program_died(self):
        self.expect(1, "run", "odd/crash.c")
        shown = self.expect(1, "diff").out
        self.assertIn("RTE (Segfault)", shown)
        self.assertIn("ended by signal 11 (SIGSEGV)", shown)
        self.assertIn("judge replay odd/crash.c --case sample/1 --gdb", shown)

    def test_says_that_the_source_has_changed(self):
        path = write(self.root / "solutions" / "odd" / "changes.c", PRODUCT)
        self.addCleanup(path.unlink)
        self.expect(1, "run", "odd/changes.c")
        self.assertNotIn("has changed", self.expect(1, "diff").out)
        write(path, SUM)
        self.assertIn("the source has changed since then", self.expect(1, "diff").out)

    def test_as_json(self):
        self.expect(1, "run", "odd/times.c")
        told = self.expect_json("diff", "--json", status=1)
        self.assertEqual((told["problem"], told["submission"], told["verdict"], told["source_changed"]),
                         ("odd", "times.c", "wrong_answer", False))
        self.assertEqual(told["case"]["case"], "sample/1")
        self.assertEqual(told["case"]["output_count"], {"lines": 1, "tokens": 1})

    def test_shows_the_compiler_where_it_refused(self):
        path = write(self.top / "elsewhere" / "broken.c", BROKEN)
        self.expect(1, "run", path, "--problem", "sum")
        self.assertIn("nothing", self.expect(1, "diff").out)

    def test_nothing_was_judged_is_2(self):
        root = self.top / "fresh"
        write(root / "judge.json", "{}")
        add_problem(root, "p", {"sample/1": ("1 1\n", "2\n")})
        self.assertIn("nothing was judged here yet", self.expect(2, "diff", cwd=root).err)
        self.assertIn("never judged", self.expect(2, "diff", "p", cwd=root).err)
        self.expect(2, "diff", "12345")


class Show(Again):
    def test_the_files_of_a_case(self):
        self.assertEqual(self.expect(0, "show", "sum/secret/2").out, """\
  input testdata/sum/secret/2.in, 6 B, 1 line, 2 tokens
  │ 20 30
  answer testdata/sum/secret/2.ans, 3 B, 1 line, 1 token
  │ 50
""")

    def test_by_any_name(self):
        whole = self.expect(0, "show", "sum/secret/10").out
        for name in ("sum/secret-10", "sum/10", "testdata/sum/secret/10.in", "testdata/sum/secret/10.ans"):
            self.assertEqual(self.expect(0, "show", name).out, whole, name)
        below = self.root / "testdata" / "sum"
        self.assertEqual(self.expect(0, "show", "secret/10.in", cwd=below).out, whole)
        self.assertIn("did you mean 'sum/secret/10'?", self.expect(2, "show", "sum/secret/100").err)
        self.expect(2, "show", "no-such-problem/1")

    def test_the_cases_of_a_problem(self):
        self.assertEqual(self.expect(0, "show", "sum").out, """\
Case       input  answer
sample/1     4 B     2 B
secret/2     6 B     3 B
secret/10    7 B     5 B
""")
        told = self.expect_json("show", "sum", "--json")
        self.assertEqual([case["case"] for case in told["cases"]], ["sample/1", "secret/2", "secret/10"])

    def test_what_cannot_be_seen(self):
        add_problem(self.root, "blanks", {"sample/1": ("a \t b  \n\n" + "x" * 300, "1\r\n2")})
        shown = self.expect(0, "show", "blanks/1", env={"COLUMNS": "40"}).out
        self.assertIn("│ a → b··\n  │\n  │ xxx", shown)
        self.assertIn("│ 1␍\n", shown)
        self.assertEqual(shown.count("no newline at its end"), 2)
        for line in shown.splitlines():
            self.assertLessEqual(columns(line), 40, line)

    def test_only_so_many_lines_unless_all_are_wanted(self):
        add_problem(self.root, "long", {"sample/1": ("".join(f"{i}\n" for i in range(1000)), "1\n")})
        self.assertIn("… 961 more lines", self.expect(0, "show", "long/1").out)
        self.assertIn("│ 999\n", self.expect(0, "show", "long/1", "--full").out)

    def test_raw(self):
        self.assertEqual(self.expect(0, "show", "sum/secret/2", "--raw", "input").out, "20 30\n")
        self.assertEqual(self.expect(0, "show", "sum/secret/2", "--raw", "answer").out, "50\n")
        self.expect(2, "show", "sum", "--raw", "input")
        self.expect(2, "show", "sum/secret/2", "--raw", "output")

    def test_as_json(self):
        told = self.expect_json("show", "sum/secret/2", "--json")
        self.assertEqual((told["case"], told["input"]["tokens"], told["answer"]["bytes"]), ("secret/2", 2, 3))
        self.assertEqual(told["input"]["path"], str(self.root / "testdata" / "sum" / "secret" / "2.in"))

    def test_completes_cases(self):
        names = self.expect(0, "complete", "--", "show", "sum/s").out.splitlines()
        self.assertEqual(names, ["sum/sample/1", "sum/secret/2", "sum/secret/10"])


class Report(Again):
    def test_shows_the_last_run_again(self):
        ran = self.expect(1, "run").out
        self.assertEqual(self.expect(1, "report").out, ran)
        self.assertEqual(self.expect(1, "report", "--format", "text").out, ran)

    def test_shows_a_run_of_before_by_its_number(self):
        self.expect(0, "run", "sum/plus.c", "--fresh")
        number = self.expect_json("report", "--list", "--json")["runs"][0]["run"]
        self.expect(1, "run", "odd")
        self.assertIn("plus.c", self.expect(0, "report", str(number)).out)
        lines = self.expect(0, "report", "--list").out.splitlines()
        self.assertRegex(lines[0], r"^ *Run  When +As expected  What$")
        self.assertRegex(lines[1], r"^ *\d+  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  ✗ 0/2 +odd$")
        self.assertRegex(lines[2], r"^ *\d+  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  ✓ 1/1 +sum/plus\.c$")
        self.expect(2, "report", "99999")

    def test_shows_the_newest_of_what_is_named(self):
        self.expect(1, "run")
        told = self.expect_json("report", "sum", "--json")["reports"]
        self.assertEqual([r["submission"] for r in told], ["plus.c", "wrong_answer/times.c"])
        self.expect(1, "report", "odd/crash.c")
        self.expect(2, "report", "odd/no-such.c")

    def test_in_every_format(self):
        self.expect(0, "run", "sum")
        folder = self.top / "stored 보고서"
        words = []
        for name in ("text", "json", "junit", "html", "markdown"):
            words += ["--report", f"{name}={folder / name}"]
            self.assertIn("plus.c", self.expect(0, "report", "--format", name).out)
        self.assertEqual(self.expect(0, "report", *words).out, "")
        for name in ("text", "json", "junit", "html", "markdown"):
            self.assertIn("plus.c", (folder / name).read_text(encoding="utf-8"), name)
        # The source that was judged stands in the page.
        self.assertIn("scanf", (folder / "html").read_text(encoding="utf-8"))
        for bad in (["--format", "pdf"], ["--report", "json"], ["--json", "--format", "text"]):
            self.expect(2, "report", *bad)


class Replay(Again):
    def test_runs_the_case_again_as_it_was(self):
        self.expect(1, "run", "odd/times.c", "--fresh")
        before = self.expect_json("report", "--list", "--json")["runs"][0]["run"]
        shown = without_figures(self.expect(1, "replay", "odd/times.c", "--case", "sample/1").out)
        self.assertTrue(shown.startswith("odd/times.c: case sample/1 got WA\n"), shown)
        self.assertRegex(shown, r"\nthen  WA +T / T +T +\d+(\.\d+)? MB / 256 MB\nnow   WA +T / T ")
        self.assertIn("the program, input, answer and limits are those of then", shown)
        # It is no run of its own.
        self.assertEqual(self.expect_json("report", "--list", "--json")["runs"][0]["run"], before)

    def test_takes_the_first_failure_without_a_name(self):
        self.expect(1, "run", "odd/times.c")
        self.assertIn("case sample/1 got WA", self.expect(1, "replay", "odd/times.c").out)
        self.expect(0, "run", "sum/plus.c")
        self.assertIn("has no failure", self.expect(2, "replay", "sum/plus.c").err)
        self.expect(0, "replay", "sum/plus.c", "--case", "secret/10")

    def test_keeps_the_limits_of_then(self):
        add_problem(self.root, "limits", {"sample/1": ("1 2\n", "3\n")})
        write(self.root / "solutions" / "limits" / "plus.c", SUM)
        self.expect(0, "run", "limits/plus.c")
        add_problem(self.root, "limits", {"sample/1": ("1 2\n", "3\n")},
                    limits={"cpu_ns": 7000000000, "memory_bytes": 536870912, "language_extra": True})
        told = self.expect_json("replay", "limits/plus.c", "--case", "sample/1", "--json")
        self.assertEqual(told["now"]["cases"][0]["limits"], told["then"]["limits"])
        self.assertEqual(told["then"]["limits"]["cpu_time_ns"], 1000000000)

    def test_tells_what_has_changed(self):
        add_problem(self.root, "moves", {"sample/1": ("1 2\n", "3\n")})
        path = write(self.root / "solutions" / "moves" / "plus.c", SUM)
        self.expect(0, "run", "moves/plus.c")
        write(path, PRODUCT)
        write(self.root / "testdata" / "moves" / "sample" / "1.in", "2 2\n")
        told = self.expect_json("replay", "moves/plus.c", "--case", "sample/1", "--json", status=1)
        self.assertEqual(told["changed"], ["program", "input"])
        self.assertEqual(told["then"]["verdict"], "accepted")
        self.assertIn("the program is another one", self.expect(1, "replay", "moves", "--case", "sample/1").out)

    def test_bad_usage_is_2(self):
        self.expect(1, "run", "odd")
        for words in (["odd", "--case", "sample/1"], ["odd/times.c", "--case", "sample/9"], ["no-such"],
                      ["odd/times.c", "--gdb", "--valgrind"], ["odd/times.c", "--gdb", "--json"], []):
            self.expect(2, "replay", *words)

    def test_under_gdb(self):
        if not shutil.which("gdb"):
            self.skipTest("gdb is not installed")
        self.expect(1, "run", "odd/crash.c")
        replayed = self.expect(0, "replay", "odd/crash.c", "--gdb")
        self.assertIn("compiled with -g in addition; gdb runs it outside of the box, without limits", replayed.err)
        self.assertRegex(replayed.out + replayed.err, r"#0 .*main.* at .*Main\.c:1")

    def test_under_valgrind(self):
        if not shutil.which("valgrind"):
            self.skipTest("valgrind is not installed")
        self.expect(1, "run", "odd/crash.c")
        replayed = self.expect(0, "replay", "odd/crash.c", "--valgrind")
        self.assertIn("outside of the box", replayed.err)
        self.assertIn("Invalid read of size 4", replayed.err)
        self.assertIn("Main.c:1", replayed.err)

    def test_no_debugger_for_scripts(self):
        if not shutil.which("python3") or not shutil.which("gdb"):
            self.skipTest("python3 or gdb is not installed")
        write(self.root / "solutions" / "odd" / "times.py", "a, b = map(int, input().split())\nprint(a * b)\n")
        self.addCleanup((self.root / "solutions" / "odd" / "times.py").unlink)
        self.expect(1, "run", "odd/times.py")
        self.assertIn("machine code", self.expect(2, "replay", "odd/times.py", "--gdb").err)


class Open(Again):
    def browser(self):
        """A browser that writes down what it was given, and its place in $BROWSER."""
        path = write(self.top / "bin" / "note-it", f'#!/bin/sh\nprintf "%s\\n" "$@" > "{self.top}/opened"\n')
        path.chmod(0o755)
        env = {"BROWSER": "note-it", "PATH": f"{self.top / 'bin'}:{os.environ['PATH']}"}
        return env, lambda: (self.top / "opened").read_text(encoding="utf-8")

    def test_the_page_of_a_problem(self):
        env, opened = self.browser()
        for name in ("sum", "sum/plus.c", "testdata/sum"):
            self.assertEqual(self.expect(0, "open", name, env=env).out, "https://example.org/sum\n")
            self.assertEqual(opened(), "https://example.org/sum\n")

    def test_only_pages_of_the_web(self):
        for url in ("", "file:///etc/passwd", "--help", "javascript:alert(1)"):
            add_problem(self.root, "page", {"sample/1": ("1 2\n", "3\n")}, source_url=url)
            self.assertIn("source_url", self.expect(2, "open", "page").err, url)

    def test_a_report_of_a_stored_run(self):
        env, opened = self.browser()
        self.expect(0, "run", "sum")
        path = str(self.root / ".judge" / "report.html")
        self.assertEqual(self.expect(0, "open", "--report", env=env).out, path + "\n")
        self.assertEqual(opened(), path + "\n")
        with open(path, encoding="utf-8") as page:
            self.assertIn("plus.c", page.read())

    def test_says_where_it_is_without_a_browser(self):
        env = {"BROWSER": None, "PATH": str(self.top / "no programs")}
        self.assertEqual(self.expect(0, "open", "sum", env=env).out, "https://example.org/sum\n")
        self.assertEqual(self.expect_json("open", "sum", "--json", env=env),
                         {"url": "https://example.org/sum", "opened": False})

    def test_bad_usage_is_2(self):
        self.expect(2, "open")
        self.expect(2, "open", "no-such")
        env = {"BROWSER": "false"}
        self.assertIn("ended with 1", self.expect(2, "open", "sum", env=env).err)


if __name__ == "__main__":
    unittest.main()
