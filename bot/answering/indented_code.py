"""Code that a text sets in by four columns, as Markdown, plain text and mail have it.

Such code is paragraphs whose lines all stand there; below an item of a list they stand as much
further in as the item's text does. Prose may stand there too: its lines are filled, or it is a
single line, which is code only behind a colon.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from indexer.text.markdown_blocks import ITEM, BlockKind, MarkdownBlock, split_blocks

_BY = 4  # columns, of which a tab is as many
_LONG, _WORDS = 40, 7  # what a line of prose has of characters and words, but for the last
_WORD = re.compile(r"[^\W\d_]{2,}")


def split_blocks_and_code(text: str) -> Iterator[MarkdownBlock]:
    """The blocks of `text`, in which paragraphs of code that follow each other are one."""
    place, code = _Place(), MarkdownBlock(0, 0, BlockKind.CODE)
    for block in split_blocks(text):
        said = text[block.start : block.end]
        if block.kind is BlockKind.PROSE and place.is_code(said, follows=code.end > code.start):
            code = replace(code, start=code.start if code.end else block.start, end=block.end)
            continue
        if code.end:
            yield code
        code = MarkdownBlock(0, 0, BlockKind.CODE)
        place.go_on(block.kind, said)
        yield block
    if code.end:
        yield code


@dataclass(slots=True)
class _Place:
    """Where the next paragraph stands."""

    margin: int = 0  # the column of the text of the item that is open
    led_to: bool = False  # the text before it ends with a colon

    def is_code(self, said: str, *, follows: bool) -> bool:
        lines = [line.expandtabs(_BY) for line in said.splitlines() if line.strip()]
        column = " " * (self.margin + _BY)
        if not lines or not all(line.startswith(column) for line in lines):
            return False
        if len(lines) == 1 or ITEM.match(lines[0]):
            return follows or (self.led_to and len(lines) == 1)
        return not all(map(_is_filled_line, lines[:-1]))

    def go_on(self, kind: BlockKind, said: str) -> None:
        self.led_to = said.rstrip().endswith((":", "："))
        item = ITEM.match(said.lstrip("\r\n").expandtabs(_BY))
        if item and kind is BlockKind.PROSE:
            self.margin = item.end()
        elif not said.lstrip("\r\n").startswith((" ", "\t")):
            self.margin = 0


def _is_filled_line(line: str) -> bool:
    return len(line.strip()) >= _LONG and len(_WORD.findall(line)) >= _WORDS
