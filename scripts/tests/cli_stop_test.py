#!/usr/bin/env python3
"""Ctrl-C and its relatives half-way through a run, and two programs at once: nothing is left, nothing is lost."""

import os
import signal
import threading
import time
import unittest

from cli_project import ENDLESS, CliCase, alive, descendants, end, send, wait_until, write


def busy(process):
    """Everything below `process`, once some of it has used a second of processor: the endless submission runs."""

    def look():
        if process.poll() is not None:
            raise AssertionError(f"it ended with {process.returncode} by itself")
        found = descendants(process.pid)
        return found if any(seconds > 1 for _, _, seconds in found) else None

    return wait_until(look, "the submission runs")


class Stops(CliCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        problem = (cls.root / "testdata" / "sum" / "problem.json").read_text(encoding="utf-8")
        long = problem.replace("1000000000", "600000000000")
        for part in ("sample/1", "secret/2", "secret/10"):
            for kind in (".in", ".ans"):
                write(cls.root / "testdata" / "endless" / (part + kind),
                      (cls.root / "testdata" / "sum" / (part + kind)).read_text(encoding="utf-8"))
        write(cls.root / "testdata" / "endless" / "problem.json", long)
        write(cls.root / "solutions" / "endless" / "endless.c", ENDLESS)

    def setUp(self):
        # Compiled beforehand, so that what uses the processor is the submission.
        self.expect(0, "run", "endless/endless.c", "--case", "sample/*", "--fresh")

    def stopped_by(self, number, *words):
        process = self.start("run", "endless/endless.c", "--fresh", *words)
        self.addCleanup(end, process)
        below = busy(process)
        send(process, number)
        outcome = self.finish(process)
        wait_until(lambda: not any(alive(p) for p in below), f"all is gone after signal {number}")
        return outcome

    def test_leaves_a_partial_table_and_no_processes(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            outcome = self.stopped_by(number)
            self.assertEqual(outcome.status, 130, outcome)
            self.assertIn("endless.c", outcome.out)
            self.assertIn("stopped after 2 of 3 cases", outcome.out)

    def test_pain_44_nothing_is_left_a_second_later(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start("run", "endless", "--fresh", "-j", "4")
            self.addCleanup(end, process)
            below = busy(process)
            begin = time.monotonic()
            send(process, number)
            wait_until(lambda: not any(alive(p) for p in below), f"all is gone after signal {number}")
            self.assertLess(time.monotonic() - begin, 5)  # a second, on a machine with nothing else to do
            self.assertEqual(self.finish(process).status, 130)
            self.assertEqual(self.leavings(process.pid), [])
        told = self.expect(0, "history", "endless", "--json")
        self.assertNotIn("damaged", told.err)

    @staticmethod
    def leavings(pid):
        """Folders and control groups that are called after the process."""
        found = [name for name in os.listdir("/tmp") if name.startswith(f"judge-box-{pid}-")]
        for folder, groups, _ in os.walk("/sys/fs/cgroup"):
            found += [os.path.join(folder, group) for group in groups if group.startswith(f"judge-{pid}-")]
        return found

    def test_says_so_in_json_too(self):
        process = self.start("run", "endless/endless.c", "--fresh", "--json")
        self.addCleanup(end, process)
        busy(process)
        send(process, signal.SIGINT)
        outcome = self.finish(process)
        self.assertEqual(outcome.status, 130, outcome)
        self.assertIn('"interrupted": true', outcome.out)

    def test_kill_leaves_no_processes_and_a_sound_history(self):
        outcome = self.stopped_by(signal.SIGKILL)
        self.assertEqual(outcome.status, -signal.SIGKILL)
        run = self.expect(0, "run", "sum", "--fresh")
        self.assertNotIn("damaged", run.err)

    def test_stops_a_free_run(self):
        with (self.root / "testdata" / "sum" / "secret" / "10.in").open() as question:
            process = self.start("exec", "solutions/endless/endless.c", "--time", "600s", stdin=question)
        self.addCleanup(end, process)
        below = busy(process)
        send(process, signal.SIGINT)
        self.assertEqual(self.finish(process).status, 130)
        wait_until(lambda: not any(alive(p) for p in below), "all is gone")

    def test_stopped_is_not_remembered_as_judged(self):
        self.stopped_by(signal.SIGINT)
        report = self.expect_json("run", "endless/endless.c", "--case", "sample/*", "--json")["reports"][0]
        self.assertEqual(report["verdict"], "accepted")


class Together(CliCase):
    def test_several_at_once_in_one_project(self):
        outcomes = [None] * 3

        def run(place):
            outcomes[place] = self.judge("run", "--fresh")

        threads = [threading.Thread(target=run, args=(place,)) for place in range(len(outcomes))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for outcome in outcomes:
            self.assertEqual(outcome.status, 0, outcome)
            self.assertIn("2 submissions: all as expected", outcome.out)
            self.assertNotIn("not recorded", outcome.err)


if __name__ == "__main__":
    unittest.main()
