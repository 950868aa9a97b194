#!/usr/bin/env python3
"""judge watch: what is saved is judged again, however editors save, and only its newest state."""

import json
import os
import select
import signal
import time
import unittest

from cli_project import (ENDLESS, PATIENCE, PRODUCT, SUM, CliCase, add_problem, alive, descendants, end, send,
                         wait_until, write)


class Watch(CliCase):
    def setUp(self):
        self.root = self.top / f"project {self.id().rsplit('.', 1)[-1]}"
        write(self.root / "judge.json", '{"profile": "local"}')
        add_problem(self.root, "sum", {"sample/1": ("1 2\n", "3\n"), "secret/2": ("20 30\n", "50\n")})
        self.source = write(self.root / "solutions" / "sum" / "plus.c", SUM)
        self.seen = b""

    def watch(self, *words):
        process = self.start("watch", "--json", *words)
        self.addCleanup(end, process)
        self.process = process
        return process

    def report(self):
        """The next report that is printed."""
        limit = time.monotonic() + PATIENCE
        while b"\n" not in self.seen:
            ready, _, _ = select.select([self.process.stdout], [], [], max(limit - time.monotonic(), 0))
            part = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if not part:
                self.fail(f"no report came; status {self.process.poll()}; seen {self.seen!r}")
            self.seen += part
        line, self.seen = self.seen.split(b"\n", 1)
        return json.loads(line)

    def verdict(self):
        report = self.report()
        return report["submission"], report["verdict"]

    def settled(self):
        """Waits until it has said that it watches; from then on every change counts."""
        limit = time.monotonic() + PATIENCE
        said = b""
        while b"watching" not in said:
            ready, _, _ = select.select([self.process.stderr], [], [], max(limit - time.monotonic(), 0))
            part = os.read(self.process.stderr.fileno(), 65536) if ready else b""
            if not part:
                self.fail(f"it does not watch; status {self.process.poll()}; said {said!r}")
            said += part
        return said.decode()

    def stop(self):
        send(self.process, signal.SIGINT)
        outcome = self.finish(self.process)
        self.assertEqual(outcome.status, 130, outcome)
        return outcome

    def test_judges_at_once_and_again_when_a_source_is_saved(self):
        self.watch()
        self.assertEqual(self.verdict(), ("plus.c", "accepted"))
        self.settled()
        write(self.source, PRODUCT)
        self.assertEqual(self.verdict(), ("plus.c", "wrong_answer"))
        self.assertIn("solutions/sum/plus.c changed: judging 1 submission", self.settled())
        self.stop()

    def test_however_an_editor_saves(self):
        self.watch()
        self.verdict()
        self.settled()
        # By rename, as most editors do; what they leave beside it is nothing.
        write(self.source.with_name(".plus.c.swp"), "x")
        write(self.source.with_name("new"), PRODUCT).rename(self.source)
        self.assertEqual(self.verdict(), ("plus.c", "wrong_answer"))
        self.settled()
        # By removing the old file first.
        self.source.unlink()
        write(self.source, SUM)
        self.assertEqual(self.verdict(), ("plus.c", "accepted"))
        self.settled()
        # By moving the old one to a backup.
        self.source.rename(self.source.with_name("plus.c~"))
        write(self.source, PRODUCT)
        self.assertEqual(self.verdict(), ("plus.c", "wrong_answer"))
        self.stop()

    def test_a_case_that_is_saved_and_a_source_that_comes(self):
        self.watch()
        self.verdict()
        self.settled()
        write(self.root / "testdata" / "sum" / "secret" / "2.ans", "51\n")
        self.assertEqual(self.verdict(), ("plus.c", "wrong_answer"))
        self.settled()
        write(self.root / "solutions" / "sum" / "wrong_answer" / "times.c", PRODUCT)
        self.assertEqual(self.verdict(), ("wrong_answer/times.c", "wrong_answer"))
        self.settled()
        write(self.root / "testdata" / "sum" / "problem.json", "{")
        self.assertIn("problem.json:1", self.settled())
        self.stop()

    def test_only_what_is_touched(self):
        other = write(self.root / "solutions" / "sum" / "other.c", SUM + "\n")
        self.watch("sum/plus.c")
        self.assertEqual(self.verdict(), ("plus.c", "accepted"))
        self.settled()
        write(other, PRODUCT)
        write(self.source, PRODUCT + "\n")
        self.assertEqual(self.verdict(), ("plus.c", "wrong_answer"))
        self.settled()
        self.assertEqual(self.seen, b"")
        self.stop()

    def test_the_newest_overtakes_what_runs(self):
        problem = (self.root / "testdata" / "sum" / "problem.json").read_text(encoding="utf-8")
        write(self.root / "testdata" / "sum" / "problem.json", problem.replace("1000000000", "600000000000"))
        write(self.root / "testdata" / "sum" / "secret" / "2.in", "2000 30\n")
        write(self.root / "testdata" / "sum" / "secret" / "2.ans", "2030\n")
        write(self.source, ENDLESS)
        self.watch()
        below = wait_until(lambda: [p for p in descendants(self.process.pid) if p[2] > 1], "the endless one runs")
        write(self.source, SUM)
        self.assertEqual(self.verdict(), ("plus.c", "accepted"))
        wait_until(lambda: not any(alive(p) for p in below), "the endless one is gone")
        self.settled()
        self.stop()

    def test_ends_cleanly_in_the_middle_of_a_run(self):
        problem = (self.root / "testdata" / "sum" / "problem.json").read_text(encoding="utf-8")
        write(self.root / "testdata" / "sum" / "problem.json", problem.replace("1000000000", "600000000000"))
        write(self.root / "testdata" / "sum" / "secret" / "2.in", "2000 30\n")
        write(self.source, ENDLESS)
        self.watch()
        below = wait_until(lambda: [p for p in descendants(self.process.pid) if p[2] > 1], "the endless one runs")
        self.assertIn('"interrupted":true', self.stop().out)
        wait_until(lambda: not any(alive(p) for p in below), "nothing is left")

    def test_nothing_to_watch_is_2(self):
        self.expect(2, "watch", "no-such-thing")
        self.expect(2, "watch", cwd=self.top)


if __name__ == "__main__":
    unittest.main()
