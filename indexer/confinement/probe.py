"""Tries, behind walls, what a file that took over its reader would try: for `multis doctor`."""

import json
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from indexer.confinement.process import Order, start_process


class Walled(Struct, frozen=True):
    """Tells for each wall whether it stands."""

    files: bool
    calls: bool


def main() -> int:
    """Try to list the folder that the argument names, and to make a socket and a process."""
    files = _is_refused(lambda: os.listdir(sys.argv[1]))
    calls = _is_refused(socket.socketpair) and _is_refused(_fork)
    json.dump({"files": files, "calls": calls}, sys.stdout)
    return 0


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def _is_refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return True
    return False


async def probe_walls(folder: Path) -> Walled | None:
    """Return which walls stand round a process that must not read `folder`; None if none starts."""
    process = await start_process(Order("indexer.confinement.probe", arguments=[str(folder)]))
    told, _ = await process.communicate()
    try:
        answer = json.loads(told)
    except ValueError:
        return None
    return Walled(bool(answer["files"]), bool(answer["calls"]))
