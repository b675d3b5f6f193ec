"""Splits text into Markdown blocks: headings, paragraphs, list items, tables, code fences.

Precise enough to cut a text well, not to render it; each character belongs to exactly one block.
"""

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from indexer.late_patterns import compile_late

HEADING = compile_late(r" {0,3}#{1,6}(?:\s|$)")
FENCE = compile_late(r" {0,3}(`{3,}|~{3,})")
ITEM = compile_late(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]")
DELIMITER = compile_late(r"\s*+\|?\s*+:?-++:?\s*+(?>(?:\|\s*+:?-++:?\s*+)*)\|?\s*+$")


AT_ONCE = 100_000  # characters of a block that are split at once: each line takes more memory


class BlockKind(Enum):
    HEADING = "heading"
    PROSE = "paragraph or list item"
    SENTENCE = "sentence"
    TABLE = "table"
    ROW = "row of a table"
    FENCE = "code fence"
    LINE = "line of a code fence"
    CODE = "indented code"  # a paragraph here: only quotations tell them apart


class MarkdownBlock(Struct, frozen=True):
    """The span `text[start:end]`.

    `head` is the span that a row or line repeats if it is cut off: the head of its table, the
    opening of its fence.
    """

    start: int
    end: int
    kind: BlockKind
    head: tuple[int, int] = (0, 0)


def split_blocks(text: str) -> Iterator[MarkdownBlock]:
    """Yield the blocks in order, with the blank lines after each, and those before the first."""
    start, position, kind, fence = 0, 0, BlockKind.PROSE, ""
    blank = True
    for line in iterate_lines(text):
        opens = "" if fence else _find_opened_kind(line, kind, blank)
        if opens and text[start:position].strip():
            yield MarkdownBlock(start, position, kind)
            start = position
        kind = BlockKind(opens) if opens else kind
        fence = _find_open_fence(line, fence)
        blank = not fence and (not line.strip() or kind in (BlockKind.HEADING, BlockKind.FENCE))
        position += len(line)
    if start < position:
        yield MarkdownBlock(start, position, kind)


def _find_opened_kind(line: str, kind: BlockKind, blank: bool) -> str:
    """Return the kind of block that `line` opens; empty if it continues the last block."""
    first = line.lstrip()[:1]
    if not first:
        return ""
    if first == "#" and HEADING.match(line):
        return BlockKind.HEADING.value
    if first in "`~" and FENCE.match(line):
        return BlockKind.FENCE.value
    if first == "|":
        return "" if kind is BlockKind.TABLE and not blank else BlockKind.TABLE.value
    return BlockKind.PROSE.value if blank or kind is BlockKind.TABLE or ITEM.match(line) else ""


def _find_open_fence(line: str, fence: str) -> str:
    """Return the marker of the fence that is open after `line`; empty if none is."""
    marker = FENCE.match(line)
    if not marker:
        return fence
    if not fence:
        return marker.group(1)
    closes = marker.group(1).startswith(fence) and not line.strip().strip(fence[0])
    return "" if closes else fence


def iterate_lines(text: str, start: int = 0, end: int | None = None) -> Iterator[str]:
    """Yield the lines of `text[start:end]` with their ends, without a list of them all."""
    end = len(text) if end is None else end
    while start < end:
        cut = text.find("\n", min(start + AT_ONCE, end), end) + 1 or end
        yield from text[start:cut].splitlines(keepends=True)
        start = cut


def split_lines(text: str, piece: MarkdownBlock) -> list[MarkdownBlock]:
    """Return the rows of a table or the lines of a fence, each with the head it repeats.

    Of a very long one these are the first, and the rest whole.
    """
    kind = BlockKind.ROW if piece.kind is BlockKind.TABLE else BlockKind.LINE
    ends, position = [], piece.start
    for line in iterate_lines(text, piece.start, piece.end):
        position += len(line)
        ends.append(position)
        if min(position - piece.start, piece.end - position) > AT_ONCE:
            break
    head = piece.head if piece.head[1] else (piece.start, _find_head_end(text, piece, ends))
    starts = [piece.start, *ends]
    found = [
        MarkdownBlock(start, end, kind, head) for start, end in zip(starts, ends, strict=False)
    ]
    rest = MarkdownBlock(position, piece.end, piece.kind, head)
    return [*found, rest] if rest.start < rest.end else found


def _find_head_end(text: str, piece: MarkdownBlock, ends: list[int]) -> int:
    if piece.kind is BlockKind.FENCE:
        return ends[0]
    delimited = len(ends) > 1 and DELIMITER.match(text[ends[0] : ends[1]])
    return ends[1] if delimited else piece.start
