"""Look at pictures that were shown in the chat: answer about them, or show what is on them.

Sent by messages with pictures, not typed. Nothing of a picture is kept until a button, or `kb` or
`admin` below it, says so.
"""

import asyncio
from contextlib import aclosing
from pathlib import Path

from msgspec.structs import replace

from bot.access import policy
from bot.answering.recording import find_earlier_answer
from bot.answering.seeing import (
    SeenPictures,
    answer_about,
    describe,
    format_nothing,
    quote_text,
    read_pictures,
    see,
)
from bot.commands.index import (
    build_upload_job,
    clean_name,
    index_pictures,
    index_uploads,
    list_attachments,
)
from bot.ingest.allowance import UNLIMITED
from bot.ingest.queue import Upload
from bot.messages import (
    N_,
    Answer,
    Attachment,
    Choice,
    Draft,
    Reply,
    UserError,
    _,
    ngettext,
    pgettext,
)
from bot.messages.labels import read_label
from bot.turns.command import Command, Turn
from bot.voice.transcript import escape_reply
from indexer.ingest.jobs import Job
from indexer.scopes import ADMIN

GONE = N_("I no longer have that picture. Please send it again.")


async def look(turn: Turn, argument: str) -> Answer:
    """Answer a question about the pictures; without one, show what is on them."""
    caption = turn.message.text.strip()
    if read_label(turn.message, caption):
        steps = turn.commands["index"].run(turn, caption)
    elif earlier := await find_earlier_answer(turn):
        yield Reply(earlier)
        return
    else:
        steps = _look(turn, caption)
    async with aclosing(steps):
        async for step in steps:
            yield step


async def _look(turn: Turn, caption: str) -> Answer:
    most = turn.services.settings.documents.files_per_message
    seen = SeenPictures()
    async with aclosing(see(turn, list_attachments(turn.message)[:most])) as seeing:
        async for step in seeing:
            if isinstance(step, Draft):
                yield step
            else:
                seen = step
    if not caption:
        yield await _show(turn, seen)
        return
    async with aclosing(answer_about(turn, seen, caption)) as answers:
        async for answer in answers:
            yield answer


async def _show(turn: Turn, seen: SeenPictures) -> Reply:
    """Show what is on the pictures, and offer to keep them: by words alone they are found."""
    described = await describe(turn, seen)
    if not (described or seen.text):
        return Reply(format_nothing(turn, seen))
    # What the model says of them is kept as a quotation: it is not the sender's word.
    kept = replace(turn.message, quote=described)
    token = await turn.services.speech.unheard.keep(kept, turn.now)
    count = len(list_attachments(turn.message))
    choices = (
        Choice(
            ngettext("Keep the picture", "Keep the {count} pictures", count),
            f"/picture {token} keep",
        ),
        Choice(_("Keep the text only"), f"/picture {token} text"),
        Choice(pgettext("button", "Forget it"), f"/picture {token} forget"),
    )
    shown = (escape_reply(described), quote_text(seen.text) if seen.text else "")
    return Reply("\n\n".join(filter(None, shown)), choices)


async def handle_picture(turn: Turn, argument: str) -> Answer:
    """Keep pictures or their text as documents, or forget them, as a button says."""
    token, _space, action = argument.partition(" ")
    kept = await turn.services.speech.unheard.find(token, turn.message)
    if kept is None or action not in ("keep", "text", "forget"):
        raise UserError(str(GONE))
    if action == "forget":
        await turn.services.speech.unheard.drop(token)
        yield Reply(_("Forgotten: I keep nothing of that picture."))
        return
    sent = replace(turn, message=replace(kept, key=turn.message.key, text=""))
    steps = index_pictures(sent, kept.quote) if action == "keep" else _index_texts(sent)
    async with aclosing(steps):
        async for step in steps:
            if isinstance(step, Reply) and not step.failed:
                await turn.services.speech.unheard.drop(token)
            yield step


def _index_texts(turn: Turn) -> Answer:
    uploads = [_build_upload(turn, each) for each in list_attachments(turn.message)]
    return index_uploads(turn, uploads, "")


def _build_upload(turn: Turn, picture: Attachment) -> Upload:
    name = f"{clean_name(picture).rpartition('.')[0] or picture.name}.txt"
    scope = policy.decide_upload_scope(turn.message, turn.is_owner, "", ADMIN.label)

    async def fetch(path: Path) -> None:
        seen = await read_pictures(turn, [picture], UNLIMITED)  # counted as the upload
        text = seen.text or turn.message.quote
        if not text:
            raise UserError(seen.problem)
        await asyncio.to_thread(path.write_text, text, encoding="utf-8")

    async def build(path: Path) -> Job:
        return await build_upload_job(turn, path, name, "", ADMIN.label)

    return Upload(Job(Path(), "", name, scope), picture.size, fetch, build)


command = Command("look", "", N_("Look at a picture"), look, listed=False)
commands = {
    "picture": Command(
        "picture",
        "",
        N_("Keep or forget a picture"),
        handle_picture,
        ordered=False,
        listed=False,
    )
}
