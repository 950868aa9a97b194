"""A project of its own for the tests of the program's command line, and ways to run the program in it.

Every cli_*_test.py takes the path of the built program as its first argument: cli_test.py PROGRAM [unittest's own].
The project lies in a folder with blanks, brackets and Hangul, of mode 0700, and its home, cache and settings are
inside that folder too. Its submissions are in C, which compiles in no time.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unicodedata
import unittest

# Long enough for a machine that is busy with a hundred other things. Nothing here measures time.
PATIENCE = 240

SOURCE = pathlib.Path(os.path.realpath(__file__)).parents[2]

SUM = '#include <stdio.h>\nint main(void) { long a, b; scanf("%ld %ld", &a, &b); printf("%ld\\n", a + b); }\n'
PRODUCT = SUM.replace("a + b", "a * b")
# Right on the samples, and never done on the rest, where the first number is 1000 or more.
ENDLESS = SUM.replace("printf", "for (volatile long i = a; i >= 1000;) i = a; printf")
BROKEN = "int main(void) { return nothing; }\n"

PROBLEM = {
    "title": {"ko": "두 수 더하기", "en": "Sum of two"},
    "source_url": "https://example.org/sum",
    "profile": "local",
    "limits": {"cpu_ns": 1000000000, "memory_bytes": 268435456, "language_extra": True},
    "checker": {"compare": "tokens"},
}


def program():
    """The program under test, from the command line."""
    if len(sys.argv) < 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit(f"usage: {sys.argv[0]} PROGRAM [ARGS of unittest...]; PROGRAM must be built: ./scripts/build")
    return os.path.realpath(sys.argv.pop(1))


PROGRAM = program()


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def columns(line):
    """The columns that a line takes in a terminal."""
    wide = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
    return wide - sum(unicodedata.combining(c) != 0 for c in line)


def add_problem(root, name, pairs, **changes):
    folder = root / "testdata" / name
    write(folder / "problem.json", json.dumps(dict(PROBLEM, **changes), ensure_ascii=False))
    for case, (question, answer) in pairs.items():
        write(folder / (case + ".in"), question)
        write(folder / (case + ".ans"), answer)


def make_project(root):
    write(root / "judge.json", '{"profile": "local"}')
    pairs = {"sample/1": ("1 2\n", "3\n"), "secret/2": ("20 30\n", "50\n"), "secret/10": ("2000 1\n", "2001\n")}
    add_problem(root, "sum", pairs)
    write(root / "solutions" / "sum" / "plus.c", SUM)
    write(root / "solutions" / "sum" / "wrong_answer" / "times.c", PRODUCT)


def default_signals():
    """In the child: whoever started the tests may ignore what they send (nohup, a background job)."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Outcome:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def __repr__(self):
        return f"status {self.status}\n--- standard output\n{self.out}\n--- standard error\n{self.err}"


class CliCase(unittest.TestCase):
    """One project for all tests of a class; a test that changes it makes a problem of its own, or a copy."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="judge-cli-")
        cls.top = pathlib.Path(os.path.realpath(cls.folder.name))
        cls.root = cls.top / "별 찍기 (1)"
        make_project(cls.root)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def environment(self, **changes):
        """The caller's, without what would change what is printed. Slots stay those of the whole machine."""
        plain = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "JUDGE_", "GIT_", "XDG_"))}
        for name in ("NO_COLOR", "COLUMNS", "LANG", "LANGUAGE", "CI"):
            plain.pop(name, None)
        if "XDG_RUNTIME_DIR" in os.environ:
            plain["XDG_RUNTIME_DIR"] = os.environ["XDG_RUNTIME_DIR"]
        plain.update(HOME=str(self.top / "home"), LC_ALL="C.UTF-8", TERM="dumb")
        plain.update(changes)
        return {k: v for k, v in plain.items() if v is not None}

    def start(self, *words, cwd=None, env=None, **more):
        more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        words = [os.fsencode(w) if isinstance(w, (str, os.PathLike)) else w for w in words]
        return subprocess.Popen([os.fsencode(PROGRAM), *words], cwd=cwd or self.root,
                                env=self.environment(**(env or {})), start_new_session=True,
                                preexec_fn=default_signals, **more)

    def finish(self, process, stdin=None):
        try:
            out, err = process.communicate(stdin, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            self.fail(f"not done after {PATIENCE} s: {process.args}\n{out}\n{err}")
        return Outcome(process.returncode, (out or b"").decode(), (err or b"").decode())

    def judge(self, *words, stdin=None, **more):
        """The finished program, whatever its status."""
        if stdin is not None:
            more["stdin"] = subprocess.PIPE
        return self.finish(self.start(*words, **more), stdin)

    def expect(self, status, *words, **more):
        """The finished program, which must end with this status."""
        outcome = self.judge(*words, **more)
        self.assertEqual(outcome.status, status, f"judge {words}: {outcome}")
        return outcome

    def expect_json(self, *words, status=0, **more):
        outcome = self.expect(status, *words, **more)
        try:
            return json.loads(outcome.out)
        except ValueError as error:
            self.fail(f"judge {words}: {error}: {outcome}")


def descendants(pid):
    """The processes below `pid`: (pid, time of start, seconds of processor used)."""
    tick = os.sysconf("SC_CLK_TCK")
    parents, facts = {}, {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            text = pathlib.Path("/proc", entry, "stat").read_text(errors="replace")
        except OSError:
            continue
        fields = text[text.rindex(")") + 2:].split()
        parents[int(entry)] = int(fields[1])
        facts[int(entry)] = (int(entry), int(fields[19]), (int(fields[11]) + int(fields[12])) / tick)
    found, ring = [], {pid}
    while ring:
        ring = {child for child, parent in parents.items() if parent in ring}
        found += [facts[child] for child in ring]
    return found


def alive(process):
    """True while the process of `descendants` is there and no zombie."""
    try:
        text = pathlib.Path("/proc", str(process[0]), "stat").read_text(errors="replace")
    except OSError:
        return False
    fields = text[text.rindex(")") + 2:].split()
    return int(fields[19]) == process[1] and fields[0] not in "ZX"


def wait_until(condition, what, patience=PATIENCE):
    """What `condition` yields once that is something. Only for waiting: a slow machine makes no test fail."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited in vain until {what}")


def send(process, number):
    if process.poll() is None:
        os.kill(process.pid, number)


def end(process):
    """Ends a program that is still there, for clean-up."""
    if process.poll() is None:
        process.send_signal(signal.SIGKILL)
    process.communicate()
