"""How fast a chat may be written to, and for how long not at all."""

import datetime

from telegram.error import RetryAfter

from adapters.shared.health import Time

PRIVATE_SECONDS = 1.0  # between two drafts, or two parts of one reply
GROUP_SECONDS = 3.0  # Telegram allows 20 messages a minute in a group
REMEMBERED = 512  # chats


def flood_seconds(flood: RetryAfter) -> float:
    """The wait that Telegram asks for; the library gives a number or a duration."""
    wait = flood.retry_after
    return wait.total_seconds() if isinstance(wait, datetime.timedelta) else float(wait)


class Pace:
    """Per chat, so that one that is flooded holds up no other."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._free: dict[int, float] = {}  # chat: when the next draft may go
        self._flooded: dict[int, float] = {}  # chat: until when nothing may go

    def wait_seconds(self, chat_id: int) -> float:
        """Seconds until a draft may go."""
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
        """Wait out what Telegram asked for; a reply is worth that, however long."""
        while (left := self._flooded.get(chat_id, 0.0) - self._time.now()) > 0:
            await self._time.sleep(left)

    async def wait_turn(self, chat_id: int) -> None:
        """Wait until another message may go without a hurry."""
        if (left := self.wait_seconds(chat_id)) > 0:
            await self._time.sleep(left)
