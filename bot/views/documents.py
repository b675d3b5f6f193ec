"""Documents as people see them: a line of the list, a card with the outline; and finding one."""

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.messages import UserError
from bot.rendering.format import counted, size
from bot.rendering.passages import format_pages
from bot.views.scope_names import Names, format_owner
from indexer.documents import Document
from indexer.scopes import Scope
from indexer.search.outline import OutlineEntry

MANY = 40  # titles of an outline that are shown
DEEPEST = 3  # levels of them
NOTHING_INDEXED = "Nothing is indexed yet. Send me a document to begin. /help lists what I can do."
GONE = "That document is no longer here. /docs lists what there is."


def format_document(document: Document, names: Names | None) -> str:
    """`plan.pdf: 12 pages, 40 passages, 1.2 MB (kb), 2026-02-11`"""
    day = datetime.fromtimestamp(document.indexed_at, UTC).date()
    return (
        f"{document.name}: {format_extent(document)} ({format_scope(document.scope, names)}), {day}"
    )


def format_extent(document: Document) -> str:
    found = [counted(document.pages, "page")] if document.pages else []
    return ", ".join([*found, counted(document.chunks, "passage"), size(document.size)])


def format_scope(scope: Scope, names: Names | None) -> str:
    """`kb`, `admin` or `private`, and to the owner also to whom that is."""
    if not scope.chat:
        return scope.label
    name = format_owner(scope, names)
    return f"private: {name}" if name else "private"


def render_card(document: Document, outline: Sequence[OutlineEntry], names: Names | None) -> str:
    """What there is to know of a document, without a word of its text but the titles."""
    shown = [title for title in outline if title.depth < DEEPEST]
    lines = [_format_title(title) for title in shown[:MANY]]
    if len(outline) > len(lines):
        lines.append(f"… and {counted(len(outline) - len(lines), 'more title')}")
    return "\n".join([f"**{format_document(document, names)}**", *lines])


def _format_title(title: OutlineEntry) -> str:
    where = f" ({format_pages(title.pages)})" if title.pages else ""
    return f"{'  ' * title.depth}- {title.text}{where}"


def find_by_name(documents: Sequence[Document], name: str) -> list[Document]:
    """Those called `name`, else those with it in their name; in the order given."""
    wanted = name.casefold()
    exact = [each for each in documents if each.name.casefold() == wanted]
    return exact or [each for each in documents if wanted in each.name.casefold()]


def find_by_id(documents: Sequence[Document], number: str) -> Document:
    found = [each for each in documents if str(each.id) == number]
    if not found:
        raise UserError(GONE)
    return found[0]
