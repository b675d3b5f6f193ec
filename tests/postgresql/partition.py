"""A way to the server that can be cut, as a network can."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct, field

from indexer.store.engine.server import Server

SOCKET = ".s.PGSQL.5432"


class Way(Struct):
    """Passes on what comes, until it is cut; closing tells both ends, silence tells nobody."""

    target: Path
    folder: Path
    open: asyncio.Event = field(default_factory=asyncio.Event)
    cut_off: bool = False
    writers: set[asyncio.StreamWriter] = field(default_factory=set)

    def lead(self, server: Server) -> Server:
        """Name the server as it is reached on this way."""
        there, here = f"host={self.target}", f"host={self.folder}"
        return Server(server.owner.replace(there, here), server.reader.replace(there, here))

    def close(self) -> None:
        self.cut_off = True
        for writer in self.writers:
            writer.transport.abort()

    def fall_silent(self) -> None:
        self.open.clear()

    def heal(self) -> None:
        self.cut_off = False
        self.open.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.cut_off:
            writer.transport.abort()
            return
        onward, back = await asyncio.open_unix_connection(self.target / SOCKET)
        self.writers |= {writer, back}
        await asyncio.gather(self._pass(reader, back), self._pass(onward, writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                await self.open.wait()
                writer.write(data)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def open_way(target: Path) -> AsyncIterator[Way]:
    """Open a way to the server whose socket is in `target`."""
    with TemporaryDirectory(prefix="multis-way-") as folder:
        way = Way(target, Path(folder))
        way.open.set()
        async with await asyncio.start_unix_server(way.serve, way.folder / SOCKET):
            try:
                yield way
            finally:
                way.heal()
                way.close()
