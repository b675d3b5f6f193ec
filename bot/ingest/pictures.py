"""Reads the text in pictures that people show in a chat; nothing of them is kept.

Their bytes are decoded in the parsers' process alone. A model that can see gets them as they came.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.ingest.allowance import FileAllowance, fetch_counted
from bot.messages import Attachment
from bot.runtime.disk_space import DiskSpace
from indexer.documents import Section
from indexer.ingest.pipeline import ReadingTime, measure_time
from indexer.parsing.errors import ParseError
from indexer.parsing.limits import Limits
from indexer.parsing.pool import ParserPool
from indexer.parsing.regular_files import make_size_error
from indexer.scopes import Scope

MOST_BYTES = 5 << 20  # of a picture for a model: more is refused by providers
FetchPicture = Callable[[Attachment, Path], Awaitable[None]]
BEGINNINGS = {
    b"\xff\xd8\xff": "image/jpeg",
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}


@dataclass(frozen=True, slots=True)
class ReadPicture:
    """`text` is what was read in it; `problem` says why there is none."""

    text: str
    problem: str = ""
    content: bytes = field(default=b"", repr=False)  # b"" for what no model can look at
    media_type: str = ""


class PictureReader:
    """Lives as long as the parsers."""

    def __init__(self, parsers: ParserPool, tmp: Path, disk: DiskSpace, limits: Limits) -> None:
        self._parsers = parsers
        self._tmp = tmp
        self._disk = disk
        self._limits = limits

    async def read(
        self,
        pictures: Sequence[Attachment],
        scope: Scope,
        fetch: FetchPicture,
        allowance: FileAllowance,
    ) -> AsyncGenerator[ReadPicture, None]:
        """Fetch and read one picture after the other; a `UserError` says why one cannot be."""
        async with allowance.hold():
            for each in pictures:
                with TemporaryDirectory(dir=self._tmp, prefix="picture-") as folder:
                    path = Path(folder) / "0"
                    await self._fetch(each, path, fetch, allowance)
                    yield await self._read(each, path, scope, allowance)

    async def _fetch(
        self, picture: Attachment, path: Path, fetch: FetchPicture, allowance: FileAllowance
    ) -> None:
        if picture.size > self._limits.file_bytes:
            raise make_size_error(picture.size, picture.name, self._limits)
        self._disk.check(picture.size)
        await fetch_counted(allowance, picture.size, path, partial(fetch, picture))

    async def _read(
        self, picture: Attachment, path: Path, scope: Scope, allowance: FileAllowance
    ) -> ReadPicture:
        content = await asyncio.to_thread(_load, path)
        kind, problem, text = find_media_type(content), "", ""
        reading = ReadingTime()
        try:
            text = await self._parse(picture, path, scope, reading)
        except ParseError as error:
            if error.kind != "no_text":
                raise
            problem = str(error)
        finally:
            await allowance.add_seconds(reading.seconds)
        return ReadPicture(text, problem, content if kind else b"", kind)

    async def _parse(
        self, picture: Attachment, path: Path, scope: Scope, reading: ReadingTime
    ) -> str:
        texts = list[str]()
        async with (
            self._parsers.borrow(scope) as parser,
            aclosing(parser.parse(path, name=picture.name)) as found,
        ):
            async for each in measure_time(found, reading):
                if isinstance(each, Section):
                    texts.append(each.text)
        return "\n\n".join(filter(None, texts)).strip()


def find_media_type(content: bytes) -> str:
    """Return the kind of a picture that models can look at, by its first bytes; "" for others."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for begin, kind in BEGINNINGS.items() if content.startswith(begin)), "")


def _load(path: Path) -> bytes:
    """Return a picture's bytes; b"" if it is too large for a model."""
    return path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
