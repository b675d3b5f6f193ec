"""What was said in a turn, as memory keeps it."""

from bot.turns.command import Turn
from memory.messages import Exchange as SaidTurn


def build_exchange(turn: Turn, question: str, answer: str) -> SaidTurn:
    """`answer` is empty where nobody answered."""
    message = turn.message
    return SaidTurn(
        key=turn.key,
        question=question,
        answer=answer,
        asked_at=message.sent_at or turn.now,
        answered_at=turn.services.clock(),
        author=turn.author,
        approved=turn.approved,
        forwarded=message.forwarded,
        quote=message.quote,
    )


async def overhear(turn: Turn) -> None:
    """Keep what is said in a silent chat; what a button says is nobody's words."""
    message = turn.message
    if message.text and not message.pressed:
        await turn.services.record(turn.memory, build_exchange(turn, message.text, ""))
