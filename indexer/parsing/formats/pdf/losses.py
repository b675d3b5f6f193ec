"""Says what of a PDF could not be read, with the numbers of the pages."""

from collections.abc import Callable, Iterator, Sequence

from indexer.documents import ParserNotice
from indexer.i18n import N_, Sentence
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.pdf.layout import ParsedPage
from indexer.parsing.limits import Limits
from indexer.parsing.ocr import recognizer as ocr
from indexer.parsing.ocr.pictures import (
    format_spans,
    make_sparse_notice,
    make_unclear_notice,
)


def report_losses(pages: Sequence[ParsedPage], source: SourceFile) -> Iterator[ParserNotice]:
    if pictures := _list_numbers(pages, _is_unread):
        one = N_("I could not read page {pages}: it is a picture of text.")
        several = N_("I could not read pages {pages}: they are pictures of text.")
        sentence = _fill(one, several, pictures)
        yield ParserNotice((sentence,) if source.recognizer else (sentence, ocr.ADVICE))
    if unclear := _list_numbers(pages, lambda page: page.is_unclear):
        yield make_unclear_notice(unclear)
    if sparse := _list_numbers(pages, lambda page: page.is_sparse):
        yield make_sparse_notice(sparse)
    if broken := _list_numbers(pages, lambda page: page.is_broken):
        one = N_("I could not read page {pages}: it is damaged.")
        several = N_("I could not read pages {pages}: they are damaged.")
        yield ParserNotice((_fill(one, several, broken),))
    yield from _report_limits(pages, source.limits)


def _report_limits(pages: Sequence[ParsedPage], limits: Limits) -> Iterator[ParserNotice]:
    if scans := _list_numbers(pages, lambda page: page.is_left_out and page.is_picture):
        one = N_("I did not read page {pages}, a picture of text: the limit is {setting}.")
        several = N_("I did not read pages {pages}, pictures of text: the limit is {setting}.")
        filled = _fill(one, several, scans)
        yield ParserNotice((filled.fill(setting="documents.limits.ocr_pages"),))
    if parts := _list_numbers(pages, lambda page: page.is_left_out and not page.is_picture):
        one = N_("I did not look for text in the pictures on page {pages}: the limit is {setting}.")
        several = N_(
            "I did not look for text in the pictures on pages {pages}: the limit is {setting}."
        )
        filled = _fill(one, several, parts)
        yield ParserNotice((filled.fill(setting="documents.limits.ocr_pages"),))
    plain = _list_numbers(pages, lambda page: not page.is_searched)
    if plain and limits.table_pages:  # none is the owner's own wish
        one = N_("I read page {pages} without looking for tables: finding them takes too long.")
        several = N_(
            "I read pages {pages} without looking for tables: finding them takes too long."
        )
        yield ParserNotice((_fill(one, several, plain),))


def _is_unread(page: ParsedPage) -> bool:
    return page.is_picture and not (page.is_unclear or page.is_left_out or page.is_shown)


def _list_numbers(pages: Sequence[ParsedPage], lost: Callable[[ParsedPage], bool]) -> list[int]:
    return [page.number for page in pages if lost(page)]


def _fill(one: Sentence, several: Sentence, numbers: Sequence[int]) -> Sentence:
    return (several if len(numbers) > 1 else one).fill(pages=format_spans(numbers))
