"""/new"""

from bot.messages import Answer, Reply
from bot.turns.command import Command, Turn


async def new(turn: Turn, _: str) -> Answer:
    episodes = turn.services.own.episodes
    await episodes.begin_anew(turn.memory)
    turn.services.background.start(
        f"end of a conversation in {turn.message.chat.key}", episodes.end(turn.memory)
    )
    yield Reply("A new conversation. I keep my notes, and look back at nothing that was said here.")


command = Command("new", "", "Begin a new conversation", new)
