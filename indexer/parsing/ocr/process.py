"""The process that runs tesseract for one parser process, started by its first scanned page."""

import os
import shutil
from pathlib import Path

from indexer.confinement.elf import find_interpreter
from indexer.confinement.process import Order
from indexer.confinement.walls import Walls
from indexer.parsing.side_process import SideProcess

DATA = "TESSDATA_PREFIX"  # the variable that names its folder of languages
# One thread: more cost more than they give.
ENVIRONMENT = {"OMP_THREAD_LIMIT": "1"}
NICENESS = 10  # answers come before files
MODULE = "indexer.parsing.ocr.worker"


def find_tesseract() -> str | None:
    """Return the path of the program, or None."""
    return shutil.which("tesseract")


class OcrProcess(SideProcess):
    """The process that runs tesseract."""

    def __init__(self, program: str, memory_bytes: int) -> None:
        super().__init__()
        self._program = program
        self._memory_bytes = memory_bytes

    def build_order(self) -> Order:
        return build_order(self._program, self._memory_bytes)


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
