"""Reads what openpyxl leaves out of a large spreadsheet: merged cells, comments, lost results."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from msgspec import Struct

from indexer.parsing.formats.xlsx.merged import Span
from indexer.parsing.shared.ooxml import RELATION_ID, list_relations
from indexer.parsing.shared.xml import parse_xml
from indexer.parsing.shared.zip_archive import Archive

WORKBOOK = "xl/workbook.xml"
MERGED = re.compile(
    rb'<(?:\w{1,20}:)?mergeCell\s[^>]{0,200}?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"'
)
NO_RESULT = re.compile(
    rb"(?:</(?:\w{1,20}:)?f>|<(?:\w{1,20}:)?f\b[^<>]{0,200}/>)\s{0,9}"
    rb"(?:</(?:\w{1,20}:)?c>|<(?:\w{1,20}:)?v\s{0,9}/>|<(?:\w{1,20}:)?v></)"
)
MOST = 20_000  # merged cells of a sheet
COMMENT = "Comment on {cell}: {text}"  # not translated: stored in the index
THREADED = "[Threaded comment]"
REPLY = "Comment:"


class SheetPart(Struct, frozen=True):
    """One sheet, beside its cells."""

    name: str
    merged: tuple[Span, ...] = ()
    comments: tuple[str, ...] = ()
    has_unknown_results: bool = False  # formulas that nobody has computed


def read_sheet_parts(archive: Archive) -> list[SheetPart]:
    if WORKBOOK not in archive.names:
        return []
    book = parse_xml(archive.read(WORKBOOK))
    places = dict(list_relations(archive, WORKBOOK))
    sheets = [
        (each.get("name", ""), each.get(RELATION_ID, "")) for each in book.iterfind(".//{*}sheet")
    ]
    return [_read_part(archive, name, places.get(at, "")) for name, at in sheets]


def _read_part(archive: Archive, name: str, place: str) -> SheetPart:
    if place not in archive.names:
        return SheetPart(name)
    content = archive.read(place)
    unknown = NO_RESULT.search(content) is not None
    return SheetPart(
        name, tuple(_find_merged(content)), tuple(_list_comments(archive, place)), unknown
    )


def _find_merged(content: bytes) -> Iterator[Span]:
    for count, found in enumerate(MERGED.finditer(content)):
        if count == MOST:
            return
        first, top, last, bottom = found.groups()
        yield int(top), _count_column(first), int(bottom), _count_column(last)


def _count_column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number


def _list_comments(archive: Archive, place: str) -> Iterator[str]:
    for part in _find_comment_parts(archive, place):
        for comment in parse_xml(archive.read(part)).iterfind(".//{*}comment"):
            if text := _join_text(comment):
                yield COMMENT.format(cell=comment.get("ref", ""), text=text)


def _find_comment_parts(archive: Archive, place: str) -> Iterator[str]:
    for _, part in list_relations(archive, place):
        if part in archive.names and part.endswith(".xml") and "comment" in part.lower():
            yield part


def _join_text(comment: Element) -> str:
    text = " ".join("".join(each.text or "" for each in comment.iterfind(".//{*}t")).split())
    # What older programs show in place of a comment with replies begins with an apology.
    return text.partition(REPLY)[2].strip() if text.startswith(THREADED) else text
