"""Notifies systemd of the daemon's state (sd_notify(3)); does nothing without systemd."""

import socket
from collections.abc import Mapping
from contextlib import suppress


def notify(environ: Mapping[str, str], *states: str) -> None:
    """Send `states`, such as READY=1, WATCHDOG=1 or STATUS=..., as one message.

    Never blocks: if systemd does not listen, the message is dropped.
    """
    address = environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = "\0" + address[1:]  # Linux's abstract namespace
    kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
    with socket.socket(socket.AF_UNIX, kind) as sender, suppress(OSError):
        sender.connect(address)
        sender.sendall("\n".join(states).encode())
