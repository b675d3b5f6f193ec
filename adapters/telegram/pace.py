"""Rate limits per chat: pauses between messages, and flood waits that Telegram imposes."""

import datetime

from telegram.error import RetryAfter

from adapters.shared.health import Time

PRIVATE_SECONDS = 1.0  # between two drafts, or two parts of one reply
GROUP_SECONDS = 3.0  # Telegram allows 20 messages a minute in a group
REMEMBERED = 512  # chats


def flood_seconds(flood: RetryAfter) -> float:
    """Return the wait that Telegram demands; the library gives a number or a duration."""
    wait = flood.retry_after
    return wait.total_seconds() if isinstance(wait, datetime.timedelta) else float(wait)


class Pace:
    """Tracks each chat separately, so that a flood wait in one delays no other."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._free: dict[int, float] = {}  # chat: when the next draft may go
        self._flooded: dict[int, float] = {}  # chat: until when nothing may go

    def wait_seconds(self, chat_id: int) -> float:
        """Return the seconds until a draft may be sent."""
        latest = max(self._free.get(chat_id, 0.0), self._flooded.get(chat_id, 0.0))
        return max(latest - self._time.now(), 0.0)

    def note_sent(self, chat_id: int) -> None:
        now = self._time.now()
        self._free[chat_id] = now + (PRIVATE_SECONDS if chat_id > 0 else GROUP_SECONDS)
        if len(self._free) > REMEMBERED:
            self._free = {chat: free for chat, free in self._free.items() if free > now}
            self._flooded = {chat: until for chat, until in self._flooded.items() if until > now}

    def note_flood(self, chat_id: int, flood: RetryAfter) -> None:
        self._flooded[chat_id] = self._time.now() + flood_seconds(flood)

    async def wait_out_flood(self, chat_id: int) -> None:
        """Wait until Telegram's flood wait is over, however long it takes."""
        while (left := self._flooded.get(chat_id, 0.0) - self._time.now()) > 0:
            await self._time.sleep(left)

    async def wait_turn(self, chat_id: int) -> None:
        """Wait until another message may be sent within the rate limit."""
        if (left := self.wait_seconds(chat_id)) > 0:
            await self._time.sleep(left)
