"""/show ID: one passage in full. Said by the button of a source."""

from bot.commands import Command, Turn
from bot.messages import Answer, Reply, UserError
from bot.passages import where


async def show(turn: Turn, argument: str) -> Answer:
    hit = await turn.services.store.passage(turn.visibility, argument.strip())
    if hit is None:
        raise UserError("That passage is no longer here. Ask again to find the current one.")
    yield Reply(f"**{where(hit)}**\n\n{hit.chunk.text}")


command = Command("show", "<passage>", "Show a passage in full", show, ordered=False, listed=False)
