"""Finds headings in a PDF without an outline, by the size and weight of their type."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from indexer.documents import Section
from indexer.parsing.formats.pdf.layout import Line, ParsedPage, measure_body
from indexer.parsing.formats.pdf.letters import normalize_letters
from indexer.parsing.formats.pdf.sections import (
    PlacedLine,
    SectionStart,
    place_lines,
    split_at,
)
from indexer.parsing.shared.sections import DEEPEST, TITLE
from indexer.text.word_lists import build_alternatives, load_all_words

NUMBER = r"(?:\d{1,3}|[A-Z]|[IVX]{1,5})(?:\.\d{1,3})*[.)]?\s+\S"
LETTER = re.compile(r"[^\W\d_]")
DIGITS = re.compile(r"\d+")
LARGER = 1.12  # times the size of the body
LONGEST = 150  # characters
LONGEST_BOLD = 90
REPEATED = 0.2  # of all pages: a running head, no heading
FEWEST = 3  # in a document of more pages than that; one is enough for a leaflet
RAREST = 10  # pages between two, on average; what is rarer is a title page, not a structure
MOST = 4  # per page, on average; more are table cells and captions,
MOST_LINES = 0.2  # unless there are few among the lines: a leaflet has many and says little below


class BodyStyle(Struct, frozen=True):
    """The type of a document's ordinary text."""

    size: float
    bold: bool
    repeated: frozenset[str]  # lines that return page after page, without their numbers

    def is_heading(self, line: Line) -> bool:
        if line.cells or line.running or len(line.text) > LONGEST or not self._stands_out(line):
            return False
        if line.text[-1] in ".,;:" or not LETTER.search(line.text):
            return False
        return _strip_numbers(line.text) not in self.repeated

    def _stands_out(self, line: Line) -> bool:
        """Return whether a line is larger than the body, or bolder and short or numbered."""
        if line.size >= LARGER * self.size:
            return True
        bolder = line.bold and not self.bold and line.size >= 0.98 * self.size
        return bolder and (
            len(line.text) < LONGEST_BOLD or bool(_compile_numbered_heading().match(line.text))
        )


class Headings(Struct, frozen=True):
    """The lines of a document and those that its type shows to be headings."""

    lines: Sequence[PlacedLine]
    starts: Sequence[SectionStart]
    body: BodyStyle


@cache
def _compile_numbered_heading() -> re.Pattern[str]:
    """Compile the beginning of a numbered heading: `2.1 Costs`, `Chapter IV. Costs`."""
    words = build_alternatives(load_all_words("chapter_words"))
    return re.compile(rf"(?:(?:{words})\s+)?{NUMBER}", re.I)


def find_headings(pages: Sequence[ParsedPage]) -> Headings:
    """Find lines that stand out from the body; consecutive ones of one type are one heading."""
    body = _describe_body(pages)
    lines = place_lines(pages)
    found = [at for at, each in enumerate(lines) if body.is_heading(each.line)]
    joined: list[list[int]] = []
    for at in found:
        if joined and _is_continuation(lines, joined[-1][-1], at):
            joined[-1].append(at)
        else:
            joined.append([at])
    starts = _nest([(group[0], _join_title(lines, group)) for group in joined], lines)
    return Headings(lines, starts, body)


def split_by_headings(headings: Headings, pages: int, name: str) -> list[Section]:
    """Split at headings; return nothing where type does not tell headings from text.

    `pages` is the number of the document's pages.
    """
    fewest = FEWEST if pages > FEWEST else 1
    most = max(MOST * pages, MOST_LINES * sum(not each.line.cells for each in headings.lines))
    if not max(fewest, pages / RAREST) <= len(headings.starts) <= most:
        return []
    return list(split_at(headings.lines, headings.starts, name))


def find_title(headings: Headings) -> str:
    """Return the largest heading of the first page with text; "" where its type shows none."""
    at = _find_largest(headings)
    return "" if at is None else headings.starts[at].title


def find_title_of_all(headings: Headings) -> str:
    """Return the title that stands above all pages; "" where there may be none.

    One in whose size others stand on later pages is the first of several, and names but its own.
    """
    at, lines = _find_largest(headings), headings.lines
    if at is None:
        return ""
    title = lines[headings.starts[at].at]
    others = (lines[each.at] for each in headings.starts)
    later = [each for each in others if each.page > title.page]
    several = any(each.line.size >= title.line.size for each in later)
    return "" if several else headings.starts[at].title


def _find_largest(headings: Headings) -> int | None:
    lines, least = headings.lines, LARGER * headings.body.size
    sizes = {
        at: lines[each.at].line.size
        for at, each in enumerate(headings.starts)
        if lines[each.at].page == lines[0].page and lines[each.at].line.size >= least
    }
    return max(sizes, key=sizes.__getitem__, default=None)


def _describe_body(pages: Sequence[ParsedPage]) -> BodyStyle:
    weights, seen, size = Counter[bool](), Counter[str](), measure_body(pages)
    for page in pages:
        seen.update({_strip_numbers(line.text) for line in page.lines})
    for page in pages:
        for line in page.lines:
            weights[line.bold] += len(line.text) if line.size == size else 0
    often = max(3, REPEATED * len(pages)) if len(pages) > 4 else len(pages) + 1
    repeated = frozenset(text for text, count in seen.items() if count > often)
    return BodyStyle(size, weights[True] > weights[False], repeated)


def _strip_numbers(text: str) -> str:
    return normalize_letters(DIGITS.sub("", text))


def _is_continuation(lines: Sequence[PlacedLine], last: int, at: int) -> bool:
    """Return whether the heading at `at` is a further line of the one that ends at `last`."""
    first, second = lines[last].line, lines[at].line
    same = (first.size, first.bold) == (second.size, second.bold)
    near = at == last + 1 and lines[last].page == lines[at].page
    return near and same and not _compile_numbered_heading().match(second.text)


def _join_title(lines: Sequence[PlacedLine], group: Sequence[int]) -> str:
    return " ".join(lines[at].line.text for at in group)[:TITLE]


def _nest(found: Sequence[tuple[int, str]], lines: Sequence[PlacedLine]) -> list[SectionStart]:
    """Give headings their levels: each size that occurs is one, larger above smaller."""
    sizes = sorted({lines[at].line.size for at, _ in found}, reverse=True)
    above: list[tuple[int, str]] = []
    cuts = []
    for at, title in found:
        level = min(sizes.index(lines[at].line.size) + 1, DEEPEST)
        above = [*(each for each in above if each[0] < level), (level, title)]
        cuts.append(SectionStart(at, title, level, tuple(each for _, each in above)))
    return cuts
