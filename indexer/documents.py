"""The values that indexing and search pass on: Section -> Chunk -> Hit."""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal
from urllib.parse import quote

from msgspec import Struct, field

from indexer.i18n import Sentence, join_sentences
from indexer.scopes import Scope
from indexer.text.line_numbers import Marks, find_line_numbers

ElementType = Literal["paragraph", "section", "toc_entry", "memory_summary"]
Pages = tuple[int, int]

LEXICAL = "lexical"  # the ranker by words alone; with a model it is "hybrid:<model>"
ID_HEAD = 200  # characters of the content that go into a chunk's id
HEADINGS = "headings"  # the key of what a passage notes of the sections that it was made of
UPLOAD = "upload:"  # begins the identity of a document that was sent in a chat


class Section(Struct, frozen=True):
    """A titled part of a document, as its parser yields it."""

    title: str
    text: str
    path: tuple[str, ...] = ()  # headings from the outermost to its own
    level: int = 0  # of its heading, 1 to 6; 0 without one
    pages: Pages | None = None  # first and last, from 1; None if the format has no pages
    line: int | None = None  # first line in the file, from 1
    element_type: ElementType = "section"
    turns: tuple[tuple[int, int], ...] = ()  # (offset in `text`, page that begins there), ascending
    lines: Marks = ()  # where the lines of `text` are not those of the file from `line` on

    def find_pages(self, start: int, end: int) -> Pages | None:
        """Return the first and last page of `text[start:end]`, which a chunk of it cites."""
        if self.pages is None:
            return None
        before = bisect_right(self.turns, start, key=_get_offset)
        within = bisect_left(self.turns, end, key=_get_offset)
        first = self.turns[before - 1][1] if before else self.pages[0]
        last = self.turns[within - 1][1] if within else self.pages[0]
        return first, max(first, last)

    def find_lines(self, offsets: Sequence[int]) -> list[int | None]:
        """Return the line in the file of each offset in `text` (ascending); `line` for offset 0."""
        if self.line is None:
            return [None] * len(offsets)
        found = find_line_numbers(self.text, ((0, self.line), *self.lines), offsets)
        return [line if offset else self.line for offset, line in zip(offsets, found, strict=True)]


def _get_offset(turn: tuple[int, int]) -> int:
    return turn[0]


class ParserProgress(Struct, frozen=True):
    """The progress of a parser; `total` is 0 if it cannot be known."""

    done: int
    total: int
    unit: str = "pages"


class ParserNotice(Struct, frozen=True):
    """Says what a parser could not read; `str` is for the person who sent the file."""

    sentences: tuple[Sentence, ...]

    def __str__(self) -> str:
        return join_sentences(*map(str, self.sentences))


class DetectedType(Struct, frozen=True):
    """The type of a file by its bytes: the first finding, before a parser looks at them."""

    document_type: str  # "pdf", "docx", "md", ...


class WeakPage(Struct, frozen=True):
    """A scanned page whose writing OCR could hardly read, for a model that can see.

    `picture` is a JPEG; `text` is what OCR made of it, "" if that is no use.
    """

    number: int
    picture: bytes
    text: str = ""


Parsed = DetectedType | Section | ParserProgress | ParserNotice | WeakPage


class Chunk(Struct, frozen=True):
    """A section, or one part of a long section: the unit that is stored and found."""

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


def format_headings(sections: Iterable[Section]) -> str:
    """Format the titles and pages of sections, for the metadata of the passage that has them."""
    return json.dumps([(each.title, each.pages) for each in sections], ensure_ascii=False)


def read_headings(metadata: Mapping[str, str]) -> list[tuple[str, Pages | None]]:
    """Return the titles and pages of the sections of a passage; empty for a passage of one."""
    found: list[tuple[str, list[int] | None]] = json.loads(metadata.get(HEADINGS, "[]"))
    return [(title, (pages[0], pages[1]) if pages else None) for title, pages in found]


class Document(Struct, frozen=True):
    """An indexed file, as readers see it."""

    id: int
    file: str  # the resolved path, the URL, or one of `build_upload_identity`
    name: str
    scope: Scope
    document_type: str
    pages: int  # 0 where the format has none
    chunks: int
    size: int  # bytes
    indexed_at: int  # epoch seconds
    notices: tuple[str, ...] = ()  # sentences about what could not be read, as they were sent

    @property
    def code(self) -> str:
        """Its name in commands: an `id` would tell a reader how many documents others have."""
        return build_document_code(self.file)


class Hit(Struct, frozen=True):
    """A chunk that a search found, with its source and its score."""

    chunk: Chunk
    file: str
    file_name: str
    scope: Scope
    document_type: str
    score: float  # 0 to 1, higher is better
    explain: Mapping[str, float] = field(default_factory=dict)  # what its rank is made of
    ranker: str = LEXICAL  # that gave the score
    bm25: float = 0.0  # relevance by words
    rarest: float = 0.0  # the weight of a word that one passage alone has; small in a small corpus
    cosine: float | None = None  # similarity in meaning; None if the row has no vector


# Nearly the same text as a better one; two of its section were better; the limit was reached.
Reason = Literal["repeated", "section", "limit"]


class SearchReport(Struct, frozen=True):
    """The hits of a search, and other candidates that were left out, each the best first."""

    hits: Sequence[Hit]
    left_out: Sequence[tuple[Hit, Reason]]


def build_chunk_id(scope: Scope, file: str, name: str, text: str, ordinal: int = 0) -> str:
    """Return the same id for the same content; `ordinal` numbers repeats within a document."""
    content = "\0".join((scope.label, file, name, text[:ID_HEAD]))
    suffix = f"\0{ordinal}" if ordinal else ""
    return "doc:" + _hash(content + suffix)[:16]


class ChunkIds:
    """Builds the ids of one document's chunks, each once: what it repeats is numbered."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._latest: dict[str, int] = {}  # number by first id

    def build(self, file: str, name: str, text: str) -> str:
        first = build_chunk_id(self._scope, file, name, text)
        number = self._latest[first] = self._latest.get(first, -1) + 1
        return build_chunk_id(self._scope, file, name, text, number) if number else first


def build_document_code(file: str) -> str:
    """Return the short name of the document `file`; a letter comes first, so it is no number."""
    return "d" + _hash(file)[:9]


def _hash(text: str) -> str:
    from hashlib import sha256  # OpenSSL: a parser's process, which imports this, needs none

    return sha256(text.encode("utf-8", "replace")).hexdigest()


def build_upload_identity(scope: Scope, chat: str, sender: str, name: str) -> str:
    """Return the identity of a file sent in `chat`; a later file with the same one replaces it.

    What goes into `KB` and `ADMIN` was sent by the owner. In a chat's own scope each sender has
    names of their own: another's file of the same name is another document. `sender` is empty for
    what a version stored that did not note it; `name` has no slash.
    """
    if not scope.chat:
        return f"{UPLOAD}{chat}/{name}"
    return f"{UPLOAD}{scope.label}/{quote(sender, safe=':@')}/{name}"


def build_shared_identity(token: str, file: str) -> str:
    """Return the identity of a chat's document that the owner published: its sender loses it.

    `token` is drawn by lot, so that no other document has the same.
    """
    return f"{UPLOAD}shared/{token}/{file.rpartition('/')[2]}"
