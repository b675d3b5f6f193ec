"""The content of one file, gathered while it is read."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from msgspec import Struct, field
from msgspec.structs import replace

from indexer.documents import DetectedType, ParserNotice, ParserProgress, Section, WeakPage
from indexer.i18n import N_
from indexer.ingest.crowded import JOINED, join_crowded
from indexer.ingest.weak_pages import PageReader, insert_page, read_weak_pages
from indexer.parsing.errors import ParseError

PICTURE = "image"  # the type of documents without pages, though a TIFF may hold several pictures
DESCRIBED = N_(
    "I found no text in the picture, so I kept the model's description of it. It may be wrong."
)


class Content(Struct):
    """The content of a file, read so far."""

    sections: list[Section] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    document_type: str = ""
    characters: int = 0
    weak: list[WeakPage] = field(default_factory=list)  # to be read by a model that can see
    description: Section | None = None  # of a picture; its text if none is found
    failure: ParseError | None = None  # unless there is text after all

    def add(self, found: DetectedType | Section | ParserNotice | WeakPage) -> None:
        match found:
            case Section():
                self.sections.append(found)
                self.characters += len(found.text)
            case DetectedType(document_type):
                self.document_type = document_type
            case ParserNotice():
                self.notices.append(str(found))
            case WeakPage():
                self.weak.append(found)

    def add_page(self, page: Section, name: str) -> None:
        """Add a scanned page in its place; a picture has none, and the document's name."""
        if self.document_type == PICTURE:
            page = replace(page, title=name, pages=None, element_type="section")
        insert_page(self.sections, page)
        self.characters += len(page.text)

    def fail(self, error: ParseError) -> None:
        """Take note that no text was found where there may be some after all; raise all else."""
        if error.kind != "no_text" or not (self.weak or self.description):
            raise error
        self.failure = error

    def complete(self) -> None:
        """Let a description stand for the text that was not found; raise the error without one."""
        if not self.failure or self.sections:
            return
        if not self.description:
            raise self.failure
        self.add(self.description)
        self.notices.append(str(DESCRIBED))

    def join_crowded(self) -> None:
        """Join sections, and say so, where a document has more than anybody wants to find."""
        count, self.sections = len(self.sections), join_crowded(self.sections)
        if len(self.sections) < count:
            self.notices.append(str(JOINED.fill(count=count)))

    @property
    def pages(self) -> int:
        """The last page with text; 0 where the format has no pages."""
        return max((section.pages[1] for section in self.sections if section.pages), default=0)


async def read_weak_content(
    content: Content, name: str, seer: PageReader
) -> AsyncGenerator[ParserProgress, None]:
    """Add what a model reads on pages that OCR can hardly read; yield its progress.

    `name` is the document's.
    """
    async with aclosing(read_weak_pages(content.weak, seer)) as findings:
        async for found in findings:
            match found:
                case ParserProgress():
                    yield found
                case Section():
                    content.add_page(found, name)
                case str():
                    content.notices.append(found)
