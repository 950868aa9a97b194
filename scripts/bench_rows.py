"""The rows of scripts/bench. A row's measure() yields results; what a result is, `validate` in scripts/bench says."""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time
from collections import namedtuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
BIN = ROOT / "build" / "release" / "bin"
BUILD_GOAL_SECONDS = 240
START_GOAL_SECONDS = 0.5
SUITE_CASES = 1000
IMPORT_PROBLEMS = 1000
IMPORT_GOAL_SECONDS = 5
REGRESS_GOAL_SECONDS = 1
SUITE_MEMORY_GOAL_BYTES = 60 << 20
# BOJ's flags for C++, so that the bare loop runs what `judge` runs.
CXX_FLAGS = ["-O2", "-Wall", "-lm", "-static", "-std=gnu++17", "-DONLINE_JUDGE", "-DBOJ"]

Row = namedtuple("Row", "text measure")


class Unmeasured(Exception):
    """Why a row has no result."""


def run(*command, **more):
    """Runs a command to its end and returns (seconds, standard output, resource usage of it and what it waited for)."""
    more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "cwd": ROOT, **more}
    allowed = more.pop("allowed", (0,))
    begin = time.perf_counter()
    try:
        process = subprocess.Popen([str(part) for part in command], **more)
    except OSError as error:
        raise Unmeasured(str(error)) from error
    out = process.stdout.read() if process.stdout else b""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - begin
    if process.stdout:
        process.stdout.close()
    if process.returncode not in allowed:
        raise Unmeasured(f"'{' '.join(map(str, command[:3]))}' ended with {process.returncode}")
    return seconds, out, usage


def build(*targets):
    run(ROOT / "scripts" / "build", "--quiet", "release", *targets)


def result(name, ratios, goal, unit):
    return {"name": name, "ratio_median": statistics.median(ratios), "ratio_min": min(ratios),
            "ratio_max": max(ratios), "goal": goal, "unit": unit}


def alternate(rounds, ours, baseline):
    """Seconds of both in each round. Who goes first changes from round to round, so that drift favours neither."""
    pairs = []
    for index in range(rounds):
        if index % 2:
            other = baseline()
            pairs.append((ours(), other))
        else:
            mine = ours()
            pairs.append((mine, baseline()))
    return pairs


def measure_build():
    """Configures and builds the program from nothing, without a compiler cache, on two processors."""
    with tempfile.TemporaryDirectory(prefix="judge-bench-") as folder:
        tree = pathlib.Path(folder) / "tree"
        shutil.copytree(ROOT, tree, symlinks=True, ignore=lambda path, names: {".git", "build"} if path == str(ROOT) else set())
        processors = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, processors[:2])
        try:
            seconds, _, _ = run(tree / "scripts" / "build", "--quiet", "release", "judge", "judge-box", cwd=tree,
                                env={**os.environ, "CCACHE_DISABLE": "1"})
        finally:
            os.sched_setaffinity(0, processors)
    yield result("build", [seconds / BUILD_GOAL_SECONDS], 1.0, f"{seconds:.0f} s of {BUILD_GOAL_SECONDS} s")


def measure_start():
    """What scripts/judge adds when there is nothing to do."""
    build("judge", "judge-box")
    pairs = alternate(21, lambda: run(ROOT / "scripts" / "judge", "--version")[0],
                      lambda: run(BIN / "judge", "--version")[0])
    median = statistics.median(ours for ours, _ in pairs)
    yield result("start", [ours / START_GOAL_SECONDS for ours, _ in pairs], 1.0,
                 f"{median * 1000:.0f} ms of {START_GOAL_SECONDS * 1000:.0f} ms")
    yield result("start.bare", [ours / bare for ours, bare in pairs], None, "to the bare program")


class BareLoop:
    """scripts/bare_loop.c, compiled into `folder`."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.program = self.folder / "bare_loop"
        run("gcc", "-O2", "-static", "-o", self.program, ROOT / "scripts" / "bare_loop.c")

    def list_cases(self, name, inputs):
        path = self.folder / f"{name}.cases"
        path.write_text("".join(f"{case}\t{case.with_suffix('.ans')}\n" for case in inputs))
        return path

    def seconds(self, cases, program):
        return run(self.program, cases, self.folder / "output", program)[0]

    def seconds_of_two(self, cases, program):
        """Until both of two loops at once are done."""
        begun = time.monotonic()
        loops = [subprocess.Popen([self.program, cases, self.folder / f"output{i}", program], stdout=subprocess.DEVNULL)
                 for i in range(2)]
        if any([loop.wait() != 0 for loop in loops]):
            raise Unmeasured("one of two bare loops at once failed")
        return time.monotonic() - begun


def compile_cxx(source, program):
    run("g++", source, "-o", program, *CXX_FLAGS)
    return program


def measure_run():
    """`judge run` on the accepted C++ submissions of the project, one slot, compiled beforehand."""
    build("judge", "judge-box")
    with tempfile.TemporaryDirectory(prefix="judge-bench-") as folder:
        bare = BareLoop(folder)
        submissions = sorted((ROOT / "solutions").glob("*/*.cpp"))
        if not submissions:
            raise Unmeasured("there are no C++ submissions directly below solutions/<problem>/")
        jobs = []
        for index, source in enumerate(submissions):
            data = ROOT / "testdata" / source.parent.name
            inputs = sorted(data.glob("sample/*.in")) + sorted(data.glob("secret/*.in"))
            jobs.append((bare.list_cases(f"run{index}", inputs), compile_cxx(source, bare.folder / f"program{index}")))

        def ours():
            return run(BIN / "judge", "run", "--fresh", "-j", "1", *submissions)[0]

        ours()  # compiles
        pairs = alternate(5, ours, lambda: sum(bare.seconds(*job) for job in jobs))
    yield result("run", [ours / other for ours, other in pairs], None,
                 f"to the bare loop, {len(submissions)} submissions")


def tiny_project(folder, cases):
    """A project with one problem of `cases` tiny cases (print the number that was read) and one static submission."""
    data = folder / "testdata" / "tiny"
    (data / "secret").mkdir(parents=True)
    (folder / "solutions" / "tiny").mkdir(parents=True)
    (folder / "judge.json").write_text('{"profile": "boj", "jobs": 0, "template": {}}\n')
    (data / "problem.json").write_text(json.dumps({
        "title": {"ko": "수", "en": "Number"}, "source_url": "", "profile": "boj", "mode": "batch",
        "limits": {"cpu_ns": 1000000000, "memory_bytes": 268435456, "language_extra": True}, "notes": {}}))
    for number in range(cases):
        (data / "secret" / f"{number:05}.in").write_text(f"{number}\n")
        (data / "secret" / f"{number:05}.ans").write_text(f"{number}\n")
    source = folder / "solutions" / "tiny" / "echo.cpp"
    source.write_text('#include <cstdio>\nint main() {\n    int n;\n    if (std::scanf("%d", &n) == 1) std::printf("%d\\n", n);\n}\n')
    return source


def measure_suite():
    """A thousand tiny cases: containment, comparison, report and history against the bare loop."""
    build("judge", "judge-box")
    with tempfile.TemporaryDirectory(prefix="judge-bench-") as folder:
        bare = BareLoop(folder)
        small = bare.folder / "small"
        source = tiny_project(small, SUITE_CASES)
        program = compile_cxx(source, bare.folder / "echo")
        cases = bare.list_cases("suite", sorted(small.glob("testdata/tiny/secret/*.in")))

        def judge(project, slots):
            return run(BIN / "judge", "run", "--fresh", "-j", str(slots), cwd=project)

        judge(small, 1)  # compiles
        pairs = alternate(7, lambda: judge(small, 1)[0], lambda: bare.seconds(cases, program))
        yield result("suite", [ours / other for ours, other in pairs], 1.3, "to the bare loop, one slot")
        if len(os.sched_getaffinity(0)) > 1:
            pairs = alternate(7, lambda: judge(small, 2)[0], lambda: bare.seconds(cases, program))
            yield result("suite.two-slots", [ours / other for ours, other in pairs], 0.8, "to the bare loop, two slots")
            # What two slots could gain at most: on some machines two new processes at once take longer than in turn.
            pairs = alternate(7, lambda: bare.seconds_of_two(cases, program) / 2, lambda: bare.seconds(cases, program))
            yield result("suite.two-bare", [two / one for two, one in pairs], None, "a case of two bare loops at once, to one")

        big = bare.folder / "big"
        tiny_project(big, 10 * SUITE_CASES)
        pairs = alternate(3, lambda: judge(big, 1)[0], lambda: judge(small, 1)[0])
        yield result("suite.growth", [ours / (10 * other) for ours, other in pairs], 1.1,
                     "ten times the cases to ten times the time")
        memory = judge(big, 1)[2].ru_maxrss * 1024
        yield result("suite.memory", [memory / SUITE_MEMORY_GOAL_BYTES], 1.0,
                     f"{memory >> 20} MB of {SUITE_MEMORY_GOAL_BYTES >> 20} MB, {10 * SUITE_CASES} cases")


def measure_import():
    """`judge import` on a thousand problems in the shape of a BaekjoonHub archive."""
    build("judge", "judge-box")
    with tempfile.TemporaryDirectory(prefix="judge-bench-") as folder:
        folder = pathlib.Path(folder)
        for number in range(1000, 1000 + IMPORT_PROBLEMS):
            place = folder / "hub" / "백준" / "Gold" / f"{number}.\u2005제목"
            place.mkdir(parents=True)
            (place / "README.md").write_text(f"# [Gold V] 제목 - {number} \n\n메모리: 2020 KB, 시간: 4 ms\n")
            (place / "제목.py").write_text("print()\n")
        seconds = []
        for index in range(5):
            project = folder / f"project{index}"
            project.mkdir()
            seconds.append(run(BIN / "judge", "import", folder / "hub", cwd=project)[0])
    yield result("import", [each / IMPORT_GOAL_SECONDS for each in seconds], 1.0,
                 f"{statistics.median(seconds):.2f} s of {IMPORT_GOAL_SECONDS} s, {IMPORT_PROBLEMS} problems")


def measure_regress():
    """`judge regress` on a copy of this project in which nothing changed since the baseline."""
    build("judge", "judge-box")
    with tempfile.TemporaryDirectory(prefix="judge-bench-") as folder:
        project = pathlib.Path(folder)
        for name in ("solutions", "testdata"):
            shutil.copytree(ROOT / name, project / name)
        shutil.copy(ROOT / "judge.json", project)
        run(BIN / "judge", "baseline", "set", "--runs", "1", cwd=project)
        seconds = [run(BIN / "judge", "regress", cwd=project)[0] for _ in range(7)]
    yield result("regress", [each / REGRESS_GOAL_SECONDS for each in seconds], 1.0,
                 f"{statistics.median(seconds) * 1000:.0f} ms of {REGRESS_GOAL_SECONDS} s, nothing changed")


JVM_SMALL = """import java.io.*;
import java.util.*;
public class Main {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(new StringTokenizer(in.readLine()).nextToken());
        List<Integer> list = new ArrayList<>();
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < n; i++) { list.add(i * 7 % 5); counts.merge(i % 3, 1, Integer::sum); }
        Collections.sort(list, (a, b) -> b - a);
        StringBuilder text = new StringBuilder();
        for (int x : list) text.append(x).append(' ');
        System.out.println(text);
        System.out.println("n = " + n + " " + counts);
    }
}
"""
JVM_SCANNER = """import java.util.*;
import java.util.stream.*;
public class Main {
    public static void main(String[] args) {
        int n = new Scanner(System.in).nextInt();
        System.out.println(IntStream.range(0, n).mapToObj(i -> "x" + i).collect(Collectors.joining(",")));
        System.out.printf("%d %.2f%n", n, n / 3.0);
    }
}
"""


class JavaProgram:
    """A small program, compiled in a folder of its own, and an AppCDS archive of all classes that one run of it loads."""

    def __init__(self, folder, text, command):
        folder.mkdir()
        (folder / "Main.java").write_text(text)
        self.command, self.folder, self.input = command, folder, folder / "input"
        self.input.write_text("5\n")
        self.compile_seconds = run("javac", "--release", "11", "Main.java", cwd=folder)[0]
        started = time.perf_counter()
        run("jar", "cf", "main.jar", *(path.name for path in folder.glob("*.class")), cwd=folder)
        self.jar = {"CLASSPATH": str(folder / "main.jar")}
        self.start(["-XX:DumpLoadedClassList=classes"], self.jar)
        self.start(["-Xshare:dump", "-XX:SharedClassListFile=classes", "-XX:SharedArchiveFile=main.jsa"], self.jar)
        self.archive_seconds = time.perf_counter() - started

    def start(self, flags, environment):
        """(seconds, processor seconds) of the profile's command with more flags."""
        with open(self.input, "rb") as stdin:
            seconds, _, usage = run(self.command[0], *flags, *self.command[1:], cwd=self.folder, stdin=stdin,
                                    stderr=subprocess.DEVNULL, env={**os.environ, **environment})
        return seconds, usage.ru_utime + usage.ru_stime

    def plain(self):
        return self.start([], {"CLASSPATH": str(self.folder)})

    def archived(self):
        return self.start([f"-XX:SharedArchiveFile={self.folder / 'main.jsa'}"], self.jar)


def measure_jvm():
    """A hundred small Java cases under BOJ's command, with an AppCDS archive made when compiling, to without it."""
    build("judge", "judge-box")
    rows = json.loads(run(BIN / "judge", "languages", "--json", "--profile", "boj")[1])["languages"]
    java = next(row for row in rows if row["id"] == "java11")
    if not java["installed"]:
        raise Unmeasured(java["missing"])
    with tempfile.TemporaryDirectory(prefix="judge-bench-") as folder:
        programs = [JavaProgram(pathlib.Path(folder) / name, text, java["run"].split())
                    for name, text in (("small", JVM_SMALL), ("scanner", JVM_SCANNER))]
        wall, processor, saved = [], [], 0.0
        for _ in range(10):
            pairs = [pair for one in programs for pair in alternate(5, one.archived, one.plain)]
            ours, theirs = ([sum(pair[side][what] for pair in pairs) for what in (0, 1)] for side in (0, 1))
            wall.append(ours[0] / theirs[0])
            processor.append(ours[1] / theirs[1])
            saved += theirs[0] - ours[0]
    yield result("jvm", wall, None, "AppCDS to BOJ's command, 100 cases, time in all")
    yield result("jvm.processor", processor, None, "AppCDS to BOJ's command, 100 cases, processor time")
    yield result("jvm.archive", [one.archive_seconds / one.compile_seconds for one in programs], None,
                 f"making the archive to javac; 100 cases got back {saved:.1f} s of {sum(one.archive_seconds for one in programs):.1f} s")


def program(target, *arguments):
    """A row whose program, built from `target`, alternates by itself and prints one JSON object a line."""
    def measure():
        build(target)
        for line in run(BIN / target, *arguments)[1].decode("utf-8", "replace").splitlines():
            if line.strip():
                try:
                    yield dict(json.loads(line))
                except (ValueError, TypeError) as error:
                    raise Unmeasured(f"{target} printed no JSON object: {line[:80]}") from error
    return measure


ROWS = {
    "build": Row("the program from scratch, to four minutes on two processors", measure_build),
    "start": Row("scripts/judge with nothing to do, to half a second and to the bare program", measure_start),
    "run": Row("judge run on this project's C++ submissions, to a bare loop", measure_run),
    "spawn": Row("one contained run, to a bare vfork, exec, wait4", program("judge-spawn-bench")),
    "suite": Row("judge run on 1,000 tiny cases, to a bare loop; growth and memory at 10,000", measure_suite),
    "import": Row("judge import of 1,000 problems of BaekjoonHub's shape, to five seconds", measure_import),
    "regress": Row("judge regress of this project without a change, to one second", measure_regress),
    "jvm": Row("100 small Java cases with a class archive made when compiling, to without", measure_jvm),
    "compile": Row("a compilation: plain, precompiled header, cached", program("compile_bench")),
    "compare": Row("comparing outputs, to read and memcmp", program("judge-compare-bench")),
    "compare-honesty": Row("judge compare: false calls of 100, and missed ones of 20 where 5 % is true", program("compare_honesty")),
}
