"""/index PATH kb|admin, /index URL kb|admin, and files sent in a chat."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing, suppress
from pathlib import Path

from msgspec.structs import replace

from bot.access import policy
from bot.answering.file_requests import (
    FileRequest,
    answer_file_request,
    answer_of_file,
    find_file_request,
)
from bot.answering.question.asked_question import asks_something
from bot.ingest.originals import ADDRESSES, hash_file
from bot.ingest.queue import Upload
from bot.messages import (
    N_,
    Answer,
    Attachment,
    Choice,
    Draft,
    IncomingMessage,
    Reply,
    UserError,
    _,
    ngettext,
)
from bot.messages.labels import is_label, read_label
from bot.messages.marked_text import prepend_text
from bot.rendering.format import shorten
from bot.turns.command import Command, Turn
from bot.views.ingest_progress import (
    LABELS,
    build_report,
    ingest_each,
    ingest_listed,
    ingest_page,
)
from indexer.documents import build_upload_identity
from indexer.ingest.jobs import Job, Outcome
from indexer.paths import format_name
from indexer.scopes import ADMIN, KB, Scope
from memory.reminders.mention import may_ask

OWNER_DECIDES = N_("Only the owner can choose who else may read a file.")
BUTTON = 40  # characters
LONGEST_NAME = 200  # characters; no file system has names that are much longer


def index(turn: Turn, argument: str) -> Answer:
    """Index the attached files, or the address or path on this machine that `argument` names."""
    if turn.message.attachments:
        default = turn.services.settings.documents.upload_scope
        return _index_attachments(turn, argument, default)
    if argument.lstrip("\"'").lower().startswith(ADDRESSES):
        return _index_page(turn, argument)
    return _index_path(turn, argument)


async def _index_path(turn: Turn, argument: str) -> Answer:
    if not turn.is_owner:
        raise UserError(_("Only the owner can index files by path. Send me the file instead."))
    name, label = split_label(argument)
    if not name:
        raise UserError(_("Usage: /index PATH|URL kb|admin. You can also send me the file."))
    path = _resolve(turn, name, label)
    if not label:
        yield offer_path(path)
        return
    found = turn.services.allowed_paths.list_files(turn.message, path)
    async with aclosing(ingest_listed(turn, found, Scope(label), path)) as steps:
        async for step in steps:
            yield step


def _resolve(turn: Turn, name: str, label: str) -> Path:
    """Return the path; what stands behind one may be a wrong word for who may read it."""
    paths = turn.services.allowed_paths
    try:
        return paths.resolve(turn.message, name)
    except UserError:
        shorter = "" if label else name.rpartition(" ")[0].strip("\"' ")
        with suppress(UserError):
            if shorter:
                return paths.resolve(turn.message, shorter)
        raise


def find_lone_path(turn: Turn, text: str) -> Path | None:
    """Return the file or folder that a message names without another word; None for no other."""
    try:
        path = turn.services.allowed_paths.resolve(turn.message, text.strip("\"'"))
    except UserError:
        return None
    return path if path.name and (path.is_file() or "/" in text) else None


def offer_path(path: Path) -> Reply:
    """Return the question who may read a file or folder; its buttons index it."""
    return _ask_readers(path.name, str(path))


async def _index_page(turn: Turn, argument: str) -> Answer:
    if not turn.private_owner:
        raise UserError(
            _("Only the owner can have me fetch a web page, and only in a private chat.")
        )
    name, label = split_label(argument)
    if not label:
        yield offer_page(name)
        return
    url = _normalize_url(name)
    async with aclosing(ingest_page(turn, url, Scope(label))) as steps:
        async for step in steps:
            yield step


def offer_page(address: str) -> Reply:
    """Return the question who may read a web page; its buttons index the page."""
    url = _normalize_url(address)
    return _ask_readers(url, url)


def _normalize_url(address: str) -> str:
    from bot.ingest.web_fetch import (
        normalize_url,  # httpx takes longer to load than most commands to run
    )

    return normalize_url(address)


def _ask_readers(name: str, address: str) -> Reply:
    return Reply(
        _(
            "Who may read {name}? kb: everyone who may talk to me. admin: you alone.",
            name=name,
        ),
        tuple(Choice(each, f'/index "{address}" {each}') for each in LABELS),
    )


def index_pictures(turn: Turn, description: str) -> Answer:
    """Index pictures that were shown in the chat; those of the owner are theirs alone.

    A picture without text is found by the `description`, if there is one.
    """
    return _index_attachments(turn, "", ADMIN.label, description)


def _index_attachments(turn: Turn, caption: str, default: str, description: str = "") -> Answer:
    """`default` is the label of what the owner sends without one."""
    most = turn.services.settings.documents.files_per_message
    sent = list_attachments(turn.message)
    uploads = [_build_upload(turn, each, caption, default, description) for each in sent[:most]]
    return index_uploads(turn, uploads, caption, len(sent) - most)


def list_attachments(message: IncomingMessage) -> Sequence[Attachment]:
    """List the files of a message; one may be named many times."""
    return list({each.reference: each for each in message.attachments}.values())


async def index_uploads(
    turn: Turn, uploads: Sequence[Upload], caption: str, left_out: int = 0
) -> Answer:
    """Index what was sent, report on it, and answer a question in its caption."""
    outcomes: list[Outcome] = []
    async with aclosing(ingest_each(turn, uploads)) as steps:
        async for step in steps:
            if isinstance(step, Draft):
                yield step
            else:
                outcomes.append(step)
    most = turn.services.settings.documents.files_per_message
    report = build_report(outcomes, may_relabel=turn.private_owner)
    read = _add_caption(turn, _add_left_out(report, most, left_out), caption.strip())
    answer = None if read.failed else _answer_caption(turn, caption.strip(), outcomes)
    async with aclosing(_add_answer(read, answer)) as replies:
        async for reply in replies:
            yield reply


def _answer_caption(turn: Turn, caption: str, outcomes: Sequence[Outcome]) -> Answer | None:
    """Return the answer to a caption; None for none. What it asks is of the one file, if any."""
    if not caption or is_label(caption):
        return None
    alone = len(outcomes) == 1 and not turn.message.forwarded
    wanted = find_file_request(caption) if alone else None
    if wanted and wanted is not FileRequest.NOTHING:
        return answer_file_request(turn, caption, wanted, outcomes[0].file)
    if wanted or not asks_something(caption):
        return None
    return _ask(turn, caption, outcomes[0].file if alone else "")


async def _ask(turn: Turn, caption: str, file: str) -> Answer:
    """Answer a question from the file that it came with, or from all that there is."""
    own = file and not may_ask(caption)  # for a reminder
    steps = (await answer_of_file(turn, caption, file) if own else None) or (
        turn.commands["ask"].run(turn, caption)
    )
    async with aclosing(steps):
        async for step in steps:
            yield step


async def _add_answer(read: Reply, steps: Answer | None) -> Answer:
    """Yield the steps of an answer, if there is one, below the report of what was read."""
    if steps is None:
        yield read
        return
    async with aclosing(steps):
        async for step in steps:
            if isinstance(step, Reply):
                answer = prepend_text(read.text, step)
                choices = [each for each in read.choices if not each.message.startswith("/ask ")]
                yield replace(answer, choices=(*choices, *answer.choices), failed=False)
            else:
                yield replace(step, text=f"{read.text}\n\n{step.text}")


def _build_upload(
    turn: Turn, attachment: Attachment, caption: str, default: str, description: str
) -> Upload:
    name = clean_name(attachment)
    scope = policy.decide_upload_scope(turn.message, turn.is_owner, caption, default)

    async def fetch(path: Path) -> None:
        await turn.services.fetch(turn.message.chat.platform, attachment, path)

    async def build(path: Path) -> Job:
        job = await build_upload_job(turn, path, name, caption, default)
        return replace(job, description=description)

    return Upload(Job(Path(), "", name, scope), attachment.size, fetch, build)


def _add_left_out(reply: Reply, most: int, left_out: int) -> Reply:
    if left_out <= 0:
        return reply
    sentence = ngettext(
        "I read at most {most} files of one message and left out {count}. "
        "Please send it in another message.",
        "I read at most {most} files of one message and left out {count}. "
        "Please send them in another message.",
        left_out,
        most=most,
    )
    return replace(reply, text=f"{reply.text}\n{sentence}")


async def build_upload_job(turn: Turn, path: Path, name: str, caption: str, default: str) -> Job:
    """Build the job for a file that was sent; one that would publish a document needs the PIN.

    `default` is the label of what the owner sends without one.
    """
    message = turn.message
    scope = policy.decide_upload_scope(message, turn.is_owner, caption, default)
    if scope.chat:
        return _build_guest_job(message, path, name, scope)
    job = _build_owner_job(message, path, name, scope)
    if scope == KB and await _is_private(turn, job):
        if read_label(message, caption) != KB.label:
            return replace(job, scope=ADMIN)
        await turn.require_pin(command.name)
    return job


def _build_owner_job(message: IncomingMessage, path: Path, name: str, scope: Scope) -> Job:
    chat, sender = message.chat.key, message.sender.key
    as_guest = build_upload_identity(Scope.of_chat(chat), chat, sender, name)
    file = build_upload_identity(scope, chat, sender, name)
    return Job(path, file, name, scope, former=(as_guest,))


def _build_guest_job(message: IncomingMessage, path: Path, name: str, scope: Scope) -> Job:
    chat, sender = message.chat.key, message.sender.key
    # Without its sender, an earlier version's document can only be told where one person writes.
    unknown = (build_upload_identity(scope, chat, "", name),) if message.chat.private else ()
    file = build_upload_identity(scope, chat, sender, name)
    return Job(path, file, name, scope, former=unknown)


async def _is_private(turn: Turn, job: Job) -> bool:
    """Return whether the owner alone may read this document, or another with the same bytes."""
    writer = turn.services.writer
    known = await writer.find_file(job.file)
    if known and known.scope == ADMIN:
        return True
    return await writer.find_twin(ADMIN, await asyncio.to_thread(hash_file, job.path)) is not None


def _add_caption(turn: Turn, reply: Reply, caption: str) -> Reply:
    """Add a button that looks for the words of the caption, or say who decides about its label.

    What a button says is the presser's own word, so a forwarded caption gets none.
    """
    if turn.message.forwarded:
        return reply
    if is_label(caption):
        return reply if turn.is_owner else replace(reply, text=f"{reply.text}\n{OWNER_DECIDES}")
    if not caption or reply.failed:
        return reply
    ask = Choice(shorten(_("Ask: {question}", question=caption), BUTTON), f"/ask {caption}")
    return replace(reply, choices=(*reply.choices, ask))


def split_label(argument: str) -> tuple[str, str]:
    """Split `argument` into path and label; the label is empty when the last word is none."""
    head, _space, last = argument.strip().rpartition(" ")
    path, label = (head, last.lower()) if last.lower() in LABELS else (argument, "")
    return path.strip().strip("\"'"), label


def clean_name(attachment: Attachment) -> str:
    """Return the sender's own name for the file, without anything that could lead elsewhere."""
    last = attachment.name.replace("\\", "/").rpartition("/")[2]
    name = format_name(last).strip(". ") or "file"
    stem, dot, kind = name.rpartition(".")
    kept = max(LONGEST_NAME - len(dot + kind), 0)
    return f"{stem[:kept]}{dot}{kind}" if kept and stem else name[:LONGEST_NAME]


def _needs_pin(message: IncomingMessage, argument: str) -> bool:
    """Return whether it reads this machine's files; what is attached is in the chat already."""
    return bool(split_label(argument)[1]) and not message.attachments


command = Command(
    "index",
    N_("PATH|URL kb|admin"),
    N_("Index a document; or just send me the file"),
    index,
    guards=_needs_pin,
    ordered=False,
    guest_usage="",
)
