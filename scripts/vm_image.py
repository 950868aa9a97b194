"""The initial file system of the machines that scripts/test-vm boots: judge and the hostile programs at the paths that they
have here, the libraries they need, busybox, and a first process that runs one script."""

import os
import pathlib
import re
import shutil
import stat
import subprocess

PROGRAMS = ("judge", "judge-box", "judge-hostile", "sandbox_test")
# The folders that Debian merged into /usr.
MERGED = {name: f"usr/{name}" for name in ("bin", "sbin", "lib", "lib64")}
USER = 61234

# Mounted over itself first: in a root that cannot be left, no user may make namespaces.
INIT = """#!/usr/bin/busybox sh
export PATH=/usr/bin:/usr/sbin
mount --bind / /newroot
cd /newroot
mount --move . /
exec chroot . sh /prologue
"""
PROLOGUE = f"""export PATH=/usr/bin:/usr/sbin LC_ALL=C.UTF-8 HOME=/home/root
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm
mount -t tmpfs -o mode=1777 shm /dev/shm
mount -t tmpfs -o mode=1777 tmp /tmp
mount -t securityfs securityfs /sys/kernel/security
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mkdir -p /run/systemd/system
echo '+memory +pids +cpu' >/sys/fs/cgroup/cgroup.subtree_control
chown -R {USER} /home/judge
sh /script >/dev/ttyS1 2>&1
sleep 2  # the serial line is slower than the end
reboot -f
"""
# The same machine under systemd: the script is a service, and users have real sessions.
SYSTEMD_PACKAGES = ("systemd", "libpam-systemd", "libpam-modules", "libpam-modules-bin", "dbus", "dbus-bin", "dbus-daemon",
                    "dbus-system-bus-common", "dbus-session-bus-common", "dbus-user-session")
SYSTEMD_PROLOGUE = "exec /usr/lib/systemd/systemd\n"
SYSTEMD_FILES = {
    "/etc/systemd/system/proof.target": "[Unit]\nRequires=basic.target proof.service\nAllowIsolate=yes\n",
    "/etc/systemd/system/proof.service": f"""[Unit]
Wants=dbus.service systemd-logind.service
After=basic.target dbus.service systemd-logind.service
[Service]
Type=oneshot
TimeoutStartSec=infinity
Environment=PATH=/usr/bin:/usr/sbin LC_ALL=C.UTF-8 HOME=/home/root
ExecStart=/usr/bin/sh -c 'chown -R {USER} /home/judge; chmod 1777 /tmp; sh /script >/dev/ttyS1 2>&1; sleep 2; reboot -f'
""",
    "/etc/pam.d/login": "account required pam_permit.so\nsession required pam_systemd.so\n",
    "/etc/pam.d/systemd-user": "account required pam_permit.so\nsession required pam_systemd.so\n",
    "/etc/machine-id": "0123456789abcdef0123456789abcdef\n",
}
PASSWD = f"""root:x:0:0::/home/root:/usr/bin/sh
judge:x:{USER}:{USER}::/home/judge:/usr/bin/sh
messagebus:x:101:101::/nonexistent:/usr/bin/false
"""


class Archive:
    """A cpio archive of the kind newc. Source: Linux, Documentation/driver-api/early-userspace/buffer-format.rst."""

    def __init__(self, file):
        self.file, self.folders, self.count = file, set(), 0

    def entry(self, name, mode, content=b"", device=(0, 0)):
        self.count += 1
        encoded = os.fsencode(name) + b"\0"
        fields = (self.count, mode, 0, 0, 1, 0, len(content), 0, 0, *device, len(encoded), 0)
        self.write(b"070701" + b"".join(b"%08X" % field for field in fields) + encoded)
        self.write(content)

    def write(self, data):
        self.file.write(data + b"\0" * (-len(data) % 4))

    def folder(self, name, mode=0o755):
        if name in ("", ".") or name in self.folders:
            return
        self.folder(os.path.dirname(name))
        self.folders.add(name)
        self.entry(name, stat.S_IFDIR | mode)

    def place(self, path):
        """Where an absolute path lies in the image."""
        first, _, rest = str(path).lstrip("/").partition("/")
        place = f"{MERGED.get(first, first)}/{rest}" if rest else first
        self.folder(os.path.dirname(place))
        return place

    def text(self, path, text, mode=0o644):
        self.entry(self.place(path), stat.S_IFREG | mode, text.encode())

    def copy(self, source, path=None):
        mode = stat.S_IFREG | (0o755 if os.access(source, os.X_OK) else 0o644)
        self.entry(self.place(path or source), mode, pathlib.Path(source).read_bytes())

    def link(self, path, target):
        self.entry(self.place(path), stat.S_IFLNK | 0o777, os.fsencode(target))

    def finish(self):
        self.entry("TRAILER!!!", 0)


def libraries_of(program):
    """The files that the loader will look for; none for a static program."""
    said = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
    return set(re.findall(r"(/\S+) \(0x", said))


def files_below(folder):
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def files_of_packages(names):
    """What Debian's packages put on this machine, without what only people read."""
    said = subprocess.run(["dpkg", "-L", *names], capture_output=True, text=True, check=True).stdout
    unread = ("/usr/share/doc/", "/usr/share/man/", "/usr/share/locale/", "/usr/share/lintian/", "/usr/share/bug/")
    listed = sorted({line for line in said.splitlines() if line.startswith("/") and not line.startswith(unread)})
    return [path for path in map(pathlib.Path, listed) if path.is_symlink() or path.is_file()]


def add_systemd(archive):
    """Returns the programs and libraries of it, whose own libraries are needed as well."""
    binaries = []
    for path in files_of_packages(SYSTEMD_PACKAGES):
        if path.is_symlink():
            archive.link(path, os.readlink(path))
            continue
        archive.copy(path)
        with open(path, "rb") as file:
            if file.read(4) == b"\x7fELF":
                binaries.append(path)
    for path, text in SYSTEMD_FILES.items():
        archive.text(path, text)
    archive.text("/prologue", SYSTEMD_PROLOGUE)
    return binaries


def add_system(archive):
    for name, target in MERGED.items():
        archive.folder(target)
        archive.entry(name, stat.S_IFLNK | 0o777, target.encode())
    for name in ("dev", "proc", "sys", "tmp", "newroot", "etc", "home/root", "home/judge"):
        archive.folder(name)
    archive.entry("dev/console", stat.S_IFCHR | 0o600, device=(5, 1))
    busybox = shutil.which("busybox")
    archive.copy(busybox, "/usr/bin/busybox")
    applets = subprocess.run([busybox, "--list"], capture_output=True, text=True, check=True).stdout.split()
    for applet in applets:
        if applet not in ("busybox", "awk"):
            archive.link(f"/usr/bin/{applet}", "busybox")
    archive.copy(shutil.which("mawk"), "/usr/bin/mawk")
    archive.text("/etc/passwd", PASSWD)
    archive.text("/etc/group", f"root:x:0:\njudge:x:{USER}:\nmessagebus:x:101:\n")
    archive.text("/init", INIT, 0o755)
    archive.text("/prologue", PROLOGUE)


def write(path, root, build, files, script, systemd=False):
    """Writes the image: `files` ({path: text}) and `script`, which the shell of the machine runs as root, beside the rest;
    with `systemd` as a service of it."""
    programs = [build / "bin" / name for name in PROGRAMS]
    hostile = files_below(build / "hostile")
    with open(path, "wb") as file:
        archive = Archive(file)
        add_system(archive)
        for source in programs + hostile + files_below(root / "harness" / "fixtures" / "sandbox"):
            archive.copy(source)
        needed = programs + [source for source in hostile if os.access(source, os.X_OK)] + [shutil.which("mawk")]
        if systemd:
            needed += add_systemd(archive)
        for library in sorted(set().union(*map(libraries_of, needed))):
            archive.copy(os.path.realpath(library), library)
        for name, text in files.items():
            archive.text(name, text)
        archive.text("/script", script)
        archive.finish()
