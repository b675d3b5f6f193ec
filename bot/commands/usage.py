"""/usage"""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from math import floor, log10

from bot.llm.usage import DailyUsage
from bot.messages import N_, Answer, Reply, _, ngettext
from bot.turns.command import Command, Turn
from indexer.i18n import format_duration, format_number

WEEK = 7


async def show_usage(turn: Turn, argument: str) -> Answer:
    today = turn.now.date()
    first, log, chat = today - timedelta(days=WEEK), turn.services.usage, turn.message.chat.key
    used = log.select_all(first) if turn.private_owner else log.select_chat(chat, first)
    spent = await used.list_days()
    currency = turn.services.settings.llm.currency
    yield Reply(format_usage(spent, today, by_chat=turn.private_owner, currency=currency))


def format_usage(days: Sequence[DailyUsage], today: date, *, by_chat: bool, currency: str) -> str:
    """Format the text of /usage for the last seven days; `by_chat` lists today's chats too."""
    week = [each for each in days if each.day > today - timedelta(days=WEEK)]
    now = [each for each in week if each.day == today]
    lines = [
        _("Today: {usage}", usage=_format_sum(now, currency)),
        ngettext(
            "Last {count} day: {usage}",
            "Last {count} days: {usage}",
            WEEK,
            usage=_format_sum(week, currency),
        ),
    ]
    if by_chat and len(now) > 1:
        chats = (f"- {each.chat}: {_format_sum([each], currency)}" for each in now)
        lines += ["", _("Today by chat:"), *chats]
    return "\n".join(lines)


def format_amount(money: float, currency: str) -> str:
    """Format an amount with as many digits as it needs: a hundredth of a cent is not nothing."""
    digits = 2 if money >= 0.01 or not money else 1 - floor(log10(money))
    amount = format_number(money, digits)
    return f"{amount}\u00a0{currency}" if currency else amount


def _format_sum(days: Iterable[DailyUsage], currency: str) -> str:
    rows = list(days)
    money = sum(each.money for each in rows)
    listened = sum(each.listened for each in rows)
    parts = (
        *_format_tokens(rows),
        _("{time} of recordings", time=format_duration(timedelta(seconds=round(listened))))
        if listened
        else "",
        _("cost {amount}", amount=format_amount(money, currency)) if money else "",
    )
    return ", ".join(filter(None, parts)) or _("no answers from the model")


def _format_tokens(rows: Sequence[DailyUsage]) -> tuple[str, ...]:
    """Return nothing if no model was asked."""
    answers, broken = sum(each.answers for each in rows), sum(each.broken for each in rows)
    read = sum(each.input_tokens for each in rows)
    written = sum(each.output_tokens for each in rows)
    estimated = sum(each.estimated for each in rows)
    cached = sum(each.cached for each in rows)
    if not answers and not broken:
        return ()
    return (
        ngettext("{count} answer", "{count} answers", answers),
        ngettext("{count} cut off", "{count} cut off", broken) if broken else "",
        ngettext("{count} token read", "{count} tokens read", read),
        ngettext("{count} of them from a cache", "{count} of them from a cache", cached)
        if cached
        else "",
        ngettext("{count} token written", "{count} tokens written", written),
        ngettext("{count} token estimated", "{count} tokens estimated", estimated)
        if estimated
        else "",
    )


command = Command("usage", "", N_("Show what the model has cost"), show_usage, ordered=False)
