"""An index in which something happens while a fact changes."""

from collections.abc import Awaitable, Callable, Sequence

from indexer.scopes import Scope
from indexer.writer import Memory, Writer


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
