"""Finds running heads and feet, and takes them out of the text.

Such a line stands at the edge of a page and returns at the same height on pages that follow each
other, with the same words; one of its numbers may be the page's. The first of each stays, so that
no word is lost; where it interrupts a sentence, it moves behind the paragraph. Page numbers alone
go. What may be a value that happens to return, or counts by itself (`Invoice 5201`), stays.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from indexer.parsing.formats.pdf.layout import Line, ParsedPage, measure_body
from indexer.text.word_lists import load_all_words

EDGE = 3  # heights above and below which a line is no head or foot of its page
MARGIN = 0.12  # of a page's height, from its edge
FEWEST = 3  # pages
APART = 2  # left and right pages may have heads of their own
OFTEN = 0.2  # of all pages: a head may skip the pages with pictures
LARGER = 1.25  # times the size of the body: a title that returns
GAP = 1.6  # heights of a line, from it to the text
LONGEST = 300  # characters; a look for each number makes long lines slow
LABEL = 2  # words before a number: with no more it may be any number, as in `Invoice number 5201`
_NUMBER = re.compile(r"(?<!\d)\d{1,5}(?!\d)")
_TOTAL = re.compile(r"[\W_]*(?:[^\W\d_]{1,4}[\W_]+)?\d{1,4}[\W_]*")  # "of 9"
_ENDS = frozenset(".:;!?…。！？：")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+")

Place = tuple[int, int]  # of a page in the document and of a line in it, from 0


class Look(Struct, frozen=True):
    """A running head as each of its pages has it: its height, its words, its number if any."""

    height: int
    before: str  # its number, or all of it
    after: str = ""
    counted: int | None = None  # what its number is more than its page's

    @property
    def words(self) -> tuple[str, ...]:
        return (*_list_words(self.before), *_list_words(self.after))

    @property
    def is_numbering(self) -> bool:
        """True if the number and what stands beside it say which page this is."""
        beside = (*_list_words(self.before)[-1:], *_list_words(self.after)[:1])
        return (
            not self.words or self.has_total or not load_all_words("page_words").isdisjoint(beside)
        )

    @property
    def is_first(self) -> bool:
        """True if the number stands before all words, as on left pages."""
        return not _LETTER.search(self.before)

    @property
    def has_total(self) -> bool:
        return _TOTAL.fullmatch(self.after) is not None

    @property
    def is_page_number_alone(self) -> bool:
        others = _list_words(self.before if self.has_total else f"{self.before} {self.after}")
        return self.counted is not None and load_all_words("page_words").issuperset(others)


def _list_words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def mark_running_heads(pages: Sequence[ParsedPage]) -> list[ParsedPage]:
    """Return the pages with the first of each marked as `running`, and without the others."""
    running = _find_running_lines(pages)
    gone = frozenset(_list_repeated(running))
    marked = [
        [replace(line, running=True) if (number, at) in running else line for at, line in lines]
        for number, lines in ((number, enumerate(page.lines)) for number, page in enumerate(pages))
    ]
    for turn in pairwise(range(len(pages))):
        for number, at in _find_interrupting_lines(pages, running, turn):
            marked[number][at] = replace(marked[number][at], aside=True)
    kept = (
        tuple(line for at, line in enumerate(lines) if (number, at) not in gone)
        for number, lines in enumerate(marked)
    )
    return [replace(page, lines=lines) for page, lines in zip(pages, kept, strict=True)]


def _list_repeated(running: Mapping[Place, Look]) -> Iterator[Place]:
    """Yield the lines whose words another has had before, and bare page numbers."""
    seen = set[tuple[str, ...]]()
    for place in sorted(running):
        look = running[place]
        if look.is_page_number_alone or _name(look) in seen:
            yield place
        seen.add(_name(look))


def _name(look: Look) -> tuple[str, ...]:
    return look.words if look.counted is not None else (look.before,)


def _find_running_lines(pages: Sequence[ParsedPage]) -> dict[Place, Look]:
    largest = LARGER * measure_body(pages)
    lines = {
        (number, at): page.lines[at]
        for number, page in enumerate(pages)
        for at in _list_edge_lines(page)
        if page.lines[at].size <= largest
    }
    apart = _select_apart(pages, _find_returning(pages, lines))
    sure = [*_list_plain(apart, lines.values()), *_list_counting(apart)]
    return {place: look for look in sure for place in apart[look]}


def _find_returning(
    pages: Sequence[ParsedPage], lines: Mapping[Place, Line]
) -> dict[Look, list[Place]]:
    """Map the looks of lines to their places, where they are on enough pages."""
    places = defaultdict[Look, list[Place]](list)
    for place, line in lines.items():
        for look in _list_looks(line, pages[place[0]].number):
            places[look].append(place)
    often = max(FEWEST, OFTEN * len(pages))
    found = {look: list(_list_returning(there, often)) for look, there in places.items()}
    return {look: there for look, there in found.items() if there}


def _select_apart(
    pages: Sequence[ParsedPage], returning: Mapping[Look, list[Place]]
) -> dict[Look, list[Place]]:
    """Return the looks that mostly stand apart from the text further inside."""
    known = {place for there in returning.values() for place in there}
    return {
        look: there
        for look, there in returning.items()
        if median(_measure_gap(pages[number], number, at, known) for number, at in there) >= GAP
    }


def _measure_gap(page: ParsedPage, number: int, at: int, known: Collection[Place]) -> float:
    """Return how many heights of a line lie between it and the text further inside."""
    line, sign = page.lines[at], 1 if page.lines[at].top > page.height / 2 else -1
    steps = (
        sign * (line.top - other.top)
        for inner, other in enumerate(page.lines)
        if (number, inner) not in known
    )
    return min((step for step in steps if step > 0), default=page.height) / max(line.size, 1.0)


def _list_edge_lines(page: ParsedPage) -> Iterator[int]:
    """Yield the lines that stand highest and lowest on a page, wherever they were drawn."""
    heights = sorted({round(line.top) for line in page.lines if line.top >= 0})
    edges = {*heights[:EDGE], *heights[-EDGE:]}
    lower, upper = MARGIN * page.height, (1 - MARGIN) * page.height
    for at, line in enumerate(page.lines):
        if round(line.top) in edges and not lower < line.top < upper:
            yield at


def _list_looks(line: Line, page: int) -> Iterator[Look]:
    """Yield the line as it is, and with each of its numbers counted from its page."""
    if line.cells or len(line.text) > LONGEST:
        return
    height = round(line.top)
    if _LETTER.search(line.text):
        yield Look(height, line.text)
    for found in _NUMBER.finditer(line.text):
        before, after = line.text[: found.start()], line.text[found.end() :]
        yield Look(height, before, after, int(found.group()) - page)


def _list_returning(places: Sequence[Place], often: float) -> Iterator[Place]:
    """Yield the places on pages that nearly follow each other; all if there are many."""
    run = list[Place]()
    for place in places:
        if run and place[0] - run[-1][0] > APART and len(places) < often:
            yield from run if len(run) >= FEWEST else ()
            run = []
        run.append(place)
    yield from run if len(run) >= FEWEST else ()


def _list_plain(looks: Iterable[Look], lines: Iterable[Line]) -> Iterator[Look]:
    """Yield the looks without a page's number, but not those with a number that changes."""
    forms = defaultdict[tuple[int, str], set[str]](set)
    for line in lines:
        forms[round(line.top), _NUMBER.sub("#", line.text)].add(line.text)
    for look in looks:
        if look.counted is None and len(forms[look.height, _NUMBER.sub("#", look.before)]) == 1:
            yield look


def _list_counting(returning: Mapping[Look, Sequence[Place]]) -> Iterator[Look]:
    """Yield the looks whose number is the page's, and nothing else that counts."""
    counted = [look for look in returning if look.counted is not None]
    bare = {look.counted for look in counted if look.is_numbering or look.is_first}
    heads = defaultdict[tuple[int | None, int], set[tuple[str, ...]]](set)
    for look in counted:
        heads[look.counted, look.height].add(look.words)
    for look in counted:
        proven = look.counted in bare and len(look.words) > LABEL
        if (
            look.is_numbering
            or look.is_first
            or proven
            or len(heads[look.counted, look.height]) > 1
        ):
            yield look


def _find_interrupting_lines(
    pages: Sequence[ParsedPage], running: Collection[Place], turn: tuple[int, int]
) -> list[Place]:
    """Return the running lines between the halves of a sentence that crosses this page turn."""
    before, after = turn
    foot = _find_lines_at_edge(pages, running, before, backwards=True)
    head = _find_lines_at_edge(pages, running, after, backwards=False)
    last, first = len(pages[before].lines) - len(foot) - 1, len(head)
    if last < 0 or first >= len(pages[after].lines):
        return []
    over = goes_over(pages[before].lines[last], pages[after].lines[first])
    return [*foot, *head] if over else []


def _find_lines_at_edge(
    pages: Sequence[ParsedPage], running: Collection[Place], page: int, *, backwards: bool
) -> list[Place]:
    """Return the running lines with which a page begins or ends."""
    places = [(page, at) for at in range(len(pages[page].lines))]
    found = list[Place]()
    for place in (places[::-1] if backwards else places)[:EDGE]:
        if place not in running:
            break
        found.append(place)
    return found


def goes_over(last: Line, first: Line) -> bool:
    """Return whether the sentence of `last` is unfinished and `first` may be its other half."""
    alike = abs(last.size - first.size) < 0.5 and last.bold == first.bold
    prose = not (last.cells or first.cells) and bool(_LETTER.search(first.text))
    return alike and prose and not is_ended(last.text)


def is_ended(text: str) -> bool:
    """Return whether a mark that ends a sentence stands behind the last word of `text`."""
    at = len(text)
    while at and not (text[at - 1].isalnum() or text[at - 1] == "_"):
        at -= 1
    return not _ENDS.isdisjoint(text[at:])
