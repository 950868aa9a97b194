#!/usr/bin/env python3
"""What the command line says of sources with habits: pasted, in old encodings, reading files that are not theirs.

    cli_languages_test.py PROGRAM [unittest's own]
"""

import sys
import unittest

sys.dont_write_bytecode = True
from cli_project import SUM, CliCase, write  # noqa: E402  (beside this file)

PASTED = SUM.replace("int main", "int\u00a0main") + "Colored by a page\n"


class Habits(CliCase):
    def test_pasted_code_is_named_and_repaired_in_a_copy(self):
        path = write(self.top / "elsewhere" / "pasted.c", PASTED)
        refused = self.expect(1, "run", path, "--problem", "sum")
        self.assertIn("U+00A0 (no-break space)", refused.out + refused.err)
        self.assertIn("web page", refused.out + refused.err)
        self.expect(0, "run", path, "--problem", "sum", "--repair")
        self.assertEqual(self.expect(0, "exec", path, "--repair", stdin=b"1 2\n").out, "3\n")
        self.assertEqual(path.read_text(encoding="utf-8"), PASTED)

    def test_opening_a_file_is_hinted_beside_the_verdict(self):
        path = write(self.top / "elsewhere" / "opens.c",
                     SUM.replace("{ long", '{ freopen("input.txt", "r", stdin); long'))
        said = self.expect(1, "run", path, "--problem", "sum", "-v")
        self.assertIn("line 2 of 'opens.c' opens a file", said.out + said.err)

    def test_old_korean_text_and_line_ends(self):
        path = self.top / "elsewhere" / "옛날.c"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes("#include <stdio.h>\r\nint main(void) { puts(\"한글\"); } // 주석".encode("cp949"))
        self.assertEqual(self.expect(0, "exec", path).out, "한글\n")

    def test_a_comment_that_names_another_encoding_is_told(self):
        for text, told in (("# -*- coding: cp949 -*-\nprint(1)  # 하나\n", True), ("# coding: utf-8\nprint(1)  # 하나\n", False),
                           ("# coding: cp949\nprint(1)\n", False)):
            path = self.top / "elsewhere" / "옛날.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("cp949"))
            run = self.judge("run", path, "--problem", "sum", "-v")
            self.assertEqual("says that it is written in 'cp949'" in run.out + run.err, told, run)

    def test_a_nul_byte_is_a_compile_error_with_its_line(self):
        path = write(self.top / "elsewhere" / "nul.c", "int main(void)\n{ \0 }\n")
        said = self.expect(1, "exec", path)
        self.assertIn("line 2 holds a NUL byte", said.err)

    def test_a_source_cannot_include_an_answer(self):
        folder = self.root / "testdata" / "sum" / "sample"
        for name in (folder / "1.ans", "../../testdata/sum/sample/1.ans"):
            path = write(self.root / "solutions" / "sum" / "compile_error" / "peeks.c",
                         f'long x =\n#include "{name}"\n;\nint main(void) {{ return 0; }}\n')
            self.expect(0, "run", path)
        path.unlink()
        path.parent.rmdir()


if __name__ == "__main__":
    unittest.main()
