"""Records what was said in a turn in the chat's memory."""

from datetime import datetime

from bot.turns.command import Turn
from memory.messages import FIRST_MOMENT, Exchange


def build_exchange(turn: Turn, question: str, answer: str) -> Exchange:
    """Build what memory keeps of a turn; `answer` is empty where nobody answered."""
    message = turn.message
    return Exchange(
        key=turn.key,
        question=question,
        answer=answer,
        asked_at=_get_time(turn),
        answered_at=turn.services.clock(),
        author=turn.author,
        approved=turn.approved,
        forwarded=message.forwarded,
        quote=message.quote,
        mode=turn.mode.value,
    )


def _get_time(turn: Turn) -> datetime:
    """Return when the message was sent; a platform, or who forges for it, may name any time."""
    sent = turn.message.sent_at
    return sent if sent and FIRST_MOMENT <= sent <= turn.now else turn.now


async def overhear(turn: Turn) -> None:
    """Record a message in a silent chat."""
    if turn.message.text:
        await record_words(turn, turn.message.text)


async def record_words(turn: Turn, words: str) -> None:
    """Record what was said without an answer, unless a button sent it: that is nobody's words."""
    if not turn.message.pressed:
        await turn.services.record(turn.memory, build_exchange(turn, words, ""))
