"""The process that runs tesseract for one parser process, started by its first scanned page.

The two speak through pipes of their own: the parser may start no program, what is started may read
no file, and the daemon sees no picture.
"""

import asyncio
import os
import shutil
from asyncio.subprocess import Process
from pathlib import Path

from indexer.confinement.elf import find_interpreter
from indexer.confinement.process import Order, end_process, start_process
from indexer.confinement.walls import Walls

DATA = "TESSDATA_PREFIX"  # the variable that names its folder of languages
# One thread: more cost more than they give.
ENVIRONMENT = {"OMP_THREAD_LIMIT": "1"}
NICENESS = 10  # answers come before files
MODULE = "indexer.parsing.ocr_worker"


def find_tesseract() -> str | None:
    """Return the path of the program, or None."""
    return shutil.which("tesseract")


class OcrProcess:
    """Pipes for pictures and texts, and the process at their other end once it is started."""

    def __init__(self, program: str, memory_bytes: int) -> None:
        self._order = build_order(program, memory_bytes)
        self._pictures, picture_end = os.pipe()
        text_end, self._texts = os.pipe()
        self.parser_handles = (picture_end, text_end)  # for the parser process
        self._open = {self._pictures, self._texts, *self.parser_handles}
        self._process: Process | None = None
        self._starting: asyncio.Task[None] | None = None

    def hand_over(self) -> None:
        """Close the parser's ends here, once it has its own."""
        self._close(*self.parser_handles)

    async def start(self) -> None:
        """Start the process unless it was; what the parser sent before waits in the pipe."""
        if self._process is None and self._pictures in self._open:
            self._process = await start_process(self._order, self._pictures, self._texts)
            self._close(self._pictures, self._texts)

    async def close(self) -> None:
        self._close(*self._open)
        if self._process:
            await end_process(self._process)

    def _close(self, *handles: int) -> None:
        for handle in self._open.intersection(handles):
            os.close(handle)
        self._open.difference_update(handles)


def build_order(program: str, memory_bytes: int) -> Order:
    """Return the order for the process: it may run tesseract, and read what that reads."""
    data = os.environ.get(DATA, "")
    walls = Walls(
        readable=[*_list_data_folders(Path(program)), *([data] if data else [])],
        executable=[str(Path(program).resolve()), *find_interpreter(Path(program))],
        programs=True,
        memory_bytes=memory_bytes,
    )
    environment = {**ENVIRONMENT, DATA: data} if data else ENVIRONMENT
    return Order(MODULE, walls, [program], environment, NICENESS)


def _list_data_folders(program: Path) -> list[str]:
    """List the folders of languages and settings that come with the program."""
    places = {program.parent.parent / "share", program.resolve().parent.parent / "share"}
    return [str(found) for place in places for found in sorted(place.glob("tess*"))]
