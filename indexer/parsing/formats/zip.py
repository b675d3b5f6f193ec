"""Parses ZIP archives: every document in them, each under its own name."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import PurePosixPath

from indexer.documents import Parsed, ParserNotice, ParserProgress
from indexer.i18n import N_
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.nested_files import Member, clean_name, parse_members, refuse_own_data
from indexer.parsing.shared.saved_pages import is_page_part
from indexer.parsing.shared.zip_archive import Archive, open_archive

SUFFIXES = (".zip",)
CLUTTER = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
HIDDEN = N_("I left out hidden files ({count}): {names}.")
LISTED = 5  # hidden files that are named


def parse(source: SourceFile) -> Iterator[Parsed]:
    with open_archive(source) as archive:
        refuse_own_data(source, archive.names)
        yield ParserProgress(0, len(archive.names), "files")
        yield from parse_members(source, _list_members(archive))
        if hidden := [name for name in archive.names if is_hidden(name) and not is_clutter(name)]:
            yield make_hidden_notice(hidden)


def _list_members(archive: Archive) -> Iterator[Member]:
    names = frozenset(archive.names)
    for name in archive.names:
        if not (is_hidden(name) or is_clutter(name) or is_page_part(name, names)):
            yield Member(name, partial(archive.read, name))


def is_hidden(name: str) -> bool:
    return any(part.startswith(".") for part in PurePosixPath(name).parts)


def is_clutter(name: str) -> bool:
    """Return whether a system has left this file there, in which nobody has written anything."""
    return any(part in CLUTTER for part in PurePosixPath(name).parts)


def make_hidden_notice(names: Sequence[str]) -> ParserNotice:
    listed = ", ".join(map(clean_name, names[:LISTED])) + (" …" if names[LISTED:] else "")
    return ParserNotice((HIDDEN.fill(count=len(names), names=listed),))
