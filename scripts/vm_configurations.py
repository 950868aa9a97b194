"""The configurations of scripts/test-vm: what runs in each machine, and what must come out of it."""

import dataclasses
import json
import re
import shlex
import typing

USER = 61234

# The hostile programs that tell something about kernel and rights; their expectations lie beside them.
CONTAINED = """escapes-by-mounts goes-round-the-filter has-rights hides-from-the-killer keyring looks-for-others looks-into-the-box
    message-queue opens-sockets posix-memory reads-secrets signals-the-judge system-v-memory traces-its-sibling writes-around""".split()
MEMORY = """endless-recursion hello large-array-untouched new-until-the-end prints-much reads-much short-spike three-children-of-20
    touches-360 touches-360-in-huge-pages touches-64 two-large-children""".split()
PROCESSES = "fork-bomb fork-bomb-of-sessions fork-bomb-gives-up fork-refused-and-coped thread-bomb".split()
COUNTED = PROCESSES[2:]  # what only a control group tells
GONE = "busy-child child-holds-stdout daemon deaf-child orphan-chain stopped-child".split()
TIME = "busy-children busy-orphans sleeps unwaited-children vfork-asleep".split()
EVERYTHING = CONTAINED + MEMORY + PROCESSES + GONE + TIME
TREES = ["three-children-of-20", "two-large-children"]

PROBLEM = {"title": {"en": "sum"}, "profile": "local", "checker": {"compare": "tokens"},
           "limits": {"cpu_ns": 100000000000, "memory_bytes": 33554432}}
PROJECT = {
    "judge.json": '{"profile": "local"}',
    "testdata/sum/problem.json": json.dumps(PROBLEM),
    "testdata/sum/sample/1.in": "1 2\n",
    "testdata/sum/sample/1.ans": "3\n",
    "solutions/sum/plus.awk": "{ print $1 + $2 }\n",
    "solutions/sum/wrong_answer/minus.awk": "{ print $1 - $2 }\n",
    "solutions/sum/memory_limit_exceeded/grows.awk": "BEGIN { for (i = 0; ; ++i) a[i] = i }\n",
}
FILES = {f"/home/judge/sum/{name}": text for name, text in PROJECT.items()}

# Groups as systemd makes them: a user's session is root's, what the user's own manager runs is the user's.
GROUPS = f"""
groups=/sys/fs/cgroup
slice=user.slice/user-{USER}.slice
mkdir -p $groups/$slice/session-1.scope $groups/$slice/user@{USER}.service $groups/user.slice/user-0.slice/session-2.scope
for folder in user.slice $slice; do echo '+memory +pids +cpu' >$groups/$folder/cgroup.subtree_control; done
for file in . cgroup.procs cgroup.subtree_control cgroup.threads; do chown {USER} $groups/$slice/user@{USER}.service/$file; done
as_root() {{ (echo 0 >$groups/user.slice/user-0.slice/session-2.scope/cgroup.procs; exec "$@"); }}
as_user() {{ (echo 0 >$groups/$slice/session-1.scope/cgroup.procs; exec su judge -c "exec $*"); }}
manager=$slice/user@{USER}.service
delegated() {{
    scope=$groups/$manager/app.slice/run-$(cut -d ' ' -f 1 /proc/uptime).scope
    as_user mkdir $scope
    (echo 0 >$scope/cgroup.procs; exec su judge -c "exec $*")
}}
as_user sh -c "'cd $groups/$manager && mkdir app.slice && echo +memory +pids >cgroup.subtree_control &&
    cd app.slice && echo +memory +pids >cgroup.subtree_control'"
"""


# The same callers where systemd makes the groups: a session by PAM, and a scope by the command that doctor names.
UNDER_SYSTEMD = """
groups=/sys/fs/cgroup
service() { systemd-run --quiet --pipe --wait --collect --same-dir "$@"; }
as_root() { service "$@"; }
as_user() { service --uid=judge -p PAMName=login sh -c "exec $*"; }
delegated() { as_user systemd-run --user --scope -p Delegate=yes --quiet "$@"; }
own_service() { service --uid=judge -p Delegate=yes sh -c "exec $*"; }
"""


@dataclasses.dataclass
class Step:
    name: str
    about: str
    shell: str
    faults: typing.Callable  # (exit status, what it said, what earlier steps carry on) -> what was wrong


@dataclasses.dataclass
class Machine:
    steps: list
    boot: str = ""  # parameters of the kernel; {name} is what an earlier step carried on
    systemd: bool = False  # the first process is systemd

    def parameters(self, carried):
        return self.boot.format(**carried)

    def script(self, build):
        lines = [f"judge={shlex.quote(str(build / 'bin'))}", f"chmod 1777 {shlex.quote(str(build / 'hostile'))}",
                 UNDER_SYSTEMD if self.systemd else GROUPS]
        for step in self.steps:
            lines += [f"echo '@begin {step.name}'", f"( {step.shell} ) </dev/null", f"printf '\\n@end {step.name} %s\\n' $?"]
        return "\n".join(lines) + "\n"


def doctor(name, about, prefix, missing, held=None, carries=None):
    """`missing`: {capability: pattern of its remedy}, complete; `held`: {capability: pattern of how}; `carries`: {name:
    (capability, pattern with a group)}, a part of a remedy that a later machine is to try."""

    def faults(status, said, carried):
        if status != 0:
            return [f"it ended with {status}"]
        found = {row["id"]: row for row in json.loads(said)["capabilities"]}
        lacks = {row["id"] for row in found.values() if not row["available"] and row["needed"]}
        wrong = [f"{each} is missing" for each in sorted(lacks - set(missing))]
        wrong += [f"{each} is not missing" for each in sorted(set(missing) - lacks)]
        for each in sorted(lacks & set(missing)):
            if not re.fullmatch(missing[each], found[each]["remedy"]):
                wrong.append(f"the remedy of {each} is '{found[each]['remedy']}'")
        for each, pattern in (held or {}).items():
            if not re.fullmatch(pattern, found[each]["detail"]):
                wrong.append(f"{each} is '{found[each]['detail']}'")
        for key, (each, pattern) in (carries or {}).items():
            part = re.search(pattern, found[each]["remedy"])
            carried[key] = part[1] if part else ""
        return wrong

    return Step(name, about, f"{prefix} $judge/judge doctor --json", faults)


def hostile(name, about, prefix, programs, skips=()):
    """`skips`: the programs whose outcome is not defined for want of what this configuration lacks."""

    def faults(status, said, _):
        wrong = [f"it ended with {status}"] if status != 0 else []
        for each in programs:
            wanted = f"skip {each}: needs " if each in skips else f"ok   {each}"
            if not any(line.startswith(wanted) if each in skips else line == wanted for line in said.splitlines()):
                wrong.append(f"no '{wanted}'")
        return wrong

    return Step(name, about, f"{prefix} $judge/judge-hostile as-is {' '.join(programs)}", faults)


def judged(name, about, prefix, wanted_status, mechanisms, options=""):
    """A whole `judge run`; `mechanisms`: {id: held or not} of every report, of which there are none without."""

    def faults(status, said, _):
        wrong = [f"it ended with {status}"] if status != wanted_status else []
        report = re.search(r"^@report\n({.*)", said, re.DOTALL | re.MULTILINE)
        reports = json.loads(report[1])["reports"] if report else []
        if mechanisms and len(reports) != 3:
            wrong.append(f"{len(reports)} reports")
        for report in reports:
            active = {row["id"]: row["active"] for row in report["containment"]["mechanisms"]}
            wrong += [f"{report['submission']}: {each} is {active.get(each)}"
                      for each in mechanisms if active.get(each) != mechanisms[each]]
        return wrong

    run = f"{prefix} $judge/judge run --report json=/tmp/report.json {options} >/tmp/said 2>&1"
    return Step(name, about, f"cd /home/judge/sum; {run}; status=$?; cat /tmp/said; echo @report; cat /tmp/report.json; exit $status", faults)


def command(name, about, shell, said_wanted=""):
    def faults(status, said, _):
        wrong = [f"it ended with {status}"] if status != 0 else []
        return wrong + ([f"it said '{said.strip()}'"] if said.strip() != said_wanted else [])

    return Step(name, about, shell, faults)


NAMESPACES = {"pid-namespace": "others are invisible; nothing outlives a run", "network": "own empty network namespace",
              "files": "private root of read-only mounts"}
GROUPS_HELD = {"memory-cgroup": "cgroup v2", "processes-cgroup": "cgroup v2"}
# What no machine here has: a kernel that forgets a peak, and a processor that counts instructions.
ALWAYS = {"peak-reset": "(boot Linux 6.12 or newer)?", "instruction-counter": ".*"}
DELEGATION = {each: re.escape("systemd-run --user --scope -p Delegate=yes judge ...") for each in GROUPS_HELD}
ALL_HELD = {"pid-namespace": True, "network": True, "files": True, "memory-cgroup": True, "processes-cgroup": True}


def root():
    return [Machine([
        doctor("doctor", "root has all that this kernel grants, in a session's group too", "as_root", ALWAYS, NAMESPACES | GROUPS_HELD),
        hostile("hostile", "every hostile program gets its facts", "as_root", EVERYTHING),
        judged("run", "three submissions get their verdicts", "as_root", 0, ALL_HELD),
        command("rest", "nothing is left", "ls -d /tmp/judge-box* $groups/judge-* $groups/user.slice/*/*/judge-* 2>/dev/null; true"),
    ])]


def delegated():
    return [Machine([
        doctor("doctor-before", "in a session's group the user lacks groups, and is told the command", "as_user",
               ALWAYS | DELEGATION, NAMESPACES),
        hostile("hostile-before", "without groups memory is still measured", "as_user", ["hello", "touches-64"]),
        doctor("doctor", "a delegated group is used", "delegated", ALWAYS, NAMESPACES | GROUPS_HELD),
        hostile("hostile", "memory, processes and time of trees are counted", "delegated", MEMORY + PROCESSES + TIME),
        judged("run", "three submissions get their verdicts", "delegated", 0, ALL_HELD),
        command("rest", "nothing is left", "ls -d /tmp/judge-box* $groups/$manager/app.slice/*/judge-* 2>/dev/null; true"),
    ])]


FORBIDDEN = "sysctl -w user.max_user_namespaces=0"
# What a user loses with the namespaces: nothing sees all processes, and the rest is held by other means.
BY_RULES = {"network": "sockets are refused by the system call filter", "files": r"Landlock, ABI \d+"}
NEEDS_NAMESPACES = ["looks-for-others"]
NEEDS_FILES = ["hides-from-the-killer", "looks-into-the-box", "posix-memory", "reads-secrets", "writes-around"]
GRUB = r"boot with lsm=landlock,lockdown,yama,apparmor \(add it to GRUB_CMDLINE_LINUX in /etc/default/grub, then: sudo update-grub\)"


def without_landlock():
    bare = {"pid-namespace": re.escape(f"sudo {FORBIDDEN}").replace("=0", "=15000"), "landlock": GRUB,
            "files": re.escape(f"sudo {FORBIDDEN}").replace("=0", "=15000"), "user": ""}
    return [
        Machine([
            doctor("doctor", "the private root makes Landlock unnecessary", "as_root", ALWAYS, NAMESPACES | GROUPS_HELD | {
                "landlock": "the kernel has none; the private root holds the files"}),
            hostile("hostile", "the private root holds all", "as_root", CONTAINED + TREES),
            command("forbid", "user namespaces are forbidden", FORBIDDEN, "user.max_user_namespaces = 0"),
            doctor("doctor-bare", "with neither, the user is told both commands", "delegated", ALWAYS | bare, GROUPS_HELD,
                   {"modules": ("landlock", "lsm=([a-z,]+)")}),
            hostile("hostile-bare", "what is left still gives the facts", "delegated", CONTAINED + TREES, NEEDS_NAMESPACES + NEEDS_FILES),
            judged("refused", "--require-isolation refuses to run", "delegated", 2, {}, "--require-isolation"),
        ], "lsm=lockdown,yama,apparmor"),
        Machine([
            command("forbid", "user namespaces are forbidden", FORBIDDEN, "user.max_user_namespaces = 0"),
            doctor("doctor-mended", "with the modules that doctor named, Landlock holds the files", "delegated",
                   ALWAYS | {"pid-namespace": bare["pid-namespace"]}, BY_RULES | GROUPS_HELD),
        ], "lsm={modules}"),
    ]


def without_user_namespaces():
    # The remedy is what doctor itself says, without sudo; it must succeed as it stands.
    mend = "delegated $judge/judge doctor | sed -n 's/^ *grant it: *sudo \\(sysctl .*\\)/\\1/p' | head -n 1 >/tmp/remedy; sh /tmp/remedy"
    steps = []
    for name, value in (("user.max_user_namespaces", 15000), ("kernel.unprivileged_userns_clone", 1)):
        missing = {"pid-namespace": re.escape(f"sudo sysctl -w {name}={value}")}
        short = name.rpartition(".")[2]
        steps += [
            command(f"forbid-{short}", f"{name} forbids", f"sysctl -w {name}=0", f"{name} = 0"),
            doctor(f"doctor-{short}", "the command that allows them is named", "delegated", ALWAYS | missing, BY_RULES | GROUPS_HELD),
        ]
        if len(steps) == 2:
            steps += [
                hostile("hostile", "rules and groups hold all the rest", "delegated", CONTAINED + TREES + PROCESSES + GONE, NEEDS_NAMESPACES),
                judged("run", "three submissions get their verdicts", "delegated", 0, ALL_HELD | {"pid-namespace": False}),
                hostile("hostile-neither", "without groups as well, no bomb outruns its killing", "as_user", PROCESSES + GONE, COUNTED),
                command("gone", "a box that is killed takes its contestants along", "delegated $judge/sandbox_test "
                        "--gtest_filter=BoxRunner.EndsTheContestantsOfABoxThatWasKilled --gtest_brief=1 >/tmp/said || cat /tmp/said"),
            ]
        steps += [
            command(f"mend-{short}", "and that command works", mend, f"{name} = {value}"),
            doctor(f"doctor-mended-{short}", "namespaces are back", "delegated", ALWAYS, NAMESPACES | GROUPS_HELD),
        ]
    return [Machine(steps)]


def systemd():
    none_left = "find $groups -name 'judge-*'; ls -d /tmp/judge-box* 2>/dev/null; true"
    return [Machine([
        doctor("doctor-root", "root has all, in a service that nothing is delegated to", "as_root", ALWAYS, NAMESPACES | GROUPS_HELD),
        doctor("doctor-session", "in a session the user lacks groups, and is told the command", "as_user", ALWAYS | DELEGATION, NAMESPACES),
        doctor("doctor-scope", "and that command gets them", "delegated", ALWAYS, NAMESPACES | GROUPS_HELD),
        hostile("hostile-scope", "memory, processes and time of trees are counted", "delegated", TREES + PROCESSES + ["busy-orphans", "touches-360"]),
        judged("run-scope", "three submissions get their verdicts", "delegated", 0, ALL_HELD),
        doctor("doctor-service", "a service of the user's with Delegate= has all as well", "own_service", ALWAYS, NAMESPACES | GROUPS_HELD),
        command("rest", "nothing is left", none_left),
    ], "systemd.unit=proof.target systemd.show_status=no", systemd=True)]


ALL = {"root": root, "delegated": delegated, "without-landlock": without_landlock, "without-user-namespaces": without_user_namespaces,
       "systemd": systemd}
