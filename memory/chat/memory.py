"""The memory of one chat, and the registry of all chats.

The caller gives the scope in which a chat remembers, as `bot/access/policy.py` decided it.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

from indexer.errors import UserError
from indexer.i18n import _
from indexer.scopes import Scope
from memory.chat import notes, notes_file, profile, window
from memory.chat.folders import ChatFolder, encode_folder_name, get_notes_path
from memory.chat.known_windows import KnownWindows, read_window, record_exchange
from memory.chat.profile import Profile
from memory.chat.window import RecordResult
from memory.messages import Exchange, Id, Message, format_timestamp, replace_surrogates
from memory.settings import MemorySettings
from memory.storage.files import Result, read_whole, run_in_thread
from memory.storage.locks import Locks


class ChatMemory:
    """One chat's window, notes, profile and log. Holds no state: everything is in the files."""

    def __init__(
        self,
        folder: ChatFolder,
        settings: MemorySettings,
        locks: Locks,
        windows: KnownWindows | None = None,
    ) -> None:
        """`windows` are those that the process read before, if it keeps any."""
        self.folder = folder
        self._settings = settings
        self._locks = locks
        self._windows = windows or KnownWindows()

    async def record(self, exchange: Exchange) -> RecordResult:
        """Store question and answer, together and once, even after a crash half way."""
        if not self._settings.enabled:
            return RecordResult(False, 0)
        limit = self._settings.window_limit
        known = self._windows.find(self.folder)
        record = partial(record_exchange, self.folder, exchange, limit, known)
        recorded, read = await self._run_locked(record)
        self._windows.keep(self.folder, read)
        return recorded

    async def list_recent(self, limit: int | None = None) -> tuple[Message, ...]:
        """Return the last messages, oldest first; `limit` is `recent_window` if not given."""
        return self.take_last(await self._run_locked(partial(window.read, self.folder)), limit)

    def take_last(
        self, messages: tuple[Message, ...], limit: int | None = None
    ) -> tuple[Message, ...]:
        """Return the last of `messages`, at most as many as a prompt may hold."""
        last = self._settings.recent_window if limit is None else limit
        return messages[-last:] if last > 0 else ()

    async def read_notes(self) -> str:
        """Return the text of memory.md; all private chats of the owner share one."""
        return await run_in_thread(partial(notes_file.read, self.folder.notes))

    async def pin_note(self, text: str, now: datetime) -> bool:
        """Pin `text` to the notes, whose lock the caller holds; False if it is pinned already."""
        self.check_enabled()
        pin = partial(
            notes.add_pinned, stamp=format_timestamp(now), text=replace_surrogates(text.strip())
        )
        return await run_in_thread(partial(notes_file.edit, self.folder.notes, pin))

    def check_enabled(self) -> None:
        if not self._settings.enabled:
            raise UserError(
                _("Memory is off. To use it, set memory.enabled to true in config.json.")
            )

    async def read_profile(self) -> Profile:
        return await self._run_locked(partial(window.read_profile, self.folder))

    def with_scope(self, scope: Scope) -> "ChatMemory":
        """Return the memory of the same chat in another scope: its reader was another then."""
        folder = ChatFolder(self.folder.root, self.folder.chat, scope)
        return ChatMemory(folder, self._settings, self._locks, self._windows)

    def hold_notes(self) -> AbstractAsyncContextManager[None]:
        """Hold the lock of memory.md. Take it before the lock of a chat, never after it."""
        return _hold_notes_lock(self._locks, self.folder.notes.parent)

    def try_hold_capture(self) -> AbstractAsyncContextManager[bool]:
        """Yield whether this caller, alone among all processes, may capture now."""
        return self._locks.try_hold(self.folder.path / ".capture.lock")

    async def read_window(self) -> tuple[Message, ...]:
        """Return every message that is kept for the conversation and the next capture."""
        if (known := self._windows.find(self.folder)) is not None:
            return known.messages
        read = await self._run_locked(partial(read_window, self.folder))
        self._windows.keep(self.folder, read)
        return read.messages

    async def trim(self, captured: frozenset[Id]) -> None:
        """Drop these messages, which were captured, except the last five, and mark those."""
        await self._change(partial(window.trim, self.folder, captured))

    async def remove(self, forgotten: frozenset[Id]) -> None:
        await self._change(partial(window.remove, self.folder, forgotten))

    async def restore(self, restored: Sequence[Message]) -> None:
        await self._change(partial(window.restore, self.folder, restored))

    async def _change(self, work: Callable[[], None]) -> None:
        self._windows.drop(self.folder)
        await self._run_locked(work)

    async def _run_locked(self, work: Callable[[], Result]) -> Result:
        async with _hold_chat_lock(self._locks, self.folder.path):
            return await run_in_thread(work)


class ChatMemories:
    """Every chat's memory below `root`; one per process, because it holds the locks."""

    def __init__(self, root: Path, settings: MemorySettings) -> None:
        self.root = root
        self._settings = settings
        self._locks = Locks()
        self._windows = KnownWindows()

    def get(self, chat: str, scope: Scope) -> ChatMemory:
        """Return a chat (platform:id); `ADMIN` only for a private chat of the owner."""
        folder = ChatFolder(self.root, chat, scope)
        return ChatMemory(folder, self._settings, self._locks, self._windows)

    def hold_notes(self, scope: Scope) -> AbstractAsyncContextManager[None]:
        """Hold the same lock by scope: there may be no chat that remembers in it."""
        return _hold_notes_lock(self._locks, get_notes_path(self.root, scope).parent)

    @asynccontextmanager
    async def hold_folders(self, chats: Sequence[str]) -> AsyncIterator[list[Path]]:
        """Hold all locks of the chats (platform:id); yield their folders, in the same order."""
        folders = [self.get_folder(each) for each in chats]
        async with AsyncExitStack() as held:
            for hold in (_hold_notes_lock, _hold_chat_lock):
                for folder in sorted(folders):  # everywhere in one order: nobody waits in a circle
                    await held.enter_async_context(hold(self._locks, folder))
            yield folders

    def get_folder(self, chat: str) -> Path:
        return self.root / encode_folder_name(chat)

    async def read_notes(self, scope: Scope) -> str:
        return await run_in_thread(partial(notes_file.read, get_notes_path(self.root, scope)))

    async def list_chats(self) -> list[ChatMemory]:
        """Return every chat that has a profile, in the scope that is written there."""
        profiles = await run_in_thread(self._load_profiles)
        return [self.get(each.chat, Scope(each.scope)) for each in profiles]

    async def list_problems(self) -> list[str]:
        """Return a sentence for each damaged file that was kept as `.bad`."""
        return await run_in_thread(
            lambda: [_describe_damaged(path) for path in self.root.glob("*/*.bad")]
        )

    def _load_profiles(self) -> list[Profile]:
        found = []
        for path in sorted(self.root.glob("*/profile.json")):
            try:
                known = profile.decode(read_whole(path).decode())
                folder = ChatFolder(self.root, known.chat, Scope(known.scope))
            except (OSError, ValueError):
                continue  # renamed and logged when that chat is used
            if folder.path == path.parent:
                found.append(known)
        return found


def _hold_notes_lock(locks: Locks, folder: Path) -> AbstractAsyncContextManager[None]:
    return locks.hold(folder / ".notes.lock")


def _hold_chat_lock(locks: Locks, folder: Path) -> AbstractAsyncContextManager[None]:
    return locks.hold(folder / ".lock")


def _describe_damaged(path: Path) -> str:
    return _("A damaged memory file was saved as {path}. Repair or delete it.", path=str(path))
