#!/usr/bin/env python3
"""Whole judgements with real programs: outputs, checkers and interactors that went wrong elsewhere."""

import json
import shutil
import unittest

from cli_project import SOURCE, SUM, CliCase, add_problem, write

# Kattis' interactor for "guess 7": one line is asked, one is heard.
INTERACTOR = """#include <stdio.h>
#include <string.h>
int main(void) {
    char line[64] = "";
    printf("guess?\\n"); fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return 43;
    return strcmp(line, "7\\n") == 0 ? 42 : 43;
}
"""


def c_program(body):
    return "#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n" \
           f"int main(int argc, char** argv) {{ (void)argc; (void)argv; {body} }}\n"


class JudgingCase(CliCase):
    """Each test makes a problem of its own in the one project."""

    def problem(self, name, pairs=None, **changes):
        add_problem(self.root, name, pairs or {"sample/1": ("1 2\n", "3\n")}, **changes)

    def submit(self, problem, name, source):
        write(self.root / "solutions" / problem / name, source)


class Outputs(JudgingCase):
    def test_pain_20_22_a_flood_ends_early_and_the_rest_goes_on(self):
        self.problem("flood", {f"secret/{n}": ("1 2\n", "3\n") for n in range(3)})
        self.submit("flood", "output_limit_exceeded/flood.c", c_program('for (;;) puts("x");'))
        self.submit("flood", "plus.c", SUM)
        run = self.expect(0, "run", "flood", "--all")
        self.assertIn("OLE", run.out)
        self.assertIn("2 submissions: all as expected", run.out)

    def test_pain_25_a_missing_answer_is_no_success(self):
        self.problem("unanswered")
        (self.root / "testdata" / "unanswered" / "sample" / "1.ans").unlink()
        self.submit("unanswered", "plus.c", SUM)
        run = self.expect(2, "run", "unanswered")
        self.assertIn("no answer", run.out + run.err)

    def test_pain_67_a_program_that_reads_nothing_of_50_mb(self):
        self.problem("unread", {"secret/1": ("1 2\n" + "x" * 50_000_000 + "\n", "3\n")})
        self.submit("unread", "guess.c", c_program('puts("3"); return 0;'))
        self.expect(0, "run", "unread")

    def test_the_mark_stands_where_the_difference_is_not_what_was_forgiven(self):
        self.problem("marks", {"sample/1": ("", "1 2\n3.5 4.0000001\n5 7\n")},
                     checker={"compare": "float", "args": ["float_tolerance", "1e-6"]})
        self.submit("marks", "wrong_answer/near.c", c_program('puts("1.0000001 2\\n3.5 4\\n5 6"); return 0;'))
        self.expect(0, "run", "marks")
        lines = self.expect(0, "diff", "marks", env={"COLUMNS": "60"}).out.splitlines()
        for shown in ("5 7␊", "5 6␊"):
            at = next(i for i, line in enumerate(lines) if shown in line)
            self.assertEqual(lines[at + 1].index("^"), lines[at].index(shown) + 2, "\n".join(lines))

    def test_flags_of_a_group_and_a_case(self):
        pairs = {"sample/1": ("", "0.5\n"), "secret/1": ("", "0.5\n"), "secret/2": ("", "0.5\n")}
        self.problem("flags", pairs, checker={"compare": "float", "args": ["float_tolerance", "1e-9"]},
                     groups={"secret": {"checker_args": ["float_tolerance", "0.1"]}},
                     cases={"secret/2": {"checker_args": ["float_tolerance", "1e-3"]}})
        self.submit("flags", "wrong_answer/near.c", c_program('puts("0.55"); return 0;'))
        run = self.expect(0, "run", "flags", "--all", "-v")
        for case, verdict in (("sample/1", "WA"), ("secret/1", "AC"), ("secret/2", "WA")):
            line = next(line for line in run.out.splitlines() if case in line)
            self.assertIn(verdict, line)


class Checkers(JudgingCase):
    def test_pain_78_a_checker_that_fails_is_the_jurys_fault(self):
        # Right to the probe, which shows the answer and nothing at all; then it fails in each way.
        probed = "int c = getchar(); if (c == EOF) return 43; FILE* f = fopen(argv[2], \"r\"); int a = fgetc(f); " \
                 "if (c == a) { char b[99]; if (!fgets(b, 99, stdin)) return 43; if (b[0] == '\\n') return 42; } "
        for name, end in (("exits-3", 'fprintf(stderr, "my own words\\n"); return 3;'),
                          ("exits-7", 'fprintf(stderr, "my own words\\n"); return 7;'),
                          ("crashes", 'fprintf(stderr, "my own words\\n"); abort();'),
                          ("hangs", 'fprintf(stderr, "my own words\\n"); fflush(stderr); for (;;) pause();')):
            folder = "checker-" + name
            self.problem(folder, checker={"protocol": "kattis", "program": "checkers/check.c"})
            write(self.root / "testdata" / folder / "checkers" / "check.c", c_program(probed + end))
            self.submit(folder, "wrong.c", c_program('puts("30"); return 0;'))
            run = self.expect(1, "run", folder)
            self.assertIn("JE", run.out, name)
            self.assertIn("my own words", run.out, name)

    def test_pain_80_a_checker_of_boj_under_testlibs_order_is_a_broken_problem(self):
        for protocol, status in (("boj", 0), ("testlib", 1)):
            name = "sudoku-" + protocol
            shutil.copytree(SOURCE / "testdata" / "boj-2580", self.root / "testdata" / name,
                            ignore=shutil.ignore_patterns("generators", "fixtures"))
            path = self.root / "testdata" / name / "problem.json"
            problem = json.loads(path.read_text(encoding="utf-8"))
            problem["checker"]["protocol"] = protocol
            path.write_text(json.dumps(problem), encoding="utf-8")
            good = (SOURCE / "solutions" / "boj-2580" / "backtracking.cpp").read_text(encoding="utf-8")
            self.submit(name, "backtracking.cpp", good)
            self.submit(name, "wrong_answer/zeros.c", c_program('for (int i = 0; i < 81; ++i) puts("0"); return 0;'))
            run = self.expect(status, "run", name, "--case", "sample/*")
            if protocol == "boj":
                self.assertIn("2 submissions: all as expected", run.out)
                continue
            self.assertIn("JE", run.out)
            self.assertNotRegex(run.out, r"[.](c|cpp) +AC")
            self.assertIn("is the checker written for protocol 'testlib'", run.out + run.err)


class Interactions(JudgingCase):
    def with_interactor(self, name, interactor=INTERACTOR, **changes):
        self.problem(name, {"secret/1": ("7\n", "")}, mode="interactive", checker={"protocol": "kattis"},
                     interactor="interactors/talk.c", **changes)
        (self.root / "testdata" / name / "secret" / "1.ans").unlink()
        write(self.root / "testdata" / name / "interactors" / "talk.c", interactor)

    def test_pain_28_an_interactive_case_needs_no_answer(self):
        self.with_interactor("unanswered-talk")
        self.submit("unanswered-talk", "seven.c", c_program('puts("7"); return 0;'))
        self.expect(0, "run", "unanswered-talk")
        self.expect(0, "check-data", "unanswered-talk")

    def test_pain_60_61_63_who_dies_first_does_not_matter(self):
        self.with_interactor("talk")
        endless = 'for (;;) { puts("READ 0"); fflush(stdout); }'
        self.submit("talk", "wrong_answer/endless.c", c_program(endless))
        self.submit("talk", "wrong_answer/crashes-after.c",
                    c_program('puts("8"); fflush(stdout); while (getchar() != EOF) {} abort();'))
        self.submit("talk", "wrong_answer/crashes-beside.c", c_program('puts("8"); fflush(stdout); abort();'))
        self.submit("talk", "run_time_error/crashes-before.c", c_program("abort();"))
        self.submit("talk", "writes-on.c", c_program(
            'puts("7"); fflush(stdout); for (int i = 0; i < 100000; ++i) puts("more"); return 0;'))
        run = self.expect(0, "run", "talk")
        self.assertIn("5 submissions: all as expected", run.out)

    def test_pain_65_a_missing_flush_is_said(self):
        listens_first = INTERACTOR.replace('printf("guess?\\n"); fflush(stdout);', "")
        self.with_interactor("flush", listens_first)
        self.submit("flush", "unflushed.c", c_program('printf("7\\n"); getchar(); return 0;'))
        run = self.expect(1, "run", "flush")
        self.assertIn("a missing flush?", run.out)


if __name__ == "__main__":
    unittest.main()
