"""Splits a PDF's lines into sections. Every line is in exactly one: none is lost or repeated."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from indexer.documents import ElementType, Section
from indexer.parsing.formats.pdf.layout import Line, ParsedPage
from indexer.parsing.formats.pdf.letters import normalize_letters
from indexer.parsing.formats.pdf.outline import Bookmark
from indexer.parsing.formats.pdf.placed import shorten_leaders
from indexer.parsing.formats.pdf.running_heads import goes_over, is_ended
from indexer.parsing.shared.sections import DEEPEST, TITLE
from indexer.text.sentences import find_sentence_ends

TITLE_LINES = 4  # lines that a title may be broken into
SLACK = 25  # further letters that a title's lines may have, such as a number
RUN_IN = 2.0  # line heights between a bookmark and a title with text behind it
NUMBER = 12  # letters of a heading's number, which bookmarks often lack
SENTENCE = 600  # characters of a sentence's end that stand on the next page
CROWDED = 20  # bookmarks that may lead to one page, however little text is on it
GAP = 1.4  # a wider step between two lines, in line heights, parts paragraphs


class PlacedLine(Struct, frozen=True):
    page: int  # from 1
    line: Line
    opens_paragraph: bool = False


class SectionStart(Struct, frozen=True):
    """The beginning of a section."""

    at: int  # index into the document's lines
    title: str
    level: int
    path: tuple[str, ...]
    element_type: ElementType = "section"


def split_by_page(pages: Sequence[ParsedPage], title: str) -> Iterator[Section]:
    """Yield a section for each page; the sentence that goes over its end is part of it.

    `title` is the document's, where it has one.
    """
    filled = [page for page in pages if page.lines]
    moved = ""  # what the page before has of this one
    for page, following in zip_longest(filled, filled[1:]):
        text, _ = join_lines(place_lines([page]))
        text = text.removeprefix(moved).lstrip()
        # A page that went to the one before has no section that could take more.
        moved = _find_rest(page, following) if text and following else ""
        if text:
            section = _build_page_section(page.number, text, following, moved)
            yield replace(section, path=(title,)) if title else section


def _build_page_section(
    number: int, text: str, following: ParsedPage | None, moved: str
) -> Section:
    rest = moved.strip()
    last = following.number if rest and following else number
    pages, turns = (number, last), ((len(text) + 1, last),) if rest else ()
    whole = f"{text}\n{rest}" if rest else text
    return Section(f"Page {number}", whole, pages=pages, element_type="paragraph", turns=turns)


def _find_rest(page: ParsedPage, following: ParsedPage) -> str:
    """Return the words with which the next page ends this one's last sentence."""
    first = following.lines[0]
    # Scripts without small letters do not show whether a slide's title or half a sentence begins.
    if not (first.text[:1].islower() and goes_over(page.lines[-1], first)):
        return ""
    lines = place_lines([following])
    ends = (at for at in range(1, len(lines)) if lines[at].opens_paragraph)
    paragraph, _ = join_lines(lines[: next(ends, len(lines))])
    end = next(iter(find_sentence_ends(paragraph, 0, len(paragraph))), len(paragraph))
    return paragraph[:end] if end <= SENTENCE else ""


def drop_foreign_bookmarks(
    pages: Sequence[ParsedPage], entries: Sequence[Bookmark]
) -> list[Bookmark]:
    """Return the bookmarks without those of a page to which more lead than it has lines.

    A page that was taken out of a book may still have the outline of all of it.
    """
    counts = Counter(entry.page for entry in entries)
    most = {page: max(CROWDED, len(pages[page or 0].lines)) for page in counts}
    return [entry for entry in entries if counts[entry.page] <= most[entry.page]]


def split_by_outline(
    pages: Sequence[ParsedPage], entries: Sequence[Bookmark], name: str, title: str = ""
) -> Iterator[Section]:
    """Split at the outline's titles; a bookmark without text is only in paths.

    What stands before the first is below the document's `title`, where it has one.
    """
    for section in split_at(place_lines(pages), _find_starts(pages, entries), name):
        yield replace(section, path=(title,)) if title and not section.path else section


def split_at(
    lines: Sequence[PlacedLine], cuts: Sequence[SectionStart], name: str
) -> Iterator[Section]:
    ordered = sorted(cuts, key=lambda each: each.at)
    starts = [each.at for each in ordered]
    if text_before := lines[: starts[0] if starts else len(lines)]:
        yield _build_section(text_before, SectionStart(0, name, 0, (), "paragraph"))
    begin: int | None = None  # of the titles above, which have no text of their own
    for each, following in zip_longest(ordered, ordered[1:]):
        end = following.at if following else len(lines)
        if following and each.at < end < len(lines) and _is_title_alone(lines, each, following):
            begin = each.at if begin is None else begin
        elif each.at < end:
            yield _build_section(lines[each.at if begin is None else begin : end], each)
            begin = None


def _is_title_alone(
    lines: Sequence[PlacedLine], start: SectionStart, following: SectionStart
) -> bool:
    """Return whether a section is nothing but the title of those below it, on the same page.

    What its type alone shows to be a heading may be a line of a title page: above any other.
    """
    is_above = following.level > start.level or start.element_type == "section"
    if not is_above or lines[start.at].page != lines[following.at].page:
        return False
    written = normalize_letters(" ".join(each.line.text for each in lines[start.at : following.at]))
    return len(written) <= len(normalize_letters(start.title)) + NUMBER


def _build_section(lines: Sequence[PlacedLine], start: SectionStart) -> Section:
    text, turns = join_lines(lines)
    return Section(
        title=start.title,
        text=text,
        path=start.path,
        level=start.level,
        pages=(lines[0].page, lines[-1].page),
        element_type=start.element_type,
        turns=turns,
    )


def join_lines(lines: Sequence[PlacedLine]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the text, with a blank line before each paragraph, and where in it pages begin.

    What continues a table repeats its head if other lines, or nothing, stand before it.
    """
    texts, turns = list[str](), list[tuple[int, int]]()
    length, page = 0, lines[0].page
    in_table = False
    for each in _move_running_heads(lines):
        lead = "" if not texts else "\n\n" if each.opens_paragraph else "\n"
        if each.page > page:
            page = each.page
            turns.append((length + len(lead), page))
        head = f"{each.line.head}\n" if each.line.head and not in_table else ""
        texts.append(f"{lead}{head}{shorten_leaders(each.line.text)}")
        length += len(texts[-1])
        in_table = bool(each.line.cells)
    return "".join(texts), tuple(turns)


def _move_running_heads(lines: Sequence[PlacedLine]) -> Iterator[PlacedLine]:
    """Yield the lines, those that interrupt a sentence behind its paragraph."""
    waiting = list[PlacedLine]()
    for each in lines:
        if each.line.aside:
            waiting.append(replace(each, opens_paragraph=True))
            continue
        if each.opens_paragraph:
            yield from waiting
            waiting = []
        yield each
    yield from waiting


def place_lines(pages: Sequence[ParsedPage]) -> list[PlacedLine]:
    placed = list[PlacedLine]()
    for page in pages:
        placed += _place_page(page, placed[-1].line if placed else None)
    return placed


def _place_page(page: ParsedPage, last: Line | None) -> Iterator[PlacedLine]:
    """Yield the lines of a page; `last` is the one that stands before it."""
    before: Line | None = None
    for line in page.lines:
        opens = _is_paragraph_start(before, line) or (before is None and _begins_anew(last, line))
        yield PlacedLine(page.number, line, opens)
        before = before if line.aside else line


def _begins_anew(last: Line | None, first: Line) -> bool:
    """Return whether a page begins with a paragraph of its own, as far as its words show it."""
    ended = last is not None and not last.cells and is_ended(last.text)
    return ended and not first.continues and not first.text[:1].islower()


def _is_paragraph_start(before: Line | None, line: Line) -> bool:
    """Return whether the step down from the line before is wider than within a paragraph."""
    if before is None or line.cells or before.cells:
        return not line.continues and (before is not None or bool(line.cells))
    step = before.lowest - line.top
    return step > GAP * max(before.size, line.size, 1.0) * 1.2 or before.size != line.size


def _find_starts(pages: Sequence[ParsedPage], entries: Sequence[Bookmark]) -> list[SectionStart]:
    first_line = [0]
    for page in pages:
        first_line.append(first_line[-1] + len(page.lines))
    spelled: dict[int, list[str]] = {}
    above: list[Bookmark] = []
    cuts = []
    for entry in entries:
        above = [each for each in above if each.level < entry.level] + [entry]
        index = entry.page or 0
        if index not in spelled:
            spelled[index] = [normalize_letters(line.text) for line in pages[index].lines]
        at = first_line[index] + _find_start_line(pages[index].lines, spelled[index], entry)
        path = tuple(each.title[:TITLE] for each in above)
        level = min(entry.level, DEEPEST)
        cuts.append(SectionStart(at, entry.title[:TITLE], level, path, "toc_entry"))
    return cuts


def _find_start_line(lines: Sequence[Line], spelled: Sequence[str], entry: Bookmark) -> int:
    """Return the line that a bookmark begins at: its title's, else by position, else the first."""
    title = normalize_letters(entry.title)
    matches = [
        (_score_distance(lines[at], spelled[at], title, entry.top), at)
        for at in range(len(lines))
        if title
        and (_has_title_at(spelled, at, title) or _runs_in(lines[at], spelled[at], title, entry))
    ]
    if matches:
        return min(matches)[1]
    if entry.top is None:
        return 0
    below = (at for at, line in enumerate(lines) if line.top - line.size / 2 <= entry.top)
    return next(below, len(lines))


def _has_title_at(spelled: Sequence[str], at: int, title: str) -> bool:
    joined = ""
    for each in spelled[at : at + TITLE_LINES]:
        joined += each
        if title in joined:
            return len(joined) <= len(title) + SLACK and title not in joined[len(spelled[at]) :]
    return False


def _runs_in(line: Line, spelled: str, title: str, entry: Bookmark) -> bool:
    """Return whether the text of a section begins in the line of its title."""
    near = entry.top is not None and abs(entry.top - line.top) <= RUN_IN * line.size
    return near and spelled.startswith(title)


def _score_distance(line: Line, spelled: str, title: str, top: float | None) -> float:
    """Score how unlikely a line that holds the title is the bookmark's; lower is likelier."""
    exact = 0 if spelled == title else 10 if _is_at_edge(spelled, title) else 30
    if top is None:
        return exact
    above = 200 if line.top > top + line.size + 6 else 0
    return abs(top - line.top) + above + exact


def _is_at_edge(spelled: str, title: str) -> bool:
    return spelled.startswith(title) or spelled.endswith(title)
