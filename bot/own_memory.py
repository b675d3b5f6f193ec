"""The owner's own memory: vault, conversations, proposals and sync, joined to the model.

`vault_of` is the only way from a message to the vault: it is for turns whose reply the owner alone
will read.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from bot.commands import Turn
from bot.home import Home
from bot.messages import UserError
from bot.opened import Opened
from indexer.store import Store
from indexer.sync import Report, Sync
from memory.capture import Summarise, SummaryFailedError
from memory.deeds import Deeds
from memory.episodes import Episodes
from memory.item_ledger import ItemLedger
from memory.item_reader import Items
from memory.item_schema import ITEMS_CORPUS
from memory.locks import Locks
from memory.manager import Memories
from memory.proposals import Proposals
from memory.recall import Recall
from memory.settings import MemorySettings
from memory.traces import Taken, Traces
from memory.vault import BY_TOOL, Vault
from memory.vault_settings import VaultSettings


@dataclass(frozen=True, slots=True)
class OwnMemory:
    """Lives as long as the database."""

    vault: Vault
    episodes: Episodes
    proposals: Proposals
    deeds: Deeds
    items: Items
    ledger: ItemLedger
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

    async def synced(self) -> Report:
        """Bring the index up to date with the vault and with `memory.sources`."""
        async with self.alone():
            return await self._synced()

    async def _synced(self) -> Report:
        sources = (*self.vault.sources(), *self.settings.sources)
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

    async def tick(self, memories: Memories, now: datetime) -> None:
        """From time to time: end silent conversations, put old days away, sync."""
        await self.vault.make()
        await self.episodes.end_idle(memories)
        async with self.alone():
            await self.vault.archive_days(now)
            await self.traces.expire(now, self.settings.undo_days)
            await self._synced()


def own_memory(opened: Opened, summarise: Summarise | None) -> OwnMemory:
    """`summarise` is None where no model is configured."""
    database, clock, settings = opened.database, opened.clock, opened.settings.memory
    vault, sync = vault_at(opened.home, opened.settings.vault), Sync(database, clock)
    return OwnMemory(
        vault=vault,
        episodes=Episodes(database, vault, summarise, settings, clock),
        proposals=Proposals(database),
        deeds=Deeds(database),
        items=Items(database, opened.engines.of(ITEMS_CORPUS)),
        ledger=ItemLedger(database),
        traces=Traces(database, vault),
        sync=sync,
        alone=partial(Locks().hold, opened.home.sync_lock),
        settings=settings,
        summarise=summarise,
    )


def vault_at(home: Home, settings: VaultSettings) -> Vault:
    folder = Path(settings.dir).expanduser() if settings.dir else home.folder / "vault"
    return Vault(folder, settings, Locks())


def vault_of(turn: Turn) -> Vault:
    """The vault, for the owner in private; a `UserError` for everybody and everywhere else."""
    if not turn.private_owner:
        raise UserError("That concerns your own notes. Please say it in our private chat.")
    return turn.services.own.vault


async def note_events(turn: Turn, events: Sequence[str]) -> None:
    """What tools did, in the file of the owner's day; of other turns nothing is kept there."""
    if turn.private_owner:
        for event in events:
            await vault_of(turn).append_daily(turn.now, f"{BY_TOOL} {event}")


async def asked(turn: Turn, system: str, material: str) -> str:
    """The model's answer about the owner's notes; a `UserError` where there is none."""
    summarise = turn.services.own.summarise
    if summarise is None:
        raise UserError("That needs a model, and none is configured. See llm in config.json.")
    try:
        return await summarise(system, material)
    except SummaryFailedError as error:
        raise UserError(str(error)) from error
