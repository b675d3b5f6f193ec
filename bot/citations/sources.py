"""Names the sources of an answer, one for each passage that it cites."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from bot.messages import Source
from bot.messages.marked_text import MarkedText, escape_markup, join_marked
from bot.rendering.passages import format_file, format_pages, format_section, name_page
from indexer.documents import Hit
from indexer.i18n import join_parts
from indexer.scopes import Scope


class CheckedAnswer(Struct, frozen=True):
    """An answer whose marks hold; `removed` counts the marks that did not."""

    text: str
    sources: tuple[Source, ...]
    removed: int
    marks: tuple[int, ...] = ()  # where in `text` those that hold begin
    open: tuple[str, ...] = ()  # statements that nothing supports, as far as rules can show


def cite_quotations(
    answer: MarkedText, numbers: Collection[int], hits: Sequence[Hit]
) -> CheckedAnswer:
    """Attach sources to `answer`, which quotes the passages of these numbers word for word."""
    sources = tuple(build_source(n, hits[n - 1]) for n in sorted(numbers))
    return CheckedAnswer(answer.text, sources, 0, answer.marks)


def format_sources(sources: Sequence[Source], *, shared: bool = False) -> MarkedText:
    """Format one line per source: `[1] handbook.pdf, Mail, page 12`.

    In a `shared` chat, they tell what its members sent from what the owner did.
    """
    lines = (f"[{each.n}] {_format_source(each, shared=shared)}" for each in sources)
    return join_marked("\n", (MarkedText(line, (0,)) for line in lines))


def _format_source(source: Source, *, shared: bool) -> str:
    spread = None
    if source.page_start is not None:
        spread = (source.page_start, source.page_end or source.page_start)
    title = source.name if source.name not in (source.file, name_page(spread)) else ""
    file = format_file(source.file, Scope(source.scope), shared=shared)
    return join_parts(escape_markup(file), escape_markup(title), format_pages(spread))


def build_source(n: int, hit: Hit) -> Source:
    """Build the source for passage `n` of the prompt."""
    first, last = hit.chunk.pages or (None, None)
    name = format_section(hit.chunk)
    return Source(n, hit.chunk.chunk_id, hit.file_name, name, first, last, hit.scope.label)
