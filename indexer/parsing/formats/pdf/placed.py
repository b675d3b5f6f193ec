"""The lines of a page in the pieces that they are drawn in, with wide gaps between them."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from indexer.parsing.formats.pdf.contents.page_text import PageText, Span
from indexer.parsing.formats.pdf.layout import Line

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
