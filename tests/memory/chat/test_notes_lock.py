"""Every writer of what /forget deletes holds the lock of the notes, as /forget does."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC
from pathlib import Path

from indexer.scopes import ADMIN, Visibility
from indexer.store.database import open_database
from indexer.store.schema import INDEX
from indexer.store.writer import Writer
from memory.chat.folders import ChatFolder
from memory.chat.memory import ChatMemory
from memory.fact import Provenance
from memory.facts.reader import FactReader
from memory.facts.service import FactService
from memory.schema import MEMORY, SESSIONS
from memory.sessions import Sessions
from memory.settings import MemorySettings, VaultSettings
from memory.storage.locks import Locks
from memory.vault.vault import Vault
from tests.fakes import FakeClock
from tests.memory.conversation import START, turn
from tests.memory.model import Model

OWNERS = Visibility.only(ADMIN)


class Watched(Locks):
    """Records what `look` returns when the notes are locked, and again when they are released."""

    def __init__(self, look: Callable[[], str]) -> None:
        super().__init__()
        self._look = look
        self.seen: list[tuple[str, str]] = []

    @asynccontextmanager
    async def hold(self, path: Path) -> AsyncIterator[None]:
        async with super().hold(path):
            before = self._look()
            yield
            if path.name == ".notes.lock":
                self.seen.append((before, self._look()))

    def chat(self, folder: Path) -> ChatMemory:
        return ChatMemory(ChatFolder(folder, "telegram:1", ADMIN), MemorySettings(), self)


def written(folder: Path) -> str:
    return "".join(path.read_text() for path in sorted(folder.rglob("*.md")))


async def test_a_corrected_fact_is_corrected_in_the_notes_under_their_lock(tmp_path: Path) -> None:
    locks, now = Watched(lambda: written(tmp_path)), FakeClock(START)()
    async with open_database(tmp_path / "multis.db", INDEX, MEMORY) as database:
        chat, facts = locks.chat(tmp_path), FactService(database, Writer(database))
        await facts.remember(chat, "My gate is B12", Provenance(), now)
        (fact,) = await FactReader(database).list_facts(OWNERS, now=now, limit=9)
        await facts.edit(chat, fact.id, "My gate is C14", now)
    assert any("B12" in before and "C14" in after for before, after in locks.seen)


async def test_an_ended_conversation_goes_to_the_vault_under_the_lock(tmp_path: Path) -> None:
    locks, clock = Watched(lambda: written(tmp_path / "vault")), FakeClock(turn(9).asked_at)
    vault = Vault(tmp_path / "vault", VaultSettings(), Locks(), UTC)
    async with open_database(tmp_path / "multis.db", INDEX, MEMORY, SESSIONS) as database:
        chat = locks.chat(tmp_path / "chats")
        for number in range(3):
            await chat.record(turn(number, f"Fact{number} is in drawer{number}."))
        await Sessions(database, vault, Model(), MemorySettings(), clock).end(chat)
    assert any("drawer" not in before and "drawer" in after for before, after in locks.seen)
