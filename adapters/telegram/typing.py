"""Show typing: one timer for each chat, whose refusals concern nothing else."""

import asyncio
import logging

from telegram import Bot
from telegram.constants import ChatAction
from telegram.error import RetryAfter, TelegramError

from adapters.shared.health import Time
from adapters.telegram.pace import flood_seconds

TYPING_SECONDS = 4.5  # Telegram shows it for five
REMEMBERED = 512  # chats

log = logging.getLogger(__name__)

_Place = tuple[int, int | None]  # a chat, and a topic in it


class Typing:
    """Shows typing in chats however many replies are under way; lives as long as the adapter."""

    def __init__(self, bot: Bot, time: Time) -> None:
        self._bot = bot
        self._time = time
        self._due: dict[_Place, float] = {}  # when it may be shown again
        self._calls: dict[_Place, asyncio.Task[None]] = {}

    def show(self, chat_id: int, thread: int | None) -> None:
        """Show typing unless it is shown there already; nobody waits for the call."""
        place, now = (chat_id, thread), self._time.now()
        if place in self._calls or now < self._due.get(place, 0.0):
            return
        if len(self._due) >= REMEMBERED:
            self._due = {known: due for known, due in self._due.items() if due > now}
        self._due[place] = now + TYPING_SECONDS
        call = asyncio.create_task(self._send(place))
        self._calls[place] = call
        call.add_done_callback(lambda _call: self._calls.pop(place, None))

    def stop(self, chat_id: int, thread: int | None) -> None:
        """Drop a call under way, which might otherwise arrive after the reply."""
        if call := self._calls.get((chat_id, thread)):
            call.cancel()
            self._due.pop((chat_id, thread), None)  # nothing was shown

    async def _send(self, place: _Place) -> None:
        chat_id, thread = place
        try:
            await self._bot.send_chat_action(chat_id, ChatAction.TYPING, message_thread_id=thread)
        except RetryAfter as flood:
            self._due[place] = self._time.now() + flood_seconds(flood)
        except TelegramError as error:
            log.debug("Telegram did not show typing: %s", type(error).__name__)
