"""/documents ACTION CODE …: changes several documents at once. Sent by the page's list of them."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path

from bot.commands.document import (
    build_job_again,
    delete_document,
    find_original,
)
from bot.ingest.absent_documents import AbsentDocument
from bot.messages import N_, Answer, Choice, IncomingMessage, Reply, UserError, _, ngettext
from bot.turns.command import Command, Turn
from bot.views.documents import GONE
from bot.views.ingest_progress import LABELS, ingest_files
from indexer.documents import Document
from indexer.i18n import join_sentences
from indexer.ingest.jobs import Job
from indexer.scopes import KB, Scope

MOST = 1000  # documents of one message
USAGE = N_("Usage: /documents kb|admin|again|delete|dismiss|restore CODE …")


def change_documents(turn: Turn, argument: str) -> Answer:
    if not turn.private_owner:
        raise UserError(_("Only the owner can do that, and only in a private chat."))
    action, *codes = argument.split()[: MOST + 2] or [""]
    if action not in ACTIONS or not codes:
        raise UserError(str(USAGE))
    if len(codes) > MOST:
        raise UserError(_("At most {most} documents can be changed at once.", most=MOST))
    return ACTIONS[action](turn, action, list(dict.fromkeys(codes)))


async def _find(turn: Turn, codes: Sequence[str]) -> list[Document]:
    """Find those that are still there, in the order of `codes`; a `UserError` if none is."""
    known = {each.code: each for each in await turn.services.store.list_documents(turn.visibility)}
    found = [known[code] for code in codes if code in known]
    if not found:
        raise UserError(str(GONE))
    return found


async def _relabel(turn: Turn, scope: str, codes: Sequence[str]) -> Answer:
    found = await _find(turn, codes)
    own = [each for each in found if turn.recall.allows(each.scope)]
    for each in own:
        await turn.services.writer.relabel(each.id, Scope(scope))
    changed = _format_public(len(own)) if scope == KB.label else _format_own(len(own))
    text = join_sentences(changed, _format_private(len(found) - len(own)))
    yield Reply(text, _offer_back(scope, own))


def _offer_back(scope: str, own: Sequence[Document]) -> tuple[Choice, ...]:
    """Offer to give documents back to their earlier readers; others had these readers before."""
    earlier = next(label for label in LABELS if label != scope)
    changed = [each.code for each in own if each.scope == Scope(earlier)]
    undo = Choice(_("Undo"), " ".join(["/documents", earlier, *changed]))
    return (undo,) if changed else ()


def _format_public(count: int) -> str:
    return ngettext(
        "{count} document is now readable by everyone who may talk to me (kb).",
        "{count} documents are now readable by everyone who may talk to me (kb).",
        count,
    )


def _format_own(count: int) -> str:
    return ngettext(
        "{count} document is now readable by you alone (admin).",
        "{count} documents are now readable by you alone (admin).",
        count,
    )


def _format_private(left: int) -> str:
    if not left:
        return ""
    return ngettext(
        "{count} was sent in another chat and is private to it.",
        "{count} were sent in other chats and are private to them.",
        left,
    )


async def _read_again(turn: Turn, _action: str, codes: Sequence[str]) -> Answer:
    jobs, problems = [], []
    for each, original in await _find_readable(turn, codes):
        try:
            jobs.append(build_job_again(turn, each, original))
        except UserError as error:
            problems.append(str(error))
    async with aclosing(_ingest(turn, jobs, problems)) as steps:
        async for step in steps:
            yield step


async def _find_readable(
    turn: Turn, codes: Sequence[str]
) -> list[tuple[Document | AbsentDocument, Path | None]]:
    """Find documents and files that could not be read, each with its copy, if there is one."""
    unread = await turn.services.originals.unread.find_all(codes)
    left = [code for code in codes if code not in unread]
    found = await _find(turn, left) if left or not unread else []
    return [*unread.values(), *[(each, await find_original(turn, each)) for each in found]]


async def _dismiss(turn: Turn, _action: str, codes: Sequence[str]) -> Answer:
    for code in await turn.services.originals.unread.find_all(codes):
        await turn.services.originals.unread.drop(code)
    yield Reply(_("I no longer list what could not be read."))


async def _ingest(turn: Turn, jobs: Sequence[Job], problems: Sequence[str]) -> Answer:
    """Index, and report on the documents that have no file to read as well."""
    if not jobs:
        raise UserError("\n".join(problems))
    async with aclosing(ingest_files(turn, jobs)) as steps:
        async for step in steps:
            if isinstance(step, Reply) and problems:
                yield Reply("\n".join([step.text, *problems]), step.choices, failed=step.failed)
            else:
                yield step


async def _delete(turn: Turn, _action: str, codes: Sequence[str]) -> Answer:
    found = await _find(turn, codes)
    restorable = [each.code for each in found if (await delete_document(turn, each)).restorable]
    await turn.services.originals.sweep(turn.services.writer.list_hashes)
    text = ngettext("{count} document is deleted.", "{count} documents are deleted.", len(found))
    undo = Choice(_("Undo"), " ".join(["/documents restore", *restorable]))
    yield Reply(text, (undo,) if restorable else ())


async def _restore(turn: Turn, _action: str, codes: Sequence[str]) -> Answer:
    deleted, jobs, problems = turn.services.originals.deleted, [], []
    for code in codes:
        try:
            entry, copy = await deleted.find(code)
            jobs.append(build_job_again(turn, entry, copy))
        except UserError as error:
            problems.append(str(error))
    async with aclosing(_ingest(turn, jobs, problems)) as steps:
        async for step in steps:
            if isinstance(step, Reply):
                await _drop_restored(turn, codes)
            yield step


async def _drop_restored(turn: Turn, codes: Sequence[str]) -> None:
    back = {each.code for each in await turn.services.store.list_documents(turn.visibility)}
    for code in back.intersection(codes):
        await turn.services.originals.deleted.drop(code)


ACTIONS: Mapping[str, Callable[[Turn, str, Sequence[str]], Answer]] = {
    **dict.fromkeys(LABELS, _relabel),
    "again": _read_again,
    "delete": _delete,
    "dismiss": _dismiss,
    "restore": _restore,
}


def _needs_pin(message: IncomingMessage, argument: str) -> bool:
    """Return whether it publishes or deletes."""
    return argument.startswith(("kb", "delete", "restore"))


command = Command(
    "documents",
    N_("ACTION CODE …"),
    N_("Change several documents at once"),
    change_documents,
    owner_only=True,
    guards=_needs_pin,
    ordered=False,
    listed=False,
)
