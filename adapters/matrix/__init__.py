"""Matrix, through matrix-nio, with end-to-end encryption.

The adapter has its own sync loop, because the library's records its position before the messages
are stored.
"""

import logging
from collections.abc import Mapping

from adapters.matrix.adapter import Matrix
from adapters.matrix.settings import MatrixSettings
from bot.messages import Host

__all__ = ["Matrix", "MatrixSettings", "connect"]


def connect(settings: Mapping[str, object], host: Host) -> Matrix:
    """Create an adapter that is not running yet; a UserError names what `settings` lack."""
    for library in ("peewee", "aiohttp"):
        # Below this level they log every failed request.
        logging.getLogger(library).setLevel(logging.ERROR)
    # At any level it quotes events that it cannot read, which are what others wrote.
    logging.getLogger("nio").setLevel(logging.CRITICAL)
    return Matrix(MatrixSettings.of(settings), host)
