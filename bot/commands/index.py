"""/index PATH kb|admin, /index https://… kb|admin, and files sent in a chat."""

from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.access import policy
from bot.messages import Answer, Attachment, Choice, Draft, IncomingMessage, Reply, UserError
from bot.rendering.format import shorten
from bot.turns.command import Command, Turn
from bot.views.ingest_progress import AUDIENCE, LABELS, ingest_files, ingest_page
from indexer.ingest.pipeline import Job, build_job
from indexer.scopes import Scope

OWNERS_WORD = "Only the owner may say who else reads a file."
LABEL = 40  # characters of a button
ADDRESSES = ("http://", "https://")


async def index(turn: Turn, argument: str) -> Answer:
    """Files sent along are indexed; otherwise `argument` names a path on this machine."""
    if turn.message.attachments:
        steps = _uploads(turn, argument)
    elif argument.lstrip("\"'").startswith(ADDRESSES):
        steps = _page(turn, argument)
    else:
        steps = _path(turn, argument)
    async with aclosing(steps):
        async for step in steps:
            yield step


async def _path(turn: Turn, argument: str) -> Answer:
    if not turn.is_owner:
        raise UserError("Only the owner may index by path. Send me the file itself instead.")
    named, label = split_label(argument)
    if not named:
        raise UserError("Usage: /index <path or https://…> <kb|admin>, or send me a file.")
    path = turn.services.allowed_paths.resolve(turn.message, named)
    if not label:
        yield _whose(path.name, str(path))
        return
    found = turn.services.allowed_paths.list_files(turn.message, path)
    jobs = [build_job(each, Scope(label)) for each in found]
    async with aclosing(ingest_files(turn, jobs)) as steps:
        async for step in steps:
            yield step


async def _page(turn: Turn, argument: str) -> Answer:
    from bot.ingest.web_fetch import (
        normalize_url,  # httpx takes longer to load than most commands to run
    )

    if not turn.private_owner:
        raise UserError("Only the owner may have me fetch a page, and only in a private chat.")
    named, label = split_label(argument)
    url = normalize_url(named)
    if not label:
        yield _whose(url, url)
        return
    async with aclosing(ingest_page(turn, url, Scope(label))) as steps:
        async for step in steps:
            yield step


def _whose(name: str, named: str) -> Reply:
    return Reply(
        f"Who may read {name}? kb: {AUDIENCE['kb']}. admin: {AUDIENCE['admin']}.",
        tuple(Choice(each, f'/index "{named}" {each}') for each in LABELS),
    )


async def _uploads(turn: Turn, caption: str) -> Answer:
    scope = policy.decide_upload_scope(
        turn.message, turn.is_owner, caption, turn.services.settings.documents.upload_scope
    )
    with TemporaryDirectory(dir=turn.services.home.tmp, prefix="upload-") as folder:
        jobs = []
        for n, attachment in enumerate(turn.message.attachments):
            name = file_name(attachment)
            yield Draft(f"Downloading {name} …", lasting=True)
            path = Path(folder) / str(n)
            await turn.services.fetch(turn.message.chat.platform, attachment, path)
            jobs.append(Job(path, f"upload:{turn.message.chat.key}/{name}", name, scope))
        async with aclosing(ingest_files(turn, jobs)) as steps:
            async for step in steps:
                yield _captioned(turn, step, caption.strip()) if isinstance(step, Reply) else step


def _captioned(turn: Turn, reply: Reply, caption: str) -> Reply:
    """With what the caption was for: a question is asked by a button.

    Files are read outside the order of the chat, and an answer must keep to it.
    """
    if caption.lower() in LABELS:
        return reply if turn.is_owner else replace(reply, text=f"{reply.text}\n{OWNERS_WORD}")
    if not caption or reply.failed:
        return reply
    ask = Choice(shorten(f"Ask: {caption}", LABEL), f"/ask {caption}")
    return replace(reply, choices=(*reply.choices, ask))


def split_label(argument: str) -> tuple[str, str]:
    """`argument` as (path, label); the label is empty when the last word is none."""
    head, _, last = argument.strip().rpartition(" ")
    path, label = (head, last.lower()) if last.lower() in LABELS else (argument, "")
    return path.strip().strip("\"'"), label


def file_name(attachment: Attachment) -> str:
    """The sender's own name for the file, without anything that could lead elsewhere."""
    last = attachment.name.replace("\\", "/").rpartition("/")[2]
    return "".join(c for c in last if c.isprintable()).strip(". ") or "file"


def _reaches_in(message: IncomingMessage, argument: str) -> bool:
    """Files of this machine; what is sent along is in the chat already."""
    return bool(split_label(argument)[1]) and not message.attachments


command = Command(
    "index",
    "<path or https://…> <kb|admin>",
    "Read a document and make it searchable; or just send me the file",
    index,
    guards=_reaches_in,
    ordered=False,
)
