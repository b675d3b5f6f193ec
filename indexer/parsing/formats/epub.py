"""Parses e-books: the chapters in their reading order."""

import posixpath
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from indexer.documents import Parsed, ParserProgress
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.html import extract_page_blocks
from indexer.parsing.shared.sections import Heading, TextBlock, assemble
from indexer.parsing.shared.xml import parse_xml
from indexer.parsing.shared.zip_archive import Archive, open_archive

SUFFIXES = (".epub",)
PROTECTED = "META-INF/rights.xml"


def parse(source: SourceFile) -> Iterator[Parsed]:
    with open_archive(source) as archive:
        if PROTECTED in archive.names:
            raise ParseError("password", source.name)
        chapters = [
            name for name in dict.fromkeys(_list_chapters(archive)) if name in archive.names
        ]
        if not chapters:
            raise ParseError("damaged", source.name)
        yield ParserProgress(0, len(chapters), "chapters")
        yield from assemble(_extract_blocks(archive, chapters), source.name)


def _extract_blocks(archive: Archive, chapters: list[str]) -> Iterator[Heading | TextBlock]:
    for name in chapters:
        yield from extract_page_blocks(archive.read(name))


def _list_chapters(archive: Archive) -> Iterator[str]:
    """Yield the names of the chapters in reading order, as the book's package file lists them."""
    container = parse_xml(archive.read("META-INF/container.xml"))
    package = container.find(".//{*}rootfile")
    path = package.get("full-path", "") if package is not None else ""
    book = parse_xml(archive.read(path))
    items = [item for item in book.iterfind(".//{*}manifest/{*}item") if not _is_contents(item)]
    places = {item.get("id"): item.get("href", "") for item in items}
    for reference in book.iterfind(".//{*}spine/{*}itemref"):
        place = unquote(places.get(reference.get("idref"), ""))
        yield posixpath.normpath(posixpath.join(posixpath.dirname(path), place))


def _is_contents(item: Element) -> bool:
    """Return whether this is the table of contents, which only repeats the chapters' titles."""
    return "nav" in item.get("properties", "").split()
