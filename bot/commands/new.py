"""/new"""

from bot.messages import Answer, Reply
from bot.turns.command import Command, Turn
from indexer.i18n import N_, _


async def new(turn: Turn, argument: str) -> Answer:
    sessions = turn.services.owner_memory.sessions
    await sessions.start_new(turn.memory)
    turn.services.background.start(
        f"end of a conversation in {turn.message.chat.key}", sessions.end(turn.memory)
    )
    yield Reply(
        _("New conversation. I'll keep my notes but ignore earlier messages."),
        begins_conversation=True,
    )


command = Command("new", "", N_("Begin a new conversation"), new)
