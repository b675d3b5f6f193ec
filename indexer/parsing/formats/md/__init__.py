"""Parses Markdown: sections by CommonMark's headings, each with its first line.

The text stays as it was written, except for HTML tags and attributes.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.md.drawn import set_drawn_tables
from indexer.parsing.formats.md.html_tags import (
    find_closed_tags,
    strip_fence_attributes,
    strip_heading_attributes,
    strip_tags,
)
from indexer.parsing.shared.encoding import decode_with_notices
from indexer.parsing.shared.sections import Heading, TextBlock, assemble
from indexer.text.line_numbers import join_lines

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

SUFFIXES = (".md", ".markdown", ".mdown", ".mkd")
TITLE = re.compile(r"^title:[ \t]([^\n]{1,200})$", re.M | re.I)
# The text of inline tokens where it is not their content.
TOKEN_TEXTS = {"softbreak": " ", "hardbreak": " "}


def parse(source: SourceFile) -> Iterator[Parsed]:
    decoded = decode_with_notices(source.data, source.languages.system)
    yield from assemble(split_markdown(decoded.text), source.name)
    yield from decoded.notices


def split_markdown(text: str) -> Iterator[Heading | TextBlock]:
    """Yield the headings, and the text between them."""
    tokens = _get_block_parser().parse(text)
    lines = _clear_lines(text.split("\n"), tokens)
    found = [*find_headings(tokens), (len(lines), len(lines), Heading(1, ""))]
    top = _build_block(lines, 0, found[0][0])
    title, alone = _read_front_matter(tokens, lines[: found[0][0]])
    below = alone and len(found) > 1 and (found[0][2].level == 1 or not title)
    if title and not below:
        yield Heading(1, title, 1)
    if not below:
        yield top
    for (_, start, heading), (end, _, _) in pairwise(found):
        yield heading
        if below:  # what stands between lines of `---` above a heading is about its text
            yield top
            below = False
        yield _build_block(lines, start, end)


def _read_front_matter(tokens: "Sequence[Token]", above: Sequence[str | None]) -> tuple[str, bool]:
    """Return the title between lines of `---`, and whether nothing else is `above` the headings."""
    if not tokens or tokens[0].type != "front_matter" or not tokens[0].map:
        return "", False
    alone = not any((line or "").strip() for line in above[tokens[0].map[1] :])
    return _find_title(tokens[0].content), alone


def _find_title(front: str) -> str:
    """Return the title that is written above the text, between lines of `---`."""
    found = TITLE.search(front)
    return found[1].strip().strip("\"'") if found else ""


# Both keep nothing of a text. To make one takes longer than to parse a small file with it.
@cache
def _get_block_parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt
    from mdit_py_plugins.front_matter import front_matter_plugin

    # Inline markup is half the work and only headings need it.
    return MarkdownIt("commonmark").enable("table").disable("inline").use(front_matter_plugin)


@cache
def _get_inline_parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False})


def find_headings(tokens: "Sequence[Token]") -> Iterator[tuple[int, int, Heading]]:
    """Yield each heading outside quotes and lists, with the lines it takes: first, past last."""
    inline, pairs = _get_inline_parser(), _list_closed_tags(tokens)
    for opening, content in pairwise(tokens):
        if opening.type == "heading_open" and opening.level == 0 and opening.map:
            start, end = opening.map
            written = strip_heading_attributes(strip_tags(content.content, pairs))
            title = _strip_markup(inline, written)
            yield start, end, Heading(int(opening.tag[1:]), title, start + 1)


def _strip_markup(parser: "MarkdownIt", markup: str) -> str:
    """Return the words of a heading, without marks and link targets."""
    inline = parser.parseInline(markup)[0].children or []
    return "".join(TOKEN_TEXTS.get(token.type, token.content) for token in inline)


def _build_block(lines: Sequence[str | None], start: int, end: int) -> TextBlock:
    filled = [at for at in range(start, end) if (lines[at] or "").strip()]
    first, past = (filled[0], filled[-1] + 1) if filled else (end, end)
    text, marks = join_lines(_collapse_gaps(enumerate(lines[first:past], first + 1)))
    return TextBlock(text.rstrip(), first + 1, lines=marks)


def _collapse_gaps(lines: Iterable[tuple[int, str | None]]) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not None; where some were, without the second of two blank lines."""
    last, gone = "", False
    for number, line in lines:
        if line is None:
            gone = True
        elif line.strip() or last.strip() or not gone:
            yield number, line
            last, gone = line, gone and not line.strip()


def _clear_lines(lines: list[str], tokens: "Sequence[Token]") -> list[str | None]:
    """Return the lines without tags and drawn borders; None for those of which nothing is left."""
    cleared: list[str | None] = [*lines]
    pairs = _list_closed_tags(tokens)
    for token in tokens:
        if token.map and _may_have_tags(token):
            start, end = token.map
            text = strip_tags("\n".join(lines[start:end]), pairs).split("\n")
            for at in range(start, end):
                left = text[at - start] if at - start < len(text) else ""
                cleared[at] = left if left.strip() or not lines[at].strip() else None
        elif token.type == "fence" and token.map and "{" in token.info:
            cleared[token.map[0]] = strip_fence_attributes(lines[token.map[0]])
    set_drawn_tables(cleared, tokens)
    return cleared


def _list_closed_tags(tokens: "Sequence[Token]") -> frozenset[str]:
    return find_closed_tags(token.content for token in tokens if _may_have_tags(token))


def _may_have_tags(token: "Token") -> bool:
    content = token.content
    marked = "<" in content or "{" in content or ":::" in content
    return token.type in ("html_block", "inline") and marked
