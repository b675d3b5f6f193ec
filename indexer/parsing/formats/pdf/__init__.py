"""Parses PDF: sections by the outline, else by headings that the type shows, else by page."""

from collections.abc import Iterator, Sequence

from indexer.documents import Parsed, ParserNotice, Section
from indexer.i18n import N_, Sentence
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.pdf.headings import split_by_headings
from indexer.parsing.formats.pdf.layout import ParsedPage
from indexer.parsing.formats.pdf.outline import Bookmark, read_outline
from indexer.parsing.formats.pdf.pages import open_pdf, read_pages
from indexer.parsing.formats.pdf.running_heads import mark_running_heads
from indexer.parsing.formats.pdf.scans import recognize_scans
from indexer.parsing.formats.pdf.sections import split_by_outline, split_by_page
from indexer.parsing.shared import ocr

SUFFIXES = (".pdf",)
NO_TESSERACT = N_(
    ": its pages are pictures. To read them, install tesseract on the machine that I run on"
)


def parse(source: SourceFile) -> Iterator[Parsed]:
    with open_pdf(source) as document:
        pages = yield from read_pages(document, source.limits)
        entries = read_outline(document)
        pages = yield from recognize_scans(document, pages, source)
    if not any(page.lines for page in pages):
        raise ParseError("no_text", source.name, _explain_no_text(pages, source))
    yield from split_sections(mark_running_heads(pages), entries, source.name)
    yield from _report_unread_pages(pages, source)


def split_sections(
    pages: Sequence[ParsedPage], entries: Sequence[Bookmark], name: str
) -> Iterator[Section]:
    if entries:
        yield from split_by_outline(pages, entries, name)
    else:
        yield from split_by_headings(pages, name) or split_by_page(pages)


def _explain_no_text(pages: Sequence[ParsedPage], source: SourceFile) -> Sentence:
    if not any(page.is_picture for page in pages):
        return N_(": its pages are empty")
    return N_(": its pages are pictures") if source.recognizer else NO_TESSERACT


def _report_unread_pages(pages: Sequence[ParsedPage], source: SourceFile) -> Iterator[ParserNotice]:
    if pictures := [page.number for page in pages if page.is_picture]:
        one = N_("I could not read page {pages}: it is a picture of text.")
        several = N_("I could not read pages {pages}: they are pictures of text.")
        sentence = (several if len(pictures) > 1 else one).fill(pages=format_spans(pictures))
        yield ParserNotice((sentence,) if source.recognizer else (sentence, ocr.ADVICE))
    if broken := [page.number for page in pages if page.is_broken]:
        one = N_("I could not read page {pages}: it is damaged.")
        several = N_("I could not read pages {pages}: they are damaged.")
        sentence = (several if len(broken) > 1 else one).fill(pages=format_spans(broken))
        yield ParserNotice((sentence,))


def format_spans(numbers: Sequence[int]) -> str:
    """Format ascending numbers as `3-5, 9`."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)
