"""The numbers of system calls, and which of them a walled process may make.

The first number is that of x86_64, the second that of aarch64; None where it has no such call.
They stand in the kernel's arch/x86/entry/syscalls/syscall_64.tbl and
include/uapi/asm-generic/unistd.h.
"""

from collections.abc import Iterator

from msgspec import Struct

NUMBERS: dict[str, tuple[int | None, int | None]] = {
    # what is open already
    "read": (0, 63),
    "write": (1, 64),
    "readv": (19, 65),
    "writev": (20, 66),
    "pread64": (17, 67),
    "lseek": (8, 62),
    "close": (3, 57),
    "close_range": (436, 436),
    "fstat": (5, 80),
    "fcntl": (72, 25),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "fadvise64": (221, 223),
    "ioctl": (16, 29),
    "recvmsg": (47, 212),
    "poll": (7, None),
    "ppoll": (271, 73),
    "select": (23, None),
    "pselect6": (270, 72),
    "pipe": (22, None),
    "pipe2": (293, 59),
    # files by their names
    "open": (2, None),
    "openat": (257, 56),
    "stat": (4, None),
    "lstat": (6, None),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "access": (21, None),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "getdents64": (217, 61),
    "getcwd": (79, 17),
    # files that are written
    "pwrite64": (18, 68),
    "ftruncate": (77, 46),
    "fallocate": (285, 47),
    "fsync": (74, 82),
    "fdatasync": (75, 83),
    "flock": (73, 32),
    "mkdir": (83, None),
    "mkdirat": (258, 34),
    "rmdir": (84, None),
    "unlink": (87, None),
    "unlinkat": (263, 35),
    "rename": (82, None),
    "renameat": (264, 38),
    "renameat2": (316, 276),
    "statfs": (137, 43),
    "fstatfs": (138, 44),
    "eventfd2": (290, 19),
    # memory
    "brk": (12, 214),
    "mmap": (9, 222),
    "munmap": (11, 215),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "madvise": (28, 233),
    "membarrier": (324, 283),
    # threads
    "clone": (56, 220),
    "futex": (202, 98),
    "set_robust_list": (273, 99),
    "rseq": (334, 293),
    "set_tid_address": (218, 96),
    "arch_prctl": (158, None),
    "gettid": (186, 178),
    "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123),
    "getcpu": (309, 168),
    # signals
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    # time and chance
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101),
    "gettimeofday": (96, 169),
    "time": (201, None),
    "getrandom": (318, 278),
    # the process itself
    "getpid": (39, 172),
    "getppid": (110, 173),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "getpgrp": (111, None),
    "uname": (63, 160),
    "sysinfo": (99, 179),
    "getrusage": (98, 165),
    "times": (100, 153),
    "getrlimit": (97, 163),
    "prlimit64": (302, 261),
    "prctl": (157, 167),
    "exit": (60, 93),
    "exit_group": (231, 94),
    # other programs
    "execve": (59, 221),
    "fork": (57, None),
    "vfork": (58, None),
    "wait4": (61, 260),
    "waitid": (247, 95),
    # these walls
    "landlock_create_ruleset": (444, 444),
    "landlock_add_rule": (445, 445),
    "landlock_restrict_self": (446, 446),
}

CLONE_THREAD = 0x10000
RLIMIT_CPU = 0
WRITING = 0o1 | 0o2 | 0o100 | 0o1000  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC
PR_SET_NAME, PR_SET_VMA = 15, 0x53564D41
TERMINAL, CLOSE_ON_EXEC = 0x5401, 0x5451  # TCGETS, by which a stream finds its kind; FIOCLEX
F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC = 0, 1, 2, 3, 1030


class Condition(Struct, frozen=True):
    """Holds if the argument of that index, from 0, has `value` in the bits of `mask`."""

    argument: int
    value: int
    mask: int = 0xFFFF_FFFF


Allowed = dict[str, tuple[Condition, ...]]  # a call, if any of its conditions holds; () is always

# Everything that needs no condition: none of these reaches another process, the network or, with
# the flags that `_allow_conditionally` checks, the content of the disk.
HARMLESS = """
read write readv writev pread64 lseek close close_range fstat dup dup2 dup3 fadvise64 recvmsg
poll ppoll select pselect6
stat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat getdents64 getcwd
brk mmap munmap mprotect mremap madvise membarrier
futex set_robust_list rseq set_tid_address gettid sched_yield sched_getaffinity getcpu
rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack restart_syscall
clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time getrandom
getpid getppid getuid geteuid getgid getegid getpgrp uname sysinfo getrusage times getrlimit
exit exit_group
"""  # names between blanks
# What a library needs besides that keeps files of its own; Landlock says where. It says nothing of
# calls that change the rights and times of files, so none of them is here.
KEEPING_FILES = """
open openat pwrite64 ftruncate fallocate fsync fdatasync flock mkdir mkdirat rmdir unlink unlinkat
rename renameat renameat2 statfs fstatfs eventfd2 pipe pipe2
"""


def allow_computing(process_id: int, *, threads: bool) -> Allowed:
    """Return the calls of a process that reads what it is given, computes and answers."""
    return {
        **dict.fromkeys(HARMLESS.split(), ()),
        **dict(_allow_conditionally(process_id)),
        **({"clone": (Condition(0, CLONE_THREAD, CLONE_THREAD),)} if threads else {}),
    }


def _allow_conditionally(process_id: int) -> Iterator[tuple[str, tuple[Condition, ...]]]:
    yield "open", (Condition(1, 0, WRITING),)
    yield "openat", (Condition(2, 0, WRITING),)
    for call in ("kill", "tkill", "tgkill"):  # abort() sends a signal to its own process
        yield call, (Condition(0, process_id),)
    yield "prlimit64", (Condition(1, RLIMIT_CPU), Condition(2, 0, 0xFFFF_FFFF_FFFF_FFFF))
    yield "prctl", tuple(Condition(0, option) for option in (PR_SET_NAME, PR_SET_VMA))
    yield "ioctl", tuple(Condition(1, request) for request in (TERMINAL, CLOSE_ON_EXEC))
    commands = (F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC)
    yield "fcntl", tuple(Condition(1, command) for command in commands)


def allow_programs(process_id: int, *, threads: bool) -> Allowed:
    """Return the calls of a process that also starts programs, and ends them."""
    calls = ("execve", "clone", "fork", "vfork", "wait4", "waitid", "kill", "fcntl", "prctl")
    pipes = ("pipe", "pipe2", "arch_prctl")
    return {**allow_computing(process_id, threads=threads), **dict.fromkeys((*calls, *pipes), ())}


def allow_one_program(process_id: int, *, threads: bool) -> Allowed:
    """Return the calls of a process that is about to become a program, and starts no other."""
    become: Allowed = {"execve": (), "arch_prctl": ()}
    return {**allow_computing(process_id, threads=threads), **become}


def allow_keeping_files(calls: Allowed) -> Allowed:
    """Return `calls` and those of a process that keeps files in a folder of its own."""
    return {**calls, **dict.fromkeys(KEEPING_FILES.split(), ())}
