#!/usr/bin/env python3
"""Ctrl-C and its relatives half-way through a run, and two programs at once: nothing is left, nothing is lost."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import threading
import time
import unittest

from cli_project import ENDLESS, PATIENCE, CliCase, alive, columns, descendants, end, send, wait_until, write


def busy(process):
    """Everything below `process`, once some of it has used a second of processor: the endless submission runs."""

    def look():
        if process.poll() is not None:
            raise AssertionError(f"it ended with {process.returncode} by itself")
        found = descendants(process.pid)
        return found if any(seconds > 1 for _, _, seconds in found) else None

    return wait_until(look, "the submission runs")


class EndlessCase(CliCase):
    """A submission that is right on the samples and never done on the last case."""

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


class Stops(EndlessCase):
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


class Screen:
    """Just enough of a terminal to know what stands on it in the end."""

    STEP = re.compile(r"\x1b\[(\d*)([A-Za-z])|\r|\n|[^\x1b\r\n]+")

    def __init__(self, text):
        self.lines, self.row, self.column = [""], 0, 0
        for step in self.STEP.finditer(text):
            self.take(step)

    def take(self, step):
        if step[0] == "\r":
            self.column = 0
        elif step[0] == "\n":
            self.row, self.column = self.row + 1, 0
            self.lines += [""] * (self.row + 1 - len(self.lines))
        elif step[2] == "A":
            self.row -= int(step[1])
        elif step[2] == "K":
            self.lines[self.row] = self.lines[self.row][:self.column]
        elif step[2] == "J":
            del self.lines[self.row + 1:]
            self.lines[self.row] = self.lines[self.row][:self.column]
        elif step[2] is None:
            line = self.lines[self.row].ljust(self.column)
            self.lines[self.row] = line[:self.column] + step[0] + line[self.column + len(step[0]):]
            self.column += len(step[0])


class InATerminal(EndlessCase):
    def run_in_terminal(self, width, **env):
        """Starts the endless submission; gives back the process and a function that reads until a pattern has come."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
        process = self.start("run", "endless/endless.c", "--fresh", "--lang", "ko", stdout=theirs, stderr=theirs,
                             env={"TERM": "xterm", **env})
        os.close(theirs)
        self.addCleanup(os.close, ours)
        self.addCleanup(end, process)
        seen = [""]

        def read_until(pattern):
            raw = b""
            while not (pattern and re.search(pattern, seen[0] + raw.decode(errors="ignore"))):
                ready, _, _ = select.select([ours], [], [], PATIENCE)
                self.assertTrue(ready, seen)
                try:
                    part = os.read(ours, 65536)
                except OSError:  # the last writer is gone
                    break
                if not part:
                    break
                raw += part
            seen[0] += raw.decode(errors="replace")
            return seen[0]

        return process, read_until

    def test_the_block_moves_and_leaves_the_partial_table_alone(self):
        for width in (40, 100):
            process, read_until = self.run_in_terminal(width, NO_COLOR="1")
            # Seconds pass on the screen though nothing happens.
            read_until(r"끝남 · [3-9] s")
            send(process, signal.SIGINT)
            screen = Screen(read_until(None))
            self.assertEqual(process.wait(timeout=PATIENCE), 130)
            text = "\n".join(screen.lines)
            self.assertNotIn("채점 중", text)
            self.assertIn("endless.c", text)
            self.assertRegex(" ".join(text.split()), "[012]개까지 채점하고 멈췄습니다")
            for line in screen.lines:
                self.assertLessEqual(columns(line), width, line)

    def test_colour_is_asked_of_the_terminal_and_the_user(self):
        for env, wanted in (({}, True), ({"NO_COLOR": "1"}, False)):
            process, read_until = self.run_in_terminal(100, **env)
            read_until(r"secret/10")
            send(process, signal.SIGINT)
            self.assertEqual(re.search(r"\x1b\[[\d;]*m", read_until(None)) is not None, wanted)
            process.wait(timeout=PATIENCE)


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
