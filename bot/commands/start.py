"""/start, with the one-time code for the owner's first visit."""

from bot import policy
from bot.commands import Command, Turn
from bot.commands.help import WELCOME
from bot.messages import Answer, Reply, UserError


async def start(turn: Turn, code: str) -> Answer:
    people = turn.services.people
    if code and not turn.is_owner:
        if not turn.message.chat.private:
            raise UserError("Send that code in a private chat with me, where nobody can read it.")
        await people.claim(turn.message.sender, code)
        yield Reply(f"You are the owner of this assistant now.\n\n{WELCOME}")
        return
    if not policy.admits(turn.message, await people.access()):
        raise UserError(
            "This is a private assistant, and it does not know you. "
            "If it is yours, send /start with the code that `multis run` printed."
        )
    yield Reply(WELCOME)


command = Command(
    "start", "", "Say hello, or claim the assistant with its code", start, public=True
)
