"""Joins tables that continue on the next page, so that all parts share one head."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from indexer.parsing.formats.pdf.layout import Line, ParsedPage
from indexer.parsing.shared.tables import format_markdown_table

HEAD = 2  # lines of a Markdown table before its second row: the first and the delimiter
NEAR = 3.0  # points between the left edges of parts of one table, and between running heads
MARGIN = 3  # lines at most at the head or foot of a page
_NUMBER = re.compile(r"\d+")
_LETTER = re.compile(r"[^\W\d_]")

Place = tuple[int, int]  # of a page in the document and of a line in it
Cells = Sequence[Sequence[str]]


def join_continued_tables(pages: Sequence[ParsedPage]) -> list[ParsedPage]:
    """Return the pages with each continued table joined.

    A table that begins a page where another ended the last is its continuation, whatever running
    heads and feet stand between. Each page keeps its own rows, so that they are cited from there; a
    head that is repeated on each page is left out.
    """
    changed = [list(page.lines) for page in pages]
    for run in _find_runs(pages):
        parts = _drop_repeated_heads([pages[page].lines[at].cells for page, at in run])
        texts = list(_format_parts(parts))  # none: the parts stay as they are
        for (page, at), text in zip(run, texts, strict=False):
            continues = page != run[0][0]
            head = "\n".join(texts[0].split("\n")[:HEAD]) if continues else ""
            changed[page][at] = replace(
                changed[page][at], text=text, continues=continues, head=head
            )
    return [replace(page, lines=tuple(lines)) for page, lines in zip(pages, changed, strict=True)]


def _find_runs(pages: Sequence[ParsedPage]) -> Iterator[list[Place]]:
    """Yield the places over which one table runs: two or more each."""
    run = list[Place]()
    for number in range(1, len(pages)):
        link = _find_link(pages, number)
        if run and (link is None or link[0] != run[-1]):
            yield run
            run = []
        if link:
            run = run or [link[0]]
            run.append(link[1])
    if run:
        yield run


def _find_link(pages: Sequence[ParsedPage], number: int) -> tuple[Place, Place] | None:
    """Return the table at the end of the page before and its continuation on this one, if any."""
    before, page = pages[number - 1].lines, pages[number].lines
    last, first = _skip_margin(before[::-1], page), _skip_margin(page, before)
    if last >= len(before) or first >= len(page):
        return None
    end = len(before) - 1 - last
    if not _is_continued(before[end], page[first]):
        return None
    return (number - 1, end), (number, first)


def _skip_margin(lines: Sequence[Line], others: Sequence[Line]) -> int:
    """Return how many of the first `lines` only number the page, or return on the other one."""
    at = 0
    while at < min(MARGIN, len(lines)) and _is_margin(lines[at], others):
        at += 1
    return at


def _is_margin(line: Line, others: Sequence[Line]) -> bool:
    if line.cells:
        return False
    if not _LETTER.search(line.text):
        return bool(_NUMBER.search(line.text))
    same = _NUMBER.sub("#", line.text)
    edges = (*others[:MARGIN], *others[-MARGIN:])
    return any(
        abs(each.top - line.top) <= NEAR and _NUMBER.sub("#", each.text) == same for each in edges
    )


def _is_continued(last: Line, first: Line) -> bool:
    same = last.cells and first.cells and len(last.cells[0]) == len(first.cells[0])
    return bool(same) and abs(last.left - first.left) <= NEAR


def _drop_repeated_heads(parts: Sequence[Cells]) -> list[Cells]:
    head = parts[0][0]
    return [
        part[1:] if number and len(part) > 1 and part[0] == head else part
        for number, part in enumerate(parts)
    ]


def _format_parts(parts: Sequence[Cells]) -> Iterator[str]:
    """Format one table, and yield its part of each page; nothing where it is no table."""
    rows = [row for part in parts for row in part if any(cell.strip() for cell in row)]
    lines = format_markdown_table(rows).split("\n")
    if len(lines) != len(rows) + HEAD - 1:  # a single column is no table
        return
    start = 0
    for part in parts:
        count = sum(1 for row in part if any(cell.strip() for cell in row))
        end = start + count + (HEAD - 1 if start == 0 else 0)
        yield "\n".join(lines[start:end])
        start = end
