#!/usr/bin/env python3
"""Times that may be believed, on real programs and under a real load: the faults 38 to 46 that people met, calibration,
and the count of instructions.
"""

import json
import os
import shutil
import subprocess
import sys
import unittest

from cli_project import SUM, CliCase, add_problem, write

MB = 1 << 20
PROCESSORS = len(os.sched_getaffinity(0))

# As many rounds of the same arithmetic as WORK says.
WORK = """#include <stdio.h>
#include <stdint.h>
int main(void) {
    long a, b;
    if (scanf("%ld %ld", &a, &b) != 2) return 1;
    uint64_t state = 88172645463325252u;
    for (long i = 0; i < WORK; ++i) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; }
    printf("%ld\\n", a + b + (state == 0));
}
"""
# Until the processor time that it used itself is MILLISECONDS.
CLOCK = """#include <stdio.h>
#include <time.h>
int main(void) {
    long a, b;
    if (scanf("%ld %ld", &a, &b) != 2) return 1;
    while (clock() < MILLISECONDS * (CLOCKS_PER_SEC / 1000)) { }
    printf("%ld\\n", a + b);
}
"""
TOUCHES = """#include <stdio.h>
#include <stdlib.h>
int main(void) {
    long a, b;
    if (scanf("%ld %ld", &a, &b) != 2) return 1;
    size_t size = (size_t)360 << 20;
    volatile char *bytes = malloc(size);
    for (size_t i = 0; bytes && i < size; i += 4096) bytes[i] = 1;
    printf("%ld\\n", a + b);
}
"""
WAITS = "import time\nend = time.time() + 10\nwhile time.time() < end:\n    pass\nprint(sum(map(int, input().split())))\n"
JAVA = """import java.util.Scanner;
public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200000; ++i) text.append(i);
        System.out.println(in.nextLong() + in.nextLong() + (text.length() == 0 ? 1 : 0));
    }
}
"""


class Load:
    """A busy process for each processor, for as long as it is entered."""

    def __enter__(self):
        self.busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(PROCESSORS)]

    def __exit__(self, *unused):
        for process in self.busy:
            process.kill()
            process.wait()


def limits(cpu_ms, memory=256 * MB):
    return {"cpu_ns": cpu_ms * 1000000, "memory_bytes": memory, "language_extra": False}


def sums(count):
    return {f"secret/{i}": (f"{i} {i}\n", f"{2 * i}\n") for i in range(1, count + 1)}


class Pains(CliCase):
    def problem(self, name, cases, cpu_ms, **sources):
        add_problem(self.root, name, sums(cases), limits=limits(cpu_ms))
        for file, text in sources.items():
            write(self.root / "solutions" / name / file.replace("_", "."), text)

    def judged(self, *words, status=0):
        return self.expect_json("run", "--json", "--fresh", *words, status=status)["reports"]

    def test_pain_38_memory_is_memory_under_load_too(self):
        self.problem("touches", 20, 60000, touches_c=TOUCHES)
        with Load():
            report = self.judged("touches", "--all", status=1)[0]
        self.assertEqual([case["verdict"] for case in report["cases"]], ["memory_limit_exceeded"] * 20)

    def test_pain_39_a_busy_wait_is_time(self):
        self.problem("waits", 1, 1000, waits_py=WAITS)
        case = self.judged("waits", status=1)[0]["cases"][0]
        self.assertEqual(case["verdict"], "time_limit_exceeded")
        usage = case["usage"]
        self.assertGreaterEqual(usage["cpu_ns"], 1_000_000_000)
        self.assertLess(usage["cpu_ns"], 3_000_000_000)  # killed at 1.35 s of it
        self.assertGreater(usage["wall_ns"], 0.9 * usage["cpu_ns"])

    def test_pain_40_java_beside_java(self):
        if shutil.which("javac") is None:
            self.skipTest("there is no javac")
        self.problem("java", 2, 10000, a_java=JAVA, b_java=JAVA, c_java=JAVA, d_java=JAVA)
        self.assertEqual([report["verdict"] for report in self.judged("java", "-j", "4")], ["accepted"] * 4)

    def slowest_alone(self, name, runs=3):
        return max(self.judged(name, "-j", "1")[0]["slowest_cpu_ns"] for _ in range(runs))

    def test_pain_41_nine_tenths_of_the_limit_are_within_it_on_every_processor(self):
        self.problem("work", 2 * PROCESSORS, 60000, work_c=WORK.replace("WORK", "150000000"))
        alone = self.slowest_alone("work")
        add_problem(self.root, "work", {}, limits=limits(alone // 900000))
        for jobs in ("1", str(PROCESSORS)):
            report = self.judged("work", "--all", "-j", jobs)[0]
            self.assertEqual(report["verdict"], "accepted", json.dumps(report, indent=1))
            for case in report["cases"]:
                self.assertTrue(any(reading["exclusive"] for reading in case["readings"]), case)
                self.assertIn("near-time-limit", [finding["code"] for finding in case["findings"]])

    def test_pain_41_nine_tenths_of_the_limit_are_within_it_beside_a_load(self):
        self.problem("clock", 2 * PROCESSORS, 500, clock_c=CLOCK.replace("MILLISECONDS", "450"))
        with Load():
            verdicts = [self.judged("clock", "--all", "-j", jobs)[0]["verdict"] for jobs in ("1", str(PROCESSORS))]
        self.assertEqual(verdicts, ["accepted"] * 2)

    def test_pain_42_the_spread_of_repeats_is_told(self):
        self.problem("near", 1, 500, near_c=CLOCK.replace("MILLISECONDS", "480"))
        case = json.loads(self.judge("run", "near", "-j", "1", "--fresh", "--json").out)["reports"][0]["cases"][0]
        times = sorted(reading["usage"]["cpu_ns"] for reading in case["readings"] if reading["exclusive"])
        self.assertGreaterEqual(len(times), 1)
        text = [finding["text"] for finding in case["findings"] if finding["code"] == "near-time-limit"][0]
        self.assertRegex(text, r"^\d of \d exclusive runs over 500 ms \(min .* median .* max .*\): (safe|risky|over)$")
        counted = [reading for reading in case["readings"] if reading["counted"]]
        self.assertEqual([reading["usage"]["cpu_ns"] for reading in counted], times[:1])

    def test_pain_46_two_equal_programs_do_not_differ(self):
        source = WORK.replace("WORK", "4000000")
        self.problem("twins", 1, 10000, a_c=source, b_c=source)
        words = ("compare", "twins", "--time", "20s", "--precision", "20%", "--json")
        calls = [self.expect_json(*words)["pairs"][0]["call"] for _ in range(20)]
        self.assertGreaterEqual(calls.count("no_difference"), 19, calls)


class Calibrate(CliCase):
    def test_pairs_foretell_times_of_the_other_judge(self):
        source = WORK.replace("WORK", "20000000")
        for name in ("one", "two", "three"):
            write(self.root / "solutions" / "sum" / f"{name}.c", source + f"// {name}\n")
        self.assertNotIn("prediction", self.expect(0, "run", "sum/three.c").out)
        self.expect(2, "calibrate", "--pair", "sum/one.c")
        self.expect(2, "calibrate", "--pair", "sum/wrong_answer/times.c=10ms", "--profile", "local")
        fits = self.expect_json("calibrate", "--pair", "sum/one.c=1s", "--pair", "sum/two.c=1.1s", "--profile", "local",
                                "--json")["fits"]
        self.assertEqual([(fit["profile"], fit["family"], fit["pairs"]) for fit in fits], [("local", "c", 2)])
        self.assertGreater(fits[0]["factor"], 1)
        run = self.expect(0, "run", "sum/three.c")
        self.assertRegex(run.out, r"about .* on local \(.* to .* with 90 %\): a prediction from 2 pairs")
        compared = self.expect(0, "compare", "sum/one.c", "sum/three.c", "--verdicts-only")
        self.assertRegex(compared.out, r"B: about .* on local")

    def test_pairs_of_an_archive(self):
        add_problem(self.root, "boj-1000", sums(1))
        folder = self.top / "hub" / "백준" / "Bronze" / "1000.\u2005A＋B"
        write(folder / "README.md", "# [Bronze V] A+B - 1000 \n\n### 성능 요약\n\n메모리: 1112 KB, 시간: 40 ms\n")
        write(folder / "A＋B.c", SUM)
        fits = self.expect_json("calibrate", "--archive", self.top / "hub", "--json")["fits"]
        boj = [(fit["family"], fit["pairs"]) for fit in fits if fit["profile"] == "boj"]
        self.assertEqual(boj, [("c", 1)])

    def test_measures_five_kinds_of_work_by_family(self):
        told = self.expect_json("calibrate", "--json")["benchmarks"]
        kinds = {one["kind"] for one in told if one["family"] == "python"}
        self.assertEqual(kinds, {"start-up", "integer", "memory", "allocation", "output"})
        self.assertTrue(all(one["cpu_ns"] > 0 for one in told))
        self.assertEqual(self.expect_json("calibrate", "--show", "--json")["benchmarks"], told)


class Counting(CliCase):
    def test_instructions_are_the_same_on_every_run(self):
        runs = []
        for _ in range(2):
            report = self.expect_json("run", "sum/plus.c", "--count", "instructions", "--fresh", "--json")["reports"][0]
            runs.append([(case["usage"].get("instructions"), case["usage"]["meter"].get("instructions"))
                         for case in report["cases"]])
        if runs[0][0][0] is None:
            self.skipTest("there is neither a hardware counter nor valgrind")
        self.assertEqual(runs[0], runs[1])
        self.assertIn(runs[0][0][1], ("valgrind", "hardware counter"))
        self.expect(2, "run", "sum", "--count", "cycles")


class Damage(CliCase):
    def test_a_damaged_history_is_set_aside_and_said(self):
        self.expect(0, "run", "sum")
        path = self.root / ".judge" / "history.db"
        for part in ("-wal", "-shm"):
            path.with_name(path.name + part).unlink(missing_ok=True)
        path.write_bytes(b"no database at all\n" * 500)
        run = self.expect(0, "run", "sum")
        self.assertIn("was damaged; it was set aside and a new one begun", run.err)
        aside = [name for name in os.listdir(path.parent) if ".damaged-" in name]
        self.assertEqual(len(aside), 1)
        self.assertEqual((path.parent / aside[0]).read_bytes(), b"no database at all\n" * 500)
        self.assertEqual(len(self.expect_json("history", "--json")["trends"]), 2)


if __name__ == "__main__":
    unittest.main()
