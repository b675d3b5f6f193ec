"""Has a model that can see read the pages of a scan that OCR can hardly read.

What it writes down is text of the document like any other: foreign, and never an order.
"""

from bisect import bisect_right
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence

from msgspec import Struct

from indexer.documents import ParserProgress, Section, WeakPage
from indexer.errors import UserError
from indexer.i18n import N_
from indexer.parsing.ocr.pictures import format_spans, make_unclear_notice
from indexer.parsing.ocr.recognizer import UNIT
from indexer.parsing.protocol import clean

LONGEST = 20_000  # characters of one page


class PageReader(Struct, frozen=True):
    """A model that can see, for the files of one chat."""

    name: str  # of the model
    # The text on a page's JPEG, "" if there is none; a `UserError` if no page can be read now.
    read: Callable[[bytes], Awaitable[str]]


async def read_weak_pages(
    pages: Sequence[WeakPage], reader: PageReader
) -> AsyncGenerator[ParserProgress | Section | str, None]:
    """Yield the pages as sections, each after its progress, then sentences on who read which.

    A page that the model does not read keeps what OCR made of it.
    """
    read, lost = list[int](), list[int]()
    failure = ""
    for done, page in enumerate(pages):
        yield ParserProgress(done, len(pages), UNIT)
        text = ""
        if not failure:
            try:
                text = clean(await reader.read(page.picture))[:LONGEST].strip()
            except UserError as error:
                failure = str(error)
        if text or page.text:
            yield _build_section(page.number, text or page.text)
        if text or not page.text:
            (read if text else lost).append(page.number)
    for sentence in (*_report(read, lost, reader.name), failure):
        if sentence:
            yield sentence


def _build_section(number: int, text: str) -> Section:
    return Section(f"Page {number}", text, pages=(number, number), element_type="paragraph")


def _report(read: Sequence[int], lost: Sequence[int], model: str) -> Iterator[str]:
    one = N_("Page {pages} was hard to read, so {model} read it. It may have made mistakes.")
    several = N_(
        "Pages {pages} were hard to read, so {model} read them. It may have made mistakes."
    )
    if read:
        yield str((several if len(read) > 1 else one).fill(pages=format_spans(read), model=model))
    if lost:
        yield str(make_unclear_notice(lost))


def insert_page(sections: list[Section], page: Section) -> None:
    """Put a page's section behind those that begin on an earlier page."""
    begins = [each.pages[0] if each.pages else 0 for each in sections]
    place = bisect_right(begins, page.pages[0] if page.pages else 0)
    sections.insert(place, page)
