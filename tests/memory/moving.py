"""A fact that moves, and an index where something happens meanwhile."""

from collections.abc import Awaitable, Callable, Sequence

from indexer.scopes import Scope
from indexer.store.writer import Memory, Writer

PORT, MOVED = "The SSH port is 22.", "The SSH port is 49222."


class Index:
    """The index, where something happens between the reading and the writing of a change."""

    def __init__(self, writer: Writer, happens: Callable[[], Awaitable[None]]) -> None:
        self._writer = writer
        self._happens = happens

    async def memories(self, scope: Scope) -> list[Memory]:
        found = await self._writer.memories(scope)
        await self._happens()
        return found

    async def put_back(self, memories: Sequence[Memory]) -> None:
        await self._writer.put_back(memories)
