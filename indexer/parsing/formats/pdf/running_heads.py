"""Finds running heads and feet that interrupt a sentence where its page turns.

Such a line stands at the edge of a page and returns at the same height on many pages, with the same
words; one of its numbers may count with the pages. Where it interrupts a sentence, it moves behind
the paragraph: nothing on a page is left out.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from indexer.parsing.formats.pdf.layout import Line, ParsedPage

EDGE = 3  # lines at the beginning and end of a page that may be its head and foot
OFTEN = 0.2  # of all pages: left and right ones may differ, and so may parts of a book
FEWEST = 3  # pages
LONGEST = 300  # characters; a look for each number makes long lines slow
ENOUGH = 10  # pages, of what counts with them: the head of a chapter of a long book
_NUMBER = re.compile(r"\d{1,4}")
_ENDS = frozenset(".:;!?…。！？：")
_LETTER = re.compile(r"[^\W\d_]")

Place = tuple[int, int]  # of a page in the document and of a line in it, from 0
Look = tuple[str, int, bool]  # the words, the height, and whether they count with the pages


def mark_running_heads(pages: Sequence[ParsedPage]) -> list[ParsedPage]:
    """Return the pages with those lines marked as `aside`."""
    running = _find_running_lines(pages)
    marked = [list(page.lines) for page in pages]
    for turn in pairwise(range(len(pages))):
        for page, at in _find_interrupting_lines(pages, running, turn):
            marked[page][at] = replace(marked[page][at], aside=True)
    return [replace(page, lines=tuple(lines)) for page, lines in zip(pages, marked, strict=True)]


def _find_running_lines(pages: Sequence[ParsedPage]) -> frozenset[Place]:
    looks = {
        (number, at): set(_list_looks(page.lines[at], page.number))
        for number, page in enumerate(pages)
        for at in _list_edge_lines(page)
    }
    seen = Counter(look for each in looks.values() for look in each)
    often = max(FEWEST, OFTEN * len(pages))
    running = {look for look in seen if seen[look] >= (min(often, ENOUGH) if look[2] else often)}
    return frozenset(place for place, each in looks.items() if not running.isdisjoint(each))


def _list_edge_lines(page: ParsedPage) -> list[int]:
    places = range(len(page.lines))
    return sorted({*places[:EDGE], *places[-EDGE:]})


def _list_looks(line: Line, page: int) -> Iterator[Look]:
    """Yield the line as it is, and with each of its numbers counted from its page."""
    if line.cells or len(line.text) > LONGEST:
        return
    height = round(line.top)
    if _LETTER.search(line.text):
        yield line.text, height, False
    for found in _NUMBER.finditer(line.text):
        counted = f"{int(found.group()) - page:+d}"
        yield f"{line.text[: found.start()]}{counted}{line.text[found.end() :]}", height, True


def _find_interrupting_lines(
    pages: Sequence[ParsedPage], running: frozenset[Place], turn: tuple[int, int]
) -> list[Place]:
    """Return the running lines between the halves of a sentence that crosses this page turn."""
    before, after = turn
    foot = _find_lines_at_edge(pages, running, before, backwards=True)
    head = _find_lines_at_edge(pages, running, after, backwards=False)
    last, first = len(pages[before].lines) - len(foot) - 1, len(head)
    if last < 0 or first >= len(pages[after].lines):
        return []
    over = _is_split_sentence(pages[before].lines[last], pages[after].lines[first])
    return [*foot, *head] if over else []


def _find_lines_at_edge(
    pages: Sequence[ParsedPage], running: frozenset[Place], page: int, *, backwards: bool
) -> list[Place]:
    """Return the running lines with which a page begins or ends."""
    places = [(page, at) for at in range(len(pages[page].lines))]
    found = list[Place]()
    for place in (places[::-1] if backwards else places)[:EDGE]:
        if place not in running:
            break
        found.append(place)
    return found


def _is_split_sentence(last: Line, first: Line) -> bool:
    """Return whether the sentence of `last` is unfinished and `first` may be its other half."""
    alike = abs(last.size - first.size) < 0.5 and last.bold == first.bold
    prose = not (last.cells or first.cells) and bool(_LETTER.search(first.text))
    return alike and prose and not _is_ended(last.text)


def _is_ended(text: str) -> bool:
    """Return whether a mark that ends a sentence stands behind the last word of `text`."""
    at = len(text)
    while at and not (text[at - 1].isalnum() or text[at - 1] == "_"):
        at -= 1
    return not _ENDS.isdisjoint(text[at:])
