"""Poll the owner's chats for new messages."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from adapters.beeper.api import Api, BeeperRequestError, Json, MessagePage
from adapters.beeper.state import State, read_state, write_state
from adapters.beeper.translate import get_text, parse_message, parse_time, sort_key
from adapters.shared.health import Health, Time
from bot.messages import Accept

PAGES = 50  # of one chat at once


class ChatReader:
    """Passes every message to `accept`, then stores how far its chat was read."""

    def __init__(self, api: Api, path: Path, health: Health, time: Time) -> None:
        self._api = api
        self._path = path
        self._health = health
        self._time = time
        self.state: State = read_state(path)
        self._seen: dict[str, str] = {}  # chat: its last activity when it was read
        self._failed: set[str] = set()  # chats that could not be read, or are being read
        self._me: tuple[str, ...] = ()
        self.last_poll: float | None = None
        self.last_try: float | None = None

    def save_state(self) -> None:
        write_state(self._path, self.state)

    async def run(self, accept: Accept, pause: float) -> None:
        while True:
            trouble = await self._try(lambda: self._round(accept))
            await self._time.sleep(trouble or pause)

    async def _try(self, work: Callable[[], Awaitable[None]]) -> float:
        """Run `work`; return the seconds to wait before the next try, 0 if it succeeded."""
        self.last_try = self._time.now()
        # Whatever goes wrong, nothing is lost: the next round starts at the same place.
        (failure,) = await asyncio.gather(work(), return_exceptions=True)
        return self._health.assess(failure)

    async def _round(self, accept: Accept) -> None:
        await self._begin()
        chats = await self._api.list_chats()
        self.last_poll = self._time.now()
        for chat in sorted(chats, key=self._order):
            name, activity = get_text(chat, "id"), get_text(chat, "lastActivity")
            if activity and activity == self._seen.get(name):
                continue
            self.last_try = self._time.now()
            self._failed.add(name)
            await self._read_chat(chat, accept)
            self._failed.discard(name)
            self._seen[name] = activity

    def _order(self, chat: Json) -> tuple[bool, str]:
        """Put what could not be read last: it must not keep the others waiting."""
        return get_text(chat, "id") in self._failed, get_text(chat, "lastActivity")

    async def _begin(self) -> None:
        if not self.state.since:
            self.state.since = datetime.now(UTC).isoformat()
            self.save_state()
        if not self._me:
            users = (account.get("user") for account in await self._api.list_accounts())
            self._me = tuple(get_text(user, "id") for user in users if isinstance(user, dict))

    async def _read_chat(self, chat: Json, accept: Accept) -> None:
        name = get_text(chat, "id")
        messages, cursor = await self._fetch_new(name)
        for message in sorted(messages, key=sort_key):
            if not await self._is_echo(name, message):
                found = parse_message(message, chat, self._me)
                if found is not None:
                    await accept(found)
        if cursor and cursor != self.state.cursors.get(name):
            self.state.cursors[name] = cursor
            self.save_state()

    async def _fetch_new(self, chat: str) -> tuple[list[Json], str]:
        """Fetch the unread messages, and the cursor after them."""
        known = self.state.cursors.get(chat, "")
        page = await self._fetch_page(chat, known, "after" if known else "")
        found, cursor = list(page.messages), page.newer or known
        for _ in range(PAGES):
            start = page.newer if known else page.older
            if not (page.more and start) or (not known and self._reaches_back(page)):
                break
            page = await self._fetch_page(chat, start, "after" if known else "before")
            found += page.messages
            cursor = (page.newer or cursor) if known else cursor
        return [each for each in found if self._is_new(each)], cursor

    async def _fetch_page(self, chat: str, cursor: str, direction: str) -> MessagePage:
        try:
            return await self._api.list_messages(chat, cursor, direction)
        except BeeperRequestError:  # a merged chat holds no messages of its own
            return MessagePage((), "", "", more=False)

    def _reaches_back(self, page: MessagePage) -> bool:
        return any(not self._is_new(each) for each in page.messages)

    def _is_new(self, message: Json) -> bool:
        at = parse_time(message)
        return at is None or at >= datetime.fromisoformat(self.state.since)

    async def _is_echo(self, chat: str, message: Json) -> bool:
        """Return whether multis sent this message itself."""
        if message.get("isSender") is not True:
            return False
        name, words = get_text(message, "id"), get_text(message, "text")
        if not self.state.recognize_own(chat, name, words):
            await self._confirm(chat)
        known = self.state.recognize_own(chat, name, words)
        if known:
            self.save_state()
        return known

    async def _confirm(self, chat: str) -> None:
        """Fetch the final ids of the messages that multis sent."""
        for own in self.state.list_unconfirmed(chat):
            try:
                own.id = get_text(await self._api.fetch_message(chat, own.pending), "id")
            except BeeperRequestError:
                own.pending = ""
