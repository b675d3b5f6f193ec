"""Matrix, through matrix-nio, with end-to-end encryption.

A loop of our own asks for what is new, because the library's writes down how far it has read before
anything has been stored.
"""

import logging
from collections.abc import Mapping

from adapters.matrix.adapter import Matrix
from adapters.matrix.settings import MatrixSettings
from bot.messages import Host

__all__ = ["Matrix", "MatrixSettings", "connect"]


def connect(settings: Mapping[str, object], host: Host) -> Matrix:
    """An adapter that is not running yet; a UserError says what `settings` lack."""
    for library in ("nio", "peewee", "aiohttp"):
        # Below this level they tell of events that could not be read and requests that failed.
        logging.getLogger(library).setLevel(logging.ERROR)
    return Matrix(MatrixSettings.of(settings), host)
