#!/usr/bin/env python3
"""judge history, baseline, regress, hook, compare and bisect in a small project. The first argument is the folder of the
programs. Skipped (77) where the machine lacks g++ or git.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else "build/debug/bin").resolve()
ECHO = '#include <cstdio>\nint main() {\n    int n;\n    if (std::scanf("%d", &n) == 1) std::printf("%d\\n", n);\n}\n'
WRONG = ECHO.replace('\\n", n)', '\\n", n == 3 ? 4 : n)')
SLOW = ECHO.replace("int n;", "int n;\n    for (volatile long i = 0; i < 60000000; ++i) {}")
PROBLEM = {"title": {"ko": "수", "en": "Number"}, "source_url": "", "profile": "boj", "mode": "batch",
           "limits": {"cpu_ns": 5000000000, "memory_bytes": 268435456, "language_extra": True}, "notes": {}}


class Project(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="history 별 찍기 ")
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(os.path.realpath(folder.name))
        self.root = self.home / "project"
        secret = self.root / "testdata" / "echo" / "secret"
        secret.mkdir(parents=True)
        (self.root / "solutions" / "echo").mkdir(parents=True)
        (self.root / "judge.json").write_text('{"profile": "boj", "jobs": 0, "template": {}}\n')
        (self.root / ".gitignore").write_text("/.judge/\n")
        (self.root / "testdata" / "echo" / "problem.json").write_text(json.dumps(PROBLEM))
        for number in (1, 2, 3):
            (secret / f"{number}.in").write_text(f"{number}\n")
            (secret / f"{number}.ans").write_text(f"{number}\n")
        self.write("a.cpp", ECHO)
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8",
                            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b",
                            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}

    def write(self, name, text):
        (self.root / "solutions" / "echo" / name).write_text(text)

    def run_program(self, *command):
        done = subprocess.run([str(word) for word in command], cwd=self.root, env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
        return done.returncode, done.stdout, done.stderr

    def judge(self, *words, status=0):
        code, out, err = self.run_program(BIN / "judge", *words)
        self.assertEqual(code, status, f"judge {' '.join(words)}\n{out}{err}")
        return out

    def git(self, *words):
        code, out, err = self.run_program("git", *words)
        self.assertEqual(code, 0, err)
        return out.strip()

    def commit(self, text):
        self.git("add", "-A")
        self.git("commit", "-qm", text)
        return self.git("rev-parse", "HEAD")


class History(Project):
    def test_nothing_was_judged(self):
        self.judge("history", status=2)

    def test_shows_every_run_once(self):
        self.judge("run", "--fresh")
        self.judge("run", "--fresh")
        trends = json.loads(self.judge("history", "--json"))["trends"]
        self.assertEqual([(t["submission"], len(t["runs"])) for t in trends], [("a.cpp", 2)])
        lines = self.judge("history", "echo/a.cpp", "-v").splitlines()
        self.assertEqual([line.split()[0] for line in lines[2:]], ["secret/1", "secret/2", "secret/3"])
        self.judge("history", "echo/b.cpp", status=2)

    def test_prune_keeps_the_newest(self):
        self.judge("run", "--fresh")
        self.judge("run", "--fresh")
        self.assertEqual(self.judge("history", "prune", "--older-than", "0d").split()[0], "1")
        self.judge("history", "prune", "--older-than", "soon", status=2)
        self.assertEqual(len(json.loads(self.judge("history", "--json"))["trends"][0]["runs"]), 1)


class Regress(Project):
    def regress(self, status, *words):
        return json.loads(self.judge("regress", "--json", *words, status=status))

    def kinds(self, told):
        return [(s["submission"], r["kind"], r.get("case", "")) for s in told["submissions"] for r in s["regressions"]]

    def test_needs_a_baseline(self):
        self.judge("regress", status=2)

    def test_unchanged_runs_nothing_again(self):
        self.judge("baseline", "set", "--runs", "2")
        self.assertEqual(len(json.loads(self.judge("history", "--json"))["trends"][0]["runs"]), 2)
        told = self.regress(0)
        self.assertEqual((told["unchanged"], told["judged"], told["regressions"]), (1, 0, 0))
        self.assertEqual(len(json.loads(self.judge("history", "--json"))["trends"][0]["runs"]), 2)
        shown = json.loads(self.judge("baseline", "show", "--json"))["runs"]
        self.assertEqual([(r["submission"], r["verdict"]) for r in shown], [("a.cpp", "accepted")])

    def test_tells_a_failing_case(self):
        self.judge("baseline", "set", "--runs", "1")
        self.write("a.cpp", WRONG)
        told = self.regress(1, "--changed")
        self.assertEqual(self.kinds(told), [("a.cpp", "verdict", ""), ("a.cpp", "failing_case", "secret/3")])

    def test_tells_a_slower_program(self):
        self.judge("baseline", "set")
        self.write("a.cpp", SLOW)
        kinds = self.kinds(self.regress(1))
        self.assertIn(("a.cpp", "time", ""), kinds)

    def test_takes_an_edit_without_effect(self):
        self.judge("baseline", "set", "--runs", "1")
        self.write("a.cpp", ECHO + "// the same\n")
        told = self.regress(0)
        self.assertEqual(told["regressions"], 0)

    def test_tells_what_is_new_and_wrong_and_what_is_gone(self):
        self.judge("baseline", "set", "--runs", "1")
        (self.root / "solutions" / "echo" / "a.cpp").unlink()
        self.write("b.cpp", WRONG)
        told = self.regress(1)
        self.assertEqual(told["gone"], ["echo/a.cpp"])
        self.assertEqual(self.kinds(told), [("b.cpp", "verdict", "")])


class Hook(Project):
    def test_installs_itself_and_nothing_over_another(self):
        self.judge("hook", "install", status=2)
        self.git("init", "-q", ".")
        self.judge("hook", "install")
        self.judge("hook", "install")
        hook = self.root / ".git" / "hooks" / "pre-push"
        self.assertTrue(os.access(hook, os.X_OK))
        self.judge("baseline", "set", "--runs", "1")
        self.assertEqual(self.run_program(hook)[0], 0)
        self.write("a.cpp", WRONG)
        self.assertEqual(self.run_program(hook)[0], 1)
        hook.write_text("#!/bin/sh\nexit 0\n")
        self.judge("hook", "install", status=2)
        self.assertEqual(hook.read_text(), "#!/bin/sh\nexit 0\n")


class Compare(Project):
    def test_tells_verdicts_and_speed(self):
        self.write("b.cpp", SLOW)
        self.write("c.cpp", WRONG)
        told = json.loads(self.judge("compare", "echo", "--time", "60s", "--precision", "20%", "--json"))
        self.assertEqual([s["report"]["verdict"] for s in told["submissions"]], ["accepted", "accepted", "wrong_answer"])
        calls = {(p["first"], p["second"]): p["call"] for p in told["pairs"]}
        self.assertEqual(calls[("a.cpp", "b.cpp")], "slower")
        self.assertEqual({c["case"] for c in told["pairs"][0]["cases"]}, {"secret/1", "secret/2"})

    def test_writes_reports_with_ratios(self):
        self.write("b.cpp", ECHO + "// another\n")
        page = self.root / "out.md"
        self.judge("compare", "echo", "--time", "2s", "--report", f"markdown={page}")
        self.assertIn("b.cpp / a.cpp", page.read_text())

    def test_draws_the_ratios_in_a_page(self):
        self.write("b.cpp", ECHO + "// another\n")
        page = self.root / "out.html"
        self.judge("compare", "echo", "--time", "20s", "--precision", "20%", "--report", f"html={page}")
        self.assertRegex(page.read_text(), r'"ratios":\[\{"first":"a.cpp","high":[0-9.]+,"low":[0-9.]+,')

    def test_a_slow_program_does_not_outlast_the_time(self):
        self.write("a.cpp", SLOW)
        self.write("b.cpp", SLOW + "// another\n")
        told = json.loads(self.judge("compare", "echo", "--time", "10ms", "--json"))
        self.assertEqual(told["pairs"], [])
        self.assertEqual(told["rounds"]["count"], 0)
        self.assertIn("--time allows more", told["notes"][-1])

    def test_refuses_what_cannot_be_compared(self):
        self.judge("compare", "echo", status=2)
        self.write("b.cpp", ECHO)
        self.judge("compare", "echo", "--precision", "none", status=2)


class Bisect(Project):
    def test_finds_the_commit(self):
        self.git("init", "-q", ".")
        good = self.commit("first")
        for number in range(3):
            self.write("a.cpp", ECHO + f"// {number}\n")
            self.commit("fine")
        self.write("a.cpp", WRONG)
        culprit = self.commit("wrong")
        self.write("a.cpp", WRONG + "// more\n")
        self.commit("more")
        told = json.loads(self.judge("bisect", "echo/a.cpp", "--good", good, "--bad", "HEAD", "--json", status=1))
        self.assertEqual(told["first_bad"], culprit)
        self.assertEqual(self.git("status", "--porcelain"), "")

    def slow_in_the_middle(self):
        self.git("init", "-q", ".")
        commits = []
        for number in range(6):
            self.write("a.cpp", (SLOW if number >= 4 else ECHO) + f"// {number}\n")
            commits.append(self.commit(str(number)))
        return commits

    def test_finds_the_commit_that_made_it_slower(self):
        commits = self.slow_in_the_middle()
        words = ("bisect", "echo/a.cpp", "--by", "time", "--json")
        told = json.loads(self.judge(*words, "--good", commits[0], "--bad", commits[-1], status=1))
        self.assertEqual(told["first_bad"], commits[4])
        # Nothing is worse between these two, nor was anything stored.
        self.judge(*words, "--good", commits[0], "--bad", commits[3], status=2)
        self.judge(*words, status=2)
        self.judge("bisect", "echo/a.cpp", "--by", "beauty", status=2)

    def test_takes_the_slow_run_and_the_quick_ones_before_it_from_the_history(self):
        commits = self.slow_in_the_middle()
        for commit, runs in ((commits[1], 4), (commits[5], 1)):
            self.git("checkout", "-q", commit)
            for _ in range(runs):
                self.judge("run", "--fresh")
        told = json.loads(self.judge("bisect", "echo/a.cpp", "--by", "time", "--json", status=1))
        self.assertEqual((told["good"], told["first_bad"]), (commits[1], commits[4]))

    @unittest.skipIf(shutil.which("valgrind") is None, "there is no valgrind")
    def test_finds_the_commit_that_made_it_count_more(self):
        commits = self.slow_in_the_middle()
        words = ("--good", commits[0], "--bad", commits[-1], "--json")
        told = json.loads(self.judge("bisect", "echo/a.cpp", "--by", "instructions", *words, status=1))
        self.assertEqual(told["first_bad"], commits[4])


if __name__ == "__main__":
    for tool in ("g++", "git"):
        if shutil.which(tool) is None:
            print(f"skipped: there is no {tool}")
            sys.exit(77)
    unittest.main(verbosity=1)
