"""The process that runs LibreOffice for one parser process, started by its first old file.

LibreOffice needs a folder to keep files in, and a document may name others that it shall load: it
runs in walls or not at all, and its folder is gone when it ends.
"""

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from indexer.confinement.landlock import find_version
from indexer.confinement.linux import find_machine
from indexer.confinement.process import Order
from indexer.confinement.walls import Walls
from indexer.parsing.ocr.process import NICENESS
from indexer.parsing.shared.office import LARGEST_FILE
from indexer.parsing.side_process import SideProcess

MODULE = "indexer.parsing.office_worker"
COMMANDS = ("soffice", "libreoffice")
LIBRARIES = ("libmergedlo.so", "libsofficeapp.so")  # the one that is there, beside the program
MEMORY_BYTES = 4 << 30  # address space, of which it takes some 200 MB
# Its own settings, and what fonts there are: it lays a document out before it saves it.
READABLE = (
    "/etc/libreoffice",
    "/usr/share/libreoffice",
    "/etc/fonts",
    "/usr/share/fonts",
    "/usr/share/fontconfig",
    "/usr/local/share/fonts",
    "/var/cache/fontconfig",
    "/var/lib/libreoffice",
    "/var/spool/libreoffice",
)


def find_libreoffice() -> str | None:
    """Return the path of its library; None where it is not installed, or nothing can wall it in."""
    if find_machine() is None or not _has_landlock():
        return None
    for command in filter(None, map(shutil.which, COMMANDS)):
        for library in map(Path(command).resolve().with_name, LIBRARIES):
            if library.is_file():
                return str(library)
    return None


def _has_landlock() -> bool:
    try:
        return find_version() > 0
    except OSError:
        return False


class OfficeProcess(SideProcess):
    """The process that runs LibreOffice."""

    def __init__(self, library: str) -> None:
        super().__init__()
        self._library = library
        self._folder: TemporaryDirectory[str] | None = None

    def build_order(self) -> Order:
        self._folder = TemporaryDirectory(prefix="multis-office-", ignore_cleanup_errors=True)
        return build_order(self._library, self._folder.name)

    async def close(self) -> None:
        await super().close()
        if self._folder:
            self._folder.cleanup()


def build_order(library: str, folder: str) -> Order:
    """Return the order for the process: it may run LibreOffice, and write into the folder."""
    walls = Walls(
        readable=[str(Path(library).parents[1]), *READABLE],
        writable=[folder, os.devnull],
        file_bytes=LARGEST_FILE,
        threads=True,
        programs=True,
        memory_bytes=MEMORY_BYTES,
        required=True,
    )
    return Order(MODULE, walls, [library, folder], niceness=NICENESS)
