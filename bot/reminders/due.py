"""Turns reminders that are due into notices, each once.

The notice is stored in the outbox in the transaction that moves the reminder on: whatever ends the
process, a reminder is either still due, or is a notice that the outbox delivers.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime

from bot.delivery.outbox import StoredNotice, store_notice
from bot.messages import SHIPPED, Chat, Notice, current_language, split_key, use_language
from bot.reminders.wording import build_due
from indexer.store.engine.session import Session
from memory.reminders.ledger import Reminders
from memory.reminders.reminder import Reminder


class DueReminders:
    """Lives as long as the process: what was due before it began is late because of that."""

    def __init__(
        self,
        reminders: Reminders,
        load_barring: Callable[[], Awaitable[Callable[[str], bool]]],
        clock: Callable[[], datetime],
    ) -> None:
        """`load_barring` returns what says of a key that the person is told nothing."""
        self._reminders = reminders
        self._load_barring = load_barring
        self._clock = clock
        self._usual = current_language()
        self._started = clock()

    async def take(self, platforms: Sequence[str]) -> list[StoredNotice]:
        """Store the notices of what is due on these platforms, and return them to be sent."""
        now = self._clock()

        def tell(db: Session, reminder: Reminder) -> StoredNotice:
            with self._speak(reminder):
                notice = Notice(_get_chat(reminder), build_due(reminder, now, self._started))
            return store_notice(db, notice, int(now.timestamp()))

        return await self._reminders.take_due(platforms, now, self._load_barring, tell)

    def _speak(self, reminder: Reminder) -> AbstractContextManager[object]:
        return use_language(SHIPPED.choose([reminder.origin.language], self._usual))


def _get_chat(reminder: Reminder) -> Chat:
    platform, name = split_key(reminder.place.chat)
    return Chat(platform, name, reminder.place.private, reminder.place.thread)
