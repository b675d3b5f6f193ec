"""/help"""

from bot.messages import Answer, Reply
from bot.turns.command import Command, Turn

WELCOME = (
    "Send me a document, and I read it. Ask me anything in plain words, and I answer from what "
    "you sent, with the place where it says so. /help lists the rest."
)


async def show_help(turn: Turn, _: str) -> Answer:
    listed = [
        each
        for each in turn.commands.values()
        if each.listed and (turn.is_owner or not each.owner_only)
    ]
    lines = [f"/{each.name} {each.usage}".strip() + f": {each.summary}" for each in listed]
    yield Reply("\n".join([*lines, "", "Anything else you write is a question."]))


command = Command("help", "", "List what I can do", show_help, ordered=False)
