"""What came in too long ago to be answered one by one. Said by nobody: the inbox makes it."""

from bot.commands import Command, Turn
from bot.messages import Answer, Reply, UserError


async def missed(turn: Turn, _: str) -> Answer:
    count = turn.message.missed
    if not count:
        raise UserError("You have not missed anything.")
    messages = "a message" if count == 1 else f"{count} messages"
    quoted = "\n".join(f"> {line}" for line in turn.message.text.splitlines() if line.strip())
    ending = "Send again what still matters."
    yield Reply(
        f"I was away when you sent {messages}, and did not act on what may be settled by now.\n\n"
        + (f"{quoted}\n\n{ending}" if quoted else ending)
    )


command = Command("missed", "", "What I did not answer in time", missed, listed=False)
