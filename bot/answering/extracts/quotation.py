"""Formats quoted pieces as an item of a list with its `[n]`."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from msgspec import Struct

from bot.answering.extracts.code_blocks import BLOCK
from bot.answering.extracts.lines import ROOM, TITLE
from bot.answering.extracts.pieces import Piece, clean_line
from bot.answering.extracts.table_rows import select_columns
from bot.messages.marked_text import MarkedText
from indexer.late_patterns import compile_late
from indexer.text.graphemes import cut_text

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
        yield "\n".join([rows[0][0], *_limit_rows([row for _, row in rows])])


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
