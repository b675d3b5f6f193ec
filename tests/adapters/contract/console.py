"""The terminal: whoever sits there types a line, and reads what is printed."""

import asyncio
import io
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

from rich.console import Console as Screen

from adapters.console import OWNER, Console
from adapters.console.lines import Pipe
from bot.messages import Adapter, Chat, Host
from tests.adapters.contract.platform import Can, Platform, Who


class ConsolePlatform(Platform):
    name = "console"
    can = frozenset({Can.FILES_BACK})
    longest = 10_000_000

    def __init__(self, screen: io.StringIO) -> None:
        self._screen = screen
        self._lines: asyncio.Queue[str] = asyncio.Queue()

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path, ground: object) -> AsyncIterator[Self]:
        yield cls(io.StringIO())

    def settings(self) -> Mapping[str, object]:
        return {}

    def adapter(self, host: Host) -> Adapter:
        return Console(Pipe(self._lines.get), Screen(file=self._screen))

    def key(self, who: Who) -> str:
        return f"console:{OWNER}"

    def chat(self, who: Who) -> Chat:
        return Chat("console", OWNER, private=True)

    async def say(
        self, text: str, who: Who = Who.OWNER, *, group: bool = False, addressed: bool = True
    ) -> None:
        self._lines.put_nowait(text)

    async def shown(self, who: Who = Who.OWNER, *, group: bool = False) -> Sequence[str]:
        return [text for text in self._screen.getvalue().split("\n\n") if text.strip()]

    async def files(self) -> Mapping[str, bytes]:
        lines = [line.strip() for line in self._screen.getvalue().splitlines()]
        named = [line.partition(": ") for line in lines if ": /" in line]
        return await asyncio.to_thread(_read, [(name, Path(path)) for name, _, path in named])


def _read(named: Sequence[tuple[str, Path]]) -> Mapping[str, bytes]:
    return {name: path.read_bytes() for name, path in named if path.exists()}
