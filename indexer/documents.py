"""The values that travel through indexing and search: Section -> Chunk -> Hit."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from indexer.scopes import Scope
from indexer.text.line_numbers import Marks, find_line_numbers

ElementType = Literal["paragraph", "section", "toc_entry", "memory_summary"]
Pages = tuple[int, int]

LEXICAL = "lexical"  # the ranker that goes by words alone; with a model it is "hybrid:<model>"
ID_HEAD = 200  # characters of content that take part in a chunk's id


@dataclass(frozen=True, slots=True)
class Section:
    """A titled piece of a document, as a parser found it."""

    title: str
    text: str
    path: tuple[str, ...] = ()  # headings from the outermost down to this one's own
    level: int = 0  # 1 to 6; 0 where no heading stands above
    pages: Pages | None = None  # first and last page, from 1; None where the format has none
    line: int | None = None  # first line in the file, from 1
    element_type: ElementType = "section"
    turns: tuple[tuple[int, int], ...] = ()  # (offset in `text`, page that begins there)
    lines: Marks = ()  # where `text` is not the file from `line` on, line by line

    def find_pages(self, start: int, end: int) -> Pages | None:
        """The first and last page of `text[start:end]`, so that a part cites its own pages."""
        if self.pages is None:
            return None
        first = max((page for offset, page in self.turns if offset <= start), default=self.pages[0])
        last = max((page for offset, page in self.turns if offset < end), default=self.pages[0])
        return first, max(first, last)

    def find_lines(self, offsets: Sequence[int]) -> list[int | None]:
        """The line in the file of each place in `text`, ascending; of its beginning, `line`."""
        if self.line is None:
            return [None] * len(offsets)
        found = find_line_numbers(self.text, ((0, self.line), *self.lines), offsets)
        return [line if offset else self.line for offset, line in zip(offsets, found, strict=True)]


@dataclass(frozen=True, slots=True)
class ParserProgress:
    """How far a parser has come; `total` 0 where it cannot know."""

    done: int
    total: int
    unit: str = "pages"


@dataclass(frozen=True, slots=True)
class ParserNotice:
    """A sentence about what a parser could not read, for the person who sent the file."""

    text: str


Parsed = Section | ParserProgress | ParserNotice


@dataclass(frozen=True, slots=True)
class Chunk:
    """What is stored and found: a section, or one part of a long one."""

    chunk_id: str
    name: str
    text: str
    path: tuple[str, ...] = ()
    level: int = 0
    pages: Pages | None = None
    line: int | None = None
    element_type: ElementType = "section"
    parent: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Document:
    """One indexed file, as readers see it."""

    id: int
    file: str  # the resolved path, or `upload:<platform:chat>/<name>`
    name: str
    scope: Scope
    document_type: str
    pages: int  # 0 where the format has none
    chunks: int
    size: int  # bytes
    indexed_at: int  # epoch seconds


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that a search found, with where it came from."""

    chunk: Chunk
    file: str
    file_name: str
    scope: Scope
    document_type: str
    score: float  # 0 to 1, higher is better
    explain: Mapping[str, float] = field(default_factory=dict)  # the parts of what ranked it
    ranker: str = LEXICAL  # whose score it is
    bm25: float = 0.0  # relevance by words
    rarest: float = 0.0  # what a word is worth here that one passage alone has; small where few are
    cosine: float | None = None  # nearness in meaning; None where the row has no vector


def build_chunk_id(scope: Scope, file: str, name: str, text: str, ordinal: int = 0) -> str:
    """The same for the same content; `ordinal` tells repeats within one document apart."""
    told = "\0".join((scope.label, file, name, text[:ID_HEAD]))
    suffix = f"\0{ordinal}" if ordinal else ""
    return "doc:" + hashlib.sha256((told + suffix).encode("utf-8", "replace")).hexdigest()[:16]
