"""Markdown as `rich` draws it on a terminal, with every line of it a line."""

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from rich.markdown import Markdown


def shown(markdown: str) -> Markdown:
    drawn = Markdown("", hyperlinks=False)
    drawn.parsed = _parser().parse(markdown)
    return drawn


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.core.ruler.push("lines", _lines)
    return parser


def _lines(state: StateCore) -> None:
    """`rich` has no option for this; markdown-it's own, `breaks`, is one of its HTML alone."""
    for token in state.tokens:
        for child in token.children or ():
            if child.type == "softbreak":
                child.type = "hardbreak"
