"""Boot the hardened system unit and the user unit under a real systemd, in QEMU.

    python -m bench.systemd --folder /var/tmp/multis-vm

Takes some ten minutes, as root, with Debian's mmdebstrap, qemu-system-x86 and e2fsprogs, and needs
a Debian mirror the first time. With --container, systemd-nspawn boots the same guest on the kernel
of this machine within three minutes. The guest has no network; it talks to a fake Bot API of its
own.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench.systemd.image import build_disk, build_root
from bench.systemd.work import CHECKS

TOOLS = {
    "mmdebstrap": "mmdebstrap",
    "qemu-system-x86_64": "qemu-system-x86",
    "mkfs.ext4": "e2fsprogs",
}
CONTAINER_TOOLS = {"mmdebstrap": "mmdebstrap", "systemd-nspawn": "systemd-container"}
CPU = "max,arch-capabilities=off"  # which a virtual machine in a virtual machine cannot set
LIFE = 1800.0  # seconds for the guest
STOP = 5  # seconds that a clean stop may take
EXPECTED = {
    "started": "0",
    "state": "active",
    "says": "Serving telegram, web",
    "home": "700",
    "answered": "yes",
    "restarted-after-kill": "yes",
    "answered-after-kill": "yes",
    "restarted-by-watchdog": "yes",
    "answered-after-hanging": "yes",
    **dict.fromkeys(CHECKS, "yes"),
    "stopped": "0",
    "result": "success",
    "exit-of-a-wrong-configuration": "78",
    "restarts-of-a-wrong-configuration": "0",
    "user-unit-started": "0",
    "user-unit-answered": "yes",
    "user-unit-stopped": "0",
}


def list_missing(tools: Mapping[str, str]) -> list[str]:
    """List what this machine lacks, each with what to do about it."""
    lacks = [
        f"{tool} is not installed: apt-get install {package}"
        for tool, package in tools.items()
        if shutil.which(tool) is None
    ]
    if os.geteuid() != 0:
        lacks.append("the owners of the guest's files can be set by root alone: run it with sudo")
    if sys.version_info[:2] != (3, 11):
        lacks.append("the guest has Python 3.11, and takes the libraries of this one: use 3.11")
    return lacks


def boot(kernel: Path, ramdisk: Path, disk: Path) -> Iterator[str]:
    """Boot the guest and yield the lines of its serial console until it is switched off."""
    command = [
        "qemu-system-x86_64", "-accel", "kvm", "-accel", "tcg", "-cpu", CPU,
        "-smp", "2", "-m", "2048",
        "-nographic", "-no-reboot", "-net", "none", "-kernel", str(kernel), "-initrd", str(ramdisk),
        "-drive", f"file={disk},format=raw,if=virtio",
        "-append", "root=/dev/vda rw console=ttyS0 systemd.show_status=false quiet",
    ]  # fmt: skip
    limited = ["timeout", str(LIFE), *command]
    yield from _read_console(limited)


def boot_container(root: Path) -> Iterator[str]:
    """Boot the guest on this machine's kernel; yield what it wrote when it is switched off."""
    alone = ("--register=no", "--keep-unit", "--private-network", "--console=pipe")
    command = ["systemd-nspawn", "--quiet", "--boot", *alone, "--directory", str(root)]
    limited = ["timeout", str(LIFE), *command]
    subprocess.run(limited, check=False, stdin=subprocess.DEVNULL)  # noqa: S603 - our own words
    yield from (root / "var/log/drive.log").read_text(errors="replace").splitlines()


def _read_console(command: list[str]) -> Iterator[str]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as guest:  # noqa: S603 - our own words
        assert guest.stdout is not None
        for line in guest.stdout:
            yield line.decode(errors="replace").rstrip()


def drive(folder: Path, *, container: bool) -> dict[str, str]:
    """Boot a guest in `folder`, and return what it found, by the name of each check."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = boot_container(build_root(folder)) if container else boot(*build_disk(folder))
    found: dict[str, str] = {}
    for line in lines:
        print(line, flush=True)
        if line.startswith("CHECK "):
            _, name, value = [*line.split(" ", 2), ""][:3]
            found[name] = value
    return found


def find_failures(found: dict[str, str]) -> list[str]:
    """List the checks whose result differs from the expected one."""
    wrong = [
        f"{name}: {found.get(name, 'nothing')}, not {wanted}"
        for name, wanted in EXPECTED.items()
        if found.get(name) != wanted
    ]
    if found.get("user") in ("0", None):
        wrong.append(f"user: {found.get('user')}, not one of its own")
    if not found.get("stop-seconds", "").isdigit() or int(found["stop-seconds"]) > STOP:
        wrong.append(f"stop-seconds: {found.get('stop-seconds')}, not {STOP} at most")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="3 GB; a second run is quicker")
    parser.add_argument(
        "--container", action="store_true", help="boot it with systemd-nspawn, not QEMU: quicker"
    )
    given = parser.parse_args()
    if lacks := list_missing(CONTAINER_TOOLS if given.container else TOOLS):
        print("This machine cannot do it:", *lacks, sep="\n- ")
        return 2
    found = drive(given.folder, container=given.container)
    wrong = find_failures(found)
    print("\nAs it should be." if not wrong else "\n".join(["", "Not as it should be:", *wrong]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
