"""Parses e-books: the chapters in their reading order, with the titles of the book's contents."""

import posixpath
from collections.abc import Iterator, Mapping
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from msgspec import Struct, field

from indexer.documents import Parsed, ParserProgress
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.shared.html_events import HEADINGS, iter_events, parse_html
from indexer.parsing.shared.markup import build_blocks
from indexer.parsing.shared.sections import Heading, TextBlock, assemble
from indexer.parsing.shared.xml import ParseFailure, parse_xml
from indexer.parsing.shared.zip_archive import Archive, open_archive

SUFFIXES = (".epub",)
PROTECTED = "META-INF/rights.xml"
NCX = "application/x-dtbncx+xml"  # the contents of older books


class Book(Struct, frozen=True):
    """Holds what the package file says, with names as files have them in the archive."""

    title: str = ""
    chapters: tuple[str, ...] = ()  # in reading order
    contents: tuple[str, ...] = ()  # the files that list the chapters with their titles


class Titles(Struct, frozen=True):
    """The titles of chapters that have no main heading."""

    book: str
    listed: Mapping[str, str] = field(default_factory=dict)  # by the chapter's file

    def choose(self, chapter: str, title: str) -> str:
        """Return the title of a chapter; "" for none.

        `title` is that of its file, which in many books is the book's in each of them.
        """
        return self.listed.get(chapter) or ("" if title == self.book else title)


def parse(source: SourceFile) -> Iterator[Parsed]:
    with open_archive(source) as archive:
        if PROTECTED in archive.names:
            raise ParseError("password", source.name)
        book = _read_book(archive)
        chapters = [name for name in dict.fromkeys(book.chapters) if name in archive.names]
        if not chapters:
            raise ParseError("damaged", source.name)
        yield ParserProgress(0, len(chapters), "chapters")
        titles = Titles(book.title, dict(_list_titles(archive, book)))
        yield from assemble(_extract_blocks(archive, chapters, titles), source.name)


def _extract_blocks(
    archive: Archive, chapters: list[str], titles: Titles
) -> Iterator[Heading | TextBlock]:
    for name in chapters:
        page = parse_html(archive.read(name))
        if page.css_first("h1") is None:
            named, heading = page.css_first("head > title"), page.css_first(HEADINGS)
            title = titles.choose(name, _squeeze(named.text()) if named is not None else "")
            yield from [Heading(1, title)] if title else []
            if heading is not None and _squeeze(heading.text()) == title:
                heading.decompose()  # it is the title
        if page.body is not None:
            yield from build_blocks(iter_events(page.body))


def _squeeze(text: str) -> str:
    return " ".join(text.split())


def _read_book(archive: Archive) -> Book:
    container = parse_xml(archive.read("META-INF/container.xml"))
    package = container.find(".//{*}rootfile")
    path = package.get("full-path", "") if package is not None else ""
    book = parse_xml(archive.read(path))
    items = list(book.iterfind(".//{*}manifest/{*}item"))
    places = {item.get("id"): item.get("href", "") for item in items if not _is_contents(item)}
    spine = book.iterfind(".//{*}spine/{*}itemref")
    contents = [item for item in items if _is_contents(item) or item.get("media-type") == NCX]
    return Book(
        _squeeze(book.findtext(".//{*}metadata/{*}title") or ""),
        tuple(_resolve(path, places.get(each.get("idref"), "")) for each in spine),
        tuple(_resolve(path, item.get("href", "")) for item in contents),
    )


def _resolve(base: str, place: str) -> str:
    """Return the name in the archive of what a file there refers to."""
    place = unquote(place.partition("#")[0])
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), place))


def _is_contents(item: Element) -> bool:
    """Return whether this is the table of contents, which only repeats the chapters' titles."""
    return "nav" in item.get("properties", "").split()


def _list_titles(archive: Archive, book: Book) -> Iterator[tuple[str, str]]:
    """Yield chapters with their titles, the last first: what comes first counts."""
    found = list[tuple[str, str]]()
    for name in book.contents:
        if name in archive.names:
            data = archive.read(name)
            links = _list_points(data) if name.endswith(".ncx") else _list_links(data)
            found += [(_resolve(name, place), title) for place, title in links if title]
    return reversed(found)


def _list_links(data: bytes) -> Iterator[tuple[str, str]]:
    for link in parse_html(data).css("nav a"):
        yield link.attributes.get("href") or "", _squeeze(link.text())


def _list_points(data: bytes) -> Iterator[tuple[str, str]]:
    try:
        points = parse_xml(data).iterfind(".//{*}navPoint")
    except ParseFailure:
        return
    for point in points:
        place = point.find("{*}content")
        title = _squeeze(point.findtext("{*}navLabel/{*}text") or "")
        yield place.get("src", "") if place is not None else "", title
