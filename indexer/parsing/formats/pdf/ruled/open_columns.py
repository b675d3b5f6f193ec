"""Finds the columns of tables whose rows are ruled off and whose columns are not, as in bills.

Where each cell has one line, `aligned` reads them by what stands in line. Where a cell goes on in a
second line, only the rules tell which lines are one row.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from operator import attrgetter, itemgetter

from msgspec import Struct

from indexer.parsing.formats.pdf.contents.page_text import SPACES, PageText, Span, Word
from indexer.parsing.formats.pdf.placed import GAP, join_spans
from indexer.parsing.formats.pdf.ruled.grid import NEAR, Rule, join_lines
from indexer.parsing.formats.pdf.ruled.strokes import Strokes

FEWEST, MOST = 3, 200  # rules of a table
TABLES = 20  # of a page
HIGHEST = 60.0  # points of a row
WIDE = 0.8  # of the size of type between two texts side by side; behind a comma a space is wide
APART, NEXT = 0.6, 1.8  # of the size of type between two lines of a row, at least and at most
PAIRS = 0.6  # of the rows of a table of two columns: those that have both


class _Placed(Struct, frozen=True):
    """A word, and where it stands."""

    span: Span
    middle: float  # of its letters, above the page's lower edge
    size: float


class _Row(Struct, frozen=True):
    """A row between two rules: its texts side by side, and how many lines each has."""

    bottom: float
    top: float
    texts: tuple[Span, ...] = ()
    lines: tuple[int, ...] = ()
    parts: tuple[Span, ...] = ()  # of the texts, between which a column may begin
    is_first: bool = False  # of a table: what stands above it there is not part of it

    @property
    def is_broken(self) -> bool:
        """True if one text goes on in a second line, and another does not."""
        return len(self.lines) > 1 and min(self.lines) == 1 < max(self.lines)

    @property
    def holds_rows(self) -> bool:
        """True if each of several texts goes on: these are rows that nothing rules off."""
        return len(self.lines) > 1 and min(self.lines) > 1


def rule_columns(strokes: Strokes, text: PageText) -> Strokes:
    """Return the lines of a page, with those that such tables leave out."""
    tables = list(islice(_group_rules(strokes), TABLES))
    if not tables:
        return strokes
    ruled, words = Strokes([*strokes.across], [*strokes.down]), _read_words(text)
    for rules in tables:
        for rows in _split_tables(_list_rows(rules, words)):
            borders = _find_borders(rows)
            if borders and _needs_rules(rows, borders):
                _draw(ruled, rules[0], rows, borders)
    return ruled


def _needs_rules(rows: Sequence[_Row], borders: Sequence[float]) -> bool:
    """Return whether what stands in line does not show the table as well.

    That takes two columns for a table only if the second has numbers.
    """
    pairs = sum(len(row.texts) > 1 for row in rows)
    return any(row.is_broken for row in rows) or (len(borders) == 1 and pairs >= PAIRS * len(rows))


def _group_rules(strokes: Strokes) -> Iterator[list[Rule]]:
    """Yield from above the rules that begin and end alike, where none is drawn down."""
    groups = list[list[Rule]]()
    for rule in sorted(join_lines(strokes.across), key=lambda each: -each.place):
        if groups and _follows(groups[-1][-1], rule):
            groups[-1].append(rule)
        else:
            groups.append([rule])
    drawn = _join_heights(strokes)
    for group in groups:
        if FEWEST <= len(group) <= MOST and not _crosses(drawn, group[-1].place, group[0].place):
            yield group


def _join_heights(strokes: Strokes) -> list[Span]:
    """List where any lines are drawn down, from below, those that overlap as one."""
    spans = [(start, end) for _place, start, end in strokes.down]
    return list(join_spans(spans, 0.0)) if spans else []


def _crosses(drawn: Sequence[Span], bottom: float, top: float) -> bool:
    at = bisect_right(drawn, bottom, key=itemgetter(1))
    return at < len(drawn) and drawn[at][0] < top


def _follows(above: Rule, below: Rule) -> bool:
    alike = abs(above.start - below.start) <= NEAR and abs(above.end - below.end) <= NEAR
    return alike and above.place - below.place <= HIGHEST


def _read_words(text: PageText) -> list[_Placed]:
    """Read the words of a page, from below."""
    found = (_measure_word(text, word) for word in text.read_words())
    return sorted(found, key=attrgetter("middle"))


def _measure_word(text: PageText, word: Word) -> _Placed:
    letters, first, _, y, _, end_y = word
    last = first + len(letters.rstrip(SPACES)) - 1
    left, right = (text.read_extents(range(at, at + 1), 1)[0] for at in (first, last))
    return _Placed((left[0], right[1]), (y + end_y) / 2, text.get_shown_size(first))


def _list_rows(rules: Sequence[Rule], words: Sequence[_Placed]) -> list[_Row]:
    """List the rows between the rules, and the one above the first: mostly the table's head."""
    bounds = [(below.place, above.place) for above, below in pairwise(rules)]
    rows = [_read_row(bottom, top, rules[0], words) for bottom, top in bounds]
    highest = max(top - bottom for bottom, top in bounds)
    head = _read_row(rules[0].place, rules[0].place + highest, rules[0], words)
    return [head, *rows] if len(head.texts) > 1 else rows


def _split_tables(rows: Iterable[_Row]) -> list[list[_Row]]:
    """Split the rows where something else stands above one: another table begins there."""
    tables = list[list[_Row]]()
    for row in rows:
        if row.is_first or not tables:
            tables.append([])
        tables[-1].append(row)
    return tables


def _read_row(bottom: float, top: float, rule: Rule, words: Sequence[_Placed]) -> _Row:
    first, last = (bisect_right(words, at, key=attrgetter("middle")) for at in (bottom, top))
    there = [each for each in words[first:last] if rule.start <= each.span[0] < rule.end]
    if not there:
        return _Row(bottom, top)
    size = max(each.size for each in there)
    here = there[: _count_near([each.middle for each in there], size)]
    spans = [each.span for each in here]
    texts, parts = (tuple(join_spans(spans, gap * size)) for gap in (WIDE, GAP))
    lines = tuple(
        _count_lines([each.middle for each in here if left <= each.span[0] <= right], size)
        for left, right in texts
    )
    highest = top if len(here) == len(there) else here[-1].middle + size
    return _Row(bottom, highest, texts, lines, parts, is_first=len(here) < len(there))


def _count_near(middles: Sequence[float], size: float) -> int:
    """Count the words from below up to the first larger gap between lines."""
    gaps = (at for at, (one, other) in enumerate(pairwise(middles), 1) if other - one > NEXT * size)
    return next(gaps, len(middles))


def _count_lines(middles: Iterable[float], size: float) -> int:
    return 1 + sum(other - one > APART * size for one, other in pairwise(sorted(middles)))


def _find_borders(rows: Sequence[_Row]) -> list[float]:
    """Find where the columns part, by as many texts as most rows have; none where it is no table.

    A row whose text reaches over several columns, as that of a total does, tells nothing.
    """
    if any(row.holds_rows for row in rows):
        return []
    counts = Counter(len(row.texts) for row in rows if len(row.texts) > 1)
    usual = max(counts, key=lambda count: (counts[count], count), default=0)
    columns = list[Span]()
    for row in sorted(rows, key=lambda each: len(each.texts) != usual):
        joined = list(join_spans([*columns, *row.texts], 0.0)) if row.texts else columns
        grows = len(joined) > len(columns) and len(row.texts) == usual
        if grows or len(joined) == len(columns):
            columns = joined
    return [(one[1] + other[0]) / 2 for one, other in pairwise(columns)]


def _draw(strokes: Strokes, rule: Rule, rows: Sequence[_Row], borders: Sequence[float]) -> None:
    """Draw the sides of each row, and the borders that none of its texts reaches over."""
    strokes.across.append((rows[0].top, rule.start, rule.end))
    for row in rows:
        free = [at for at in borders if not any(left < at < right for left, right in row.parts)]
        strokes.down += [(at, row.bottom, row.top) for at in (rule.start, *free, rule.end)]
