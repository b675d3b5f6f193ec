"""Finds the program that the kernel runs beside another one: its dynamic linker."""

import struct
from pathlib import Path

INTERPRETER = 3  # PT_INTERP
HEADER = struct.Struct("<4sB")
TABLE = struct.Struct("<QQIHHH")  # e_phoff, e_shoff, e_flags, e_ehsize, e_phentsize, e_phnum
SEGMENT = struct.Struct("<IIQQQQ")  # p_type, p_flags, p_offset, p_vaddr, p_paddr, p_filesz
LONGEST = 4096  # bytes of a path


def find_interpreter(program: Path) -> list[str]:
    """Return the dynamic linker that a 64-bit program names; none for scripts and others."""
    try:
        with program.open("rb") as file:
            magic, width = HEADER.unpack(file.read(HEADER.size))
            if (magic, width) != (b"\x7fELF", 2):
                return []
            file.seek(32)
            start, _, _, _, size, count = TABLE.unpack(file.read(TABLE.size))
            for number in range(count):
                file.seek(start + number * size)
                kind, _, offset, _, _, length = SEGMENT.unpack(file.read(SEGMENT.size))
                if kind == INTERPRETER:
                    file.seek(offset)
                    name = file.read(min(length, LONGEST)).rstrip(b"\0")
                    return [str(Path(name.decode()).resolve())]
    except (OSError, struct.error, UnicodeError):
        return []
    return []
