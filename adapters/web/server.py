"""Opens the port of the page."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from adapters.shared.http_server import open_loopback
from bot.messages import UserError, _


@contextmanager
def open_socket(port: int) -> Iterator[socket.socket]:
    """Open a loopback socket; a UserError if the port cannot be used."""
    with ExitStack() as stack:
        try:
            listening = stack.enter_context(open_loopback(port))
        except OSError as error:
            raise UserError(
                _(
                    "The page cannot use port {port}: {reason}. Choose another one in "
                    "platforms.web.port.",
                    port=str(port),
                    reason=error.strerror or "",
                )
            ) from None
        yield listening


def is_free(port: int) -> bool:
    """Return whether the port can be used at this moment."""
    try:
        with open_loopback(port):
            return True
    except OSError:
        return False
