"""/document ID, with what can be done to it: said by the buttons of /docs."""

from collections.abc import Callable, Mapping
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from bot.commands import Command, Turn
from bot.documents import by_id, card
from bot.messages import Answer, Choice, IncomingMessage, Reply, UserError
from bot.reading import LABELS, read, read_page
from indexer.documents import Document
from indexer.pipeline import job_of

ADDRESSES = ("http://", "https://")
UPLOAD = "upload:"


async def document(turn: Turn, argument: str) -> Answer:
    """`argument` is the document's number, and then one of `DEEDS` or nothing."""
    number, _, deed = argument.partition(" ")
    found = by_id(await turn.services.store.documents(turn.visibility), number)
    if deed and not turn.private_owner:
        raise UserError("Only the owner may do that, and only in a private chat.")
    if deed not in DEEDS:
        raise UserError(f"With a document I can: {', '.join(each for each in DEEDS if each)}.")
    async with aclosing(DEEDS[deed](turn, found)) as steps:
        async for step in steps:
            yield step


async def _shown(turn: Turn, found: Document) -> Answer:
    yield await shown(turn, found)


async def shown(turn: Turn, found: Document) -> Reply:
    """The outline of a document; for its owner with what can be done to it."""
    outline = await turn.services.shelf.outline(turn.visibility, found.id)
    return Reply(card(found, outline), _deeds(found) if turn.private_owner else ())


def _deeds(found: Document) -> tuple[Choice, ...]:
    labels = [label for label in LABELS if label != found.scope.label]
    return (
        *(Choice(f"Make it {label}", f"/label {found.id} {label}") for label in labels),
        Choice("Read it again", f"/document {found.id} again"),
        Choice("Delete", f"/document {found.id} delete"),
    )


async def _again(turn: Turn, found: Document) -> Answer:
    async with aclosing(_reading(turn, found)) as steps:
        async for step in steps:
            yield step


def _reading(turn: Turn, found: Document) -> Answer:
    if found.file.startswith(UPLOAD):
        raise UserError(f"I kept no copy of {found.name}. Send it again, and I read it anew.")
    if found.file.startswith(ADDRESSES):
        return read_page(turn, found.file, found.scope, again=True)
    path: Path = turn.services.roots.resolve(turn.message, found.file)
    return read(turn, [replace(job_of(path, found.scope), again=True)])


async def _delete(_: Turn, found: Document) -> Answer:
    yield Reply(
        f"Delete {found.name} from what I know? A file of your own on this machine stays.",
        (
            Choice("Delete", f"/document {found.id} delete now"),
            Choice("Keep it", f"/document {found.id}"),
        ),
    )


async def _delete_now(turn: Turn, found: Document) -> Answer:
    await turn.services.writer.remove(found.id)
    turn.services.audit.record("document deleted", turn.message.sender, document=found.id)
    yield Reply(f"{found.name} is deleted: nothing of it can be found any more.")


def _deletes(_: IncomingMessage, argument: str) -> bool:
    return argument.endswith("now")


DEEDS: Mapping[str, Callable[[Turn, Document], Answer]] = {
    "": _shown,
    "again": _again,
    "delete": _delete,
    "delete now": _delete_now,
}

command = Command(
    "document",
    "<number> [again|delete]",
    "Show a document, read it again or delete it",
    document,
    guards=_deletes,
    ordered=False,
    listed=False,
)
