#!/usr/bin/env python3
"""The command line's contract: exit statuses, what is printed and where, odd names and surroundings."""

import glob
import json
import os
import pty
import re
import shutil
import subprocess
import unittest

from cli_project import BROKEN, PRODUCT, PROGRAM, SUM, CliCase, add_problem, columns, write


class Statuses(CliCase):
    def test_as_expected_is_0(self):
        run = self.expect(0, "run")
        self.assertIn("plus.c", run.out)
        self.assertIn("times.c", run.out)
        self.assertIn("2 submissions: all as expected", run.out)

    def test_not_as_expected_is_1(self):
        path = write(self.top / "elsewhere" / "times.c", PRODUCT)
        run = self.expect(1, "run", path, "--problem", "sum")
        self.assertIn("WA", run.out)
        self.assertIn("expected", run.out)

    def test_a_broken_source_is_1(self):
        path = write(self.top / "elsewhere" / "broken.c", BROKEN)
        run = self.expect(1, "run", path, "--problem", "sum")
        self.assertIn("CE", run.out)
        self.assertIn("nothing", run.out)

    # pain 29: failing sub-commands never end with 0.
    def test_bad_usage_is_2(self):
        for words in ([], ["frobnicate"], ["run", "--no-such-flag"], ["run", "--jobs", "many"], ["run", "-j", "-1"],
                      ["run", "no-such-thing"], ["run", "--problem", "no-such-problem"], ["run", "--profile", "mars"],
                      ["run", "--report", "pdf=x"], ["run", "--report", "json"], ["run", "--lang", "xx"],
                      ["run", "--report", "json=-", "--report", "text=-"], ["run", "--color", "mauve"],
                      ["exec", "no-such-file.c"], ["exec"], ["languages", "--profile", "mars"], ["cache"],
                      ["completion", "tcsh"]):
            outcome = self.expect(2, *words)
            self.assertNotEqual((outcome.err + outcome.out).strip(), "", words)
            self.assertNotIn("terminate called", outcome.err, words)

    # pain 26
    def test_nothing_judged_is_2(self):
        self.expect(2, "run", "--case", "no/such/case")
        empty = self.top / "empty project"
        write(empty / "judge.json", "{}")
        (empty / "testdata").mkdir(exist_ok=True)
        (empty / "solutions").mkdir(exist_ok=True)
        self.expect(2, "run", cwd=empty)
        self.expect(2, "list", cwd=empty)

    def test_outside_of_a_project_is_2(self):
        outside = self.top / "outside"
        outside.mkdir(exist_ok=True)
        self.expect(2, "run", cwd=outside)
        self.expect(2, "list", cwd=outside)

    def test_bad_files_are_2_and_named(self):
        root = self.top / "bad project"
        write(root / "judge.json", '{"profile": "local"}')
        add_problem(root, "p", {"sample/1": ("1 1\n", "2\n")})
        write(root / "solutions" / "p" / "plus.c", SUM)
        write(root / "testdata" / "p" / "problem.json", '{"limits":\n {"cpu_seconds": 1}}')
        run = self.expect(2, "run", cwd=root)
        self.assertIn("problem.json:2", run.err)
        write(root / "judge.json", "{")
        self.assertIn("judge.json", self.expect(2, "run", cwd=root).err)

    def test_an_orphan_of_solutions_is_2(self):
        root = self.top / "orphan project"
        write(root / "judge.json", "{}")
        add_problem(root, "p", {"sample/1": ("1 1\n", "2\n")})
        write(root / "solutions" / "typo" / "plus.c", SUM)
        self.assertIn("typo", self.expect(2, "run", cwd=root).err)

    def test_an_absent_compiler_is_77_only_where_asked(self):
        nowhere = self.top / "no programs"
        nowhere.mkdir(exist_ok=True)
        env = {"PATH": str(nowhere)}
        path = write(self.top / "elsewhere" / "absent.c", SUM + "\n")
        self.expect(2, "run", path, "--problem", "sum", env=env)
        self.expect(77, "run", path, "--problem", "sum", "--skip-missing", env=env)

    def test_help_and_version_are_0(self):
        self.assertRegex(self.expect(0, "--version").out, r"^judge \d+\.\d+\.\d+\n$")
        self.assertIn("run", self.expect(0, "--help").out)
        self.assertIn("--problem", self.expect(0, "run", "--help").out)


class Output(CliCase):
    def test_reports_go_where_they_are_told(self):
        folder = self.top / "reports 보고서"
        words = []
        for name in ("text", "json", "junit", "html", "markdown"):
            words += ["--report", f"{name}={folder / name}"]
        run = self.expect(0, "run", *words)
        self.assertIn("all as expected", run.out)
        for name in ("text", "json", "junit", "html", "markdown"):
            self.assertIn("plus.c", (folder / name).read_text(encoding="utf-8"), name)
        reports = json.loads((folder / "json").read_text(encoding="utf-8"))
        self.assertEqual([r["verdict"] for r in reports["reports"]], ["accepted", "wrong_answer"])

    def test_json_is_alone_on_standard_output(self):
        reports = self.expect_json("run", "--json")["reports"]
        self.assertEqual([r["submission"] for r in reports], ["plus.c", "wrong_answer/times.c"])
        self.assertTrue(all(r["as_expected"] for r in reports))
        self.assertEqual(reports[0]["cases_passed"], 3)

    def test_a_report_that_cannot_be_written_is_2(self):
        write(self.top / "a file", "")
        self.assertIn("a file", self.expect(2, "run", "--report", f"json={self.top / 'a file' / 'x'}").err)

    def test_cases_are_chosen_and_ordered(self):
        report = self.expect_json("run", "sum/plus.c", "--json", "--fresh")["reports"][0]
        self.assertEqual([c["case"] for c in report["cases"]], ["sample/1", "secret/2", "secret/10"])
        report = self.expect_json("run", "sum/plus.c", "--json", "--case", "secret/*")["reports"][0]
        self.assertEqual([c["case"] for c in report["cases"]], ["secret/2", "secret/10"])

    def test_stops_at_the_first_failure_unless_told(self):
        first = self.expect_json("run", "sum/wrong_answer/times.c", "--json")["reports"][0]
        self.assertEqual(len(first["cases"]), 1)
        every = self.expect_json("run", "sum/wrong_answer/times.c", "--json", "--all")["reports"][0]
        self.assertEqual(len(every["cases"]), 3)

    def test_an_unchanged_submission_is_not_run_again(self):
        # A judgement with a disturbed reading is never reused, and a busy machine disturbs many.
        for _ in range(20):
            self.expect(0, "run", "sum/plus.c", "--fresh")
            if self.expect_json("run", "sum/plus.c", "--json")["reports"][0]["reused"]:
                break
        else:
            self.fail("no judgement was reused")
        self.assertFalse(self.expect_json("run", "sum/plus.c", "--json", "--fresh")["reports"][0]["reused"])

    def test_no_line_is_wider_than_the_terminal(self):
        wrong = write(self.top / "elsewhere" / "아주 긴 이름의 틀린 풀이.c", PRODUCT)
        for width in (40, 60, 200):
            for tongue in ("en", "ko"):
                for words in (["run"], ["run", wrong, "--problem", "sum", "-v"], ["list"]):
                    out = self.judge(*words, "--lang", tongue, env={"COLUMNS": str(width)}).out
                    self.assertNotEqual(out, "")
                    for line in out.splitlines():
                        self.assertLessEqual(columns(line), width, line)

    def terminal(self, **env):
        """What the table's reader sees where standard output is a terminal."""
        ours, theirs = pty.openpty()
        process = self.start("run", env={"TERM": "xterm-256color", **env}, stdout=theirs, stderr=subprocess.DEVNULL)
        os.close(theirs)
        seen = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # how Linux says that the last writer is gone
                break
            if not part:
                break
            seen += part
        os.close(ours)
        self.assertEqual(self.finish(process).status, 0)
        return seen.decode()

    def test_colours_are_for_terminals_that_want_them(self):
        self.assertIn("\x1b[", self.terminal())
        self.assertNotIn("\x1b[", self.terminal(NO_COLOR="1"))
        self.assertNotIn("\x1b[", self.terminal(TERM="dumb"))
        self.assertNotIn("\x1b", self.expect(0, "run").out)
        self.assertIn("\x1b[", self.expect(0, "run", "--color", "always").out)

    def test_a_reader_that_went_away_ends_it_quietly(self):
        for words in (["list"], ["run"], ["man"], ["completion", "bash"], ["languages"]):
            ours, theirs = os.pipe()
            os.close(ours)
            process = self.start(*words, stdout=theirs)
            os.close(theirs)
            outcome = self.finish(process)
            self.assertEqual(outcome.status, 141, f"{words}: {outcome}")
            self.assertEqual(outcome.err, "", words)
            self.assertEqual(glob.glob(f"/tmp/judge-box-{process.pid}-*"), [], words)

    def test_through_head(self):
        line = subprocess.run(["sh", "-c", '"$0" list --cases | head -n 1', PROGRAM], cwd=self.root, timeout=240,
                              env=self.environment(), stdin=subprocess.DEVNULL, capture_output=True, check=True)
        self.assertIn("sum", line.stdout.decode())
        self.assertEqual(line.stderr.decode(), "")

    def test_without_standard_streams(self):
        for closed in ("<&-", "2>&-", "<&- 2>&-"):
            text = f'"$0" run --fresh --json {closed}'
            run = subprocess.run(["sh", "-c", text, PROGRAM], cwd=self.root, env=self.environment(), timeout=240,
                                 stdin=subprocess.DEVNULL, capture_output=True, check=False)
            self.assertEqual(run.returncode, 0, (closed, run))
            self.assertEqual(len(json.loads(run.stdout)["reports"]), 2, closed)
        run = subprocess.run(["sh", "-c", '"$0" list >&-', PROGRAM], cwd=self.root, env=self.environment(),
                             timeout=240, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        self.assertEqual(run.returncode, 2, run)

    def test_without_a_home(self):
        run = self.expect(0, "run", "sum/plus.c", "--fresh",
                          env={"HOME": None, "XDG_CACHE_HOME": str(self.top / "cache"),
                               "XDG_STATE_HOME": str(self.top / "state")})
        self.assertIn("all as expected", run.out)


class Exec(CliCase):
    def test_passes_input_and_output_and_says_what_was_used(self):
        run = self.expect(0, "exec", "solutions/sum/plus.c", stdin=b"4 5\n")
        self.assertEqual(run.out, "9\n")
        self.assertIn("CPU", run.err)
        self.assertIn("memory", run.err)

    def test_tells_how_a_program_ended(self):
        path = write(self.top / "elsewhere" / "abort.c", "#include <stdlib.h>\nint main(void) { abort(); }\n")
        self.assertIn("signal 6", self.expect(1, "exec", path).err)
        path = write(self.top / "elsewhere" / "seven.c", "int main(void) { return 7; }\n")
        self.assertIn("exit status 7", self.expect(1, "exec", path).err)
        path = write(self.top / "elsewhere" / "broken.c", BROKEN)
        self.assertIn("nothing", self.expect(1, "exec", path).err)

    def test_stops_at_the_limit(self):
        path = write(self.top / "elsewhere" / "spin.c", "int main(void) { for (volatile int i = 0;;) i = 1; }\n")
        self.assertIn("CPU time limit", self.expect(1, "exec", path, "--time", "100ms").err)

    def test_as_json(self):
        told = self.expect_json("exec", "--json", "solutions/sum/plus.c", stdin=b"4 5\n")
        self.assertEqual((told["output"], told["output_bytes"]), ("9\n", 2))
        self.assertEqual(told["ending"], {"kind": "exited", "code": 0})
        self.assertEqual(sorted(told), ["compiled", "contained", "ending", "limits", "output", "output_bytes", "reason",
                                        "stderr", "usage"])
        path = write(self.top / "elsewhere" / "broken.c", BROKEN)
        told = self.expect_json("exec", "--json", path, status=1)
        self.assertFalse(told["compiled"])
        self.assertIn("nothing", told["compile_log"])

    def test_hands_on_any_bytes(self):
        path = write(self.top / "elsewhere" / "cat.c",
                     "#include <stdio.h>\nint main(void) { for (int c; (c = getchar()) != EOF;) putchar(c); }\n")
        data = bytes(range(256)) * 1000
        process = self.start("exec", path, stdin=subprocess.PIPE)
        out, _ = process.communicate(data, timeout=240)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(out, data)


class OddNames(CliCase):
    def test_of_files(self):
        folder = self.top / "odd"
        for name in ("-a'b.c", "two\nlines.c", "x" * 200 + ".c", "별 찍기.c", "$(reboot) `x` \"q\" %s.c", "😀.c"):
            path = write(folder / name, SUM)
            run = self.expect_json("run", "--json", "--problem", "sum", "--", path)
            self.assertTrue(run["reports"][0]["as_expected"], name)
            relative = self.expect(0, "run", "--problem", str(self.root / "testdata" / "sum"), "--", name, cwd=folder)
            self.assertEqual(len([x for x in relative.out.splitlines() if "✓" in x]), 1, relative)

    def test_of_submissions_in_a_project(self):
        root = self.top / "odd (2) 이상한"
        write(root / "judge.json", '{"profile": "local"}')
        add_problem(root, "두 수", {"sample/1": ("1 2\n", "3\n"), "sample/빈 칸": ("1 1\n", "2\n")})
        names = ["-a'b.c", "x" * 200 + ".c", "별 찍기.c", "a;b [c] ${d}.c"]
        for name in names:
            write(root / "solutions" / "두 수" / name, SUM)
        reports = self.expect_json("run", "--json", cwd=root)["reports"]
        self.assertEqual(sorted(r["submission"] for r in reports), sorted(names))
        self.assertTrue(all(r["as_expected"] for r in reports))
        self.expect(0, "run", "두 수/별 찍기.c", cwd=root)
        self.expect(0, "run", "두 수/별 찍기.c", cwd=root / "solutions" / "두 수")

    def test_with_any_locale_and_umask(self):
        shell = 'umask 077; exec "$0" run --fresh'
        for locale in ("C", "de_DE.UTF-8", "no_SUCH"):
            run = subprocess.run(["sh", "-c", shell, PROGRAM], cwd=self.root, env=self.environment(LC_ALL=locale),
                                 timeout=240, stdin=subprocess.DEVNULL, capture_output=True, check=False)
            self.assertEqual(run.returncode, 0, run)


class Facts(CliCase):
    def test_list(self):
        text = self.expect(0, "list").out
        for word in ("sum", "Sum of two", "plus.c", "wrong_answer/times.c", "3 cases"):
            self.assertIn(word, text)
        self.assertIn("두 수 더하기", self.expect(0, "list", "--lang", "ko").out)
        problem = self.expect_json("list", "--json")["problems"][0]
        self.assertEqual(problem["cases"], ["sample/1", "secret/2", "secret/10"])
        self.assertEqual([s["id"] for s in problem["submissions"]], ["plus.c", "wrong_answer/times.c"])
        self.assertEqual(problem["submissions"][1]["expected"], "wrong_answer")
        self.assertIn("secret/10", self.expect(0, "list", "--cases").out)

    def test_list_from_any_folder_of_the_project(self):
        whole = self.expect(0, "list").out
        for folder in ("testdata/sum/sample", "solutions/sum/wrong_answer"):
            self.assertEqual(self.expect(0, "list", cwd=self.root / folder).out, whole)

    def test_languages(self):
        rows = {row["id"]: row for row in self.expect_json("languages", "--json")["languages"]}
        self.assertTrue(rows["c"]["installed"] if "c" in rows else any(r["installed"] for r in rows.values()))
        self.assertGreater(len(rows), 10)
        self.assertNotEqual(self.expect(0, "languages", "--installed").out, "")

    def test_cache(self):
        env = {"XDG_CACHE_HOME": str(self.top / "a cache")}
        self.expect(0, "run", "--fresh", env=env)
        stats = self.expect_json("cache", "stats", "--json", env=env)
        self.assertTrue(stats["folder"].startswith(str(self.top)))
        self.assertGreater(stats["entries"], 0)
        self.assertIn(stats["folder"], self.expect(0, "cache", "stats", env=env).out)
        cleared = self.expect_json("cache", "clear", "--json", env=env)
        self.assertEqual(sorted(cleared), ["folder", "freed_bytes"])
        self.assertGreater(cleared["freed_bytes"], 0)
        self.assertEqual(self.expect_json("cache", "stats", "--json", env=env)["entries"], 0)

    def test_manual(self):
        page = self.expect(0, "man").out
        self.assertTrue(page.startswith(".TH JUDGE 1"))
        for word in ("judge run", "judge list", r"\-\-problem", "EXIT STATUS"):
            self.assertIn(word, page)

    def test_manual_is_clean_for_its_reader(self):
        if not shutil.which("groff"):
            self.skipTest("groff is not installed")
        page = self.expect(0, "man").out
        read = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=page.encode(), capture_output=True, timeout=240,
                              check=True)
        self.assertEqual(read.stderr.decode(), "")


class Suggestions(CliCase):
    """The nearest name that there is, for each kind of name."""

    def suggested(self, *words):
        return self.expect(2, *words).err

    def test_of_commands_and_options(self):
        self.assertIn("did you mean 'languages'?", self.suggested("langages"))
        self.assertIn("did you mean 'run'?", self.suggested("--color", "never", "rum"))
        self.assertIn("did you mean 'stats'?", self.suggested("cache", "stast"))
        self.assertIn("did you mean '--fresh'?", self.suggested("run", "--frehs"))
        self.assertIn("did you mean '--verbose'?", self.suggested("run", "--vrebose"))
        self.assertNotIn("did you mean", self.suggested("frobnicate"))
        self.assertIn("judge run --help", self.suggested("run", "-x"))

    def test_of_problems_submissions_cases_languages_and_profiles(self):
        self.assertIn("did you mean 'sum'?", self.suggested("run", "--problem", "sun"))
        self.assertIn("did you mean 'sum/plus.c'?", self.suggested("run", "sum/pls.c"))
        self.assertIn("did you mean 'sample/1'?", self.suggested("run", "--case", "sampel/1"))
        source = self.root / "solutions" / "sum" / "plus.c"
        self.assertIn("did you mean 'python3'?", self.suggested("exec", "--language", "pyhton3", source))
        self.assertIn("did you mean 'jungol'?", self.suggested("exec", "--profile", "jungo", source))


class Korean(CliCase):
    HANGUL = re.compile("[가-힣]")

    def test_of_help(self):
        commands = [line.split()[0] for line in self.expect(0, "--help").out.split("Commands:")[1].splitlines() if line]
        self.assertIn("doctor", commands)
        for words in [[]] + [[command] for command in commands]:
            text = self.expect(0, *words, "--help", "--lang", "ko").out
            for line in text.splitlines():
                self.assertTrue(not line or self.HANGUL.search(line) or re.fullmatch(r"  -\S+( \S+)*|  \S+ .*REQUIRED", line), f"{words}: {line}")

    def test_of_the_manual(self):
        page = self.expect(0, "man", "--lang", "ko").out
        for word in (".SH 이름", ".SH 종료 상태", "제출을 저장된 데이터로 채점합니다"):
            self.assertIn(word, page)

    def test_by_the_locale(self):
        korean = {"LC_ALL": "ko_KR.UTF-8"}
        self.assertIn("데이터 3개", self.expect(0, "list", env=korean).out)
        self.assertIn("3 cases", self.expect(0, "list", "--lang", "en", env=korean).out)
        run = self.expect(2, "run", "sum/pls.c", env=korean)
        self.assertIn("힌트: 'sum/plus.c'을(를) 찾으셨나요?", run.err)
        self.assertIn("'sum/pls.c'을(를) 찾을 수 없습니다", run.err)

    def test_of_a_bad_file(self):
        root = self.top / "bad"
        write(root / "judge.json", '{"profil": "local"}')
        run = self.expect(2, "list", "--lang", "ko", cwd=root)
        self.assertIn("모르는 키 'profil'", run.err)

    def test_of_a_command_line(self):
        self.assertIn("'lst' 명령은 없습니다", self.expect(2, "lst", "--lang", "ko").err)
        self.assertIn("fr은(는) {", self.expect(2, "list", "--lang", "ko", "--color", "fr").err)


class Completion(CliCase):
    def candidates(self, *words):
        return self.expect(0, "complete", "--", *words).out.splitlines()

    def test_of_commands_flags_and_values(self):
        self.assertIn("run", self.candidates("ru"))
        self.assertIn("--problem", self.candidates("run", "--pro"))
        self.assertEqual(self.candidates("run", "--problem", ""), ["sum"])
        self.assertIn("sum/plus.c", self.candidates("run", "sum/"))
        self.assertIn("json=", self.candidates("run", "--report", "js"))
        self.assertIn("secret/10", self.candidates("run", "--case", "secret/"))
        self.assertIn("boj", self.candidates("run", "--profile", ""))
        self.assertIn("stats", self.candidates("cache", ""))

    def test_in_bash(self):
        if not shutil.which("bash"):
            self.skipTest("bash is not installed")
        script = self.expect(0, "completion", "bash").out
        text = script + '\nCOMP_WORDS=(judge run "sum/pl"); COMP_CWORD=2; _judge; printf "%s\\n" "${COMPREPLY[@]}"\n'
        folder = self.top / "bin"
        folder.mkdir(exist_ok=True)
        if not (folder / "judge").exists():
            (folder / "judge").symlink_to(PROGRAM)
        env = self.environment(PATH=f"{folder}:{os.environ.get('PATH', '/usr/bin:/bin')}")
        shell = subprocess.run(["bash", "--norc", "-c", text], cwd=self.root, env=env, stdin=subprocess.DEVNULL,
                               capture_output=True, timeout=240, check=False)
        self.assertEqual(shell.stdout.decode().split(), ["sum/plus.c"], shell)

    def test_scripts_are_sound(self):
        for shell in ("bash", "zsh", "fish"):
            text = self.expect(0, "completion", shell).out
            self.assertTrue(re.search(r"\bjudge complete -- ", text), shell)
            if shutil.which(shell):
                subprocess.run([shell, "-n"], input=text.encode(), timeout=240, check=True)


if __name__ == "__main__":
    unittest.main()
