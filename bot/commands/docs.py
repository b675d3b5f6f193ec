"""/docs lists documents, page by page; /docs NAME shows one of them."""

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import aclosing

from bot.messages import (
    N_,
    Answer,
    Choice,
    IncomingMessage,
    Reply,
    UserError,
    _,
    ngettext,
    pgettext,
)
from bot.turns.command import Command, Turn
from bot.views.documents import NOTHING_INDEXED, find_by_name, find_listed, format_document
from bot.views.scope_names import Names, load_names
from indexer.documents import Document
from indexer.i18n import format_list, format_number, join_sentences

LISTED = 10  # documents on a page, each with a button
FILE = "file"  # after a name: the document's file, to be had back
DELETE, DELETE_NOW = "delete", "delete now"
Part = Sequence[tuple[int, Document]]  # of a list, with their numbers
PAGE = re.compile(r"page (\d{1,6})")


async def list_documents(turn: Turn, argument: str) -> Answer:
    documents = await turn.services.store.list_documents(turn.visibility)
    page = PAGE.fullmatch(argument)
    if argument and not page:
        async with aclosing(_show_named(turn, documents, argument)) as steps:
            async for step in steps:
                yield step
        return
    if not documents:
        yield Reply(str(NOTHING_INDEXED))
        return
    shown = _cut_page(documents, int(page[1]) if page else 1)
    await _remember(turn, shown, more=bool(page))
    yield _build_page(shown, len(documents), await load_names(turn), _summarize(documents))


def _summarize(documents: Sequence[Document]) -> str:
    """Return `2 documents, 3 passages (2 md and 1 txt).`; notes are not counted."""
    counts = Counter[str]()
    for document in documents:
        counts[document.document_type] += document.chunks
    return _(
        "{documents}, {passages} ({types}).",
        documents=ngettext("{count} document", "{count} documents", len(documents)),
        passages=ngettext("{count} passage", "{count} passages", counts.total()),
        types=format_list([f"{format_number(n)} {kind}" for kind, n in sorted(counts.items())]),
    )


async def _show_named(turn: Turn, documents: list[Document], argument: str) -> Answer:
    from bot.commands.document import ACTIONS  # takes longer to load than the list to show

    wanted, action = _split_action(documents, argument)
    shown = await turn.services.shown_lists.load(turn.message.chat.key, "documents")
    found = find_listed(documents, wanted, shown)
    if not found:
        raise UserError(
            _("There is no document called {name}. /docs lists all documents.", name=wanted)
        )
    if len(found) > 1:
        yield await _list_matches(turn, documents, found, wanted)
        return
    if action == DELETE:
        action = _choose_deletion(turn, wanted, found[0])
    async with aclosing(ACTIONS[action](turn, found[0])) as steps:
        async for step in steps:
            yield step


def _choose_deletion(turn: Turn, wanted: str, document: Document) -> str:
    """Return the action: a part of a name may be another document than was meant, so that asks."""
    if not turn.private_owner:
        raise UserError(_("Only the owner can do that, and only in a private chat."))
    return DELETE_NOW if wanted.casefold() == document.name.casefold() else DELETE


def _split_action(documents: Sequence[Document], argument: str) -> tuple[str, str]:
    """Split an argument into a document's name and what to do with it, "" for nothing."""
    name, _space, last = argument.rpartition(" ")
    named = last in (FILE, DELETE) and name and not find_by_name(documents, argument)
    return (name, last) if named else (argument, "")


async def offer_deletion(turn: Turn, found: list[Document], name: str) -> Answer:
    """Ask whether to delete the one document that was named, or list those that may be meant."""
    from bot.commands.document import ACTIONS  # as above

    if len(found) > 1:
        documents = await turn.services.store.list_documents(turn.visibility)
        yield await _list_matches(turn, documents, found, name)
        return
    async with aclosing(ACTIONS[DELETE](turn, found[0])) as steps:
        async for step in steps:
            yield step


def _needs_pin(message: IncomingMessage, argument: str) -> bool:
    return argument.endswith(f" {DELETE}")


async def _list_matches(
    turn: Turn, documents: Sequence[Document], found: Sequence[Document], name: str
) -> Reply:
    """List what was found by its numbers in the list of all, which `/docs NUMBER` takes."""
    codes = {each.code for each in found[:LISTED]}
    part = [(n, each) for n, each in enumerate(documents, 1) if each.code in codes]
    await _remember(turn, part, more=True)
    return _format_matches(part, len(found), await load_names(turn), name)


async def _remember(turn: Turn, part: Part, *, more: bool) -> None:
    """Let the chat name documents by the numbers that they are shown with; `more` of a list."""
    lists = turn.services.shown_lists
    save = lists.add if more else lists.save
    await save(turn.message.chat.key, "documents", {n: each.code for n, each in part})


def _format_matches(part: Part, count: int, names: Names | None, name: str) -> Reply:
    matches = ngettext(
        "{count} document has {name} in its name.",
        "{count} documents have {name} in their names.",
        count,
        name=name,
    )
    cut = _("These are the first {limit}:", limit=LISTED) if count > LISTED else ""
    # No numbered list: many apps count on from its first number, and show no gap.
    lines = (f"- **{n}.** {format_document(each, names)}" for n, each in part)
    return Reply("\n".join([join_sentences(matches, cut), *lines]), _build_choices(part))


def _build_choices(part: Part) -> tuple[Choice, ...]:
    return tuple(Choice(str(n), f"/document {each.code}") for n, each in part)


def _cut_page(documents: Sequence[Document], page: int) -> Part:
    """Cut the page of that number, from 1; the nearest if there is none."""
    start = (min(max(1, page), _count_pages(len(documents))) - 1) * LISTED
    return list(enumerate(documents, 1))[start : start + LISTED]


def _count_pages(documents: int) -> int:
    return max(1, -(-documents // LISTED))


def _build_page(part: Part, count: int, names: Names | None, heading: str) -> Reply:
    number, last = _count_pages(part[-1][0]), _count_pages(count)
    lines = [heading, *(f"{n}. {format_document(each, names)}" for n, each in part)]
    if last > 1:
        # Behind an empty line: it would be read as part of the last item.
        lines += ["", _("Page {page} of {last}.", page=number, last=last)]
    turns = [(pgettext("button", "Back"), number - 1)] if number > 1 else []
    turns += [(pgettext("button", "Next"), number + 1)] if number < last else []
    pages = (Choice(label, f"/docs page {to}") for label, to in turns)
    return Reply("\n".join(lines), (*_build_choices(part), *pages))


command = Command(
    "docs",
    N_("[NAME [file|delete]]"),
    N_("List the indexed documents, or show one"),
    list_documents,
    guards=_needs_pin,
    ordered=False,
)
