"""Parses ZIP archives: every document in them, each under its own name."""

from collections.abc import Iterator
from functools import partial

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.nested_files import Member, parse_archive
from indexer.parsing.shared.zip_archive import open_archive

SUFFIXES = (".zip",)


def parse(source: SourceFile) -> Iterator[Parsed]:
    with open_archive(source) as archive:
        files = [Member(name, partial(archive.read, name)) for name in archive.names]
        yield from parse_archive(source, files)
