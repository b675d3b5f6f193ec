"""Takes messages of all platforms from the inbox to a delivered reply."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext, suppress
from itertools import count
from typing import Protocol

from msgspec.structs import replace

from bot.delivery.batching import Batcher
from bot.delivery.chat_queues import ChatQueues
from bot.delivery.crash_guard import CrashGuard
from bot.delivery.inbox import Inbox, InboxEntry
from bot.delivery.outbox import ClaimLostError, ClosingReceipt, StoredNotice
from bot.delivery.places import Places
from bot.delivery.retry import Outages, RetryingReceipt
from bot.delivery.set_aside import LAST_WORD
from bot.delivery.sharing import InHand
from bot.messages import (
    Adapter,
    Answer,
    Chat,
    Draft,
    Handle,
    IncomingMessage,
    Notice,
    Receipt,
    Reply,
    UserError,
)
from bot.runtime.background import Background, Sleep
from indexer.errors import ServerAwayError
from indexer.i18n import SHIPPED, Languages, current_language, use_language

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
        can_overtake: Callable[[IncomingMessage], bool] = lambda _: False,
        languages: Languages = SHIPPED,
        moves: Moves | None = None,
    ) -> None:
        self._inbox = inbox
        self._handle = handle
        self._background = background
        self._queues = ChatQueues(self._answer, background, can_overtake)
        self._batcher = Batcher(self._queues.add, background, sleep)
        self._adapters: Mapping[str, Adapter] = {}
        self._tell_set_aside: TellSetAside = _tell_nobody
        self._in_hand = InHand()
        self._outages = Outages(sleep)
        self._places = Places(can_overtake)
        self._guard = CrashGuard(inbox, self._outages, self._places)
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
        self._tell_set_aside = tell_set_aside or _tell_nobody
        await self._take_new(start=True)
        if await self._inbox.leads():
            await self.close_growing()

    async def follow_news(self) -> None:
        """Take up what others leave to this process, or somebody released, until cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._inbox.every):
                    await self._inbox.news.wait()
            self._inbox.news.clear()
            await self._outages.retry_storage(self._take_new)

    async def _take_new(self, *, start: bool = False) -> None:
        work = await self._inbox.take_new(list(self._adapters), self._in_hand, start=start)
        if work.hopeless:
            await self._set_aside(work.hopeless)
        for notice in work.notices:
            self._send_here(notice)
        for entry in sort_suspects_last(work.entries):
            self._batch(entry, resumed=start)

    async def _set_aside(self, hopeless: Mapping[int, IncomingMessage]) -> None:
        log.error("%d messages were set aside: multis crashed with them", len(hopeless))
        notices = await self._tell_set_aside(hopeless)
        for notice in await self._inbox.set_aside(list(hopeless), notices):
            self.send(notice)
        await self.close_growing(hopeless)

    async def close_growing(self, among: Collection[int] | None = None) -> None:
        """Say in messages that grew for what is set aside, or was dropped, that nothing comes."""
        for entry in await self._inbox.list_growing(list(self._adapters)):
            if entry.id not in self._in_hand.messages and (among is None or entry.id in among):
                self._in_hand.messages.add(entry.id)
                self._background.start(f"last word {entry.id}", self._close_growing(entry))

    async def _close_growing(self, entry: InboxEntry) -> None:
        """Say in the message that grew for `entry` that nothing more comes."""
        receipt = ClosingReceipt(self._inbox.create_receipt(entry))
        message = self._follow_move(entry.message)
        with use_language(self._languages.choose([message.language], self._usual)):
            word = Reply(str(LAST_WORD))
            await self._deliver(message.chat, lambda: _yield_reply(word), receipt)
        await self._outages.retry_storage(lambda: self._inbox.end_growing(entry))
        self._in_hand.messages.discard(entry.id)

    async def accept(self, message: IncomingMessage) -> None:
        """Store `message` and have it answered; one that is already stored changes nothing."""
        if message.moved_to or message.moved_from:
            if self._moves:
                await self._moves.follow(message)
            return
        entry = await self._inbox.store(self._follow_move(message))
        if entry:
            self._batch(entry)

    def _batch(self, entry: InboxEntry, *, resumed: bool = False) -> None:
        self._in_hand.messages.add(entry.id)
        # A stored answer is sent however late it is by now.
        late = not entry.answered and self._inbox.is_late(entry.message)
        self._batcher.add(entry, late=late, resumed=resumed)

    def _follow_move(self, message: IncomingMessage) -> IncomingMessage:
        """Return `message` as one of the chat that its chat has become."""
        chat = self._moves.find_chat(message.chat) if self._moves else message.chat
        return message if chat == message.chat else replace(message, chat=chat)

    async def _answer(self, entry: InboxEntry) -> None:
        try:
            await self._answer_claimed(entry)
        except ClaimLostError:
            log.warning("message %d was taken over by another process", entry.id)
        finally:
            self._places.release(entry)
        self._in_hand.messages.difference_update((entry.id, *entry.absorbed))

    async def _answer_claimed(self, entry: InboxEntry) -> None:
        entry = replace(entry, message=self._follow_move(entry.message))
        receipt, offers = self._inbox.create_receipt(entry), count()
        handling = _Handling(self._handle, entry.message)
        # The handler stays suspended at its reply, and so keeps the chat's order, until the
        # platform has all of it.
        with use_language(self._languages.choose([entry.message.language], self._usual)):
            async with aclosing(handling):
                await self._deliver(
                    entry.message.chat,
                    lambda: self._load_or_handle(entry, handling, again=next(offers) > 0),
                    receipt,
                    lambda: self._guard.watch(entry),
                )
                await self._outages.retry_storage(lambda: self._inbox.finish(entry))

    async def notify(self, notices: Iterable[Notice]) -> None:
        """Send notices that belong to no reply; they survive a crash from here on."""
        for notice in notices:
            self.send(await self._inbox.store_notice(notice))

    def send(self, notice: StoredNotice) -> None:
        """Have a notice sent that is stored already: by this process, or whoever has its chat."""
        if self._inbox.is_alone:
            self._send_here(notice)
        else:
            self._inbox.news.set()

    def _send_here(self, notice: StoredNotice) -> None:
        self._in_hand.notices.add(notice.id)
        self._background.start(f"notice {notice.id}", self._notify(notice))

    async def _notify(self, notice: StoredNotice) -> None:
        receipt = self._inbox.create_notice_receipt(notice)
        try:
            await self._deliver(notice.chat, lambda: _yield_reply(notice.reply), receipt)
            await self._outages.retry_storage(lambda: self._inbox.finish_notice(notice))
        except ClaimLostError:
            log.warning("notice %d is sent by another process", notice.id)
        self._in_hand.notices.discard(notice.id)

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

    async def _load_or_handle(
        self, entry: InboxEntry, handling: "_Handling", *, again: bool
    ) -> Answer:
        """Yield the stored reply, or what the handler yields, whose reply is stored first.

        `again` says that it was offered before: the handler may be done with its reply.
        """
        if entry.answered or again:
            stored = await self._outages.retry_storage(lambda: self._inbox.load_reply(entry))
            if stored:
                yield stored
                return
        while (item := await self._get_next(entry, handling)) is not None:
            if isinstance(item, Reply):
                for notice in await self._store_reply(entry, item):
                    self.send(notice)
            yield item

    async def _get_next(self, entry: InboxEntry, handling: "_Handling") -> Draft | Reply | None:
        """Return what comes next, in the order of the chat also where the database was away.

        Who has overtaken an earlier message that begins again does so, too, which frees its place.
        """
        while True:
            with suppress(ServerAwayError):
                if not self._places.is_behind(entry):
                    item = await handling.get_next()
                    if not self._places.is_behind(entry):
                        self._places.release(entry)
                        return item
            self._places.hold(entry)
            await handling.begin_again()
            await self._outages.retry_storage(self._inbox.find_oldest)  # until it answers
            await self._places.wait(entry)

    async def _store_reply(self, entry: InboxEntry, reply: Reply) -> Sequence[StoredNotice]:
        """Store `reply`; return the notices for platforms that run here."""
        # The handler runs once: a full disk must not lose its reply.
        notices = await self._outages.retry_storage(lambda: self._inbox.store_reply(entry, reply))
        return [each for each in notices if each.chat.platform in self._adapters]


class _Handling:
    """A message that is handled, from its beginning again if the database's server went away.

    A message has its effects once, however often it is handled, as after a crash.
    """

    def __init__(self, handle: Handle, message: IncomingMessage) -> None:
        self._handle = handle
        self._message = message
        self._items = handle(message)

    async def get_next(self) -> Draft | Reply | None:
        """Return the next draft, or the reply; None after it."""
        return await anext(self._items, None)

    async def begin_again(self) -> None:
        await self._items.aclose()
        self._items = self._handle(self._message)

    async def aclose(self) -> None:
        await self._items.aclose()


async def _tell_nobody(_messages: Mapping[int, IncomingMessage]) -> Sequence[Notice]:
    return ()


async def _yield_reply(reply: Reply) -> Answer:
    yield reply
