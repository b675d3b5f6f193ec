"""Render documents for people, as a line of a list or a card with the outline; find one by name."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.messages import N_, UserError, _, ngettext
from bot.messages.marked_text import escape_markup
from bot.rendering.passages import format_pages
from bot.views.scope_names import Names, format_owner
from indexer.documents import Document
from indexer.i18n import format_date, format_size
from indexer.scopes import Scope

if TYPE_CHECKING:
    from indexer.search.outline import OutlineEntry

NUMBER = re.compile(r"[0-9]{1,6}")  # in a list
MOST_TITLES = 40  # of an outline on a card
DEEPEST = 3  # level of these titles
NOTHING_INDEXED = N_(
    "Nothing is indexed yet. Send me a document to begin. /help lists what I can do."
)
GONE = N_("That document is no longer here. /docs lists what there is.")


def format_document(document: Document, names: Names | None) -> str:
    """Return `plan.pdf: 12 pages, 40 passages, 1.2 MB (kb), 11 Feb 2026`."""
    return _(
        "{name}: {extent} ({scope}), {date}",
        name=escape_markup(document.name),
        extent=format_extent(document),
        scope=format_scope(document.scope, names),
        date=format_date(datetime.fromtimestamp(document.indexed_at, UTC)),
    )


def format_extent(document: Document) -> str:
    passages = ngettext("{count} passage", "{count} passages", document.chunks)
    size = format_size(document.size)
    if not document.pages:
        return _("{passages}, {size}", passages=passages, size=size)
    pages = ngettext("{count} page", "{count} pages", document.pages)
    return _("{pages}, {passages}, {size}", pages=pages, passages=passages, size=size)


def format_scope(scope: Scope, names: Names | None) -> str:
    """Return `kb`, `admin` or `private`; for the owner also whose private document it is."""
    if not scope.chat:
        return scope.label
    name = format_owner(scope, names)
    return _("private: {name}", name=name) if name else _("private")


def render_card(document: Document, outline: "Sequence[OutlineEntry]", names: Names | None) -> str:
    """Render the line of a document and its outline, without any other text of it."""
    shown = [title for title in outline if title.depth < DEEPEST]
    lines = [_format_title(title) for title in shown[:MOST_TITLES]]
    if len(outline) > len(lines):
        lines.append(
            ngettext(
                "… and {count} more title",
                "… and {count} more titles",
                len(outline) - len(lines),
            )
        )
    return "\n".join([f"**{format_document(document, names)}**", *lines])


def _format_title(title: "OutlineEntry") -> str:
    where = f" ({format_pages(title.pages)})" if title.pages else ""
    return f"{'  ' * title.depth}- {escape_markup(title.text)}{where}"


def find_by_name(documents: Sequence[Document], name: str) -> list[Document]:
    """Return documents called `name`, else those with it in their name; in the order given."""
    wanted = name.casefold()
    exact = [each for each in documents if each.name.casefold() == wanted]
    return exact or [each for each in documents if wanted in each.name.casefold()]


def find_listed(
    documents: Sequence[Document], wanted: str, shown: Mapping[int, str]
) -> list[Document]:
    """Return the documents called `wanted`, or the one that was `shown` with that number.

    A number that was not shown is that in the list of them all. A document whose whole name is a
    number goes by its name. `shown` has codes; raises a `UserError` if that document is gone.
    """
    found = find_by_name(documents, wanted)
    called = {each.name.rpartition(".")[0] or each.name for each in found}
    if not NUMBER.fullmatch(wanted) or wanted in called:
        return found
    if code := shown.get(int(wanted)):
        return [find_by_code(documents, code, numbered=False)]
    return [documents[int(wanted) - 1]] if 0 < int(wanted) <= len(documents) else found


def find_by_code(documents: Sequence[Document], code: str, *, numbered: bool) -> Document:
    """Return the document of a button.

    Buttons of earlier versions have its number instead. `numbered`: only the owner may use it, as
    anybody else could find out by it how many documents there are.
    """
    found = [each for each in documents if code == each.code or (numbered and code == str(each.id))]
    if not found:
        raise UserError(GONE)
    return found[0]
