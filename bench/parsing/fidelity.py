"""Measures of parsed documents: how much text is kept, and where sections begin."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from indexer.documents import Section
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.pdf.headings import find_headings
from indexer.parsing.formats.pdf.layout import ParsedPage
from indexer.parsing.formats.pdf.letters import normalize_letters
from indexer.parsing.formats.pdf.outline import Bookmark, read_outline
from indexer.parsing.formats.pdf.pages import open_pdf, read_page
from indexer.parsing.formats.pdf.sections import split_by_outline

WORD = re.compile(r"\w+")
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
SLACK = 25  # letters that may precede a title


class ParsedPdf(Struct, frozen=True):
    """A PDF's pages and outline, as the parser sees them before it splits the text."""

    name: str
    pages: tuple[ParsedPage, ...]
    entries: tuple[Bookmark, ...]
    letters: Counter[str]  # in PDFium's own text of all pages


class Counts(Struct, frozen=True):
    """Sums over documents."""

    hits: int = 0
    expected: int = 0
    found: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.hits + other.hits, self.expected + other.expected, self.found + other.found
        )


def read_pdf(path: Path) -> ParsedPdf | None:
    """Read the pages of a PDF; None if it does not open."""
    try:
        with open_pdf(SourceFile(path.name, path.read_bytes())) as document:
            pages = tuple(
                read_page(document, index, look_for_tables=False) for index in range(len(document))
            )
            there = Counter[str]()
            for page in document if not any(each.is_broken for each in pages) else ():
                there.update(normalize_letters(page.get_textpage().get_text_range()))
                page.close()
            return ParsedPdf(path.name, pages, tuple(read_outline(document)), there)
    except ParseError:
        return None


def split_words(text: str) -> list[str]:
    return WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def compute_f1(first: Sequence[str], second: Sequence[str]) -> float:
    """Compute the harmonic mean of the shares of words that the other text has, with repeats."""
    common = (Counter(first) & Counter(second)).total()
    return 2 * common / (len(first) + len(second)) if first or second else 1.0


def is_right_to_left(text: str) -> bool:
    return len(RIGHT_TO_LEFT.findall(text)) > 0.3 * len(text)


def count_title_starts(read: ParsedPdf) -> Counts:
    """Count the sections of the outline that begin with their own title."""
    sections = [
        each for each in split_by_outline(read.pages, read.entries, read.name) if each.level
    ]
    hits = sum(_starts_with_title(section) for section in sections)
    return Counts(hits, len(sections), len(sections))


def _starts_with_title(section: Section) -> bool:
    """Return whether a section begins with its title, if below the titles above it."""
    above = sum(len(normalize_letters(each)) + SLACK for each in section.path[:-1])
    title, text = normalize_letters(section.title), normalize_letters(section.text)
    first = [normalize_letters(each) for each in section.path[:-1]]
    reach = above if any(each and each in text[: above + SLACK] for each in first) else 0
    return title in text[: reach + len(title) + SLACK]


def count_kept_letters(read: ParsedPdf) -> Counts:
    """Count letters on the pages (expected), of these in sections (hits), in sections (found)."""
    sections = split_by_outline(read.pages, read.entries, read.name)
    indexed = Counter(normalize_letters("".join(section.text for section in sections)))
    return Counts((read.letters & indexed).total(), read.letters.total(), indexed.total())


def count_found_headings(read: ParsedPdf) -> Counts:
    """Count the outline entries that the search for headings finds without the outline."""
    headings = find_headings(read.pages)
    free = [
        (normalize_letters(each.title), headings.lines[each.at].page) for each in headings.starts
    ]
    found, hits = len(free), 0
    for entry in read.entries:
        match = next((each for each in free if _is_same(entry, *each)), None)
        if match:
            free.remove(match)
            hits += 1
    return Counts(hits, len(read.entries), found)


def _is_same(entry: Bookmark, heading: str, page: int) -> bool:
    title = normalize_letters(entry.title)
    if not title or entry.page is None or abs(entry.page + 1 - page) > 1:
        return False
    longer, shorter = max(title, heading, key=len), min(title, heading, key=len)
    return shorter in longer and len(shorter) > 0.6 * len(longer)


def list_titles(sections: Iterable[Section]) -> list[str]:
    """List all headings in order; those without text are in the paths of those below them."""
    listed: list[str] = []
    above: tuple[str, ...] = ()
    for section in sections:
        shared = 0
        while shared < min(len(above), len(section.path)) and above[shared] == section.path[shared]:
            shared += 1
        listed.extend(section.path[shared:])
        above = section.path
    return listed
