"""/show PASSAGE: one passage in full. Sent by the button of a source."""

from bot.messages import N_, Answer, Choice, Reply, UserError, _
from bot.messages.marked_text import escape_markup
from bot.rendering.passages import format_location
from bot.turns.command import Command, Turn


async def show(turn: Turn, argument: str) -> Answer:
    hit = await turn.services.store.load_passage(turn.visibility, argument.strip())
    if hit is None:
        raise UserError(_("That passage no longer exists. Ask again to find the current one."))
    documents = await turn.services.store.list_documents(turn.visibility)
    files = [each.code for each in documents if each.file == hit.file]
    choices = tuple(Choice(_("Get the file"), f"/document {code} file") for code in files)
    place = format_location(hit, shared=not turn.message.chat.private)
    yield Reply(f"**{escape_markup(place)}**\n\n{hit.chunk.text}", choices)


command = Command(
    "show", N_("PASSAGE"), N_("Show a passage in full"), show, ordered=False, listed=False
)
