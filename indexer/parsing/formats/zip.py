"""Parses ZIP archives: every document in them, each under its own name."""

from collections.abc import Iterator
from functools import partial
from pathlib import PurePosixPath

from indexer.documents import Parsed, ParserProgress
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.nested_files import Member, parse_members
from indexer.parsing.shared.zip_archive import Archive, open_archive

SUFFIXES = (".zip",)
UNWANTED = ("__MACOSX", "Thumbs.db", "desktop.ini")


def parse(source: SourceFile) -> Iterator[Parsed]:
    with open_archive(source) as archive:
        yield ParserProgress(0, len(archive.names), "files")
        yield from parse_members(source, _list_members(archive))


def _list_members(archive: Archive) -> Iterator[Member]:
    for name in archive.names:
        parts = PurePosixPath(name).parts
        if not any(part.startswith(".") or part in UNWANTED for part in parts):
            yield Member(name, partial(archive.read, name))
