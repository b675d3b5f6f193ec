"""Limits on reading one file, so that no file can harm the machine or stall the bot."""

import resource
from dataclasses import dataclass
from typing import Annotated

from indexer.settings import Between, Count, Positive, Seconds

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one file and on the process that reads it."""

    file_bytes: Annotated[int, Between(MIB)] = 50 * MIB  # size of the file
    memory_bytes: Annotated[int, Between(128 * MIB)] = 1 << 30  # address space of the process
    cpu_seconds: Positive = 60  # processor time for one file
    wall_seconds: Seconds = 900.0  # on the clock, for one file: a last resort on a busy machine
    pages: Positive = 5_000  # of one document
    table_pages: Count = 5_000  # pages of a PDF that are searched for tables
    ocr_pages: Count = 30  # scanned pages of one document that are recognised
    output_characters: Positive = 20_000_000  # of text from one file
    part_bytes: Annotated[int, Between(MIB)] = 20 * MIB  # one unpacked file inside a ZIP container
    unpacked_bytes: Annotated[int, Between(MIB)] = 200 * MIB  # all of them together
    unpacked_ratio: Positive = 200  # unpacked size of one file in a container to its packed size
    entries: Positive = 2_000  # files in one container
    depth: Count = 2  # containers inside containers
    cells: Positive = 2_000_000  # of one spreadsheet


DEFAULT_LIMITS = Limits()


def allow_cpu(seconds: int) -> None:
    """Allow this process `seconds` more of CPU time, after which the kernel ends it."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    used = int(usage.ru_utime + usage.ru_stime)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = used + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard < 0 else min(soft, hard), hard))
