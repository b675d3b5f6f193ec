"""A fact that moves, and an index where something happens meanwhile."""

from collections.abc import Awaitable, Callable, Sequence

from indexer.scopes import Scope
from indexer.store.writer import MemoryChunk, Writer

PORT, MOVED = "The SSH port is 22.", "The SSH port is 49222."


class Index:
    """The index, where something happens between the reading and the writing of a change."""

    def __init__(self, writer: Writer, happens: Callable[[], Awaitable[None]]) -> None:
        self._writer = writer
        self._happens = happens

    async def list_memories(self, scope: Scope) -> list[MemoryChunk]:
        found = await self._writer.list_memories(scope)
        await self._happens()
        return found

    async def restore_memories(self, memories: Sequence[MemoryChunk]) -> None:
        await self._writer.restore_memories(memories)
