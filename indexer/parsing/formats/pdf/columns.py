"""Puts columns of prose in order that a PDF draws line by line across its page."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from indexer.parsing.formats.pdf.contents.page_text import PageText, Span
from indexer.parsing.formats.pdf.placed import (
    GAP,
    STEP,
    PlacedText,
    has_leaders,
    join_spans,
    read_letter_pieces,
)

FEWEST = 4  # lines side by side
MOST = 4  # columns
WORDS = 18  # characters of a column's line, on average; cells of a table have fewer
WIDE = 0.75  # of a column's width: what its lines mostly fill
MOSTLY = 0.6  # of the lines
FLOWING = 0.4  # of the lines that go on with a sentence, so begin with no capital and no number
NARROW = 12  # characters of a narrow column's line, where a sentence ends within one,
NARROW_FLOWING = 0.55  # and this many go on with a sentence
ENDS = ".!?:;。"
SENTENCE = re.compile(r"[^\W\d_]{3}[.!?] [^\W\d_a-z]")
DIGITS = 0.2  # of the characters, at most: figures are a table's

Parts = tuple[PlacedText, ...]  # of one line: at most one in each column


def unfold_columns(text: PageText, lines: Sequence[PlacedText]) -> Iterator[PlacedText]:
    """Yield the lines, those of columns one column after the other; nothing is left out."""
    at = 0
    while at < len(lines):
        borders, end = _find_columns_from(text, lines, at)
        if borders:
            end += len(list(_list_lines_below(text, lines, end, borders)))
            yield from _read_down([_split(text, row, borders) for row in lines[at:end]], borders)
        else:
            yield from lines[at:end]
        at = end


def _find_columns_from(
    text: PageText, lines: Sequence[PlacedText], at: int
) -> tuple[list[float], int]:
    """Return where columns of prose meet that begin at `at`, if they do, and where the run ends."""
    if not _may_be_heads(lines, at):
        end = _find_end(lines, at)
        return _find_prose_borders(text, lines[at:end]), end
    end = _find_end(lines, at + 1)
    borders = _find_prose_borders(text, lines[at + 1 : end])
    above = borders and _split(text, lines[at], borders)
    return (borders, end) if above and not _crosses(text, lines[at], borders) else ([], at + 1)


def _may_be_heads(lines: Sequence[PlacedText], at: int) -> bool:
    """Return whether a line in other type, drawn in pieces, may be the headings of columns."""
    if at + FEWEST >= len(lines) or len(lines[at].pieces) < 2:
        return False
    line, below = lines[at].line, lines[at + 1].line
    near = 0 < line.top - below.top <= STEP * line.size
    other = (line.bold, line.size) != (below.bold, below.size)
    return near and other and not line.size < below.size and len(lines[at + 1].pieces) > 1


def _find_prose_borders(text: PageText, rows: Sequence[PlacedText]) -> list[float]:
    """Return where columns of prose meet; nothing where rows are anything else."""
    borders = _find_borders(text, rows) if _may_be_prose(rows) else []
    split = [_split(text, row, borders) for row in rows] if borders else []
    return borders if all(split) and _is_prose(text, split) else []


def _find_end(lines: Sequence[PlacedText], at: int) -> int:
    """Return where the lines end that, from `at` on, are drawn in pieces in the same type."""
    end = at + 1
    while end < len(lines) and all(len(each.pieces) > 1 for each in lines[end - 1 : end + 1]):
        if not _follows(lines[end - 1], lines[end]):
            break
        end += 1
    return end


def _may_be_prose(rows: Sequence[PlacedText]) -> bool:
    """Return by the words alone whether rows may be columns: most are of tables."""
    written = "".join(row.line.text for row in rows)
    wide = len(written) >= 2 * WORDS * len(rows)
    narrow = len(written) >= 2 * NARROW * len(rows) and any(
        SENTENCE.search(row.line.text) for row in rows
    )
    wordy = (wide or narrow) and not has_leaders(written)
    return len(rows) >= FEWEST and wordy and sum(map(str.isdigit, written)) <= DIGITS * len(written)


def _follows(above: PlacedText, below: PlacedText) -> bool:
    step = above.line.top - below.line.top
    same = abs(above.line.size - below.line.size) < 0.6
    return same and 0 < step <= STEP * max(above.line.size, 1.0)


def _find_borders(text: PageText, rows: Sequence[PlacedText]) -> list[float]:
    """Return the middles of the gaps that all rows leave; nothing where some row has no such gap.

    What the rows below each other do not fill is a gap; all columns have text in every row.
    """
    pieces = [read_letter_pieces(text, row) for row in rows]
    columns = list(join_spans([each for row in pieces for each in row], GAP * rows[0].line.size))
    borders = [(first[1] + second[0]) / 2 for first, second in pairwise(columns)]
    return borders if 2 <= len(columns) <= MOST else []


def _split(text: PageText, row: PlacedText, borders: Sequence[float]) -> Parts:
    """Return a line's parts from the left; nothing where a letter is out of their order."""
    extents = text.read_extents(row.span, len(row.line.text))
    places = text.list_places(row.span)
    if not len(extents) == len(places) == len(row.line.text):
        return ()
    columns = list(_find_columns(row.line.text, extents, borders))
    if any(left > right for left, right in pairwise(columns)):
        return ()
    return tuple(
        _cut(row, columns.index(each), len(columns) - columns[::-1].index(each), extents, places)
        for each in sorted(set(columns))
    )


def _find_columns(text: str, extents: Sequence[Span], borders: Sequence[float]) -> Iterator[int]:
    """Yield each character's column; a space is where the letter before it is."""
    column = 0
    for letter, (left, right) in zip(text, extents, strict=True):
        if not letter.isspace():
            column = bisect_left(borders, (left + right) / 2)
        yield column


def _cut(
    row: PlacedText, start: int, end: int, extents: Sequence[Span], places: Sequence[int]
) -> PlacedText:
    words = row.line.text[start:end]
    end -= len(words) - len(words.rstrip())
    left, right = extents[start][0], extents[end - 1][1]
    line = replace(row.line, text=words.rstrip(), left=left)
    pieces = tuple(each for each in row.pieces if left <= (each[0] + each[1]) / 2 <= right)
    return PlacedText(line, range(places[start], places[end - 1] + 1), pieces)


def _is_prose(text: PageText, rows: Sequence[Parts]) -> bool:
    """Return whether what stands below each other is sentences, not the cells of a table."""
    if len({len(row) for row in rows}) != 1:
        return False
    written = [part.line.text for row in rows for part in row]
    if all(_goes_on(each[0]) and each[-1] not in ENDS for each in written):
        return False  # small letters everywhere, and nothing ends
    sentences = any(map(SENTENCE.search, written))
    columns = zip(*rows, strict=True)
    return all(_is_column_of_prose(text, column, narrow=sentences) for column in columns)


def _is_column_of_prose(text: PageText, column: Sequence[PlacedText], *, narrow: bool) -> bool:
    """Return whether lines are sentences; few words in each may be, where `narrow` says so."""
    written = "".join(each.line.text for each in column)
    digits = sum(map(str.isdigit, written))
    short = len(written) < WORDS * len(column)
    least = NARROW if narrow else WORDS
    if len(written) < least * len(column) or digits > DIGITS * len(written):
        return False
    ends = [text.read_extents(each.span, len(each.line.text))[-1][1] for each in column]
    left, right = min(each.line.left for each in column), max(ends)
    wide = sum(end - left >= WIDE * (right - left) for end in ends)
    flowing = sum(_goes_on(each.line.text[0]) for each in column)
    flow = NARROW_FLOWING if short else FLOWING
    return wide >= MOSTLY * len(column) and flowing >= flow * len(column)


def _goes_on(letter: str) -> bool:
    return letter.isalpha() and not letter.isupper()


def _list_lines_below(
    text: PageText, lines: Sequence[PlacedText], at: int, borders: Sequence[float]
) -> Iterator[PlacedText]:
    """Yield what stands below in the columns, where one of them has ended or begins a paragraph."""
    for above, row in pairwise(lines[at - 1 :]):
        crosses = not _follows(above, row) or _crosses(text, row, borders)
        if crosses or not _split(text, row, borders):
            return
        yield row


def _crosses(text: PageText, row: PlacedText, borders: Sequence[float]) -> bool:
    pieces = read_letter_pieces(text, row)
    return any(left < border < right for left, right in pieces for border in borders)


def _read_down(rows: Sequence[Parts], borders: Sequence[float]) -> Iterator[PlacedText]:
    placed = [
        (sum(part.line.left > each for each in borders), part) for row in rows for part in row
    ]
    for column in range(len(borders) + 1):
        yield from (part for at, part in placed if at == column)
