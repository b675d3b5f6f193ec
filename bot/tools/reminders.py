"""The model's tools for reminders: set one, and list those of the chat."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from itertools import count
from typing import Protocol

from msgspec import Struct, field

from bot.llm import Tool
from bot.messages import UserError
from bot.reminders.wording import format_confirmation
from bot.rendering.fences import fence_within, keep_beginning
from bot.tools.arguments import (
    TEXT,
    Arguments,
    build_enum,
    build_parameters,
    describe,
    parse_choice,
    parse_text,
)
from bot.tools.context import QUOTE, ToolContext
from indexer.text.dates.repeats import WORKDAYS, Repeat, settle
from memory.reminders.reminder import PART, Reminder

BUDGET = 2000  # tokens of one result
REPEATS = {
    "never": None,
    "day": Repeat("day"),
    "weekday": Repeat("week", weekdays=WORKDAYS),
    "week": Repeat("week"),
    "month": Repeat("month"),
    "year": Repeat("year"),
}

LIST = partial(
    Tool,
    "list_reminders",
    "List the reminders of this chat that are still to come.",
    build_parameters([]),
)


class ReminderBook(Protocol):
    """The reminders of the chat of one turn."""

    @property
    def now(self) -> datetime: ...

    @property
    def zone(self) -> str: ...

    async def set(
        self, text: str, at: datetime, repeat: Repeat | None = None, part: str = ""
    ) -> Reminder: ...

    async def list_waiting(self) -> Sequence[Reminder]: ...


def build_reminder_tools(book: ReminderBook, context: ToolContext) -> tuple[Tool, ...]:
    run = _ReminderActions(book, context)
    return _build_set(book.zone)(run.set), LIST(run.list)


def _build_set(zone: str) -> "partial[Tool]":
    return partial(
        Tool,
        "remind",
        "Remind the user of something at a time, when they ask for it or name a task with a time.",
        build_parameters(
            ["text", "at", "quote"],
            text=describe(TEXT, "what to remind them of, in their own words"),
            at=describe(TEXT, f"the date and time in {zone}, such as 2026-05-01T09:00"),
            quote=QUOTE,
            repeat=describe(build_enum(*REPEATS), "how often it comes, never if not given"),
        ),
    )


class _ReminderActions(Struct, frozen=True):
    """The actions of the tools; lives as long as the turn."""

    book: ReminderBook
    context: ToolContext
    numbers: "count[int]" = field(default_factory=lambda: count(1))

    async def set(self, arguments: Arguments) -> str:
        quoted = self.context.witness.ground(
            parse_text(arguments, "text"), parse_text(arguments, "quote", "")
        )
        at = _parse_time(parse_text(arguments, "at"), self.book.now)
        repeat = REPEATS[parse_choice(arguments, "repeat", tuple(REPEATS), "never")]
        settled = settle(repeat, at.date()) if repeat else None
        part = f"{PART}{next(self.numbers)}"
        reminder = await self.book.set(quoted.text, at, settled, part)
        self.context.effects.add(format_confirmation(reminder))
        return f"OK: set for {reminder.at:%Y-%m-%dT%H:%M} ({reminder.zone})"

    async def list(self, _arguments: Arguments) -> str:
        lines = "\n".join(map(_format_line, await self.book.list_waiting()))
        return (
            fence_within("reminders", lines, self.context.nonce, BUDGET, keep_beginning)
            or "There are no reminders."
        )


def _parse_time(text: str, now: datetime) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise UserError("Give at as a local date and time, such as 2026-05-01T09:00.") from None
    return at if at.tzinfo else at.replace(tzinfo=now.tzinfo)


def _format_line(reminder: Reminder) -> str:
    often = f", repeated every {reminder.repeat.unit}" if reminder.repeat else ""
    return f"- {reminder.at:%Y-%m-%dT%H:%M}{often}: {reminder.text}"
