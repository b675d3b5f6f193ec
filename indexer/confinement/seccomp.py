"""Seccomp: which system calls this process and all that it starts may still make.

The filter is a program for the kernel's classic BPF machine, see userspace-api/seccomp_filter. What
it does not name is answered as a call that the kernel does not know (ENOSYS): libraries then use an
older one, as on an older kernel. A call with forbidden arguments is not permitted (EPERM).
"""

import ctypes
import struct
from collections.abc import Iterator, Sequence

from indexer.confinement.linux import (
    PR_SET_SECCOMP,
    SECCOMP_MODE_FILTER,
    control_process,
    find_machine,
)
from indexer.confinement.syscalls import NUMBERS, Allowed, Condition

ARCHITECTURES = (0xC000_003E, 0xC000_00B7)  # AUDIT_ARCH_X86_64 and _AARCH64
KILL, ALLOW = 0x8000_0000, 0x7FFF_0000
UNKNOWN, FORBIDDEN = 0x0005_0000 | 38, 0x0005_0000 | 1  # SECCOMP_RET_ERRNO: ENOSYS, EPERM
# Offsets in struct seccomp_data; both machines have the lower half of an argument first.
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
LOAD, AND, IF_EQUAL, RETURN = 0x20, 0x54, 0x15, 0x06

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, operand


def filter_calls(allowed: Allowed) -> None:
    """Refuse this thread every call but these, for good; raise OSError."""
    machine = find_machine()
    if machine is None:
        raise OSError(38, "no table of system calls for this machine")
    program = b"".join(struct.pack("=HBBI", *each) for each in build_program(allowed, machine))
    code = ctypes.create_string_buffer(program, len(program))
    # struct sock_fprog: the number of instructions, and where they are.
    head = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    passed = ctypes.create_string_buffer(head, len(head))
    control_process(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.c_void_p(ctypes.addressof(passed)))


def build_program(allowed: Allowed, machine: int) -> list[Instruction]:
    """Build the filter for one machine, an index into `NUMBERS`."""
    calls = [
        instruction
        for name, conditions in allowed.items()
        if (number := NUMBERS[name][machine]) is not None
        for instruction in _build_call(number, conditions)
    ]
    return [
        (LOAD, 0, 0, ARCHITECTURE),
        (IF_EQUAL, 1, 0, ARCHITECTURES[machine]),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        *calls,
        (RETURN, 0, 0, UNKNOWN),
    ]


def _build_call(number: int, conditions: Sequence[Condition]) -> Iterator[Instruction]:
    block = [each for condition in conditions for each in _build_condition(condition)]
    block.append((RETURN, 0, 0, FORBIDDEN if conditions else ALLOW))
    yield (IF_EQUAL, 0, len(block), number)
    yield from block


def _build_condition(condition: Condition) -> list[Instruction]:
    """Allow the call if the condition holds, else go on with the next instruction."""
    offset = ARGUMENTS + 8 * condition.argument
    halves = [(offset, condition.mask & 0xFFFF_FFFF, condition.value & 0xFFFF_FFFF)]
    if condition.mask >> 32:
        halves.append((offset + 4, condition.mask >> 32, condition.value >> 32))
    block: list[Instruction] = [(RETURN, 0, 0, ALLOW)]
    for place, mask, value in reversed(halves):
        test = (IF_EQUAL, 0, len(block), value)
        block = [(LOAD, 0, 0, place), (AND, 0, 0, mask), test, *block]
    return block
