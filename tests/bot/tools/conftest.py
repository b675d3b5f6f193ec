from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tools.context import ToolEffects
from bot.tools.memory import Stores
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.database import open_database
from indexer.store.schema import INDEX
from indexer.store.writer import Writer
from memory.chat.memory import ChatMemories
from memory.facts.ledger import FactLedger
from memory.facts.reader import FactReader
from memory.facts.service import FactService
from memory.recall import Recall
from memory.schema import MEMORY
from memory.settings import MemorySettings
from memory.storage.locks import Locks
from memory.vault.core_memory import CoreMemory
from tests.bot.tools.memory_world import World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with open_database(tmp_path / "multis.db", INDEX, MEMORY) as database:
        store, writer = Store(database, RankingSettings()), Writer(database)
        core = CoreMemory(tmp_path / "Core.yaml", Locks())
        recall = Recall(store, FactReader(database))
        memories = ChatMemories(tmp_path / "chats", MemorySettings())
        stores = Stores(recall, FactService(database, writer), memories, writer, core)
        yield World(stores, core, ToolEffects(), FactLedger(database))
