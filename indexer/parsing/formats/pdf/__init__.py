"""Parses PDF: sections by the outline, else by headings that the type shows, else by page."""

from collections.abc import Iterator, Sequence

from indexer.documents import Parsed, ParserNotice, Section
from indexer.i18n import N_, Sentence
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.pdf.annotations import open_forms
from indexer.parsing.formats.pdf.attachments import list_attachments
from indexer.parsing.formats.pdf.headings import (
    find_headings,
    find_title,
    find_title_of_all,
    split_by_headings,
)
from indexer.parsing.formats.pdf.layout import ParsedPage
from indexer.parsing.formats.pdf.losses import report_losses
from indexer.parsing.formats.pdf.outline import Bookmark, read_outline
from indexer.parsing.formats.pdf.pages import open_pdf, read_pages
from indexer.parsing.formats.pdf.running_heads import mark_running_heads
from indexer.parsing.formats.pdf.scans import recognize_scans
from indexer.parsing.formats.pdf.sections import (
    drop_foreign_bookmarks,
    split_by_outline,
    split_by_page,
)
from indexer.parsing.shared.nested_files import parse_attachments

SUFFIXES = (".pdf",)
SAMPLE = 50  # pages that show what ordinary text looks like, and so what a title is
NO_TESSERACT = N_(
    ": its pages are pictures. To read them, install tesseract on the machine that I run on"
)
UNCLEAR = N_(": its pages are pictures, and the writing in them is not clear enough to read")
ADOBE = N_(
    "This is a form that only Adobe's programs can show, so its contents may be missing. "
    "Print it into a new PDF and send that."
)


def parse(source: SourceFile) -> Iterator[Parsed]:
    with open_pdf(source) as document:
        is_adobe_s = open_forms(document)
        pages = yield from read_pages(document, source.limits)
        entries = read_outline(document)
        pages = yield from recognize_scans(document, pages, source)
        attached = list_attachments(document, source.limits)
        if not any(page.lines for page in pages) and not attached:
            raise ParseError("no_text", source.name, _explain_no_text(pages, source))
        yield from split_sections(mark_running_heads(pages), entries, source.name)
        yield from parse_attachments(source, attached)
    yield from report_losses(pages, source)
    if is_adobe_s:
        yield ParserNotice((ADOBE,))


def split_sections(
    pages: Sequence[ParsedPage], entries: Sequence[Bookmark], name: str
) -> Iterator[Section]:
    if own := drop_foreign_bookmarks(pages, entries):
        title = find_title(find_headings(pages[:SAMPLE]))
        yield from split_by_outline(pages, own, name, title)
    else:
        found = find_headings(pages)
        sections = split_by_headings(found, len(pages), name)
        yield from sections or split_by_page(pages, find_title_of_all(found))


def _explain_no_text(pages: Sequence[ParsedPage], source: SourceFile) -> Sentence:
    if not any(page.is_picture for page in pages):
        return N_(": its pages are empty")
    if any(page.is_unclear or page.is_shown for page in pages):
        return UNCLEAR
    return N_(": its pages are pictures") if source.recognizer else NO_TESSERACT
