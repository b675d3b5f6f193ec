"""/show ID: one passage in full. Said by the button of a source."""

from bot.messages import Answer, Choice, Reply, UserError
from bot.rendering.passages import format_location
from bot.turns.command import Command, Turn


async def show(turn: Turn, argument: str) -> Answer:
    hit = await turn.services.store.load_passage(turn.visibility, argument.strip())
    if hit is None:
        raise UserError("That passage is no longer here. Ask again to find the current one.")
    documents = await turn.services.store.list_documents(turn.visibility)
    files = [each.id for each in documents if each.file == hit.file]
    choices = tuple(Choice("The file", f"/document {number} file") for number in files)
    yield Reply(f"**{format_location(hit)}**\n\n{hit.chunk.text}", choices)


command = Command("show", "<passage>", "Show a passage in full", show, ordered=False, listed=False)
