"""The owner's own memory: vault, sessions, proposals and sync, connected to the model."""

import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from functools import partial

from msgspec import Struct

from bot.home import Home
from bot.services.resources import Resources
from indexer.ingest.sync import Forgotten, Sync, SyncReport
from indexer.paths import expand_path
from indexer.search.store import Store
from memory.capture.capture import Summarize
from memory.chat.memory import ChatMemories
from memory.facts.ledger import FactLedger
from memory.facts.reader import FactReader
from memory.forgetting.vault_erasure import VaultEraser, VaultErasure
from memory.recall import Recall
from memory.sessions import Sessions
from memory.settings import MemorySettings, VaultSettings
from memory.storage.idempotency import IdempotencyKeys
from memory.storage.locks import Locks
from memory.vault.program_writes import ProgramWrites
from memory.vault.proposals import Proposals
from memory.vault.vault import Vault, VaultContext

log = logging.getLogger(__name__)


class OwnerMemory(Struct, frozen=True):
    """Lives as long as the database."""

    vault: Vault
    sessions: Sessions
    proposals: Proposals
    program_writes: ProgramWrites
    idempotency: IdempotencyKeys
    facts: FactReader
    ledger: FactLedger
    eraser: VaultEraser
    sync: Sync
    # A lock between processes: a sync that overlaps /forget or its undo could revert either.
    hold_sync: Callable[[], AbstractAsyncContextManager[None]]
    settings: MemorySettings
    summarize: Summarize | None

    def build_recall(self, store: Store) -> Recall:
        """Build the search over everything that is remembered."""
        return Recall(store, self.facts)

    async def run_sync(self) -> SyncReport:
        """Bring the index up to date with the vault and with `memory.sources`."""
        async with self.hold_sync():
            return await self._run_sync()

    async def _run_sync(self) -> SyncReport:
        sources = (*self.vault.list_sources(), *self.settings.sources)
        pending = await self.eraser.load_pending()
        hide = pending.hide if pending.changes else None
        forgotten = Forgotten(await self.eraser.load_forgotten(), hide)
        return await self.sync.run(sources, forgotten)

    async def read_vault(self, now: datetime) -> VaultContext:
        """Read the vault for the prompt of an answer that the owner alone will read."""
        pending = await self.eraser.load_pending()
        return await self.vault.read_context(now, pending.hide)

    async def list_extracted(self) -> list[str]:
        """Return the facts extracted from conversations in the last days."""
        pending = await self.eraser.load_pending()
        return await self.vault.list_extracted(pending.hide)

    async def forget(self, matches: Callable[[str], bool] | None, now: datetime) -> VaultErasure:
        """Erase what conversations left in vault and index, or what matches; for the owner only."""
        async with self.hold_sync():
            try:
                return await self.eraser.forget(matches, now)
            finally:  # what a file still holds that cannot be written leaves the index all the same
                await self._run_sync()

    async def resume_forgetting(self) -> None:
        """Finish a `forget` that a crash or a full disk interrupted.

        A file that cannot be written hinders nothing else: it is tried again with the next command
        and each minute.
        """
        async with self.hold_sync():
            await self._resume()
            await self._run_sync()

    async def _resume(self) -> None:
        try:
            await self.eraser.resume()
        except OSError as error:
            log.warning("what is forgotten cannot be taken out of a file yet: %s", error)

    async def restore(self) -> VaultErasure:
        """Undo the last `forget`."""
        async with self.hold_sync():
            restored = await self.eraser.restore()
            await self._run_sync()
        return restored

    async def maintain(self, memories: ChatMemories, now: datetime, trusted: datetime) -> None:
        """Run regularly: end idle sessions, archive old days, expire undo rows, sync.

        `trusted` is the time by which things are deleted for good.
        """
        await self.vault.create()
        await self.sessions.end_idle(memories)
        async with self.hold_sync():
            await self.vault.archive_days(now)
            await self.eraser.expire(trusted, self.settings.undo_days)
            await self._resume()
            await self._run_sync()


def build_owner_memory(resources: Resources, summarize: Summarize | None) -> OwnerMemory:
    """Build the parts; `summarize` is None if no model is configured."""
    database, clock, settings = resources.database, resources.setup.clock, resources.settings.memory
    vault, sync = build_vault(resources.setup.home, resources.settings.vault), Sync(database, clock)
    return OwnerMemory(
        vault=vault,
        sessions=Sessions(database, vault, summarize, settings, clock),
        proposals=Proposals(database),
        program_writes=ProgramWrites(database),
        idempotency=IdempotencyKeys(database),
        facts=FactReader(database, resources.engines.semantic),
        ledger=FactLedger(database),
        eraser=VaultEraser(database, vault),
        sync=sync,
        hold_sync=partial(Locks().hold, resources.setup.home.sync_lock),
        settings=settings,
        summarize=summarize,
    )


def build_vault(home: Home, settings: VaultSettings) -> Vault:
    folder = expand_path(settings.dir) if settings.dir else home.folder / "vault"
    return Vault(folder, settings, Locks())
