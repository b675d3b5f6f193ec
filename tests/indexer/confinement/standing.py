"""Tells whether this system can raise the walls."""

from indexer.confinement import landlock
from indexer.confinement.linux import find_machine


def has_walls() -> bool:
    try:
        return bool(landlock.find_version()) and find_machine() is not None
    except OSError:
        return False
