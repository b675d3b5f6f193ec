"""/document ID, with what can be done to it: said by the buttons of /docs."""

from collections.abc import Callable, Mapping
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from bot.ingest.originals import format_file_name
from bot.messages import Answer, Choice, File, IncomingMessage, Reply, UserError
from bot.turns.command import Command, Turn
from bot.views.documents import find_by_id, render_card
from bot.views.ingest_progress import LABELS, ingest_files, ingest_page
from bot.views.scope_names import load_names
from indexer.documents import Document
from indexer.ingest.pipeline import Job, build_job

ADDRESSES = ("http://", "https://")
UPLOAD = "upload:"
LOOKING = ("", "file")  # for everybody who may see the document
MISSING = (
    "I have no copy of {name}, or the file has changed since I read it. Send it or /index it anew."
)


async def document(turn: Turn, argument: str) -> Answer:
    """`argument` is the document's number, and then one of `DEEDS` or nothing."""
    number, _, deed = argument.partition(" ")
    found = find_by_id(await turn.services.store.list_documents(turn.visibility), number)
    if deed not in LOOKING and not turn.private_owner:
        raise UserError("Only the owner may do that, and only in a private chat.")
    if deed not in DEEDS:
        raise UserError(f"With a document I can: {', '.join(each for each in DEEDS if each)}.")
    async with aclosing(DEEDS[deed](turn, found)) as steps:
        async for step in steps:
            yield step


async def _shown(turn: Turn, found: Document) -> Answer:
    outline = await turn.services.outlines.load_outline(turn.visibility, found.id)
    told = render_card(found, outline, await load_names(turn))
    yield Reply(told, _deeds(turn, found) if turn.private_owner else ())


def _deeds(turn: Turn, found: Document) -> tuple[Choice, ...]:
    own = turn.recall.allows(found.scope)
    labels = [label for label in LABELS if own and label != found.scope.label]
    return (
        *(Choice(f"Make it {label}", f"/label {found.id} {label}") for label in labels),
        Choice("The file", f"/document {found.id} file"),
        Choice("Read it again", f"/document {found.id} again"),
        Choice("Delete", f"/document {found.id} delete"),
    )


async def _file(turn: Turn, found: Document) -> Answer:
    path = await _original(turn, found)
    if path is None:
        raise UserError(MISSING.format(name=found.name))
    yield Reply(f"Here is {found.name}.", files=(File(format_file_name(found), str(path)),))


async def _original(turn: Turn, found: Document) -> Path | None:
    digest = await turn.services.outlines.load_fingerprint(turn.visibility, found.id)
    return await turn.services.originals.find(found, digest)


async def _again(turn: Turn, found: Document) -> Answer:
    async with aclosing(_reading(turn, found, await _original(turn, found))) as steps:
        async for step in steps:
            yield step


def _reading(turn: Turn, found: Document, original: Path | None) -> Answer:
    if found.file.startswith(UPLOAD):
        if original is None:
            raise UserError(f"I kept no copy of {found.name}. Send it again, and I read it anew.")
        return ingest_files(turn, [Job(original, found.file, found.name, found.scope, again=True)])
    if found.file.startswith(ADDRESSES):
        return ingest_page(turn, found.file, found.scope, again=True)
    path: Path = turn.services.allowed_paths.resolve(turn.message, found.file)
    return ingest_files(turn, [replace(build_job(path, found.scope), again=True)])


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
    await turn.services.originals.sweep(turn.services.writer.list_hashes)
    turn.services.audit.record("document deleted", turn.message.sender, document=found.id)
    yield Reply(f"{found.name} is deleted: nothing of it can be found any more.")


def _deletes(_: IncomingMessage, argument: str) -> bool:
    return argument.endswith("now")


DEEDS: Mapping[str, Callable[[Turn, Document], Answer]] = {
    "": _shown,
    "file": _file,
    "again": _again,
    "delete": _delete,
    "delete now": _delete_now,
}

command = Command(
    "document",
    "<number> [file|again|delete]",
    "Show a document, read it again or delete it",
    document,
    guards=_deletes,
    ordered=False,
    listed=False,
)
