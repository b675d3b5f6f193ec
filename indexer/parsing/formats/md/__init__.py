"""Markdown: sections by CommonMark's own headings, each with its first line.

The text stays as it was written, but for HTML tags.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from indexer.documents import Parsed
from indexer.parsing.formats import Source
from indexer.parsing.formats.md.html_tags import closed, without_tags
from indexer.parsing.shared.encoding import decode
from indexer.parsing.shared.sections import Block, Heading, assemble
from indexer.text.line_numbers import join_lines

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

SUFFIXES = (".md", ".markdown", ".mdown", ".mkd")
# What inline tokens say where that is not their content.
SPOKEN = {"softbreak": " ", "hardbreak": " "}


def parse(source: Source) -> Iterator[Parsed]:
    yield from assemble(markdown_blocks(decode(source.data)), source.name)


def markdown_blocks(text: str) -> Iterator[Heading | Block]:
    """The headings, and between them the text."""
    tokens = _tokens(text)
    lines = _cleared(text.split("\n"), tokens)
    found = [*headings(tokens), (len(lines), len(lines), Heading(1, ""))]
    yield _block(lines, 0, found[0][0])
    for (_, start, heading), (end, _, _) in pairwise(found):
        yield heading
        yield _block(lines, start, end)


def _tokens(text: str) -> "Sequence[Token]":
    from markdown_it import MarkdownIt
    from mdit_py_plugins.front_matter import front_matter_plugin

    # Inline markup is half the work and only headings need it.
    parser = MarkdownIt("commonmark").enable("table").disable("inline").use(front_matter_plugin)
    return parser.parse(text)


def headings(tokens: "Sequence[Token]") -> Iterator[tuple[int, int, Heading]]:
    """Each heading that is not inside a quote or list, and the lines it takes: first, past last."""
    from markdown_it import MarkdownIt

    inline, pairs = MarkdownIt("commonmark", {"html": False}), _pairs(tokens)
    for opening, content in pairwise(tokens):
        if opening.type == "heading_open" and opening.level == 0 and opening.map:
            start, end = opening.map
            title = _plain(inline, without_tags(content.content, pairs))
            yield start, end, Heading(int(opening.tag[1:]), title, start + 1)


def _plain(parser: "MarkdownIt", markup: str) -> str:
    """The words of a heading, without marks and link targets."""
    inline = parser.parseInline(markup)[0].children or []
    return "".join(SPOKEN.get(token.type, token.content) for token in inline)


def _block(lines: Sequence[str | None], start: int, end: int) -> Block:
    told = [at for at in range(start, end) if (lines[at] or "").strip()]
    first, past = (told[0], told[-1] + 1) if told else (end, end)
    text, marks = join_lines(_closed_up(enumerate(lines[first:past], first + 1)))
    return Block(text.rstrip(), first + 1, lines=marks)


def _closed_up(lines: Iterable[tuple[int, str | None]]) -> Iterator[tuple[int, str]]:
    """The lines that are left, without the second of two blank ones where others went."""
    last, gone = "", False
    for number, line in lines:
        if line is None:
            gone = True
        elif line.strip() or last.strip() or not gone:
            yield number, line
            last, gone = line, gone and not line.strip()


def _cleared(lines: list[str], tokens: "Sequence[Token]") -> list[str | None]:
    """The lines, without tags outside code; None for those of which nothing is left."""
    cleared: list[str | None] = [*lines]
    pairs = _pairs(tokens)
    for token in tokens:
        if token.map and _may_have_tags(token):
            start, end = token.map
            text = without_tags("\n".join(lines[start:end]), pairs).split("\n")
            for at in range(start, end):
                left = text[at - start] if at - start < len(text) else ""
                cleared[at] = left if left.strip() or not lines[at].strip() else None
    return cleared


def _pairs(tokens: "Sequence[Token]") -> frozenset[str]:
    return closed(token.content for token in tokens if _may_have_tags(token))


def _may_have_tags(token: "Token") -> bool:
    return token.type in ("html_block", "inline") and "<" in token.content
