"""/docs, page by page; /docs NAME shows one document."""

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import aclosing

from bot.messages import Answer, Choice, Reply, UserError
from bot.rendering.format import counted
from bot.turns.command import Command, Turn
from bot.views.documents import NOTHING_INDEXED, find_by_name, format_document
from bot.views.scope_names import Names, load_names
from indexer.documents import Document

LISTED = 10  # documents on a page, each with a button
FILE = "file"  # after a name: the document's file, to be had back
PAGE = re.compile(r"page (\d{1,6})")


async def docs(turn: Turn, argument: str) -> Answer:
    documents = await turn.services.store.list_documents(turn.visibility)
    names = await load_names(turn)
    page = PAGE.fullmatch(argument)
    if argument and not page:
        async with aclosing(_named(turn, documents, argument, names)) as steps:
            async for step in steps:
                yield step
        return
    if not documents:
        yield Reply(NOTHING_INDEXED)
        return
    yield _page(documents, names, _heading(documents), int(page[1]) if page else 1)


def _heading(documents: Sequence[Document]) -> str:
    """`2 documents, 3 passages (2 md, 1 txt).`: of these alone, not of notes beside them."""
    counts = Counter[str]()
    for document in documents:
        counts[document.document_type] += document.chunks
    kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()))
    passages = counted(counts.total(), "passage")
    return f"{counted(len(documents), 'document')}, {passages} ({kinds})."


async def _named(
    turn: Turn, documents: list[Document], argument: str, names: Names | None
) -> Answer:
    from bot.commands.document import DEEDS  # takes longer to load than the list to show

    name, _, last = argument.rpartition(" ")
    deed = last if name and last == FILE and not find_by_name(documents, argument) else ""
    wanted = name if deed else argument
    found = find_by_name(documents, wanted)
    if not found:
        raise UserError(f"There is no document called {wanted}. /docs lists what there is.")
    if len(found) > 1:
        yield _listed(found, names, wanted)
        return
    async with aclosing(DEEDS[deed](turn, found[0])) as steps:
        async for step in steps:
            yield step


def _listed(documents: list[Document], names: Names | None, name: str) -> Reply:
    more = f" The first {LISTED}:" if len(documents) > LISTED else ""
    heading = f"{counted(len(documents), 'document')} with {name} in the name.{more}"
    return _page(documents[:LISTED], names, heading, 1)


def _page(documents: list[Document], names: Names | None, heading: str, number: int) -> Reply:
    last = max(1, -(-len(documents) // LISTED))
    number = min(max(1, number), last)
    start = (number - 1) * LISTED
    part = list(enumerate(documents, 1))[start : start + LISTED]
    lines = [heading, *(f"{n}. {format_document(each, names)}" for n, each in part)]
    if last > 1:
        lines.append(f"Page {number} of {last}.")
    choices = [Choice(str(n), f"/document {each.id}") for n, each in part]
    turns = [("Back", number - 1)] if number > 1 else []
    turns += [("Next", number + 1)] if number < last else []
    choices += [Choice(label, f"/docs page {to}") for label, to in turns]
    return Reply("\n".join(lines), tuple(choices))


command = Command(
    "docs", "[name [file]]", "List what is indexed, or show one document", docs, ordered=False
)
