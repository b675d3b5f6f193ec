"""Passages offered in any chat, while somebody there types the bot's name and words.

Telegram may keep such results and show them to others, so they are marked as one person's, and as
kept for no time.
"""

import asyncio
import logging
from collections.abc import Sequence
from itertools import count

from telegram import (
    InlineQuery,
    InlineQueryResultArticle,
    InputTextMessageContent,
    LinkPreviewOptions,
)

from adapters.telegram.translate import PLATFORM
from bot.messages import SearchShared, Sender, SharedPassage

INLINE = "inline_query"  # a kind of update
ANSWER_SECONDS = 5.0  # after which nobody waits for results any more
PLACE = 200  # characters of the line that names a passage

log = logging.getLogger(__name__)


async def offer_passages(query: InlineQuery, search: SearchShared) -> None:
    """Answer a query. One that fails is not tried again: the next letter asks anew."""
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
