"""The database itself, for those who keep it running: its engine, its size, its daemon."""

from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct

from indexer.store.database import Database
from indexer.store.engine.postgresql.lease import Occupancy, read_clock, read_occupancy
from indexer.store.engine.postgresql.workers import ALL, MISSED, MOVED, name_channel
from indexer.store.engine.server import DatabaseSettings, build_server


class DatabaseState(Struct, frozen=True):
    """Lives as long as its database."""

    database: Database
    settings: DatabaseSettings

    async def describe(self) -> str:
        """Return the engine of the database and its version."""
        return await self.database.describe()

    async def measure(self) -> int:
        """Return the size of the database in bytes."""
        return await self.database.measure()

    async def wait_until_newer(self) -> None:
        """Wait until a newer version has changed the tables; raise a `NewerDatabaseError`."""
        await self.database.wait_until_newer()

    async def read_occupancy(self) -> Occupancy | None:
        """Read which daemon works with the database of a server; None for one in the home."""
        if not self.settings.url:
            return None
        async with self.database.read_committed() as db:
            return await db.run(read_occupancy)

    async def read_clock(self) -> datetime | None:
        """Read the clock of the server; None for a database in the home."""
        if not self.settings.url:
            return None
        async with self.database.read_committed() as db:
            return await db.run(read_clock)

    async def follow_calls(
        self,
        worker: int,
        call: Callable[[], None],
        call_moved: Callable[[], None],
        hear_word: Callable[[str], None],
    ) -> None:
        """Call `call` whenever other workers leave something to this one, endlessly.

        `call_moved` is called before where a chat may have another id, and `hear_word` with each
        word.
        """

        def hear(word: str) -> None:
            if word in (MOVED, MISSED):
                call_moved()
            hear_word(word)
            call()

        await self.follow_words(worker, (ALL, name_channel(worker)), hear)

    async def follow_words(
        self, worker: int, channels: Sequence[str], call: Callable[[str], None]
    ) -> None:
        """Call `call` with what workers tell each other on these channels, endlessly.

        `MISSED` says that there may have been others.
        """
        from indexer.store.engine.postgresql.listening import follow_channels  # with psycopg

        await follow_channels(build_server(self.settings).owner, worker, channels, call)
