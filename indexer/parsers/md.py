"""Markdown: sections by CommonMark's own headings, each with its first line."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from indexer.decoding import decode
from indexer.documents import Parsed
from indexer.parsers import Source
from indexer.sections import Block, Heading, assemble

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

SUFFIXES = (".md", ".markdown", ".mdown", ".mkd")
# What inline tokens say where that is not their content.
SPOKEN = {"softbreak": " ", "hardbreak": " ", "html_inline": ""}


def parse(source: Source) -> Iterator[Parsed]:
    yield from assemble(markdown_blocks(decode(source.data)), source.name)


def markdown_blocks(text: str) -> Iterator[Heading | Block]:
    """The headings, and between them the text as it was written."""
    lines = text.split("\n")
    found = [*headings(text), (len(lines), len(lines), Heading(1, ""))]
    yield _block(lines, 0, found[0][0])
    for (_, start, heading), (end, _, _) in pairwise(found):
        yield heading
        yield _block(lines, start, end)


def _block(lines: list[str], start: int, end: int) -> Block:
    while start < end and not lines[start].strip():
        start += 1
    return Block("\n".join(lines[start:end]).rstrip(), start + 1)


def headings(text: str) -> Iterator[tuple[int, int, Heading]]:
    """Each heading that is not inside a quote or list, and the lines it takes: first, past last."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.front_matter import front_matter_plugin

    # Inline markup is half the work and only headings need it.
    parser = MarkdownIt("commonmark").enable("table").disable("inline").use(front_matter_plugin)
    inline = MarkdownIt("commonmark")
    for opening, content in pairwise(parser.parse(text)):
        if opening.type == "heading_open" and opening.level == 0 and opening.map:
            start, end = opening.map
            title = _plain(inline, content.content)
            yield start, end, Heading(int(opening.tag[1:]), title, start + 1)


def _plain(parser: "MarkdownIt", markup: str) -> str:
    """The words of a heading, without marks, tags and link targets."""
    inline = parser.parseInline(markup)[0].children or []
    return "".join(SPOKEN.get(token.type, token.content) for token in inline)
