"""Notify the open pages of a chat when there is something new for them.

Other processes that serve the page are told as well, and tell what is new there.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

from adapters.web.ports import Relay
from bot.messages import Draft

PAGES = 12  # of one person at once; the oldest is closed


class Listener:
    """One open page, with the newest draft per message; entries are in the transcript."""

    def __init__(self) -> None:
        self._awake = asyncio.Event()
        self._drafts: dict[str, Draft | None] = {}
        self.closed = False

    def wake(self) -> None:
        self._awake.set()

    def put_draft(self, key: str, draft: Draft | None) -> None:
        self._drafts[key] = draft
        self.wake()

    def close(self) -> None:
        self.closed = True
        self.wake()

    async def wait_for_news(self, seconds: float) -> bool:
        """Wait for news; False if there is none for `seconds`."""
        try:
            await asyncio.wait_for(self._awake.wait(), seconds)
        except TimeoutError:
            return False
        self._awake.clear()
        return True

    def take_drafts(self) -> list[tuple[str, Draft | None]]:
        """Return the newest draft for each message, None for one that gets no answer."""
        taken, self._drafts = self._drafts, {}
        return list(taken.items())

    def drop_draft(self, key: str) -> None:
        """Discard the draft for the message `key`: its answer has arrived."""
        self._drafts.pop(key, None)


class Hub:
    """The pages of all chats that are open here."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self._pages: defaultdict[str, list[Listener]] = defaultdict(list)
        # The newest of each answer that still grows: a page that opens meanwhile shows it at once.
        self._drafts: defaultdict[str, dict[str, Draft]] = defaultdict(dict)
        self._elsewhere: dict[str, Mapping[str, Draft]] = {}  # what other processes answer
        self._closed = False

    @contextmanager
    def open_listener(self, chat: str) -> Iterator[Listener]:
        listener = Listener()
        for key, draft in {**self._elsewhere.get(chat, {}), **self._drafts.get(chat, {})}.items():
            listener.put_draft(key, draft)
        self._relay.look(chat)
        pages = self._pages[chat]
        pages.append(listener)
        if self._closed:
            listener.close()
        if len(pages) > PAGES:
            pages.pop(0).close()
        try:
            yield listener
        finally:
            if listener in pages:
                pages.remove(listener)
            if not pages:
                self._pages.pop(chat, None)
                self._elsewhere.pop(chat, None)

    def wake(self, chat: str) -> None:
        """Notify a chat's pages of a new entry in the transcript."""
        for each in self._list_listeners(chat):
            each.wake()
        self._relay.tell(chat)

    def put_draft(self, chat: str, key: str, draft: Draft | None) -> None:
        if draft is None:
            self._forget(chat, key)
        else:
            self._drafts[chat][key] = draft
        for each in self._list_listeners(chat):
            each.put_draft(key, draft)
        self._relay.put_draft(chat, key, draft)

    def settle(self, chat: str, key: str) -> None:
        """Discard the drafts for `key`, whose answer is in the transcript, and notify the pages."""
        self._forget(chat, key)
        for each in self._list_listeners(chat):
            each.drop_draft(key)
            each.wake()
        self._relay.put_draft(chat, key, None)

    def list_chats(self) -> Collection[str]:
        """List the chats that have a page open here."""
        return list(self._pages)

    def show_news(self, chat: str, drafts: Mapping[str, Draft]) -> None:
        """Show what other processes tell of a chat: entries, and what their answers are by now.

        News of a chat whose last page was closed meanwhile are kept for nobody.
        """
        if chat not in self._pages:
            return
        before = self._elsewhere.get(chat, {})
        self._elsewhere[chat] = drafts
        changed = {key: drafts.get(key) for key in before.keys() | drafts.keys()}
        for each in self._list_listeners(chat):
            for key, draft in changed.items():
                if draft != before.get(key):
                    each.put_draft(key, draft)
            each.wake()

    def end(self, chat: str) -> None:
        """Close a chat's pages after its person signed out."""
        self._close_pages(chat)
        self._relay.tell(chat)

    def close(self) -> None:
        self._closed = True
        for chat in list(self._pages):
            self._close_pages(chat)

    def _close_pages(self, chat: str) -> None:
        for each in self._list_listeners(chat):
            each.close()

    def _forget(self, chat: str, key: str) -> None:
        drafts = self._drafts.get(chat, {})
        drafts.pop(key, None)
        if not drafts:
            self._drafts.pop(chat, None)

    def _list_listeners(self, chat: str) -> list[Listener]:
        return list(self._pages.get(chat, ()))
