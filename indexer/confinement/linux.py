"""The calls of Linux that Python has no function for; each raises OSError."""

import ctypes
import os
import sys

from indexer.confinement.syscalls import NUMBERS

MACHINES = ("x86_64", "aarch64")  # in the order of the numbers in NUMBERS
PR_SET_NO_NEW_PRIVS = 38
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2


def find_machine() -> int | None:
    """Return the index of this machine's numbers in `NUMBERS`; None for any other system."""
    if sys.platform != "linux" or sys.maxsize < 2**32:  # a 32-bit Python makes other calls
        return None
    machine = os.uname().machine
    return MACHINES.index(machine) if machine in MACHINES else None


def call(name: str, *arguments: int | bytes | ctypes.Array[ctypes.c_char] | None) -> int:
    """Make a system call by its name, with numbers and buffers as arguments."""
    machine = find_machine()
    number = None if machine is None else NUMBERS[name][machine]
    if number is None:
        raise OSError(38, os.strerror(38))  # ENOSYS
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return _check(library.syscall(ctypes.c_long(number), *map(_widen, arguments)))


def control_process(option: int, *arguments: int | ctypes.c_void_p) -> int:
    """Call prctl(2)."""
    library = ctypes.CDLL(None, use_errno=True)
    rest = [*map(_widen, arguments), *[ctypes.c_ulong(0)] * (4 - len(arguments))]
    return _check(library.prctl(ctypes.c_int(option), *rest))


def forbid_new_privileges() -> None:
    """Let this process and its children gain no rights, for good, as the other walls require."""
    control_process(PR_SET_NO_NEW_PRIVS, 1)


def _widen(argument: object) -> object:
    # Else ctypes passes an int of Python as a C int, and the upper half would be chance.
    return ctypes.c_ulong(argument) if isinstance(argument, int) else argument


def _check(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
