"""Opens files that are neither pipes nor devices; nothing here looks at what is in them."""

import io
import stat
from pathlib import Path

from indexer.i18n import N_
from indexer.parsing.errors import ParseError


def open_regular_file(path: Path, name: str) -> io.BufferedReader:
    """Open a file for reading; raise ParseError.

    A pipe or device is refused, since opening one may never return.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ParseError("unsupported", name, N_(": it is not a file"))
        return path.open("rb")
    except (FileNotFoundError, NotADirectoryError):
        raise ParseError("missing", name) from None
    except OSError as error:
        raise ParseError("unreadable", name, detail=type(error).__name__) from None
