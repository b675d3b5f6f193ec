"""Cuts a PDF's lines into sections. Every line falls into exactly one: nothing lost or doubled."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from indexer.documents import ElementType, Section
from indexer.parsing.formats.pdf.outline import Entry
from indexer.parsing.formats.pdf.pages import Line, Page
from indexer.parsing.shared.sections import DEEPEST, TITLE

SYMBOLS = re.compile(r"[\W_]+")
TITLE_LINES = 4  # lines that a title may be broken into
SLACK = 25  # letters that may stand beside a title on its lines, such as a number
GAP = 1.4  # a wider step between two lines, in line heights, parts paragraphs


@dataclass(frozen=True, slots=True)
class Placed:
    page: int  # from 1
    line: Line
    opens: bool = False  # whether a paragraph begins here


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a section begins: an index into the document's lines."""

    at: int
    title: str
    level: int
    path: tuple[str, ...]
    element_type: ElementType = "section"


def by_page(pages: Sequence[Page]) -> Iterator[Section]:
    for page in pages:
        lines = placed([page])
        if lines:
            span = (page.number, page.number)
            text, _ = written(lines)
            yield Section(f"Page {page.number}", text, pages=span, element_type="paragraph")


def by_outline(pages: Sequence[Page], entries: Sequence[Entry], name: str) -> Iterator[Section]:
    """Sections that begin at the outline's titles; an entry without text is only in paths."""
    lines = placed(pages)
    yield from cut(lines, _cuts(pages, entries), name)


def cut(lines: Sequence[Placed], cuts: Sequence[Cut], name: str) -> Iterator[Section]:
    ordered = sorted(cuts, key=lambda each: each.at)
    starts = [each.at for each in ordered]
    if text_before := lines[: starts[0] if starts else len(lines)]:
        yield _section(text_before, Cut(0, name, 0, (), "paragraph"))
    for each, end in zip(ordered, [*starts[1:], len(lines)], strict=True):
        if each.at < end:
            yield _section(lines[each.at : end], each)


def _section(lines: Sequence[Placed], start: Cut) -> Section:
    text, turns = written(lines)
    return Section(
        title=start.title,
        text=text,
        path=start.path,
        level=start.level,
        pages=(lines[0].page, lines[-1].page),
        element_type=start.element_type,
        turns=turns,
    )


def written(lines: Sequence[Placed]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The lines as text, a blank line where a paragraph begins, and where in it pages begin."""
    texts, turns = list[str](), list[tuple[int, int]]()
    length, page = 0, lines[0].page
    for each in _settled(lines):
        lead = "" if not texts else "\n\n" if each.opens else "\n"
        if each.page > page:
            page = each.page
            turns.append((length + len(lead), page))
        texts.append(lead + each.line.text)
        length += len(texts[-1])
    return "".join(texts), tuple(turns)


def _settled(lines: Sequence[Placed]) -> Iterator[Placed]:
    """The lines, with those that are in a sentence's way behind the paragraph it is in."""
    waiting = list[Placed]()
    for each in lines:
        if each.line.aside:
            waiting.append(replace(each, opens=True))
            continue
        if each.opens:
            yield from waiting
            waiting = []
        yield each
    yield from waiting


def placed(pages: Sequence[Page]) -> list[Placed]:
    return [each for page in pages for each in _placed(page)]


def _placed(page: Page) -> Iterator[Placed]:
    before: Line | None = None
    for line in page.lines:
        yield Placed(page.number, line, _opens(before, line))
        before = before if line.aside else line


def _opens(before: Line | None, line: Line) -> bool:
    """Whether the step down from the line before is wider than between lines of one paragraph."""
    if before is None or line.cells or before.cells:
        return not line.goes_on and (before is not None or bool(line.cells))
    step = before.top - line.top
    return step > GAP * max(before.size, line.size, 1.0) * 1.2 or before.size != line.size


def _cuts(pages: Sequence[Page], entries: Sequence[Entry]) -> list[Cut]:
    first_line = [0]
    for page in pages:
        first_line.append(first_line[-1] + len(page.lines))
    spelled: dict[int, list[str]] = {}
    above: list[Entry] = []
    cuts = []
    for entry in entries:
        above = [each for each in above if each.level < entry.level] + [entry]
        index = entry.page or 0
        if index not in spelled:
            spelled[index] = [letters(line.text) for line in pages[index].lines]
        at = first_line[index] + _find(pages[index].lines, spelled[index], entry)
        path = tuple(each.title[:TITLE] for each in above)
        level = min(entry.level, DEEPEST)
        cuts.append(Cut(at, entry.title[:TITLE], level, path, "toc_entry"))
    return cuts


def _find(lines: Sequence[Line], spelled: Sequence[str], entry: Entry) -> int:
    """The line that an entry begins at: the title's own, else by position, else the first."""
    title = letters(entry.title)
    matches = [
        (_distance(lines[at], spelled[at], title, entry.top), at)
        for at in range(len(lines))
        if title and _stands_at(spelled, at, title)
    ]
    if matches:
        return min(matches)[1]
    if entry.top is None:
        return 0
    below = (at for at, line in enumerate(lines) if line.top - line.size / 2 <= entry.top)
    return next(below, len(lines))


def _stands_at(spelled: Sequence[str], at: int, title: str) -> bool:
    joined = ""
    for each in spelled[at : at + TITLE_LINES]:
        joined += each
        if title in joined:
            return len(joined) <= len(title) + SLACK and title not in joined[len(spelled[at]) :]
    return False


def _distance(line: Line, spelled: str, title: str, top: float | None) -> float:
    """How unlikely this line is the one that is meant, among those that hold the title."""
    exact = 0 if spelled == title else 10 if spelled.endswith(title) else 30
    if top is None:
        return exact
    above = 200 if line.top > top + line.size + 6 else 0
    return abs(top - line.top) + above + exact


def letters(text: str) -> str:
    """`text` without all that may differ between two spellings of the same words."""
    return SYMBOLS.sub("", unicodedata.normalize("NFKC", text)).casefold()
