"""What came in too long ago to be answered one by one. Said by nobody: the inbox makes it."""

from bot.messages import Answer, Reply, UserError
from bot.turns.command import Command, Turn

QUOTED, EXCERPT = 5, 80  # messages, and how many characters of each


async def missed(turn: Turn, _: str) -> Answer:
    late = [each for each in turn.message.missed if each.addressed]
    if not late:
        raise UserError("You have not missed anything.")
    messages = "a message" if len(late) == 1 else f"{len(late)} messages"
    said = [" ".join(each.text.split())[:EXCERPT] for each in late if each.text.strip()]
    quoted = "\n".join(f"> {line}" for line in said[-QUOTED:])
    ending = "Send again what still matters."
    yield Reply(
        f"I was away when you sent {messages}, and did not act on what may be settled by now.\n\n"
        + (f"{quoted}\n\n{ending}" if quoted else ending)
    )


command = Command("missed", "", "What I did not answer in time", missed, listed=False)
