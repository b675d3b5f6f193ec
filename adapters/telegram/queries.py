"""Answers queries: the press of a button, and what somebody types after the bot's name in any chat.

Telegram forgets both within seconds, so that nothing is lost if one is not answered; and a slow
answer must not delay the messages that follow.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from itertools import count

from telegram import (
    CallbackQuery,
    InlineQuery,
    InlineQueryResultArticle,
    InputTextMessageContent,
    LinkPreviewOptions,
)
from telegram.error import TelegramError

from adapters.telegram.translate import PLATFORM
from bot.messages import SearchShared, Sender, SharedPassage

INLINE = "inline_query"  # a kind of update
ANSWER_SECONDS = 5.0  # after which nobody waits for results any more
PLACE = 200  # characters of the line that names a passage
AT_ONCE = 32  # queries that are being answered; more are not

Answering = Callable[[], Coroutine[object, object, None]]

log = logging.getLogger(__name__)


class QueryAnswers:
    """The answers that are under way; lives as long as a connection."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[None]] = {}

    def start(self, key: str, answer: Answering) -> None:
        """Start to answer; an earlier query of that key, which nobody waits for, is given up."""
        if earlier := self._running.pop(key, None):
            earlier.cancel()
        if len(self._running) < AT_ONCE:
            task = self._running[key] = asyncio.create_task(answer())
            task.add_done_callback(partial(self._forget, key))

    def _forget(self, key: str, task: asyncio.Task[None]) -> None:
        if self._running.get(key) is task:
            del self._running[key]

    def stop(self) -> Awaitable[object]:
        """Give up all answers; done once they have ended."""
        for each in self._running.values():
            each.cancel()
        return asyncio.gather(*self._running.values(), return_exceptions=True)


async def acknowledge(query: CallbackQuery) -> None:
    """Stop the spinner on a button; after an outage it is too late, which does no harm."""
    try:
        await query.answer()
    except TelegramError as error:
        log.debug("Telegram: a button press was not answered: %s", type(error).__name__)


async def offer_passages(query: InlineQuery, search: SearchShared) -> None:
    """Offer passages for what was typed. A failure is not repeated: the next letter asks again.

    Telegram may keep such results and show them to others, so they are marked as one person's, and
    as kept for no time.
    """
    (failure,) = await asyncio.gather(_offer(query, search), return_exceptions=True)
    if isinstance(failure, Exception):
        log.warning("Telegram: nothing was offered inline: %s", type(failure).__name__)


async def _offer(query: InlineQuery, search: SearchShared) -> None:
    if query.from_user.is_bot:
        return
    sender = Sender(PLATFORM, str(query.from_user.id), query.from_user.full_name)
    async with asyncio.timeout(ANSWER_SECONDS):
        found = await search(sender, query.query)
        await query.answer(_build_results(found), cache_time=0, is_personal=True)


def _build_results(found: Sequence[SharedPassage]) -> list[InlineQueryResultArticle]:
    return [_build_result(str(number), each) for number, each in zip(count(1), found, strict=False)]


def _build_result(number: str, passage: SharedPassage) -> InlineQueryResultArticle:
    """Build a result whose text is sent as it stands: nothing in it is markup."""
    place = passage.place[:PLACE]
    content = InputTextMessageContent(
        f"{place}\n\n{passage.excerpt}", link_preview_options=LinkPreviewOptions(is_disabled=True)
    )
    return InlineQueryResultArticle(number, place, content, description=passage.excerpt)
