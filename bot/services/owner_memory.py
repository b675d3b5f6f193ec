"""The owner's own memory: vault, conversations, proposals and sync, joined to the model."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from bot.home import Home
from bot.services.resources import Resources
from indexer.ingest.sync import Sync, SyncReport
from indexer.search.store import Store
from memory.capture.capture import Summarise
from memory.chat.memory import ChatMemories
from memory.facts.ledger import FactLedger
from memory.facts.reader import FactReader
from memory.facts.schema import FACTS_CORPUS
from memory.forgetting.vault_erasure import Taken, Traces
from memory.recall import Recall
from memory.sessions import Sessions
from memory.settings import MemorySettings, VaultSettings
from memory.storage.idempotency import IdempotencyKeys
from memory.storage.locks import Locks
from memory.vault.proposals import Proposals
from memory.vault.vault import Vault


@dataclass(frozen=True, slots=True)
class OwnerMemory:
    """Lives as long as the database."""

    vault: Vault
    episodes: Sessions
    proposals: Proposals
    deeds: IdempotencyKeys
    items: FactReader
    ledger: FactLedger
    traces: Traces
    sync: Sync
    # Among all processes. A sync reads what was forgotten and writes long after; a /forget or its
    # undo in between would not last.
    alone: Callable[[], AbstractAsyncContextManager[None]]
    settings: MemorySettings
    summarise: Summarise | None

    def recall(self, store: Store) -> Recall:
        """The search over everything that is remembered."""
        return Recall(store, self.items)

    async def synced(self) -> SyncReport:
        """Bring the index up to date with the vault and with `memory.sources`."""
        async with self.alone():
            return await self._synced()

    async def _synced(self) -> SyncReport:
        sources = (*self.vault.list_sources(), *self.settings.sources)
        return await self.sync.run(sources, await self.traces.forgotten())

    async def forget(self, matches: Callable[[str], bool] | None, now: datetime) -> Taken:
        """What conversations left in vault and index, or what matches; the owner's only."""
        async with self.alone():
            taken = await self.traces.forget(matches, now)
            await self._synced()
        return taken

    async def restore(self) -> Taken:
        """Undo the last `forget`."""
        async with self.alone():
            back = await self.traces.restore()
            await self._synced()
        return back

    async def tick(self, memories: ChatMemories, now: datetime) -> None:
        """From time to time: end silent conversations, put old days away, sync."""
        await self.vault.create()
        await self.episodes.end_idle(memories)
        async with self.alone():
            await self.vault.archive_days(now)
            await self.traces.expire(now, self.settings.undo_days)
            await self._synced()


def own_memory(resources: Resources, summarise: Summarise | None) -> OwnerMemory:
    """`summarise` is None where no model is configured."""
    database, clock, settings = resources.database, resources.clock, resources.settings.memory
    vault, sync = vault_at(resources.home, resources.settings.vault), Sync(database, clock)
    return OwnerMemory(
        vault=vault,
        episodes=Sessions(database, vault, summarise, settings, clock),
        proposals=Proposals(database),
        deeds=IdempotencyKeys(database),
        items=FactReader(database, resources.engines.of(FACTS_CORPUS)),
        ledger=FactLedger(database),
        traces=Traces(database, vault),
        sync=sync,
        alone=partial(Locks().hold, resources.home.sync_lock),
        settings=settings,
        summarise=summarise,
    )


def vault_at(home: Home, settings: VaultSettings) -> Vault:
    folder = Path(settings.dir).expanduser() if settings.dir else home.folder / "vault"
    return Vault(folder, settings, Locks())
