"""The model's tools that list documents, read one and count in them.

What they may see is decided before the model is asked, whatever it asks. Each result is bounded,
and passages that are read get numbers, like those of a search.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from msgspec import Struct

from bot.llm import Tool
from bot.messages import UserError
from bot.rendering.fences import fence_within, keep_beginning
from bot.rendering.passages import render_passages
from bot.tools.arguments import (
    COUNT,
    TEXT,
    Arguments,
    build_parameters,
    describe,
    parse_count,
    parse_query,
    parse_text,
)
from bot.tools.numbered_passages import NumberedPassages
from indexer.documents import Document, Hit, Pages
from indexer.scopes import Visibility
from indexer.search.counting import FileCount, MatchCounts
from indexer.search.outline import Outlines
from indexer.search.store import Store
from indexer.text.llm_tokens import count_llm_tokens

LISTED = 50  # documents of one result
COUNTED = 20  # documents that a count names
BUDGET = 3000  # tokens of one result
FRAME = 60  # tokens for the tag of a passage, with its file, section and pages
MOST = 60  # passages of one result
ALIKE = 5  # documents named where a name is not enough
SPAN = re.compile(
    r"(?:p(?:p|ages?)?\.?\s*)?(\d{1,6})(?:\s*(?:-|–|—|to)\s*(\d{1,6}))?", re.IGNORECASE
)

LIST = partial(
    Tool,
    "list_documents",
    "List the documents, by name, with their type, pages and the day they were indexed.",
    build_parameters(
        [],
        words=describe(TEXT, "only documents with these words in their names"),
        page=describe(COUNT, f"which {LISTED} of them; 1 if not given"),
    ),
)
READ = partial(
    Tool,
    "read_document",
    "Read a document from its beginning, or some of its pages. What comes back has numbers and is"
    " cited like the passages in the prompt.",
    build_parameters(
        ["name"],
        name=describe(TEXT, "of the document, as list_documents or a passage has it"),
        pages=describe(
            TEXT, "such as 3 or 3-5; in a document without pages, which of its passages"
        ),
    ),
)
COUNT_MATCHES = partial(
    Tool,
    "count",
    "Count how many documents, passages and lines hold all of some words, in any of their forms."
    " A row of a table is a line. Use it for questions of how many or how often.",
    build_parameters(["words"], words=describe(TEXT, "words that must all be there")),
)


class DocumentReach(Struct, frozen=True):
    """The reach of the tools of one turn, fixed before the model is asked."""

    store: Store
    outlines: Outlines
    visibility: Visibility
    found: NumberedPassages
    nonce: str


def build_document_tools(reach: DocumentReach) -> tuple[Tool, ...]:
    run = _DocumentActions(reach)
    return LIST(run.list), READ(run.read), COUNT_MATCHES(run.count)


class _DocumentActions(Struct, frozen=True):
    """The actions of the tools; lives as long as the turn."""

    reach: DocumentReach

    async def list(self, arguments: Arguments) -> str:
        words = parse_query(arguments, "words", "").casefold().split()
        documents = [
            each
            for each in await self._load()
            if all(word in each.name.casefold() for word in words)
        ]
        page = parse_count(arguments, "page", 1, max(1, -(-len(documents) // LISTED)))
        start = (page - 1) * LISTED
        shown = documents[start : start + LISTED]
        heading = f"{len(documents)} documents."
        if len(shown) < len(documents):
            heading += f" These are {start + 1} to {start + len(shown)}."
        return self._tell(heading, [_format_document(each) for each in shown])

    async def read(self, arguments: Arguments) -> str:
        document = self._find(await self._load(), parse_text(arguments, "name"))
        span = _parse_span(arguments)
        hits = await self.reach.outlines.load_passages(
            self.reach.visibility, document.id, span, paged=bool(document.pages), limit=MOST + 1
        )
        if not hits:
            raise UserError(f"There is nothing at these pages: it has {_format_extent(document)}.")
        return self._show(document, span, hits)

    async def count(self, arguments: Arguments) -> str:
        words = " ".join(parse_query(arguments, "words").split())
        counts = await self.reach.store.count_matches(self.reach.visibility, words)
        lines = [_format_count(each) for each in counts.files[:COUNTED]]
        # Its own words do not come back: they would count as shown, and support what it says.
        return self._tell(_format_total(counts), lines)

    def _find(self, documents: Sequence[Document], name: str) -> Document:
        """Return the document of that name or code, else the one with `name` in its name."""
        wanted = name.casefold()
        exact = [each for each in documents if wanted in (each.name.casefold(), each.code)]
        found = exact or [each for each in documents if wanted in each.name.casefold()]
        if not found:
            raise UserError("There is no document of that name. list_documents lists their names.")
        if len(found) > 1:
            codes = [f"{each.code}: {_format_document(each)}" for each in found[:ALIKE]]
            heading = f"{len(found)} documents have that name. Give the code of one as its name."
            raise UserError(self._fence(heading, codes))
        return found[0]

    async def _load(self) -> Sequence[Document]:
        return await self.reach.store.list_documents(self.reach.visibility)

    def _tell(self, heading: str, lines: Sequence[str]) -> str:
        """Return a heading of our own and lines with names of files, which others chose."""
        self.reach.found.note("\n".join((heading, *lines)))
        return self._fence(heading, lines)

    def _fence(self, heading: str, lines: Sequence[str]) -> str:
        text = "\n".join(lines)
        listed = fence_within("documents", text, self.reach.nonce, BUDGET, keep_beginning)
        return "\n".join(filter(None, (heading, listed)))

    def _show(self, document: Document, span: Pages, hits: Sequence[Hit]) -> str:
        fitting = _take_fitting(hits)
        found = self.reach.found
        known = len(found.hits)
        numbers = list(found.add(fitting))
        again = [f"[{n}] is the passage that you have." for n in numbers if n <= known]
        new = render_passages(found.hits[known:], self.reach.nonce, BUDGET, known + 1)
        rest = _format_rest(document, span, fitting) if len(fitting) < len(hits) else ""
        return "\n\n".join(filter(None, (*again, *new, rest)))


def _parse_span(arguments: Arguments) -> Pages:
    """Parse `3` or `3-5`; without pages, the whole document."""
    given = arguments.get("pages", "")
    text = str(given).strip() if isinstance(given, str | int) else "?"
    if not text:
        return 1, 1_000_000
    found = SPAN.fullmatch(text)
    if not found or not int(found[1]):
        raise UserError("Give pages such as 3 or 3-5.")
    first, last = int(found[1]), int(found[2] or found[1])
    return min(first, last), max(first, last)


def _take_fitting(hits: Sequence[Hit]) -> Sequence[Hit]:
    """Take passages from the beginning as long as they fit into a result; one at least."""
    room = BUDGET
    for place, hit in enumerate(hits[:MOST]):
        room -= count_llm_tokens(hit.chunk.text) + FRAME
        if room < 0:
            return hits[: max(1, place)]
    return hits[:MOST]


def _format_rest(document: Document, span: Pages, shown: Sequence[Hit]) -> str:
    """Say where to read on."""
    pages = shown[-1].chunk.pages
    if not document.pages or pages is None:
        reached = span[0] + len(shown) - 1
        return (
            f"Shown: passages {span[0]} to {reached} of {document.chunks}."
            f" Go on with pages {reached + 1}-{document.chunks}."
        )
    if pages[1] == span[0]:
        return f"Shown: the beginning of page {span[0]}. Search for what else it has."
    # The last page may go on after what is shown.
    return (
        f"Shown: up to page {pages[1]} of {document.pages}."
        f" Go on with pages {pages[1]}-{min(span[1], document.pages)}."
    )


def _format_document(document: Document) -> str:
    day = datetime.fromtimestamp(document.indexed_at, UTC).date().isoformat()
    return f"{document.name} ({document.document_type}, {_format_extent(document)}, indexed {day})"


def _format_extent(document: Document) -> str:
    pages = f"{document.pages} pages, " if document.pages else ""
    return f"{pages}{document.chunks} passages"


def _format_count(each: FileCount) -> str:
    return f"{each.name}: {each.passages} passages, {each.lines} lines"


def _format_total(counts: MatchCounts) -> str:
    passages = sum(each.passages for each in counts.files)
    lines = sum(each.lines for each in counts.files)
    least = "" if counts.complete else "At least "
    listed = f" The first {COUNTED}:" if len(counts.files) > COUNTED else ""
    return (
        f"{least}{len(counts.files)} documents, {passages} passages and {lines} lines hold all of"
        f" these words.{listed}"
    )
