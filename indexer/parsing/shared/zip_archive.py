"""Reads ZIP files, each as if it were a bomb."""

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from indexer.i18n import N_
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.limits import MIB
from indexer.parsing.regular_files import make_count_error


class Archive:
    """The files in a ZIP; see `open_archive`. What is read counts against its limits."""

    def __init__(self, source: SourceFile, opened: zipfile.ZipFile) -> None:
        self._source = source
        self._opened = opened
        self._unpacked = 0
        self.names = tuple(info.filename for info in opened.infolist() if not info.is_dir())

    def read(self, name: str) -> bytes:
        """Return one file's bytes; raise KeyError where it is missing."""
        self.count_member(name)
        with _refuse_damage(self._source):
            return self._opened.read(name)

    def count_member(self, name: str) -> None:
        """Count a file that is about to be unpacked; raise ParseError where it is too much."""
        info = self._opened.getinfo(name)
        limits, name = self._source.limits, self._source.name
        if info.flag_bits & 1:
            raise ParseError("password", name)
        self._unpacked += info.file_size
        ratio = info.file_size / max(1, info.compress_size)
        if info.file_size > MIB and ratio > limits.unpacked_ratio:
            raise ParseError(
                "too_large", name, N_(": it unpacks to far more than a document holds")
            )
        if info.file_size > limits.part_bytes or self._unpacked > limits.unpacked_bytes:
            raise ParseError("too_large", name, N_(" once it is unpacked"))


@contextmanager
def open_archive(source: SourceFile) -> Iterator[Archive]:
    """Open the archive in `source`; raise ParseError, also for damage found while it is read."""
    with _refuse_damage(source), zipfile.ZipFile(BytesIO(source.data)) as opened:
        if len(opened.infolist()) > source.limits.entries:
            raise make_count_error(source.name, source.limits)
        yield Archive(source, opened)


@contextmanager
def _refuse_damage(source: SourceFile) -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, zlib.error) as error:
        raise ParseError("damaged", source.name, detail=type(error).__name__) from None
