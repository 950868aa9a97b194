#!/usr/bin/env python3
"""scripts/setup against a pretended machine: its PATH holds a few real tools and stand-ins for apt and sudo."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent

PACKAGES = """
[base]
tool-a       judge-test-a
tool-b|tool-c  judge-test-b
lib-d        judge_test/d.h
[all]
extra-e      judge-test-e
[languages]
lang-f
"""

REAL_TOOLS = ["bash", "env", "readlink", "mkdir", "awk", "grep", "sed", "tr", "tail", "cat", "touch"]

# apt as setup uses it. $STATE/known lists installable packages, $STATE/after those known after an update, and
# $STATE/creates what a package brings. What was called is in $STATE/calls.
APT_GET = r"""#!/bin/bash
[[ " $* " == *" -s "* ]] || printf '%s\n' "apt-get $*" >>"$STATE/calls"
if [[ " $* " == *" -s "* ]]; then [[ -e $STATE/removes ]] && sed 's/^/Remv /' "$STATE/removes"; exit 0; fi
case " $* " in
    *" update "*)
        [[ -e $STATE/locked ]] && { echo "E: Could not get lock /var/lib/apt/lists/lock."; exit 100; }
        [[ -e $STATE/offline ]] && { echo "W: Failed to fetch http://mirror/ Temporary failure resolving 'mirror'"; exit 0; }
        [[ -e $STATE/after ]] && cat "$STATE/after" >>"$STATE/known"
        rm -f "$STATE/stale"
        exit 0 ;;
    *" install "*)
        [[ -e $STATE/interrupted ]] && { echo "E: dpkg was interrupted, you must manually run 'dpkg --configure -a'"; exit 100; }
        [[ -e $STATE/offline ]] && { echo "E: Could not resolve 'mirror'"; exit 100; }
        [[ -e $STATE/stale ]] && { echo "E: Failed to fetch http://mirror/a.deb 404 Not Found"; exit 100; }
        [[ -e $STATE/removes && " $* " == *" --no-remove "* ]] && { echo "E: Packages need to be removed but remove is disabled."; exit 100; }
        while read -r package path; do
            if [[ " $* " == *" $package "* || "$*" == *" $package" ]]; then
                mkdir -p "${path%/*}"; touch "$path"; chmod +x "$path"
            fi
        done <"$STATE/creates" ;;
esac
"""
APT_CACHE = r"""#!/bin/bash
shift
for package; do
    [[ $package == -- ]] && continue
    grep -qx "$package" "$STATE/known" && printf '%s:\n  Installed: (none)\n  Candidate: 1.0\n' "$package"
done
exit 0
"""
DPKG_QUERY = r"""#!/bin/bash
printf '%s\n' "dpkg-query" >>"$STATE/calls"
[[ -e $STATE/installed ]] && sed 's/$/=installed/' "$STATE/installed" | tr '\n' ' '
exit 0
"""


class Setup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="set up 설치 ")
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.root, self.bin, self.state = self.top / "clone", self.top / "bin", self.top / "state"
        self.headers = self.top / "include"
        (self.root / "scripts").mkdir(parents=True)
        for path in (self.bin, self.state, self.headers):
            path.mkdir()
        shutil.copy(SCRIPTS / "setup", self.root / "scripts" / "setup")
        (self.root / "scripts" / "packages.txt").write_text(PACKAGES)
        for tool in REAL_TOOLS + ["rm", "chmod"]:
            (self.bin / tool).symlink_to(shutil.which(tool))
        for name, text in {"apt-get": APT_GET, "apt-cache": APT_CACHE, "dpkg-query": DPKG_QUERY,
                           "sudo": '#!/bin/bash\nexec "$@"\n'}.items():
            self.put(self.bin / name, text)
        self.creates = {"tool-a": self.bin / "judge-test-a", "tool-c": self.bin / "judge-test-b",
                        "lib-d": self.headers / "judge_test/d.h", "extra-e": self.bin / "judge-test-e",
                        "lang-f": self.bin / "judge-test-f"}
        (self.state / "creates").write_text("".join(f"{name} {path}\n" for name, path in self.creates.items()))
        (self.state / "known").write_text("".join(name + "\n" for name in self.creates))

    def put(self, path, text=""):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def provide(self, *packages):
        for package in packages:
            self.put(self.creates[package])

    def setup(self, *arguments):
        """The exit status, what was printed, and the calls of apt."""
        environment = {"PATH": str(self.bin), "STATE": str(self.state), "CPLUS_INCLUDE_PATH": str(self.headers),
                       "CI": "true"}
        done = subprocess.run([str(self.root / "scripts" / "setup"), *arguments], env=environment, cwd="/",
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8", timeout=60)
        self.assertEqual(done.stdout, "")
        calls = self.state / "calls"
        return done.returncode, done.stderr, calls.read_text().splitlines() if calls.exists() else []

    def test_nothing_to_do_is_silent_and_starts_nothing(self):
        self.provide("tool-a", "tool-c", "lib-d")
        for name in ("apt-get", "apt-cache", "dpkg-query", "sudo", "awk", "grep", "mkdir"):
            (self.bin / name).unlink()
        self.assertEqual(self.setup(), (0, "", []))

    def test_only_what_is_missing_is_installed(self):
        self.provide("tool-a")
        status, said, calls = self.setup()
        self.assertEqual(status, 0)
        self.assertIn("installing with apt", said)
        self.assertTrue(said.endswith(": tool-c lib-d\n"), said)
        self.assertEqual(len(calls), 1)
        self.assertIn(" --no-remove ", calls[0])
        self.assertTrue(calls[0].endswith(" install tool-c lib-d"), calls[0])
        self.assertEqual(self.setup(), (0, "", calls))

    def test_lists_are_read_only_when_a_package_is_unknown(self):
        (self.state / "known").write_text("tool-a\ntool-c\n")
        (self.state / "after").write_text("lib-d\n")
        status, said, calls = self.setup()
        self.assertEqual(status, 0, said)
        self.assertEqual([call.split()[-1] for call in calls], ["update", "lib-d"])

    def test_stale_lists_are_read_again(self):
        (self.state / "stale").touch()
        status, said, calls = self.setup()
        self.assertEqual(status, 0, said)
        self.assertEqual([call.split()[-1] for call in calls], ["lib-d", "update", "lib-d"])

    def test_a_base_package_that_apt_does_not_know(self):
        (self.state / "known").write_text("tool-a\ntool-c\n")
        status, said, _ = self.setup()
        self.assertEqual(status, 2)
        self.assertIn("apt knows no package for these; please install them by other means:\n    lib-d (for judge_test/d.h)", said)

    def test_lists_that_another_program_reads_are_waited_for(self):
        (self.state / "known").write_text("tool-a\ntool-c\n")
        (self.state / "after").write_text("lib-d\n")
        (self.state / "locked").touch()
        self.put(self.bin / "sleep", '#!/bin/bash\nrm "$STATE/locked"\n')
        status, said, calls = self.setup()
        self.assertEqual(status, 0, said)
        self.assertEqual([call.split()[-1] for call in calls], ["update", "update", "lib-d"])

    def test_an_interrupted_installation_is_finished_first(self):
        (self.state / "interrupted").touch()
        self.put(self.bin / "dpkg", '#!/bin/bash\nprintf "%s\\n" "dpkg $*" >>"$STATE/calls"\nrm "$STATE/interrupted"\n')
        status, said, calls = self.setup()
        self.assertEqual(status, 0, said)
        self.assertIn("setup: finishing an interrupted installation\n", said)
        self.assertEqual([call.split()[-1] for call in calls], ["lib-d", "-a", "lib-d"])

    def test_an_optional_package_that_apt_does_not_know(self):
        self.provide("tool-a", "tool-c", "lib-d")
        (self.state / "known").write_text("")
        status, said, calls = self.setup("--all", "--all-languages")
        self.assertEqual(status, 0)
        self.assertIn("what needs it is skipped: extra-e lang-f", said)
        self.assertEqual([call.split()[-1] for call in calls], ["dpkg-query", "update"])

    def test_a_row_without_sign_is_asked_of_dpkg(self):
        self.provide("tool-a", "tool-c", "lib-d")
        (self.state / "installed").write_text("lang-f\n")
        self.assertEqual(self.setup("--all-languages"), (0, "", ["dpkg-query"]))

    def test_without_network_it_says_so(self):
        (self.state / "offline").touch()
        status, said, _ = self.setup()
        self.assertEqual(status, 2)
        self.assertIn("apt cannot reach its package servers", said)
        (self.state / "known").write_text("")
        status, said, _ = self.setup()
        self.assertEqual(status, 2)
        self.assertIn("apt cannot reach its package servers", said)

    def test_nothing_is_removed_unasked(self):
        (self.state / "removes").write_text("libboost1.74-dev\n")
        status, said, calls = self.setup()
        self.assertEqual(status, 2)
        self.assertIn("installing this would remove: libboost1.74-dev", said)
        self.assertIn("if that is all right, run: ", said)
        self.assertTrue(all("--no-remove" in call and " --remove" not in call for call in calls), calls)

    def test_without_apt_it_names_what_is_missing(self):
        (self.bin / "apt-get").unlink()
        self.provide("tool-a")
        status, said, _ = self.setup()
        self.assertEqual(status, 2)
        self.assertIn("    tool-b (for judge-test-b)\n    lib-d (for judge_test/d.h)\n", said)
        self.provide("tool-c", "lib-d")
        self.assertEqual(self.setup(), (0, "", []))

    def test_a_failure_shows_what_apt_said(self):
        self.put(self.bin / "apt-get", "#!/bin/bash\necho 'E: the disk is full'\nexit 100\n")
        status, said, _ = self.setup()
        self.assertEqual(status, 2)
        self.assertIn("    E: the disk is full\n", said)

    def test_bad_usage(self):
        self.assertEqual(self.setup("--everything")[0], 2)


if __name__ == "__main__":
    os.umask(0o077)
    unittest.main()
