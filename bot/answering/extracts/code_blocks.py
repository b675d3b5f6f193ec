"""Finds code in a passage and puts it between fences.

Indented code (four columns), as Markdown, plain text and mail have it, is paragraphs whose lines
are all indented; below a list item they are indented by as much again as the item's text. Prose may
be indented too: its lines are filled, or it is a single line, which is code only after a colon.
"""

from collections.abc import Iterator
from textwrap import dedent

from msgspec import Struct
from msgspec.structs import replace

from indexer.late_patterns import compile_late
from indexer.text.markdown_blocks import FENCE, ITEM, BlockKind, MarkdownBlock, split_blocks

BLOCK = 1000  # characters of code
_BY = 4  # columns, of which a tab is as many
_LONG, _WORDS = 40, 7  # the least characters and words of a line of prose, except its last
_WORD = compile_late(r"[^\W\d_]{2,}")


def split_blocks_and_code(text: str) -> Iterator[MarkdownBlock]:
    """Yield the blocks of `text`; paragraphs of code that follow each other are one block."""
    place, code = _Place(), MarkdownBlock(0, 0, BlockKind.CODE)
    for block in split_blocks(text):
        paragraph = text[block.start : block.end]
        if block.kind is BlockKind.PROSE and place.is_code(
            paragraph, follows=code.end > code.start
        ):
            code = replace(code, start=code.start if code.end else block.start, end=block.end)
            continue
        if code.end:
            yield code
        code = MarkdownBlock(0, 0, BlockKind.CODE)
        place.advance(block.kind, paragraph)
        yield block
    if code.end:
        yield code


class _Place(Struct):
    """The context of the next paragraph."""

    margin: int = 0  # the column of the open list item's text
    led_to: bool = False  # the text before it ends with a colon

    def is_code(self, paragraph: str, *, follows: bool) -> bool:
        lines = [line.expandtabs(_BY) for line in paragraph.splitlines() if line.strip()]
        column = " " * (self.margin + _BY)
        if not lines or not all(line.startswith(column) for line in lines):
            return False
        if len(lines) == 1 or ITEM.match(lines[0]):
            return follows or (self.led_to and len(lines) == 1)
        return not all(map(_is_filled_line, lines[:-1]))

    def advance(self, kind: BlockKind, paragraph: str) -> None:
        self.led_to = paragraph.rstrip().endswith((":", "："))
        item = ITEM.match(paragraph.lstrip("\r\n").expandtabs(_BY))
        if item and kind is BlockKind.PROSE:
            self.margin = item.end()
        elif not paragraph.lstrip("\r\n").startswith((" ", "\t")):
            self.margin = 0


def _is_filled_line(line: str) -> bool:
    return len(line.strip()) >= _LONG and len(_WORD.findall(line)) >= _WORDS


def fence_code(text: str) -> str:
    """Put code between its own fences, closed if `text` ends too early, and limit its length."""
    opening, *lines = text.strip().splitlines()
    found = FENCE.match(opening)
    marker = found[1] if found else "```"
    if lines and lines[-1].strip().startswith(marker):
        lines.pop()
    kept = _take_lines(lines, BLOCK)
    return "\n".join([opening.strip(), *kept, *(["…"] if len(kept) < len(lines) else []), marker])


def fence_indented_code(source: str) -> str:
    """Move indented code to the margin and put it between fences."""
    code = dedent(source).strip("\n")
    marker = "````" if "```" in code else "```"
    return fence_code(f"{marker}\n{code}\n{marker}")


def _take_lines(lines: list[str], room: int) -> list[str]:
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept
