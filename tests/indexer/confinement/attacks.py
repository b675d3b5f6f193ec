"""What a parser does that a file has taken over; each attack raises OSError where it fails.

They run in a process of their own: `indexer.confinement.start` runs `main()`, and without walls
the module runs by itself.
"""

import ctypes
import json
import mmap
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from indexer.confinement.linux import find_machine

# Calls that no walled process makes, by their numbers on x86_64 and aarch64.
PTRACE, PROCESS_VM_READV, UNSHARE = (101, 117), (310, 270), (272, 97)
IO_URING_SETUP, MEMFD_CREATE, KEYCTL = (425, 425), (319, 279), (250, 219)
OPENAT2, PIDFD_OPEN = (437, 437), (434, 434)
CLONE_NEWUSER, PTRACE_TRACEME = 0x1000_0000, 0


def call(numbers: tuple[int, int], *arguments: int | bytes | None) -> None:
    machine = find_machine()
    assert machine is not None
    library = ctypes.CDLL(None, use_errno=True)
    given = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    if library.syscall(ctypes.c_long(numbers[machine]), *given) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def read(path: str) -> None:
    Path(path).read_bytes()


def fork() -> None:
    if os.fork() == 0:
        os._exit(0)
    os.wait()


def be_traced() -> None:
    """Have the parent trace us, or a child: what is traced stops at any signal."""
    with suppress(OSError):
        if child := os.fork():
            os.waitpid(child, 0)
            return
        with suppress(OSError):
            call(PTRACE, PTRACE_TRACEME, 0, 0, 0)
        os._exit(0)
    call(PTRACE, PTRACE_TRACEME, 0, 0, 0)


def run_a_thread() -> None:
    try:
        threading.Thread(target=int).start()
    except RuntimeError as error:  # Python says so where the kernel refuses one
        raise PermissionError from error


def execute(program: str) -> None:
    """Become another program, in the place of a child if one can be made."""
    with suppress(OSError):
        if os.fork():
            os.wait()
            return
    os.execv(program, [program])  # noqa: S606 - the attack


def lift_the_limit() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    except ValueError as error:  # Python's word for what is not permitted
        raise PermissionError from error


def read_through_a_handle(path: str) -> None:
    """Find another way to a file: the handle of its folder, and `..` from where we are."""
    folder = os.open(Path(path).parent, os.O_RDONLY | os.O_DIRECTORY)
    os.open(Path(path).name, os.O_RDONLY, dir_fd=folder)


def map_a_file(path: str) -> None:
    with open(path, "rb") as file:
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ).read()


def list_attacks(secret: str, scratch: str, program: str) -> Mapping[str, Callable[[], object]]:
    parent, new = os.getppid(), f"{scratch}/new-"
    return {
        "read config.json": lambda: read(secret),
        "read a file below a handle of its folder": lambda: read_through_a_handle(secret),
        "map a file into memory": lambda: map_a_file(secret),
        "list the home": lambda: os.listdir(scratch),
        "read /etc/passwd": lambda: read("/etc/passwd"),
        "read the parent's environment": lambda: read(f"/proc/{parent}/environ"),
        "read the parent's memory map": lambda: read(f"/proc/{parent}/maps"),
        "read our own command line": lambda: read("/proc/self/cmdline"),
        "list the processes": lambda: os.listdir("/proc"),
        "write a file": lambda: Path(new + "file").write_text("x"),
        "overwrite a file": lambda: Path(secret).write_text("x"),
        "make a folder": lambda: os.mkdir(new + "folder"),
        "make a link": lambda: os.symlink(secret, new + "link"),
        "make a hard link": lambda: os.link(secret, new + "twin"),
        "rename a file": lambda: os.rename(secret, secret),
        "change the rights of a file": lambda: os.chmod(secret, 0o644),
        "cut a file off": lambda: os.truncate(secret, 1000),
        "open an internet socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM),
        "open a datagram socket": lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM),
        "open a local socket": lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM),
        "make a pair of sockets": socket.socketpair,
        "start a process": fork,
        "start a thread": run_a_thread,
        "run a program": lambda: execute(program),
        "run a shell": lambda: subprocess.run(["/bin/sh", "-c", "true"], check=True),
        "run another Python": lambda: execute(sys.executable),
        "stop the parent": lambda: os.kill(parent, 0),
        "signal every process": lambda: os.kill(parent, signal.SIGCONT),
        "read the parent's memory": lambda: call(PROCESS_VM_READV, parent, None, 0, None, 0, 0),
        "enter a new namespace": lambda: call(UNSHARE, CLONE_NEWUSER),
        "make an anonymous file": lambda: call(MEMFD_CREATE, b"x\0", 0),
        "ask for a ring of requests": lambda: call(IO_URING_SETUP, 1, bytes(120)),
        "open another process": lambda: call(PIDFD_OPEN, parent, 0),
        "reach for the keyring": lambda: call(KEYCTL, 0, -3, 0),
        "open by the newer call": lambda: call(
            OPENAT2, -100, secret.encode() + b"\0", bytes(24), 24
        ),
        "lift a limit": lift_the_limit,
        "change the priority": lambda: os.nice(1),
        "leave the folder": lambda: os.chdir(scratch),
        "be traced": be_traced,
    }


def main() -> int:
    attacks = list_attacks(*sys.argv[1:])
    json.dump({name: attempt(attack) for name, attack in attacks.items()}, sys.stdout)
    return 0


def attempt(attack: Callable[[], object]) -> bool:
    """Return whether an attack succeeded."""
    try:
        attack()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
