#!/usr/bin/env python3
"""The README and its Korean twin name only what there is. The first argument is the program."""

import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = [ROOT / "README.md", ROOT / "harness/docs/README.ko.md"]
PROGRAM = sys.argv.pop(1)


def commands(path):
    """The words after ./scripts/judge on each indented line, without what stands behind #."""
    lines = re.findall(r"^    \./scripts/judge +(\w[^#\n]*)", path.read_text(encoding="utf-8"), re.M)
    return [line.split("<")[0].split() for line in lines]


def help_of(words):
    run = subprocess.run([PROGRAM, *words, "--help", "--lang", "en"], capture_output=True, text=True, timeout=240,
                         stdin=subprocess.DEVNULL, check=False)
    return run.stdout if run.returncode == 0 else ""


class Readme(unittest.TestCase):
    def test_commands_and_options_exist(self):
        for path in FILES:
            found = commands(path)
            self.assertGreater(len(found), 15, path)
            for words in found:
                inner = words[:2] if words[0] in ("baseline", "hook", "cache") else words[:1]
                text = help_of(inner)
                self.assertIn("Usage: judge " + " ".join(inner), text, words)
                for option in [word for word in words if re.match("--?[a-z]", word)]:
                    self.assertRegex(text + help_of([]), rf"(^|[\s,]){option}\b", words)

    def test_both_say_the_same(self):
        self.assertEqual(commands(FILES[0]), commands(FILES[1]))

    def test_scripts_pictures_and_links_are_there(self):
        for path in FILES:
            text = path.read_text(encoding="utf-8")
            for name in re.findall(r"\./scripts/([a-z_-]+)", text):
                self.assertTrue((ROOT / "scripts" / name).exists(), f"{path}: scripts/{name}")
            for target in re.findall(r"\]\(([^)]+)\)", text):
                if "://" not in target:
                    self.assertTrue((path.parent / target).exists(), f"{path}: {target}")


if __name__ == "__main__":
    unittest.main()
