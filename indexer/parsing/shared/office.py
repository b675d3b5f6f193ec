"""Has files in old Office formats converted by LibreOffice, where that is installed.

A parser starts no program: it sends the file through a pipe to the process of
`indexer.parsing.office_worker`, and reads what comes back as it reads any file.
"""

import os
from collections.abc import Callable
from functools import partial
from typing import BinaryIO

from indexer.parsing.limits import MIB
from indexer.parsing.shared.frames import frame, read_frame

UNIT = "conversions"  # of progress, which starts the other process
LARGEST_FILE = 60 * MIB
LARGEST_NAME = 10
CONVERSIONS = {
    "doc": "docx",
    "xls": "xlsx",
    "ppt": "pptx",
    "xlsx": "xlsx",  # for the results of its formulas
}

# From a file and the suffix of its format, without the dot, to the file in today's format; b"" for
# what cannot be converted.
Converter = Callable[[bytes, str], bytes]


def open_converter(files: int, results: int) -> Converter:
    """Return a converter at the other end of two pipes, which stay open while it is used."""
    return partial(convert, os.fdopen(files, "wb"), os.fdopen(results, "rb"))


def convert(files: BinaryIO, results: BinaryIO, data: bytes, suffix: str) -> bytes:
    """Send a file, and wait for what it becomes."""
    try:
        files.write(frame(suffix.encode()) + frame(data))
        files.flush()
    except BrokenPipeError:  # the other process has ended
        return b""
    return read_frame(results, LARGEST_FILE) or b""
