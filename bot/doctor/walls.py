"""Checks the walls round the processes that read files, by trying them."""

import sys
from collections.abc import AsyncIterator, Iterator

from bot.doctor.findings import Finding, fail, ok, warn
from bot.home import Home
from indexer.confinement.probe import Walled, probe_walls
from indexer.i18n import _


async def check_walls(home: Home) -> AsyncIterator[Finding]:
    """Check whether a file that takes over its reader would be kept from the rest."""
    if sys.platform != "linux":
        yield warn("walls", _("Files are read in processes with limits; walls need Linux."))
        return
    try:
        walled = await probe_walls(home.folder)
    except OSError:  # no memory, or too many processes
        walled = None
    if walled is None:
        yield fail("walls", _("The processes that read files do not start."))
    elif walled.files and walled.calls:
        yield ok("walls", _("Files are read behind Landlock and seccomp."))
    else:
        for gap in _list_gaps(home, walled):
            yield warn("walls", gap)


def _list_gaps(home: Home, walled: Walled) -> Iterator[str]:
    if not walled.files:
        yield _(
            "A process that reads files could read {folder}. Landlock needs Linux 5.13 and "
            "must be allowed in a container; the home must not be among Python's libraries.",
            folder=str(home.folder),
        )
    if not walled.calls:
        yield _(
            "A process that reads files could open connections. This kernel, container or "
            "processor has no seccomp filters that I can use."
        )
