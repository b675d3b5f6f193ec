"""Reads the pictures inside a document and puts their texts where they stand.

A parser marks the place of each picture in its text; the pictures are read when all text is known,
which tells their language.
"""

import re
from collections.abc import Generator, Iterable

from indexer.documents import ParserNotice, ParserProgress
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.ocr.pictures import read_pictures
from indexer.parsing.shared.zip_archive import Archive

FORMATS = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".gif", ".webp")
# A letter that means nothing outside one program; in a text of a file's own it stays as it is.
MARK = "\ue0a0"
MARKED = re.compile(f"{MARK}([^{MARK}]{{1,300}}){MARK}")


def is_picture_name(name: str) -> bool:
    return name.lower().endswith(FORMATS)


def mark_picture(name: str) -> str:
    return f"{MARK}{name}{MARK}"


def read_marked(
    source: SourceFile, archive: Archive, texts: Iterable[str]
) -> Generator[ParserProgress | ParserNotice, None, dict[str, str]]:
    """Read the pictures whose places are marked in `texts`; return their texts by their names."""
    joined = "\n".join(texts)
    names = dict.fromkeys(MARKED.findall(joined)) if source.recognizer else {}
    pictures = {name: data for name in names if (data := _load(archive, name))}
    return (yield from read_pictures(source, pictures, MARKED.sub("", joined)))


def _load(archive: Archive, name: str) -> bytes:
    """Return a picture's bytes; nothing for one that is missing, or too large."""
    try:
        return archive.read(name) if name in archive.names else b""
    except ParseError:
        return b""


def fill_marks(text: str, found: dict[str, str]) -> str:
    """Put the text of each picture in its place; remove the marks of those that have none."""
    return MARKED.sub(lambda mark: found.get(mark[1], ""), text)
