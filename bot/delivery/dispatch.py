"""Takes messages of all platforms from the inbox to a delivered reply."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext, suppress
from dataclasses import replace
from itertools import count
from typing import Protocol

from bot.delivery.batching import Batcher
from bot.delivery.chat_queues import ChatQueues
from bot.delivery.crash_guard import CrashGuard
from bot.delivery.inbox import Inbox, InboxEntry
from bot.delivery.outbox import ClaimLostError, ClosingReceipt, StoredNotice
from bot.delivery.retry import Outages, RetryingReceipt, Sleep
from bot.delivery.set_aside import LAST_WORD
from bot.messages import (
    Adapter,
    Answer,
    Chat,
    Handle,
    IncomingMessage,
    Notice,
    Receipt,
    Reply,
    UserError,
)
from bot.runtime.background import Background
from indexer.i18n import SHIPPED, Languages, current_language, use_language

RELEASE_SECONDS = 10.0  # until a message is taken up that another process released

# (messages by number) -> the notices to their senders and to the owner
TellSetAside = Callable[[Mapping[int, IncomingMessage]], Awaitable[Sequence[Notice]]]
log = logging.getLogger(__name__)


def sort_suspects_last(entries: Sequence[InboxEntry]) -> list[InboxEntry]:
    """Sort chats by the tries of their messages; the order within each chat stays.

    So what is harmless is done before what stopped the process may stop it again.
    """
    most: dict[str, int] = {}
    for each in entries:
        chat = each.message.chat.key
        most[chat] = max(most.get(chat, 0), each.tries)
    return sorted(entries, key=lambda each: most[each.message.chat.key])


class Moves(Protocol):
    """Follows chats that their platform gave another id."""

    async def follow(self, message: IncomingMessage) -> None:
        """Handle a platform's announcement."""

    def find_chat(self, chat: Chat) -> Chat:
        """Return the chat that `chat` has become, or itself."""


class Dispatcher:
    """Hands each message to the handler once, and its reply to the platform until that has it."""

    def __init__(  # noqa: PLR0913  # each a seam of its own, and all but three have a default
        self,
        inbox: Inbox,
        handle: Handle,
        background: Background,
        sleep: Sleep = asyncio.sleep,
        ahead: Callable[[IncomingMessage], bool] = lambda _: False,
        languages: Languages = SHIPPED,
        moves: Moves | None = None,
    ) -> None:
        self._inbox = inbox
        self._handle = handle
        self._background = background
        self._queues = ChatQueues(self._answer, background, ahead)
        self._batcher = Batcher(self._queues.add, background, sleep)
        self._adapters: Mapping[str, Adapter] = {}
        self._outages = Outages(sleep)
        self._guard = CrashGuard(inbox, self._outages)
        self._languages = languages
        self._moves = moves
        self._usual = current_language()

    async def resume(
        self, adapters: Mapping[str, Adapter], tell_set_aside: TellSetAside | None = None
    ) -> None:
        """Take over `adapters`, and finish what a stop or a crash left undone on them.

        What the process died with too often is set aside; `tell_set_aside` builds the notices.
        """
        self._adapters = adapters
        await self._set_aside(tell_set_aside)
        for entry in await self._inbox.list_growing(list(adapters)):
            self._background.start(f"last word {entry.id}", self._close_growing(entry))
        await self._inbox.take_released(list(adapters))  # `list_open` has them
        for notice in await self._inbox.list_notices(list(adapters)):
            self.send(notice)
        found = await self._inbox.take_over(await self._inbox.list_open(list(adapters)))
        for entry in sort_suspects_last(found):
            self._batch(entry)

    async def follow_released(self) -> None:
        """Take up messages that somebody released, also in another process, until cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(RELEASE_SECONDS):
                    await self._inbox.released.wait()
            self._inbox.released.clear()
            await self._outages.retry_storage(self.take_released)

    async def take_released(self) -> None:
        for entry in await self._inbox.take_released(list(self._adapters)):
            self._batch(entry)

    async def _set_aside(self, tell: TellSetAside | None) -> None:
        hopeless = await self._inbox.list_hopeless(list(self._adapters))
        if hopeless:
            log.error("%d messages were set aside: multis crashed with them", len(hopeless))
            notices = await tell(hopeless) if tell else ()
            await self._inbox.set_aside(list(hopeless), notices)

    async def _close_growing(self, entry: InboxEntry) -> None:
        """Say in the message that grew for `entry` that nothing more comes."""
        receipt = ClosingReceipt(self._inbox.create_receipt(entry))
        message = self._follow_move(entry.message)
        with use_language(self._languages.choose([message.language], self._usual)):
            word = Reply(str(LAST_WORD))
            await self._deliver(message.chat, lambda: _yield_reply(word), receipt)
        await self._outages.retry_storage(lambda: self._inbox.end_growing(entry))

    async def accept(self, message: IncomingMessage) -> None:
        """Store `message` and start to answer it; one that is already stored changes nothing."""
        if message.moved_to or message.moved_from:
            if self._moves:
                await self._moves.follow(message)
            return
        entry = await self._inbox.store(self._follow_move(message))
        if entry:
            self._batch(entry)

    def _batch(self, entry: InboxEntry) -> None:
        # A stored answer is sent however late it is by now.
        late = not entry.answered and self._inbox.is_late(entry.message)
        self._batcher.add(entry, late=late)

    def _follow_move(self, message: IncomingMessage) -> IncomingMessage:
        """Return `message` as one of the chat that its chat has become."""
        chat = self._moves.find_chat(message.chat) if self._moves else message.chat
        return message if chat == message.chat else replace(message, chat=chat)

    async def _answer(self, entry: InboxEntry) -> None:
        try:
            await self._answer_claimed(entry)
        except ClaimLostError:
            log.warning("message %d was taken over by another process", entry.id)

    async def _answer_claimed(self, entry: InboxEntry) -> None:
        entry = replace(entry, message=self._follow_move(entry.message))
        receipt, offers = self._inbox.create_receipt(entry), count()
        # The handler stays suspended at its reply, and so keeps the chat's order, until the
        # platform has all of it.
        with use_language(self._languages.choose([entry.message.language], self._usual)):
            async with aclosing(self._handle(entry.message)) as items:
                await self._deliver(
                    entry.message.chat,
                    lambda: self._load_or_handle(entry, items, again=next(offers) > 0),
                    receipt,
                    lambda: self._guard.watch(entry),
                )
                await self._outages.retry_storage(lambda: self._inbox.finish(entry))

    async def notify(self, notices: Iterable[Notice]) -> None:
        """Send notices that belong to no reply; they survive a crash from here on."""
        for notice in notices:
            self.send(await self._inbox.store_notice(notice))

    def send(self, notice: StoredNotice) -> None:
        """Start to send a notice that is stored already."""
        self._background.start(f"notice {notice.id}", self._notify(notice))

    async def _notify(self, notice: StoredNotice) -> None:
        receipt = self._inbox.create_notice_receipt(notice)
        await self._deliver(notice.chat, lambda: _yield_reply(notice.reply), receipt)
        await self._outages.retry_storage(lambda: self._inbox.finish_notice(notice))

    async def _deliver(
        self,
        chat: Chat,
        replies: Callable[[], Answer],
        receipt: Receipt,
        watch: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
    ) -> None:
        """Offer `replies` to the platform until it has them."""
        adapter = self._adapters[chat.platform]
        kept = RetryingReceipt(receipt, self._outages)

        async def offer() -> None:
            async with watch(), aclosing(replies()) as items:
                try:
                    await adapter.deliver(chat, items, kept)
                except UserError as error:  # it rejects us now: the reply waits, as in an outage
                    raise ConnectionError(str(error)) from error

        await self._outages.retry(adapter.name, offer)

    async def _load_or_handle(self, entry: InboxEntry, items: Answer, *, again: bool) -> Answer:
        """Yield the stored reply, or what the handler yields, whose reply is stored first.

        `again` says that it was offered before: the handler may be done with its reply.
        """
        if entry.answered or again:
            stored = await self._outages.retry_storage(lambda: self._inbox.load_reply(entry))
            if stored:
                yield stored
                return
        async for item in items:
            if isinstance(item, Reply):
                for notice in await self._store_reply(entry, item):
                    self.send(notice)
            yield item

    async def _store_reply(self, entry: InboxEntry, reply: Reply) -> Sequence[StoredNotice]:
        """Store `reply`; return the notices for platforms that run here."""
        # The handler runs once: a full disk must not lose its reply.
        notices = await self._outages.retry_storage(lambda: self._inbox.store_reply(entry, reply))
        return [each for each in notices if each.chat.platform in self._adapters]


async def _yield_reply(reply: Reply) -> Answer:
    yield reply
