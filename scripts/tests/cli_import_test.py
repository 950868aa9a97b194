#!/usr/bin/env python3
"""Problems from elsewhere: import, export, listen, new, add-case, and packages judged where they lie."""

import json
import os
import re
import signal
import socket
import unittest
import zipfile

from cli_project import PRODUCT, SOURCE, SUM, CliCase, end, send, write

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
        self.expect(0, "import", self.top / "total", "--force")
        self.expect(0, "run", "total")

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
        send(process, signal.SIGINT)
        self.finish(process)


if __name__ == "__main__":
    unittest.main()
