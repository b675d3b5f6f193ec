"""The lines of a page in the pieces that they are drawn in, with wide gaps between them."""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from indexer.parsing.formats.pdf.contents.page_text import PageText, Span
from indexer.parsing.formats.pdf.layout import Line

LEVEL = 0.1  # of a line's height: what texts on one line are apart at most
GAP = 0.5  # of a line's height between two columns, in every row; a space has about 0.3
STEP = 2.6  # line heights from one row to the next
LONGEST = 200  # characters of a row
LEADERS = ("....", ". . .", "____", "\u2026\u2026")  # of a table of contents, or a form
RUN = re.compile(r"(?: ?[.…·]){6,} *")  # of dots
PUNCTUATION = ":;,.…·?!"


class PlacedText(Struct, frozen=True):
    """A line, its characters on the page, and the pieces that it is drawn in."""

    line: Line
    span: range
    pieces: tuple[Span, ...]


def join_broken_rows(
    text: PageText, lines: Iterable[tuple[Line, range]]
) -> Iterator[tuple[Line, range]]:
    """Yield the lines of a page, those that are cells of one row as one.

    PDFium begins a new line at a text of one character, where it takes a page of few words for one
    that is written from above to below.
    """
    open_row: tuple[Line, range] | None = None
    for line, span in lines:
        if open_row and _goes_on_beside(text, open_row, line):
            row, place = open_row
            apart = " " * (span.start - place.start - len(row.text))
            joined = replace(row, text=f"{row.text}{apart or ' '}{line.text}")
            open_row = (joined, range(place.start, span.stop))
            continue
        if open_row:
            yield open_row
        open_row = (line, span)
    if open_row:
        yield open_row


def _goes_on_beside(text: PageText, row: tuple[Line, range], line: Line) -> bool:
    above, span = row
    alone = line.text[1:2] in ("", " ")
    if not alone or abs(above.top - line.top) > LEVEL * line.size or above.size != line.size:
        return False
    last = span.start + len(above.text) - 1
    return line.left - text.read_extents(range(last, last + 1), 1)[0][1] >= GAP * line.size


def read_pieces(text: PageText, line: Line, span: range) -> tuple[Span, ...]:
    """Return where the pieces of a line begin and end, those that nearly touch as one."""
    if " " not in line.text or len(line.text) > LONGEST:
        return ()
    pieces = text.read_pieces(span, LONGEST)
    return tuple(join_spans(pieces, GAP * line.size)) if pieces else ()


def join_spans(spans: Sequence[Span], near: float) -> Iterator[Span]:
    """Join spans that overlap or nearly touch."""
    ordered = sorted(spans)
    start, end = ordered[0]
    for left, right in ordered[1:]:
        if left - end >= near:
            yield start, end
            start, end = left, right
        end = max(end, right)
    yield start, end


def read_letter_pieces(text: PageText, row: PlacedText) -> list[Span]:
    """Return where the pieces of a row begin and end by its letters.

    PDFium's own pieces may reach over several columns.
    """
    boxes = text.read_extents(row.span, len(row.line.text))
    letters = [
        box for box, letter in zip(boxes, row.line.text, strict=False) if not letter.isspace()
    ]
    return list(join_spans(letters, GAP * row.line.size)) if letters else []


def has_leaders(text: str) -> bool:
    return any(leader in text for leader in LEADERS)


def shorten_leaders(line: str) -> str:
    """Return the line with a colon for each run of dots; "" where it has nothing else.

    Such dots lead from a title to its page number, or from a name to its price.
    """
    if "..." not in line and ". . ." not in line and "……" not in line and "·" not in line:
        return line
    *leading, last = [part for part in RUN.split(line) if part] or [""]
    return " ".join([*map(_add_colon, leading), last])


def _add_colon(part: str) -> str:
    return part if part[-1] in PUNCTUATION else f"{part}:"
