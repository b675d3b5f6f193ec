"""/document DOCUMENT shows a document, re-indexes or deletes it: sent by the buttons of /docs."""

from collections.abc import Callable, Mapping
from contextlib import aclosing
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from bot.ingest.absent_documents import AbsentDocument
from bot.ingest.originals import ADDRESSES, ELSEWHERE, format_file_name
from bot.messages import (
    N_,
    Answer,
    Choice,
    File,
    IncomingMessage,
    Reply,
    UserError,
    _,
    join_sentences,
    pgettext,
)
from bot.messages.marked_text import escape_markup
from bot.turns.command import Command, Turn
from bot.views.documents import find_by_code, render_card
from bot.views.ingest_progress import build_label_choices, ingest_files, ingest_page
from bot.views.scope_names import load_names
from indexer.documents import Document
from indexer.i18n import format_list
from indexer.ingest.jobs import Job, build_job
from indexer.ingest.living_folder import is_inside
from indexer.scopes import KB, Scope

READING = ("", "file")  # actions of everybody who may see the document


async def handle_document(turn: Turn, argument: str) -> Answer:
    """Run an action; `argument` is the document's code, and then one of `ACTIONS` or nothing."""
    code, _space, action = argument.partition(" ")
    documents = await turn.services.store.list_documents(turn.visibility)
    found = find_by_code(documents, code, numbered=turn.private_owner)
    if action not in READING and not turn.private_owner:
        raise UserError(_("Only the owner can do that, and only in a private chat."))
    if action not in ACTIONS:
        actions = format_list([each for each in ACTIONS if each], "or")
        raise UserError(_("I cannot do that with a document. Choose {actions}.", actions=actions))
    async with aclosing(ACTIONS[action](turn, found)) as steps:
        async for step in steps:
            yield step


async def _show(turn: Turn, found: Document) -> Answer:
    outline = await turn.services.outlines.load_outline(turn.visibility, found.id)
    text = render_card(found, outline, await load_names(turn))
    yield Reply(text, _list_choices(turn, found) if turn.private_owner else ())


def _list_choices(turn: Turn, found: Document) -> tuple[Choice, ...]:
    own = turn.recall.allows(found.scope)
    return (
        *(build_label_choices(found.code, found.scope.label) if own else ()),
        Choice(_("Get the file"), f"/document {found.code} file"),
        Choice(_("Re-index"), f"/document {found.code} again"),
        Choice(pgettext("button", "Delete"), f"/document {found.code} delete"),
    )


async def _send_file(turn: Turn, found: Document) -> Answer:
    if turn.private_owner and found.scope != KB:
        await turn.require_pin("document file")
    path = await find_original(turn, found)
    if path is None:
        raise UserError(
            _(
                "I have no copy of {name}, or the file has changed since I read it. "
                "Send it again, or index it again with /index.",
                name=escape_markup(found.name),
            )
        )
    yield Reply(
        _("Here is {name}.", name=escape_markup(found.name)),
        files=(File(format_file_name(found), str(path)),),
    )


async def find_original(turn: Turn, found: Document) -> Path | None:
    """Find the file of a document; None if it is not kept or has changed since."""
    digest = await turn.services.outlines.load_fingerprint(turn.visibility, found.id)
    return await turn.services.originals.find(found, digest)


async def _reindex(turn: Turn, found: Document) -> Answer:
    original = await find_original(turn, found)
    if found.file.startswith(ADDRESSES):
        steps = ingest_page(turn, found.file, found.scope, again=True)
    else:
        steps = ingest_files(turn, [build_job_again(turn, found, original)])
    async with aclosing(steps):
        async for step in steps:
            yield step


def build_job_again(turn: Turn, found: Document | AbsentDocument, original: Path | None) -> Job:
    """Return the job that reads a document again, from its copy `original` if it was sent here.

    A `UserError` if there is no file to read.
    """
    if isinstance(found, AbsentDocument):
        scope, read_as = Scope(found.scope), found.file_name
    else:
        scope, read_as = found.scope, format_file_name(found)
    if original is not None and found.file.startswith(ELSEWHERE):
        return Job(original, found.file, found.name, scope, read_as, again=True)
    if found.file.startswith(ELSEWHERE):
        raise UserError(
            _(
                "I no longer have the file {name}. Send it again and I'll re-index it.",
                name=escape_markup(found.name),
            )
        )
    path: Path = turn.services.allowed_paths.resolve(turn.message, found.file)
    return replace(build_job(path, scope), again=True)


async def _confirm_deletion(turn: Turn, found: Document) -> Answer:
    yield Reply(
        _(
            "Delete {name} from my index? Your own files on this machine are not touched.",
            name=escape_markup(found.name),
        ),
        (
            Choice(
                pgettext("button", "Delete"),
                f"/document {found.code} delete now",
                (pgettext("typed answer", "yes"),),
            ),
            Choice(_("Keep it"), f"/document {found.code}", (pgettext("typed answer", "no"),)),
        ),
    )


async def _delete(turn: Turn, found: Document) -> Answer:
    deletion = await delete_document(turn, found)
    await turn.services.originals.sweep(turn.services.writer.list_hashes)
    undo = Choice(_("Undo"), f"/documents restore {found.code}")
    text = _format_deletion(escape_markup(found.name), escape_markup(deletion.twin))
    text = join_sentences(text, _format_return(turn, found))
    yield Reply(text, (undo,) if deletion.restorable else ())


class Deletion(Struct, frozen=True):
    """The result of a deletion; `twin` is another document with the same content, if any."""

    twin: str
    restorable: bool


async def delete_document(turn: Turn, found: Document) -> Deletion:
    """Delete a document, and keep what it takes to restore it if there is a file to read."""
    services = turn.services
    original, name = await find_original(turn, found), format_file_name(found)
    restorable = await services.originals.deleted.keep_deleted(found, name, original)
    twin = await services.writer.remove(found.id)
    services.audit.record("document deleted", turn.message.sender, document=found.id)
    return Deletion(twin, restorable)


def _format_deletion(name: str, twin: str) -> str:
    if not twin:
        return _("{name} is deleted. Searches no longer find it.", name=name)
    return _(
        "{name} is deleted. {twin} has the same content and is still found: delete it too if its "
        "text should go.",
        name=name,
        twin=twin,
    )


def _format_return(turn: Turn, deleted: Document) -> str:
    """Say that a document of a watched folder comes back; "" for any other."""
    path = Path(deleted.file)
    if not any(is_inside(path, each.folder) for each in turn.services.followed):
        return ""
    return _(
        "Its folder is watched, so it is indexed again when the file changes or multis restarts. "
        "Move the file out of the folder to keep it out of the index."
    )


def _needs_pin(message: IncomingMessage, argument: str) -> bool:
    return argument.endswith("now")


ACTIONS: Mapping[str, Callable[[Turn, Document], Answer]] = {
    "": _show,
    "file": _send_file,
    "again": _reindex,
    "delete": _confirm_deletion,
    "delete now": _delete,
}

command = Command(
    "document",
    N_("DOCUMENT [file|again|delete]"),
    N_("Show a document, re-index it or delete it"),
    handle_document,
    guards=_needs_pin,
    ordered=False,
    listed=False,
)
