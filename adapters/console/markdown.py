"""Render Markdown on a terminal with `rich`, losing no text and executing no control characters.

`rich` by itself would drop text that looks like HTML, join lines, and cut what does not fit.
"""

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown, MarkdownElement, TableDataElement
from rich.text import Text

from adapters.shared.nesting import NESTING, is_too_deep

INDENT = 4  # columns that a quote or a list in another takes, at most
COLUMN = 8  # columns that a column of a table needs, with the space around it
NARROW = 20  # columns that a paragraph needs
# Control characters as visible symbols, so that the terminal does not execute them. Tab, line feed
# and carriage return are text.
CONTROLS = {
    **{code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n\r"},
    **dict.fromkeys(range(0x80, 0xA0), 0xFFFD),
    0x7F: 0x2421,
}


def escape_controls(text: str) -> str:
    """Replace the control characters in `text` with visible symbols."""
    return text.translate(CONTROLS)


class TerminalMarkdown:
    """A reply, or a draft of one, as something `rich` can print."""

    def __init__(self, markdown: str) -> None:
        self._written = escape_controls(markdown)

    def __rich_console__(self, screen: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the rendered Markdown, or its source if the screen is too narrow for it."""
        tokens = _build_parser().parse(self._written)
        drawn = _LosslessMarkdown("", hyperlinks=False)
        drawn.parsed = tokens
        yield drawn if _fits(tokens, options.max_width) else Text(self._written)


class _Cell(TableDataElement):
    """A table cell that wraps long words instead of cutting them off."""

    def on_enter(self, context: object) -> None:
        self.content.overflow = "fold"


class _LosslessMarkdown(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "td_open": _Cell,
        "th_open": _Cell,
    }


@cache
def _build_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": NESTING})
    # A picture and an address in angle brackets would lose their marks, and a definition such as
    # `[1]: handbook.pdf` all of it.
    parser.enable(["table", "strikethrough"]).disable(["reference", "image", "autolink"])
    parser.core.ruler.push("lines", _keep_line_breaks)
    return parser


def _keep_line_breaks(state: StateCore) -> None:
    """Keep line breaks: `rich` has no option for it, and markdown-it's affects only its HTML."""
    for token in state.tokens:
        for child in token.children or ():
            if child.type == "softbreak":
                child.type = "hardbreak"


def _fits(tokens: Sequence[Token], width: int) -> bool:
    if is_too_deep(tokens):
        return False
    level = max((token.level for token in tokens), default=0)
    nodes = SyntaxTreeNode(tokens).walk()
    columns = max((len(node.children) for node in nodes if node.type == "tr"), default=0)
    return INDENT * level + max(NARROW, COLUMN * columns) <= width
