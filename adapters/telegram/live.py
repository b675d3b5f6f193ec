"""Show an unfinished reply in a chat: typing, then the newest draft."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable

from msgspec import Struct
from telegram import Bot
from telegram.error import BadRequest, RetryAfter, TelegramError

from adapters.shared.aside import render_aside
from adapters.shared.drafts import CLOSING_SECONDS, Drafts
from adapters.shared.health import Time
from adapters.shared.marks import INTERRUPTED
from adapters.telegram.formatted import FormattedText
from adapters.telegram.lost import PENDING, MessageIds
from adapters.telegram.pace import Pace
from adapters.telegram.render import render
from adapters.telegram.sending import (
    OutgoingMessage,
    build_entities,
    has_never_left,
    send_or_edit,
)
from adapters.telegram.split import split
from adapters.telegram.typing import TYPING_SECONDS, Typing
from bot.messages import Draft, Receipt, Reply

FIRST_SECONDS = 1.0  # a reply that is quicker needs no typing: nobody has begun to wonder
VANISHING_SECONDS = 20  # Telegram shows a draft for about thirty; typing takes over before that

log = logging.getLogger(__name__)


class ChatTarget(Struct, frozen=True):
    """The chat that a reply goes to."""

    chat_id: int
    thread: int | None
    private: bool
    draft_id: int  # not zero, and not that of another reply under way


class Connection(Struct, frozen=True):
    """Shared by all that is sent to Telegram."""

    bot: Bot
    pace: Pace
    typing: Typing
    time: Time
    ids: MessageIds


class TelegramLiveDraft:
    """Shows one reply until it is complete; `receipt` keeps the id of its lasting message."""

    def __init__(self, connection: Connection, place: ChatTarget, receipt: Receipt) -> None:
        self._bot = connection.bot
        self._pace = connection.pace
        self._typing = connection.typing
        self._time = connection.time
        self._ids = connection.ids
        self._place = place
        self._receipt = receipt
        self._drafts = Drafts(connection.time)
        self._shown: Draft | None = None
        self._frame: FormattedText | None = None  # as it was last sent
        self._shown_at = 0.0

    @property
    def message_id(self) -> int | None:
        """The id of the lasting message, which the reply becomes; None if there is none."""
        kept = self._receipt.draft
        return int(kept) if kept.isdecimal() else None

    async def show_until_reply(self, replies: AsyncIterator[Draft | Reply]) -> Reply | None:
        """Show the drafts until the reply is complete, then return it."""
        try:
            return await self._drafts.show_until_reply(replies, self._show_drafts())
        except asyncio.CancelledError:
            await self._close()
            raise
        finally:
            self._typing.stop(self._place.chat_id, self._place.thread)

    async def _show_drafts(self) -> None:
        """Show drafts until the end; a call in progress is awaited, lest it overtake the reply."""
        drafts = self._drafts
        await drafts.wait_for_news(FIRST_SECONDS)
        while not drafts.over:
            newest = drafts.take()
            if newest is None or newest is self._shown:
                self._show_typing()
                await drafts.wait_for_news(TYPING_SECONDS)
            elif (pause := self._pace.wait_seconds(self._place.chat_id)) > 0:
                await drafts.wait_for_end(pause)
            else:
                await self._show(newest)

    def _show_typing(self) -> None:
        fresh = self._frame and self._time.now() - self._shown_at < VANISHING_SECONDS
        flooded = self._pace.wait_seconds(self._place.chat_id) > 0
        if self.message_id is None and not fresh and not flooded:
            self._typing.show(self._place.chat_id, self._place.thread)

    async def _show(self, draft: Draft) -> None:
        self._shown = draft
        # If the text outgrows one message, the newest part is its end.
        frame = await render_aside(_render_last_part, draft.text)
        if frame is None or frame == self._frame:
            return
        self._frame = frame
        await self._try(self._send_draft(draft, frame))
        self._pace.note_sent(self._place.chat_id)
        self._shown_at = self._time.now()

    async def _close(self) -> None:
        """Say in the lasting message that it goes on after the restart."""
        edited, text = self.message_id, self._drafts.newest.text if self._drafts.newest else ""
        frame = await render_aside(_render_last_part, f"{text}\n\n{INTERRUPTED}")
        if edited is None or frame is None:
            return
        wanted = OutgoingMessage(self._place.chat_id, frame, self._place.thread, edits=edited)
        try:
            async with asyncio.timeout(CLOSING_SECONDS):
                await send_or_edit(self._bot, wanted)
        except (TelegramError, TimeoutError) as error:
            log.debug("Telegram did not take the last word: %s", type(error).__name__)

    async def _send_draft(self, draft: Draft, frame: FormattedText) -> None:
        place = self._place
        if place.private and not draft.lasting and self.message_id is None:
            await self._bot.send_message_draft(
                place.chat_id,
                place.draft_id,
                frame.text,
                message_thread_id=place.thread,
                entities=build_entities(frame),
            )
        elif self.message_id is not None or not self._receipt.draft:
            async with self._ids.lock(place.chat_id):
                await self._show_lasting(
                    OutgoingMessage(place.chat_id, frame, place.thread, edits=self.message_id)
                )

    async def _show_lasting(self, wanted: OutgoingMessage) -> None:
        """Edit the lasting message, or send it and keep its id, which may get lost on the way."""
        if wanted.edits is not None:
            await send_or_edit(self._bot, wanted)
            return
        await self._ids.remember(self._receipt)
        highest = self._ids.get_highest(wanted.chat_id)
        if not highest:
            return  # right after a start: if its id got lost, it could not be found
        await self._receipt.keep_draft(f"{PENDING}{highest}")
        try:
            message_id = await send_or_edit(self._bot, wanted)
        except TelegramError as error:
            if has_never_left(error):
                await self._receipt.keep_draft("")
            raise
        self._ids.note(wanted.chat_id, message_id)
        await self._receipt.keep_draft(str(message_id))

    async def _try(self, call: Awaitable[object]) -> None:
        """Await a call; a failed draft is not retried, for the next one follows soon."""
        try:
            await call
        except RetryAfter as flood:
            self._pace.note_flood(self._place.chat_id, flood)
        except BadRequest as refusal:
            log.debug("Telegram refused a draft: %s", refusal)
        except TelegramError as error:
            log.debug("Telegram did not take a draft: %s", type(error).__name__)


def _render_last_part(text: str) -> FormattedText | None:
    return next(iter(split(render(text))[-1:]), None)
