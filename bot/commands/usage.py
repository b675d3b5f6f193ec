"""/usage"""

from datetime import timedelta

from bot.llm.usage import WEEK, format_usage
from bot.messages import N_, Answer, Reply
from bot.turns.command import Command, Turn


async def show_usage(turn: Turn, argument: str) -> Answer:
    today = turn.now.date()
    first, log = today - timedelta(days=WEEK), turn.services.usage
    if turn.private_owner:
        spent = await log.list_all(first)
    else:
        spent = await log.list_chat(turn.message.chat.key, first)
    currency = turn.services.settings.llm.currency
    yield Reply(format_usage(spent, today, by_chat=turn.private_owner, currency=currency))


command = Command("usage", "", N_("Show what the model has cost"), show_usage, ordered=False)
