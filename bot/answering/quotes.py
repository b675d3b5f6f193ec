"""Splits a passage into pieces that can be quoted on their own.

Prose is quoted sentence by sentence, each in one line. A question is no answer, so it is one piece
with what stands behind it, and so is a heading. Code is quoted whole, with the sentence that leads
to it, and keeps its lines, for it will be copied. A row of a table goes with the table's head.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from textwrap import dedent

from bot.answering.indented_code import split_blocks_and_code
from bot.citations.statement import ParsedSentence, parse_sentence, split_clauses
from indexer.text import markdown_blocks
from indexer.text.markdown_blocks import BlockKind
from indexer.text.sentence_kind import is_question
from indexer.text.sentences import find_sentence_ends

ROOM = 500  # characters of a sentence that is quoted whole; of a longer one its clauses are
BLOCK = 1000  # characters of code
_MARK = re.compile(r"^[-*+•] ")  # of a list item: an extract is a list itself
_ENDED = re.compile(r"[.!…。！｡۔।॥][\"'”’»)\]」』*_`]*\Z")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Piece:
    own: ParsedSentence  # its words
    line: str = ""  # of prose
    block: str = ""  # what keeps its lines: code between its fences, a row
    head: str = ""  # of the table whose row this is
    heading: ParsedSentence | None = None

    @property
    def text(self) -> str:
        return "\n\n".join(part for part in (self.line, self.block) if part)

    @property
    def words(self) -> ParsedSentence:
        """Its own words and those of its heading."""
        return self.heading + self.own if self.heading else self.own

    @property
    def is_question(self) -> bool:
        return is_question(self.line) and not self.block

    def is_echo(self, asked: Collection[str], *, paged: bool) -> bool:
        """Return True for a title or a page's header: no sentence, and no term but those `asked`.

        On a page (`paged`) figures do not count as terms: they number it.
        """
        new = [term for term in self.own.terms if term not in asked]
        figures = paged and not any(_LETTER.search(term) for term in new)
        return (not new or figures) and not self.block and not _ENDED.search(self.line)

    def __add__(self, other: "Piece") -> "Piece":
        line = f"{self.line} {other.line}".strip()
        return Piece(self.own + other.own, line, other.block, other.head, self.heading)


def list_quotable_pieces(text: str, language: str) -> list[Piece]:
    """List what can answer: not the questions and headings with nothing behind them."""
    found: list[Piece] = []
    heading: ParsedSentence | None = None
    question: Piece | None = None
    for piece in split_pieces(text, language):
        if not piece.text:
            heading, question = piece.heading, None
        elif piece.is_question:
            question = piece
        elif not (heading or question or piece.head) and piece.block and _leads_to_code(found):
            found[-1] += piece
        else:
            piece = question + piece if question else piece
            found.append(replace(piece, heading=heading))
            heading, question = heading if piece.head else None, None
    return found


def split_pieces(text: str, language: str) -> Iterator[Piece]:
    """Yield the pieces in their order; a heading is one without text."""
    for block in split_blocks_and_code(text):
        source = text[block.start : block.end]
        if block.kind is BlockKind.HEADING:
            words = parse_sentence(source, language)
            yield Piece(words, heading=words)
        elif block.kind is BlockKind.FENCE:
            yield Piece(parse_sentence(source, language), block=fence_code(source))
        elif block.kind is BlockKind.CODE:
            yield Piece(parse_sentence(source, language), block=_fence_indented_code(source))
        elif block.kind is BlockKind.TABLE:
            yield from _split_table(text, block, language)
        else:
            yield from (_build_prose_piece(each, language) for each in _split_sentences(source))


def _split_table(text: str, table: markdown_blocks.MarkdownBlock, language: str) -> Iterator[Piece]:
    for row in markdown_blocks.split_lines(text, table):
        start, end = row.head
        source = text[row.start : row.end].strip()
        if source and row.start >= end:
            head = text[start:end].strip()
            named = head.partition("\n")[0]  # without the line under it
            yield Piece(parse_sentence(f"{named}\n{source}", language), block=source, head=head)


def _build_prose_piece(sentence: str, language: str) -> Piece:
    line = _MARK.sub("", " ".join(sentence.split()))
    return Piece(parse_sentence(sentence, language), line)


def _split_sentences(text: str) -> Iterator[str]:
    for start, end in pairwise((0, *find_sentence_ends(text, 0, len(text)))):
        source = text[start:end]
        yield from (each for each in _split_long_sentence(source) if each.strip())


def _split_long_sentence(sentence: str) -> list[str]:
    return [sentence] if len(sentence) <= ROOM else split_clauses(sentence)


def _leads_to_code(found: list[Piece]) -> bool:
    return bool(found) and found[-1].line.endswith((":", "：")) and not found[-1].block


def fence_code(text: str) -> str:
    """Put code between its own fences, closed if `text` ends too early, and limit its length."""
    opening, *lines = text.strip().splitlines()
    found = markdown_blocks.FENCE.match(opening)
    marker = found[1] if found else "```"
    if lines and lines[-1].strip().startswith(marker):
        lines.pop()
    kept = _take_lines(lines, BLOCK)
    return "\n".join([opening.strip(), *kept, *(["…"] if len(kept) < len(lines) else []), marker])


def _fence_indented_code(source: str) -> str:
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
