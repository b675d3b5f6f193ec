"""Quotes the best of the ranked pieces: chooses them, and formats each as an item with its `[n]`.

A title, and the sentence that a piece points back at, stand before it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

from msgspec import Struct

from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.code_blocks import BLOCK
from bot.answering.extracts.leave_signs import decides_for_list
from bot.answering.extracts.lines import ROOM, TITLE
from bot.answering.extracts.matching import PREFIX, match
from bot.answering.extracts.phrases import Grade
from bot.answering.extracts.pieces import Piece, clean_line
from bot.answering.extracts.table_rows import find_naming_columns, select_columns
from bot.answering.grades.asked_lists import is_on_other_list
from bot.answering.grades.doubts import has_contrast
from bot.answering.grades.other_passages import AS_MUCH
from bot.answering.grades.rivals import TIED, completes, is_named_by_head
from bot.answering.question.meanings import is_negated
from bot.answering.question.mentions import points_back
from bot.messages.marked_text import MarkedText
from indexer.late_patterns import compile_late
from indexer.text.graphemes import cut_text
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words

MOST = 3  # passages quoted
FEW = 2  # where they only may answer
APART = 3  # pieces, at most, between two of a passage that are quoted together
UNSPACED_ENDS = ("。", "！", "？", "」")
MORE = "| … |"  # below rows of which there are more


class Quotation(Struct, frozen=True):
    """Pieces of one passage; of rows the columns asked for, and those that name the row."""

    n: int
    pieces: Sequence[Piece]
    asked: Sequence[int] = ()
    named: Sequence[int] = ()
    title: str = ""  # above them, where it tells what they are about
    before: str = ""  # the sentence before them, where they point back at it


def choose_quotations(ranked: Sequence[tuple[float, Candidate]], grade: Grade) -> list[Quotation]:
    """Choose the best piece of each passage that comes close to the best of all."""
    least, best, sure = TIED * ranked[0][0], ranked[0][1], grade is Grade.ANSWERS
    chosen: list[list[Candidate]] = []
    quoted: set[str] = set()
    for score, each in ranked:
        here = next((found for found in chosen if _stands_with(each, found[0])), [])
        close = (score >= least or (not sure and _rivals(each, score, ranked[0]))) and (
            _goes_with(each, here)
        )
        close = close and (each is best or not (sure and has_contrast(each)))
        # Passages of one document overlap: what was quoted from one need not be quoted again.
        close = close or completes(each, best) or is_on_other_list(each, best)
        if each.piece.text not in quoted and close:
            if not here:
                chosen.append(here)
            here.append(each)
            quoted.add(each.piece.text)
    most = MOST if grade is Grade.ANSWERS else FEW
    kept = chosen[:most]
    names = name_files([found[0].placed.file for found in kept])
    return [_build_quotation(found, names) for found in kept]


def quote_list(items: Sequence[Candidate]) -> MarkedText:
    """Quote all items of a list below what leads to it."""
    title = format_lead(items[0].placed.lead)
    return format_extract(Quotation(items[0].n, [each.piece for each in items], title=title))


def _rivals(each: Candidate, score: float, best: tuple[float, Candidate]) -> bool:
    """Return whether either may be meant: of two documents, or of rows that their head names."""
    if each.piece.head and each.piece.head == best[1].piece.head:
        return is_named_by_head(best[1])
    return each.placed.file != best[1].placed.file and score > AS_MUCH * best[0]


def name_files(files: Collection[str]) -> Mapping[str, str]:
    """Name each of several files, without its ending unless two are called alike; none for one."""
    paths = {each: Path(each) for each in files}
    if len(paths) < 2:
        return {}
    stems = {each.stem for each in paths.values()}
    return {
        file: path.stem if len(stems) == len(paths) else path.name for file, path in paths.items()
    }


def _stands_with(each: Candidate, first: Candidate) -> bool:
    """Return whether both are of one passage, and of one list if either is quoted with its lead."""
    lists = {one.placed.lead for one in (each, first) if one.is_item}
    return each.n == first.n and len(lists) <= 1


def _goes_with(each: Candidate, chosen: Sequence[Candidate]) -> bool:
    """Return whether a piece is quoted with others of its passage: rows, or one more sentence."""
    if not chosen:
        return True
    first = chosen[0].piece
    if each.piece.head != first.head:
        return False
    if first.head:
        # Of "H1" and "H1 Pro", the row that has nothing else in its name is meant; of "Ten swims"
        # below "Swims", any row may be.
        return each.precision >= chosen[0].precision or is_named_by_head(chosen[0])
    return len(chosen) == 1 and abs(each.place - chosen[0].place) <= APART


def _build_quotation(found: Sequence[Candidate], names: Mapping[str, str]) -> Quotation:
    """Build it with a title; `names` are those of files, if several say something of it."""
    first, pieces = found[0], [each.piece for each in sorted(found, key=lambda each: each.place)]
    named = find_naming_columns(first.piece, first.words, first.placed.language)
    before = _find_sentence_before(found)
    title = _find_lead(first) or _find_day(first) or _find_title(first)
    opening = before or pieces[0].line
    title = "" if opening.startswith(title) else title  # it is quoted with what it names
    title = title or ("" if any(each.line for each in pieces) else _name(first))
    title = _join_names(names[first.placed.file], title) if names else title
    return Quotation(first.n, pieces, first.columns, named, title, before)


def _find_sentence_before(found: Sequence[Candidate]) -> str:
    """Return the sentence that the first piece points back at; "" if it stands by itself."""
    first = min(found, key=lambda each: each.place)
    beside, line = first.piece.beside, first.piece.line
    language = first.placed.language
    goes_on = first.piece.refers and not load_question_words(language).is_spaced
    if beside is None or not line or not (goes_on or points_back(line, language)):
        return ""
    before = clean_line(beside.original)
    return before if len(before) + len(line) <= ROOM else ""


def _join_names(name: str, title: str) -> str:
    """Return the name of the document, and the title below it."""
    return name if fold(title) in ("", fold(name)) else f"{name}: {title}"


def _name(each: Candidate) -> str:
    """Name rows or code that nothing leads to, by the heading above them or by their file."""
    titles = (format_title(title.original) for title in reversed(each.piece.titles))
    return next(filter(None, titles), Path(each.placed.file).stem)


def _find_lead(each: Candidate) -> str:
    """Return what leads to a piece and denies it: "We will not pay for:" above "door seals".

    Where it is asked whether something is so, a heading may allow it, too, and the mere name of a
    thing says nothing without what leads to it.
    """
    lead = each.placed.lead
    decides = decides_for_list if each.question.kind is Kind.WHETHER else is_negated
    return format_lead(lead) if each.is_item or decides(lead, each.placed.language) else ""


def _find_day(each: Candidate) -> str:
    """Return the heading with the day of a piece that tells none itself."""
    return format_title(each.day_above) if each.is_dated_above else ""


def _find_title(each: Candidate) -> str:
    """Return the heading or line above a piece that has a word of the question it lacks."""
    own = [match(word, each.piece.own) for word in each.words]
    opening = (each.piece.opening,) if each.piece.opening else ()
    for title in (*opening, *reversed(each.piece.titles)):
        if any(
            word.worth and match(word, title) > max(found, PREFIX)
            for word, found in zip(each.words, own, strict=True)
        ):
            return format_title(title.original)
    return ""


def format_extract(quoted: Quotation) -> MarkedText:
    """A list item with its `[n]`; code and rows, which keep their lines, follow it."""
    said = (quoted.before, *(each.line for each in quoted.pieces))
    lines = dict.fromkeys(each for each in said if each)
    title = f"**{quoted.title}** " if quoted.title else ""
    line = f"{title}{_shorten_line(join_lines(lines))}".strip()
    item = f"- {line} " if line else "- "
    blocks = "\n\n".join(_format_blocks(quoted))
    return MarkedText(f"{item}[{quoted.n}]" + (f"\n\n{blocks}" if blocks else ""), (len(item),))


def _format_blocks(quoted: Quotation) -> Iterator[str]:
    yield from (each.block for each in quoted.pieces if each.block and not each.head)
    rows = [select_columns(each, quoted.asked, quoted.named) for each in quoted.pieces if each.head]
    if rows:
        once = dict.fromkeys(row for _, row in rows)  # cut to the columns asked for, some are alike
        yield "\n".join([rows[0][0], *_limit_rows(list(once))])


def _limit_rows(rows: Sequence[str]) -> Sequence[str]:
    """Return as many rows as there is room for."""
    ends = accumulate(len(row) + 1 for row in rows)
    fitting = [row for row, end in zip(rows, ends, strict=True) if end <= BLOCK] or rows[:1]
    return fitting if len(fitting) == len(rows) else [*fitting, MORE]


def join_lines(lines: Iterable[str]) -> str:
    """Join sentences, and items of a list, which end with no stop.

    Behind a full-width stop Chinese and Japanese have no space.
    """
    *before, last = lines or ("",)
    return "".join([*map(_close_line, before), last])


def _close_line(line: str) -> str:
    if line.endswith(UNSPACED_ENDS):
        return line
    return f"{line}; " if line[-1:].isalnum() else f"{line} "


def _shorten_line(text: str) -> str:
    if len(text) <= ROOM:
        return text
    start = cut_text(text, ROOM)
    return (start.rpartition(" ")[0] or start) + " …"


# A minus before a number is no mark of a list, nor a lone sign one of emphasis: "-5 °C", "_port".
_MARKS = compile_late(r"^(?:#\s?|[-+*•>]\s)+(?:\[[ xX]\]\s)?|^\[[ xX]\]\s")
_EMPHASIS = compile_late(r"^([*_])(?=\S)([^*_]{1,120})\1$")


def format_title(text: str) -> str:
    """Return a heading or a leading line without its marks; empty for one that is too long."""
    plain = " ".join(text.replace("**", "").replace("__", "").split())
    bare = _EMPHASIS.sub(r"\2", _MARKS.sub("", plain).rstrip("#:： ")).rstrip(":： ")
    return bare if len(bare) <= TITLE else ""


def format_lead(lead: str) -> str:
    """Return a leading line whole, or a heading: half of either could deny nothing."""
    return format_title(lead) or (clean_line(lead) if len(lead) <= ROOM // 2 else "")
