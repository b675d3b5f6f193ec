"""Poll for updates; the next request, which acknowledges them, waits until all are stored."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from telegram import Bot, Update
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from adapters.shared.health import Health, Time, split_wait
from adapters.telegram.pace import flood_seconds
from adapters.telegram.requests import UNREADABLE
from adapters.telegram.translate import UnreadableUpdateError
from bot.messages import N_, UserError

POLL_SECONDS = 30
HANGING_SECONDS = POLL_SECONDS + 60  # after which a request that never ends is given up
KINDS = ("message", "edited_message", "callback_query", "message_reaction")

UNKNOWN_BOT = N_(
    "Telegram does not recognise this bot token. Get the right one from @BotFather and set "
    "platforms.telegram.bot_token. With a Bot API server of your own, check base_url too."
)

T = TypeVar("T")
Store = Callable[[Update], Awaitable[None]]
log = logging.getLogger(__name__)


class Poller:
    """Passes every update to `store`, and repeats it until `store` does not raise.

    An update that raises UnreadableUpdateError is skipped.
    """

    def __init__(  # noqa: PLR0913 - each is another edge of the world, and two have a default
        self,
        bot: Bot,
        health: Health,
        store: Store,
        time: Time,
        hanging: float = HANGING_SECONDS,
        kinds: Sequence[str] = KINDS,
    ) -> None:
        self._bot = bot
        self._health = health
        self._store = store
        self._time = time
        self._hanging = hanging
        self._kinds = kinds
        self._offset: int | None = None
        self.last_poll: float | None = None  # by the clock of `time`, when getUpdates last answered
        self.last_try: float | None = None  # the same, when anything was last done for that
        self.unreadable = 0  # updates that were skipped

    async def connect(self) -> None:
        """Wait until Telegram knows the bot; a UserError if it does not know the token."""
        while pause := await self._try(lambda: self._get_answer(self._bot.initialize())):
            await self._pause(pause)

    async def run(self) -> None:
        while True:
            if pause := await self._try(self._poll):
                await self._pause(pause)

    async def _pause(self, seconds: float) -> None:
        """Wait in steps, so that a long flood wait does not look like a hang."""
        for step in split_wait(seconds):
            self.last_try = self._time.now()
            await self._time.sleep(step)

    async def _try(self, action: Callable[[], Awaitable[None]]) -> float:
        """Run `action`; return the seconds to wait before the next try, 0 if it succeeded."""
        self.last_try = self._time.now()
        try:
            await action()
        except InvalidToken:
            raise UserError(UNKNOWN_BOT) from None  # the cause's text holds the token
        except Conflict as conflict:
            return await self._handle_conflict(str(conflict))
        except RetryAfter as flood:
            return max(flood_seconds(flood), self._health.report("it asks for fewer requests"))
        except (TelegramError, TimeoutError) as error:
            return self._health.report("it cannot be reached", type(error).__name__)
        except NotStoredError as failure:
            log.debug("not stored", exc_info=failure.__cause__)
            return self._health.report("a message could not be stored", failure)
        self._health.recover()
        return 0.0

    async def _handle_conflict(self, reason: str) -> float:
        if "webhook" in reason.lower():
            await self._try(self._drop_webhook)
            return self._health.report("a webhook was set for this bot; it is removed")
        return self._health.report("another bot is polling with this token; only one may")

    async def _drop_webhook(self) -> None:
        await self._get_answer(self._bot.delete_webhook())

    async def _get_answer(self, request: Awaitable[T]) -> T:
        """Await an answer, with a timeout; storing has none, as it could lose a message."""
        async with asyncio.timeout(self._hanging):
            return await request

    async def _poll(self) -> None:
        request = self._bot.get_updates(
            offset=self._offset, timeout=POLL_SECONDS, allowed_updates=self._kinds
        )
        updates = await self._get_answer(request)
        self.last_poll = self._time.now()
        await self._store_all(updates)

    async def _store_all(self, updates: Sequence[Update]) -> None:
        for update in updates:
            self.last_try = self._time.now()
            if reason := update.api_kwargs.get(UNREADABLE):
                self._skip(reason)
            else:
                await self._store_one(update)
            self._offset = update.update_id + 1

    def _skip(self, reason: str) -> None:
        self.unreadable += 1
        log.warning("Telegram: skipped an update that cannot be read: %s", reason)

    async def _store_one(self, update: Update) -> None:
        # Any other failure must make Telegram deliver the update again, so all are caught.
        (failure,) = await asyncio.gather(self._store(update), return_exceptions=True)
        if isinstance(failure, UnreadableUpdateError):
            self._skip(str(failure))
        elif failure is not None:
            raise NotStoredError(f"{type(failure).__name__}: {failure}") from failure


class NotStoredError(Exception):
    """The update could not be stored; Telegram still has it."""
