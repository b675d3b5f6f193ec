"""Takes messages of all platforms from the inbox to a delivered reply."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing

from bot.delivery.batching import Batcher
from bot.delivery.chat_queues import ChatQueues
from bot.delivery.inbox import Inbox, InboxEntry
from bot.delivery.outbox import StoredNotice
from bot.delivery.retry import Outages, RetryingReceipt, Sleep
from bot.messages import Adapter, Answer, Chat, Handle, IncomingMessage, Receipt, Reply
from bot.runtime.background import Background
from indexer.i18n import SHIPPED, Languages, current_language, use_language


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
    ) -> None:
        self._inbox = inbox
        self._handle = handle
        self._background = background
        self._queues = ChatQueues(self._answer, background, ahead)
        self._batcher = Batcher(self._queues.add, background, sleep)
        self._adapters: Mapping[str, Adapter] = {}
        self._outages = Outages(sleep)
        self._languages = languages
        self._usual = current_language()

    async def resume(self, adapters: Mapping[str, Adapter]) -> None:
        """Take over `adapters`, and finish what a stop or a crash left undone on them."""
        self._adapters = adapters
        for notice in await self._inbox.list_notices(list(adapters)):
            self._send(notice)
        for entry in await self._inbox.list_open(list(adapters)):
            self._batch(entry)

    async def accept(self, message: IncomingMessage) -> None:
        """Store `message` and start to answer it; one that is already stored changes nothing."""
        entry = await self._inbox.store(message)
        if entry:
            self._batch(entry)

    def _batch(self, entry: InboxEntry) -> None:
        # A stored answer is sent however late it is by now.
        late = not entry.answered and self._inbox.is_late(entry.message)
        self._batcher.add(entry, late=late)

    async def _answer(self, entry: InboxEntry) -> None:
        receipt = self._inbox.create_receipt(entry)
        # The handler stays suspended at its reply, and so keeps the chat's order, until the
        # platform has all of it.
        with use_language(self._languages.choose([entry.message.language], self._usual)):
            async with aclosing(self._handle(entry.message)) as items:
                await self._deliver(
                    entry.message.chat, lambda: self._load_or_handle(entry, items), receipt
                )
                await self._outages.retry_storage(lambda: self._inbox.finish(entry))

    def _send(self, notice: StoredNotice) -> None:
        self._background.start(f"notice {notice.id}", self._notify(notice))

    async def _notify(self, notice: StoredNotice) -> None:
        receipt = self._inbox.create_notice_receipt(notice)
        await self._deliver(notice.chat, lambda: _yield_reply(notice.reply), receipt)
        await self._outages.retry_storage(lambda: self._inbox.finish_notice(notice))

    async def _deliver(self, chat: Chat, replies: Callable[[], Answer], receipt: Receipt) -> None:
        """Offer `replies` to the platform until it has them."""
        adapter = self._adapters[chat.platform]
        kept = RetryingReceipt(receipt, self._outages)

        async def offer() -> None:
            async with aclosing(replies()) as items:
                await adapter.deliver(chat, items, kept)

        await self._outages.retry(adapter.name, offer)

    async def _load_or_handle(self, entry: InboxEntry, items: Answer) -> Answer:
        """Yield the stored reply, or what the handler yields, whose reply is stored first."""
        stored = await self._outages.retry_storage(lambda: self._inbox.load_reply(entry))
        if stored:
            yield stored
            return
        async for item in items:
            if isinstance(item, Reply):
                for notice in await self._store_reply(entry, item):
                    self._send(notice)
            yield item

    async def _store_reply(self, entry: InboxEntry, reply: Reply) -> Sequence[StoredNotice]:
        """Store `reply`; return the notices for platforms that run here."""
        # The handler runs once: a full disk must not lose its reply.
        notices = await self._outages.retry_storage(lambda: self._inbox.store_reply(entry, reply))
        return [each for each in notices if each.chat.platform in self._adapters]


async def _yield_reply(reply: Reply) -> Answer:
    yield reply
