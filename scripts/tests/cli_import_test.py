#!/usr/bin/env python3
"""Problems from elsewhere: import, export, listen, new, add-case, and packages judged where they lie."""

import json
import os
import pty
import re
import signal
import socket
import tarfile
import unittest
import warnings
import zipfile

from cli_project import PATIENCE, PRODUCT, SOURCE, SUM, CliCase, end, send, write

PACKAGES = SOURCE / "harness" / "fixtures" / "packages"


def make_package(folder, name="Sum"):
    """A package of the ICPC's that is judged in no time."""
    write(folder / "problem.yaml", f"problem_format_version: 2025-09\nname: {name}\nlimits: {{time_limit: 2}}\n")
    write(folder / "data" / "secret" / "1.in", "1 2\n")
    write(folder / "data" / "secret" / "1.ans", "3\n")
    write(folder / "submissions" / "accepted" / "plus.c", SUM)
    write(folder / "submissions" / "wrong_answer" / "times.c", PRODUCT)


class Import(CliCase):
    def test_a_package_becomes_a_problem(self):
        make_package(self.top / "total")
        run = self.expect(0, "import", self.top / "total")
        self.assertIn("total", run.out)
        self.assertIn("1 case, 2 submissions", run.out)
        self.assertTrue((self.root / "testdata/total/secret/1.in").exists())
        self.assertTrue((self.root / "solutions/total/wrong_answer/times.c").exists())
        # A second time it would overwrite.
        again = self.expect(2, "import", self.top / "total")
        self.assertIn("--force", again.err)
        self.assertNotIn("kept in", self.expect(0, "import", self.top / "total", "--force").out)
        self.expect(0, "run", "total")

    def test_what_is_replaced_is_kept(self):
        make_package(self.top / "kept")
        self.expect(0, "import", self.top / "kept")
        write(self.root / "testdata/kept/secret/mine.in", "5 6\n")
        write(self.root / "testdata/kept/secret/mine.ans", "11\n")
        write(self.root / "solutions/kept/plus.c", "int mine;\n")
        self.assertIn("kept in '.judge/replaced/kept-1'", self.expect(0, "import", self.top / "kept", "--force").out)
        kept = self.root / ".judge/replaced/kept-1"
        self.assertEqual((kept / "testdata/kept/secret/mine.ans").read_text(), "11\n")
        self.assertEqual((kept / "solutions/kept/plus.c").read_text(), "int mine;\n")
        self.assertEqual((self.root / "solutions/kept/plus.c").read_text(), SUM)
        self.assertFalse((self.root / "testdata/kept/secret/mine.in").exists())
        self.assertNotIn("kept in", self.expect(0, "import", self.top / "kept", "--force").out)

    def test_a_refused_package_leaves_nothing(self):
        before = sorted(os.listdir(self.root)), sorted(os.listdir(self.root / "testdata"))
        with zipfile.ZipFile(self.top / "evil.zip", "w") as archive:
            archive.writestr("1.in", "1\n")
            archive.writestr("../../evil", "x")
        run = self.expect(2, "import", self.top / "evil.zip")
        self.assertIn("outside of the target folder", run.err)
        run = self.expect(2, "import", PACKAGES / "kattis" / "bad-limit" / "package")
        self.assertRegex(run.err, r"problem\.yaml': line 3: ")
        self.expect(2, "import", self.top / "not there")
        self.expect(2, "import", SOURCE / "LICENSE")
        self.assertEqual(before, (sorted(os.listdir(self.root)), sorted(os.listdir(self.root / "testdata"))))

    def test_a_thousand_solutions_come_in_one_go(self):
        for number in range(1000, 2000):
            folder = self.top / "hub" / "백준" / "Gold" / f"{number}.\u2005제목"
            write(folder / "README.md", f"# [Gold V] 제목 - {number} \n\n메모리: 2020 KB, 시간: 4 ms\n")
            write(folder / "제목.py", "print()\n")
        project = self.top / "fresh"
        project.mkdir()
        run = self.expect(0, "import", self.top / "hub", cwd=project)
        self.assertIn("1000 problems have no test data yet", run.out)
        self.assertIn("1000 problems: 0 cases, 1000 submissions", run.out)
        self.assertEqual(len(os.listdir(project / "testdata")), 1000)
        text = json.loads((project / "testdata/boj-1234/problem.json").read_text(encoding="utf-8"))
        self.assertEqual(text["notes"]["reported py"], "4 ms, 2020 KB")

    def test_as_json(self):
        make_package(self.top / "jsonic")
        told = self.expect_json("import", "--json", self.top / "jsonic")
        self.assertEqual([(p["id"], p["cases"], p["submissions"]) for p in told["problems"]], [("jsonic", 1, 2)])
        self.assertEqual(told["refused"], [])
        told = self.expect_json("import", "--json", self.top / "jsonic", status=2)
        self.assertEqual([(r["what"], "--force" in r["hint"]) for r in told["refused"]], [("jsonic", True)])
        told = self.expect_json("export", "--json", "sum", "--format", "oj", "-o", self.top / "jsonic.zip")
        self.assertEqual((told["problem"], told["format"]), ("sum", "oj"))
        self.assertIn("submissions", " ".join(f["text"] for f in told["findings"]))

    def test_format_and_id(self):
        run = self.expect(2, "import", self.top, "--format", "pdf")
        self.assertIn("kattis", run.err)
        self.expect(0, "import", PACKAGES / "plain" / "usual-names" / "package", "--format", "plain", "--id", "ㄱ a/b")
        self.assertTrue((self.root / "testdata" / "ㄱ-a-b" / "problem.json").exists())


class BadInput(CliCase):
    """Each kind is refused or repaired with the file, the line and the reason, and a refusal leaves nothing."""

    def there(self):
        return sorted(str(path.relative_to(self.root)) for path in self.root.rglob("*") if ".judge" not in path.parts)

    def refused(self, path, reason, *words):
        before = self.there()
        run = self.expect(2, "import", path, *words)
        self.assertRegex(run.err, reason)
        self.assertIn(str(path), run.err)
        self.assertEqual(before, self.there())

    def archive(self, *members, name="bad.zip"):
        path = self.top / name
        with warnings.catch_warnings(), zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            warnings.simplefilter("ignore")  # names that are there twice
            for member, content in members:
                archive.writestr(member, content)
        return path

    def tar(self, *members):
        path = self.top / "bad.tar"
        with tarfile.open(path, "w") as archive:
            for name, target in members:
                entry = tarfile.TarInfo(name)
                if target is not None:
                    entry.type, entry.linkname = tarfile.SYMTYPE, target
                archive.addfile(entry)
        return path

    def package(self, name, **files):
        folder = self.top / name
        make_package(folder)
        for file, text in files.items():
            write(folder / {"problem": "problem.yaml"}.get(file, file), text)
        return folder

    def test_zip_slip_and_absolute_names(self):
        self.refused(self.archive(("1.in", "1"), ("../../evil", "x")), "'../../evil' would be written outside")
        self.refused(self.archive(("/tmp/evil", "x")), "'/tmp/evil' has an absolute name")
        self.refused(self.archive(("C:\\evil", "x")), "has an absolute name")
        self.assertFalse((self.top / "evil").exists())

    def test_links_that_leave(self):
        self.refused(self.tar(("1.in", None), ("1.out", "/etc/passwd")), "'1.out' is a link that leaves")
        self.refused(self.tar(("d", ".."), ("d/1.in", None)), "'d' is a link that leaves")
        folder = self.package("linked")
        (folder / "data" / "secret" / "2.in").symlink_to("/etc/passwd")
        run = self.expect(2, "import", folder)
        self.assertRegex(run.err, r"data/secret/2\.in.*leaves")

    def test_archive_bombs(self):
        self.refused(self.archive(("1.in", b"\0" * (300 << 20))), "unpacks to more than a thousand times its size")

    def test_names_that_are_there_twice(self):
        self.refused(self.archive(("1.in", "1"), ("1.in", "2"), ("1.out", "3")), "'1.in' is there twice")

    def test_names_of_korean_windows(self):
        try:
            raw = "별/1.in".encode("cp949")
        except LookupError:
            self.skipTest("Python has no CP949 here")
        path = self.archive(("XXX1.in", "1\n"), ("XXX1.out", "1\n"))
        path.write_bytes(path.read_bytes().replace(b"XXX", raw[:3]))
        self.expect(0, "import", path, "--id", "korean", "--format", "plain")
        self.assertEqual(len(list((self.root / "testdata" / "korean").rglob("*.in"))), 1)

    def test_yaml_that_never_ends(self):
        laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for i in range(1, 10):
            laughs += f"a{i}: &a{i} [" + ", ".join([f"*a{i - 1}"] * 10) + "]\n"
        self.refused(self.package("laughs", problem=laughs), r"problem\.yaml': line \d+: it holds over 200,000 values")

    def test_a_megabyte_of_nesting(self):
        self.refused(self.package("deep", problem="[" * (1 << 20)), r"problem\.yaml'")
        task = write(self.top / "deep.prob", "[" * (1 << 20))
        self.refused(task, "nested deeper than 64 levels", "--format", "cph")

    def test_utf_16_becomes_utf_8(self):
        folder = self.package("wide")
        (folder / "data" / "secret" / "1.in").write_bytes("1 2\n".encode("utf-16"))
        run = self.expect(0, "import", folder, "-v")
        self.assertRegex(run.out, r"1\.in' was UTF-16.* and is UTF-8 now")
        self.assertEqual((self.root / "testdata/wide/secret/1.in").read_bytes(), b"1 2\n")

    def test_answers_and_inputs_that_are_missing(self):
        folder = self.package("holes")
        write(folder / "data" / "secret" / "2.in", "1 1\n")
        write(folder / "data" / "secret" / "3.ans", "1\n")
        run = self.expect(0, "import", folder)
        self.assertRegex(run.out, r"warning: holes: '.*/2\.in' has no answer")
        self.assertRegex(run.out, r"warning: holes: the answer '.*/3\.ans' has no input")

    def test_unknown_keys_are_told_with_their_line(self):
        text = "problem_format_version: 2025-09\nname: x\nlimits: {time_limit: 2}\nnonsense: 1\n"
        run = self.expect(0, "import", self.package("keys", problem=text))
        self.assertRegex(run.out, r"'nonsense' of .*problem\.yaml:4 has no meaning here")

    def test_an_import_that_fails_half_way_leaves_nothing(self):
        folder = self.package("half")
        write(self.root / "solutions" / "half" / "plus.c", "other\n")  # a submission of that name with other content
        before = self.there()
        run = self.expect(2, "import", folder)
        self.assertRegex(run.err, r"solutions/half/plus\.c': it is there with other content\nhint: --force replaces it")
        self.assertEqual(before, self.there())
        self.expect(0, "import", folder, "--force")
        self.assertEqual((self.root / "solutions/half/plus.c").read_text(), SUM)

    def test_on_a_terminal_it_asks_before_it_replaces(self):
        folder = self.package("asked")
        self.expect(0, "import", folder)
        for answer, status in ((b"n\n", 2), (b"y\n", 0)):
            master, slave = pty.openpty()
            process = self.start("import", folder, stdin=slave, stderr=slave)
            os.close(slave)
            os.write(master, answer)
            out, _ = process.communicate(timeout=PATIENCE)
            said = b""
            while chunk := self.some_of(master):
                said += chunk
            os.close(master)
            self.assertEqual(process.returncode, status, (out, said))
            self.assertIn("'asked' is there already. Replace it? [y/N]", said.decode())

    @staticmethod
    def some_of(master):
        try:
            return os.read(master, 4096)
        except OSError:  # the other end is closed
            return b""


class Legacy(CliCase):
    """The time limit that a package leaves to its accepted submissions."""

    SLOW = SUM.replace("printf", "while (clock() < CLOCKS_PER_SEC * 3 / 10) { }\n    printf").replace("int main", "#include <time.h>\nint main")

    def package(self, name, limits=""):
        folder = self.top / name
        make_package(folder)
        write(folder / "problem.yaml", f"name: {name}\n{limits}")
        write(folder / "submissions" / "accepted" / "slow.c", self.SLOW)
        return folder

    def limit_of(self, name):
        return json.loads((self.root / "testdata" / name / "problem.json").read_text(encoding="utf-8"))

    def test_the_slowest_times_the_multiplier(self):
        run = self.expect(0, "import", self.package("five"), "-v")
        self.assertRegex(run.out, r"the time limit is derived: 2\.00 s: 'slow\.c' took 3\d\d ms here, times 5, rounded up")
        problem = self.limit_of("five")
        self.assertEqual(problem["limits"]["cpu_ns"], 2_000_000_000)
        self.assertIn("Derived from the accepted submissions", problem["notes"]["limits"])
        self.expect(0, "import", self.package("eleven", "limits: {time_multiplier: 11}\n"))
        self.assertEqual(self.limit_of("eleven")["limits"]["cpu_ns"], 4_000_000_000)

    def test_what_must_be_too_slow_is_held_against_the_margin(self):
        folder = self.package("margin", "limits: {time_multiplier: 2, time_safety_margin: 3}\n")
        write(folder / "submissions" / "time_limit_exceeded" / "hasty.c", SUM)
        write(folder / "submissions" / "time_limit_exceeded" / "lazy.c", SUM.replace("printf", "for (volatile int i = 1; i;) { }\n    printf"))
        run = self.expect(0, "import", folder)
        self.assertIn("'time_limit_exceeded/hasty.c' must be too slow, but ends within 3 times the limit", run.out)
        self.assertNotIn("lazy.c' must be", run.out)

    def test_without_running_or_without_submissions_it_is_assumed(self):
        folder = self.package("assumed")
        self.expect(0, "import", folder, "--no-run")
        self.assertEqual(self.limit_of("assumed")["limits"]["cpu_ns"], 10_000_000_000)
        for file in (folder / "submissions" / "accepted").iterdir():
            file.unlink()
        run = self.expect(0, "import", folder, "--id", "untold")
        self.assertIn("no accepted submission of 'untold' tells its time limit", run.out)
        self.assertEqual(self.limit_of("untold")["limits"]["cpu_ns"], 10_000_000_000)

    def test_a_stored_limit_is_taken(self):
        folder = self.package("stored")
        write(folder / ".timelimit", "7\n")
        self.expect(0, "import", folder)
        self.assertEqual(self.limit_of("stored")["limits"]["cpu_ns"], 7_000_000_000)

    def test_in_place_it_is_derived_before_judging(self):
        folder = self.package("place")
        nowhere = self.top / "nowhere"
        nowhere.mkdir()
        run = self.expect(0, "run", folder, "--json", cwd=nowhere)
        self.assertRegex(run.err, r"place: the time limit is derived: 2\.00 s")
        for report in json.loads(run.out)["reports"]:
            self.assertEqual(report["limits"]["cpu_time_ns"], 2_000_000_000)


class InPlace(CliCase):
    def test_a_package_is_judged_where_it_lies(self):
        make_package(self.top / "contest" / "a")
        make_package(self.top / "contest" / "b", "Other")
        nowhere = self.top / "nowhere"
        nowhere.mkdir()
        run = self.expect(0, "run", self.top / "contest" / "a", cwd=nowhere)
        self.assertIn("plus.c", run.out)
        self.assertIn("times.c", run.out)
        run = self.expect(0, "run", self.top / "contest", cwd=nowhere)
        self.assertIn("4 submissions", run.out)
        file = write(self.top / "mine.c", SUM)
        self.expect(0, "run", file, "--problem", self.top / "contest" / "a")
        self.assertEqual(sorted(os.listdir(self.top / "contest")), ["a", "b"])


class Export(CliCase):
    def test_every_format_comes_back(self):
        for name in ("icpc", "polygon", "dmoj", "oj"):
            with self.subTest(name):
                out = self.top / f"{name}.zip"
                self.expect(0, "export", "sum", "--format", name, "-o", out)
                self.assertTrue(zipfile.ZipFile(out).testzip() is None)
                self.expect(0, "import", out, "--id", f"sum-{name}")
                cases = [p for p in (self.root / f"testdata/sum-{name}").rglob("*.in")]
                self.assertEqual(len(cases), 3)
        self.expect(2, "export", "sum", "--format", "icpc", "-o", self.top / "icpc.zip")
        self.expect(2, "export", "no such problem")


class New(CliCase):
    def test_new_makes_a_problem_of_tests_that_lie_there(self):
        write(self.root / "testdata" / "bare" / "1.in", "1 2\n")
        write(self.root / "testdata" / "bare" / "1.ans", "3\n")
        write(self.root / "solutions" / "bare" / "plus.c", SUM)
        run = self.expect(2, "run")
        self.assertIn("judge new bare", run.err)
        self.expect(0, "new", "bare")
        self.assertIn("move 1.in and its like", self.expect(2, "run", "bare").err)
        (self.root / "testdata" / "bare" / "secret").mkdir()
        for name in ("1.in", "1.ans"):
            (self.root / "testdata" / "bare" / name).rename(self.root / "testdata" / "bare" / "secret" / name)
        self.assertIn("AC", self.expect(0, "run", "bare").out)
        self.expect(2, "new", "bare")

    def test_new_and_add_case(self):
        write(self.root / "judge.json", json.dumps({"profile": "local", "template": {"c": "start.c"}}))
        write(self.root / "start.c", SUM)
        self.expect(0, "new", "1000", "--title", "A+B", "--time", "2s")
        text = json.loads((self.root / "testdata/boj-1000/problem.json").read_text(encoding="utf-8"))
        self.assertEqual(text["source_url"], "https://www.acmicpc.net/problem/1000")
        self.assertEqual(text["limits"]["cpu_ns"], 2000000000)
        self.assertEqual((self.root / "solutions/boj-1000/boj-1000.c").read_text(), SUM)
        self.expect(2, "new", "boj-1000")
        self.expect(0, "add-case", "boj-1000", write(self.top / "in", "1 2"), write(self.top / "out", "3"), "--sample")
        self.assertEqual((self.root / "testdata/boj-1000/sample/1.in").read_text(), "1 2\n")
        # The answer comes from the accepted submission.
        self.expect(0, "add-case", "boj-1000", "-", stdin=b"20 22\n")
        self.assertEqual((self.root / "testdata/boj-1000/secret/1.ans").read_text(), "42\n")
        self.expect(2, "add-case", "boj-1000", self.top / "in", self.top / "out", "--sample", "--name", "1")
        self.expect(2, "add-case", "boj-1000")
        self.expect(0, "run", "boj-1000")

    def tool(self, name, text):
        path = write(self.top / "tools" / name, f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    def test_a_case_from_an_editor(self):
        # Writes what the file is called for: input, then answer.
        editor = self.tool("an editor", 'case "$2" in */input) echo "$1 4" ;; */answer) echo 7 ;; esac > "$2"')
        env = {"VISUAL": None, "EDITOR": f"'{editor}' 3"}
        self.expect(0, "add-case", "sum", "--editor", "--name", "edited", env=env)
        folder = self.root / "testdata" / "sum" / "secret"
        self.assertEqual(((folder / "edited.in").read_text(), (folder / "edited.ans").read_text()), ("3 4\n", "7\n"))
        # The answer from a program: only the input is edited.
        env["EDITOR"] = f"'{editor}' 5"
        self.expect(0, "add-case", "sum", "--editor", "--with", "solutions/sum/plus.c", "--name", "run", env=env)
        self.assertEqual((folder / "run.ans").read_text(), "9\n")
        # An editor that fails, or none: nothing is written.
        for editor in ("false", None):
            run = self.expect(2, "add-case", "sum", "--editor", "--name", "none", env={"VISUAL": None, "EDITOR": editor})
            self.assertRegex(run.err, "cannot edit the input: 'false' failed|neither .VISUAL nor .EDITOR is set")
            self.assertFalse((folder / "none.in").exists())

    def test_a_case_from_the_clipboard(self):
        self.tool("wl-paste", "exit 1")  # no Wayland here
        self.tool("xclip", 'printf "20 22"')
        env = {"PATH": f"{self.top / 'tools'}:{os.environ['PATH']}"}
        self.expect(0, "add-case", "sum", "--clipboard", "--name", "clip", env=env)
        folder = self.root / "testdata" / "sum" / "secret"
        self.assertEqual(((folder / "clip.in").read_text(), (folder / "clip.ans").read_text()), ("20 22\n", "42\n"))
        for name in ("xclip", "xsel", "pbpaste", "powershell.exe"):
            self.tool(name, "exit 1")
        run = self.expect(2, "add-case", "sum", "--clipboard", "--name", "none", env=env)
        self.assertIn("none of wl-paste, xclip, xsel and pbpaste works here", run.err)
        self.assertFalse((folder / "none.in").exists())


class Listen(CliCase):
    def setUp(self):
        probe = socket.socket()
        probe.bind(("127.0.0.1", 0))
        self.port = probe.getsockname()[1]
        probe.close()

    def listen(self, *words):
        process = self.start("listen", "--port", str(self.port), *words)
        self.addCleanup(end, process)
        line = process.stdout.readline().decode()
        self.assertIn(f"port {self.port}", line)
        return process

    def post(self, body, head=""):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as client:
            client.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + head.encode() +
                           f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
            answer = b""
            while chunk := client.recv(4096):
                answer += chunk
        return int(re.match(rb"HTTP/1\.1 (\d+)", answer).group(1))

    def test_payloads_of_the_sites(self):
        wanted = {"boj": "boj-1000", "jungol": "jungol-1824", "codeforces": "codeforces-4-a",
                  "atcoder": "atcoder-abc100_a", "kattis": "kattis-different", "programmers": "programmers-12345"}
        process = self.listen("--language", "py")
        for site, name in wanted.items():
            self.assertEqual(self.post((PACKAGES / "cph" / site / "package" / "task.prob").read_bytes()), 200)
        self.assertEqual(self.post(b"{ nonsense"), 400)
        self.assertEqual(self.post(b"[1, 2]"), 200)
        task = {"name": "last", "url": "https://www.acmicpc.net/problem/2000", "tests": [], "batch": {"id": "x", "size": 1}}
        self.assertEqual(self.post(b"json\n" + json.dumps(task).encode()), 200)
        for line in iter(process.stdout.readline, b""):
            if b"solutions/boj-2000/" in line:
                break
        send(process, signal.SIGINT)
        self.finish(process)
        for name in wanted.values():
            self.assertTrue((self.root / "testdata" / name / "problem.json").exists(), name)
            self.assertTrue((self.root / "solutions" / name / f"{name}.py").exists(), name)
        self.assertEqual((self.root / "testdata/boj-1000/sample/1.in").read_text(), "1 2\n")

    def test_a_batch_ends_by_count(self):
        process = self.listen("--once")
        for number in (3000, 3001, 3002):
            self.post({"name": "문제", "url": f"https://www.acmicpc.net/problem/{number}",
                       "tests": [{"input": "1\n", "output": "1\n"}], "batch": {"id": "b", "size": 3}})
        run = self.finish(process)
        self.assertEqual(run.status, 0, run)
        self.assertIn("all 3 came", run.out)

    def test_a_batch_ends_by_quiet(self):
        process = self.listen("--once")
        self.post({"name": "a", "url": "https://www.acmicpc.net/problem/3100", "tests": [], "batch": {"id": "b", "size": 9}})
        run = self.finish(process)
        self.assertEqual(run.status, 0, run)
        self.assertIn("1 of 9 came", run.out)

    def test_a_taken_port_is_named(self):
        process = self.listen()
        run = self.expect(2, "listen", "--port", str(self.port))
        self.assertIn(f"port {self.port}", run.err)
        self.assertIn("name another with --port", run.err)
        send(process, signal.SIGINT)
        self.finish(process)

    def test_a_taken_port_is_named_with_its_usual_holder(self):
        holders = {1327: "cpbooster", 4244: "Hightail", 6174: "Mind Sport", 10042: "acmX", 10043: "Caide",
                   10045: "CP Editor", 27121: "CPH"}
        taken = []
        try:
            for port in holders:
                holder = socket.socket()
                taken.append(holder)
                holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    holder.bind(("127.0.0.1", port))
                    holder.listen()
                except OSError:
                    pass  # somebody has it: all the better
            for port, tool in holders.items():
                run = self.expect(2, "listen", "--port", str(port))
                self.assertIn(f"cannot listen on port {port}", run.err)
                self.assertRegex(run.err, f"{tool}.* usually listens there")
            run = self.expect(2, "listen")
            for port, tool in holders.items():
                self.assertRegex(run.err, rf"{port} \({tool}")
        finally:
            for holder in taken:
                holder.close()

    def test_takes_the_first_free_port_of_the_extension(self):
        process = self.start("listen")
        self.addCleanup(end, process)
        line = process.stdout.readline().decode()
        self.assertRegex(line, r"listening on port (10043|1327|4244|6174|10042|10045|27121): ")
        send(process, signal.SIGINT)
        self.finish(process)

    def test_bad_requests_are_refused_and_logged_and_the_next_one_is_taken(self):
        process = self.listen("--once")
        self.assertEqual(self.post(b"{ nonsense"), 400)
        self.assertEqual(self.post(b"[" * (1 << 20)), 400)
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as client:
            client.sendall(b"POST / HTTP/1.1\r\nContent-Length: 999999999\r\n\r\n")
            self.assertIn(b"HTTP/1.1 413 ", client.recv(4096))
        self.assertEqual(self.post({"name": "a", "url": "https://www.acmicpc.net/problem/3200", "tests": []}), 200)
        run = self.finish(process)
        self.assertEqual(run.status, 0, run)
        self.assertIn("'request': line 1", run.err)
        self.assertIn("nested deeper than 64 levels", run.err)
        self.assertTrue((self.root / "testdata/boj-3200/problem.json").exists())

    def test_only_this_machine_is_heard(self):
        process = self.listen()
        port = f":{self.port:04X}"
        for table, loopback in (("/proc/net/tcp", "0100007F"), ("/proc/net/tcp6", "00000000000000000000000001000000")):
            if not os.path.exists(table):
                continue
            with open(table, encoding="ascii") as lines:
                heard = [line.split()[1] for line in lines if line.split()[1].endswith(port) and line.split()[3] == "0A"]
            self.assertTrue(all(address == loopback + port for address in heard), heard)
        send(process, signal.SIGINT)
        self.finish(process)

    def test_it_answers_before_it_works(self):
        # The place that it would write to leads nowhere: the answer comes all the same.
        process = self.listen()
        write(self.root / "testdata" / "boj-3300", "a file where the folder would be")
        self.assertEqual(self.post({"name": "a", "url": "https://www.acmicpc.net/problem/3300",
                                    "tests": [{"input": "1\n", "output": "1\n"}]}), 200)
        send(process, signal.SIGINT)
        run = self.finish(process)
        self.assertIn("boj-3300", run.err)
        (self.root / "testdata" / "boj-3300").unlink()


if __name__ == "__main__":
    unittest.main()
