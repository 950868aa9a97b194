#!/usr/bin/env python3
"""scripts/bench with pretended rows, and the bare loop that is the baseline of two real ones. Nothing is timed here."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPTS))


def load(path):
    loader = importlib.machinery.SourceFileLoader(path.name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(path.name, loader))
    loader.exec_module(module)
    return module


bench = load(SCRIPTS / "bench")
bench_rows = bench.bench_rows


def row(*results):
    return bench_rows.Row("a row", lambda: iter(results))


def broken():
    yield bench_rows.result("half", [1.0], None, "")
    raise bench_rows.Unmeasured("the program is absent")


class Bench(unittest.TestCase):
    def setUp(self):
        self.addCleanup(setattr, bench_rows, "ROWS", bench_rows.ROWS)
        bench_rows.ROWS = {
            "good": row(bench_rows.result("good", [1.5, 1.0, 1.25], 1.3, "to the bare loop")),
            "slow": row(bench_rows.result("slow", [2.0, 2.0], 1.9, "")),
            "free": row(bench_rows.result("free", [9.0], None, "")),
            "broken": bench_rows.Row("a row that ends early", broken),
            "odd": row({"name": "odd", "ratio_median": "1", "ratio_min": 1, "ratio_max": 1, "goal": None}),
        }

    def bench(self, *arguments):
        """The exit status, and the lines on standard output and standard error."""
        out, said = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
            status = bench.main(list(arguments))
        return status, out.getvalue().splitlines(), said.getvalue().splitlines()

    def test_the_table_has_median_spread_and_goal(self):
        self.assertEqual(self.bench("good", "free"), (0, [
            "name                              median  least to most    goal",
            "good                                1.25  1.00 to 1.50     at most 1.30        (to the bare loop)",
            "free                                9.00  9.00 to 9.00     no goal",
        ], []))

    def test_a_missed_goal_is_marked_and_fails_only_when_checked(self):
        status, out, _ = self.bench("slow")
        self.assertEqual((status, out[1].split()[-1]), (0, "MISSED"))
        self.assertEqual(self.bench("slow", "--check")[0], 1)
        self.assertEqual(self.bench("good", "free", "--check")[0], 0)

    def test_json_has_an_object_a_line(self):
        status, out, _ = self.bench("good", "slow", "--json")
        self.assertEqual(status, 0)
        self.assertEqual(json.loads(out[0]), {"name": "good", "ratio_median": 1.25, "ratio_min": 1.0, "ratio_max": 1.5,
                                              "goal": 1.3, "unit": "to the bare loop"})
        self.assertEqual(json.loads(out[1])["name"], "slow")

    def test_what_cannot_be_measured_is_said_and_the_rest_goes_on(self):
        status, out, said = self.bench("broken", "free", "--json")
        self.assertEqual((status, len(out)), (2, 2))
        self.assertEqual(said, ["bench: cannot measure 'broken': the program is absent"])

    def test_a_row_without_numbers_is_refused(self):
        self.assertEqual(self.bench("odd", "--json"),
                         (2, [], ["bench: cannot measure 'odd': odd printed no number as ratio_median of 'odd'"]))

    def test_an_unknown_name(self):
        self.assertEqual(self.bench("nothing"),
                         (2, [], ["bench: there is no row 'nothing'; scripts/bench --list names them"]))

    def test_alternation_changes_who_goes_first(self):
        order = []
        pairs = bench_rows.alternate(4, lambda: order.append("o") or 2.0, lambda: order.append("b") or 1.0)
        self.assertEqual("".join(order), "obboobbo")
        self.assertEqual(pairs, [(2.0, 1.0)] * 4)

    def test_a_program_row_reads_json_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            self.addCleanup(setattr, bench_rows, "BIN", bench_rows.BIN)
            self.addCleanup(setattr, bench_rows, "build", bench_rows.build)
            built = []
            bench_rows.BIN, bench_rows.build = pathlib.Path(folder), lambda *targets: built.extend(targets)
            program = pathlib.Path(folder) / "some-bench"
            program.write_text("#!/bin/bash\nprintf '{\"name\": \"%s\"}\\n\\n' \"$@\"\n")
            program.chmod(0o755)
            self.assertEqual(list(bench_rows.program("some-bench", "one", "two")()), [{"name": "one"}, {"name": "two"}])
            self.assertEqual(built, ["some-bench"])
            program.write_text("#!/bin/bash\necho words\n")
            with self.assertRaisesRegex(bench_rows.Unmeasured, "some-bench printed no JSON object: words"):
                list(bench_rows.program("some-bench")())

    def test_a_program_that_fails_is_no_result(self):
        with self.assertRaisesRegex(bench_rows.Unmeasured, "No such file"):
            bench_rows.run("/nowhere/program")
        with self.assertRaisesRegex(bench_rows.Unmeasured, "'bash -c exit 3' ended with 3"):
            bench_rows.run("bash", "-c", "exit 3")


class BareLoop(unittest.TestCase):
    def test_it_runs_every_case_and_counts_equal_outputs(self):
        with tempfile.TemporaryDirectory(prefix="bare 맨 ") as folder:
            loop = bench_rows.BareLoop(folder)
            inputs = []
            for name, text, answer in (("a", "1\n", "1\n"), ("b", "2\n", "3\n"), ("c", "", ""), ("d", "x" * 70000, "x" * 70000)):
                path = pathlib.Path(folder) / f"{name}.in"
                path.write_text(text)
                path.with_suffix(".ans").write_text(answer)
                inputs.append(path)
            cases = loop.list_cases("some", inputs)
            command = [str(loop.program), str(cases), str(loop.folder / "out"), "/bin/cat"]
            self.assertEqual(subprocess.run(command, capture_output=True, text=True, check=True).stdout, "4 3\n")
            command[-1] = "/nowhere"
            absent = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual((absent.returncode, absent.stderr), (2, "bare_loop: cannot run '/nowhere'\n"))


if __name__ == "__main__":
    unittest.main()
