"""Parses Office files from before 2007, once LibreOffice has converted them."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

from indexer.documents import Parsed, ParserProgress
from indexer.i18n import N_
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile, load_parser
from indexer.parsing.shared import office

SUFFIXES = (".doc", ".xls", ".ppt", ".dot", ".xlt", ".pps", ".pot")

# The stream that makes a compound file what it is, and the format in which it is read.
STREAMS = {
    "WordDocument": "doc",
    "Workbook": "xls",
    "Book": "xls",
    "PowerPoint Document": "ppt",
}
LOCKED_DOCUMENT = 0x01  # of the twelfth byte of a Word file
LOCKED_BOOK = b"\x2f\x00"  # FILEPASS, the record that follows the first one of an Excel file
LOCKED_SLIDES = "EncryptedSummary"
OLD_FORMAT = N_(": it is in the old {old} format. Save it as {new} and send that")
UNKNOWN = N_(": it is in an old Office format. Save it as DOCX, XLSX or PPTX and send that")


def parse(source: SourceFile) -> Iterator[Parsed]:
    kind = _find_kind(source)
    new = office.CONVERSIONS[kind]
    converted = b""
    if source.converter:
        yield ParserProgress(0, 1, office.UNIT)
        converted = source.converter(source.data, kind)
    if not converted:
        advice = OLD_FORMAT.fill(old=kind.upper(), new=new.upper())
        raise ParseError("unsupported", source.name, advice)
    yield from load_parser(new).parse(replace(source, data=converted))


def _find_kind(source: SourceFile) -> str:
    """Return what kind of file it is; raise ParseError for none that is known, or one locked."""
    import olefile  # type: ignore[import-untyped]  # it ships no type information

    try:
        file = olefile.OleFileIO(BytesIO(source.data))
    except OSError:
        raise ParseError("damaged", source.name) from None
    with file:
        stream = next((each for each in STREAMS if file.exists(each)), "")
        if not stream:
            raise ParseError("unsupported", source.name, UNKNOWN)
        if _is_locked(
            STREAMS[stream], file.openstream(stream).read(64), file.exists(LOCKED_SLIDES)
        ):
            raise ParseError("password", source.name)
    return STREAMS[stream]


def _is_locked(kind: str, head: bytes, locked_slides: bool) -> bool:
    if kind == "doc":
        return bool(head[11:12] and head[11] & LOCKED_DOCUMENT)
    if kind == "xls":
        second = 4 + int.from_bytes(head[2:4], "little")
        return head[second : second + 2] == LOCKED_BOOK
    return locked_slides
