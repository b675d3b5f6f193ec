"""Joins tables that continue on the next page, so that all parts share one head."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from indexer.parsing.formats.pdf.layout import Line, ParsedPage
from indexer.parsing.shared.tables import format_markdown_table

HEAD = 2  # lines of a Markdown table before its second row: the first and the delimiter
NEAR = 3.0  # points between the left edges of parts of one table


def join_continued_tables(pages: Sequence[ParsedPage]) -> list[ParsedPage]:
    """Return the pages with each continued table joined.

    A table that begins a page where another ended the last is its continuation. Each page keeps its
    own rows, so that they are cited from there.
    """
    changed = list(pages)
    for run in _find_runs(pages):
        texts = _format_parts([_find_table_line(pages, page, run).cells for page in run])
        for page, text in zip(run, texts, strict=False):  # no texts: the parts stay as they are
            line = replace(_find_table_line(pages, page, run), text=text, continues=page != run[0])
            lines = changed[page].lines
            kept = (*lines[:-1], line) if page == run[0] else (line, *lines[1:])
            changed[page] = replace(changed[page], lines=kept)
    return changed


def _find_table_line(pages: Sequence[ParsedPage], page: int, run: Sequence[int]) -> Line:
    return pages[page].lines[-1 if page == run[0] else 0]


def _find_runs(pages: Sequence[ParsedPage]) -> Iterator[list[int]]:
    """Yield the pages, by index, over which one table runs: two or more each."""
    run = list[int]()
    for page in range(1, len(pages)):
        if _is_continued(pages[page - 1], pages[page]):
            # A page in the middle holds nothing but its part; else a new table begins at its end.
            run = [*run, page] if run and len(pages[page - 1].lines) == 1 else [page - 1, page]
            last = page + 1 == len(pages) or not _is_continued(pages[page], pages[page + 1])
            if last or len(pages[page].lines) > 1:
                yield run
                run = []
        else:
            run = []


def _is_continued(before: ParsedPage, page: ParsedPage) -> bool:
    if not before.lines or not page.lines:
        return False
    last, first = before.lines[-1], page.lines[0]
    same = last.cells and first.cells and len(last.cells[0]) == len(first.cells[0])
    return bool(same) and abs(last.left - first.left) <= NEAR


def _format_parts(parts: Sequence[Sequence[Sequence[str]]]) -> Iterator[str]:
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
