"""Keeps how far the replica is in a file that every process of the home can read."""

import json
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from indexer.private_files import replace_file


class ReplicaState(Struct, frozen=True):
    """Times are None for what never happened."""

    synced_at: datetime | None = None  # what was committed before is in the replica
    files_at: datetime | None = None  # when it last had all files
    verified_at: datetime | None = None  # when it was last restored on trial, and was whole
    # What fails now, as sentences.
    trouble: str = ""  # of the database
    files_trouble: str = ""
    damage: str = ""  # what the last trial found


def write_state(path: Path, state: ReplicaState) -> None:
    """Write the file in one step; raises OSError."""
    replace_file(path, json.dumps(asdict(state), default=str).encode(), durable=False)


def read_state(path: Path) -> ReplicaState:
    """Read the file; a state without times if there is none, or it is of another version."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        return ReplicaState(
            synced_at=_parse_time(raw["synced_at"]),
            files_at=_parse_time(raw["files_at"]),
            verified_at=_parse_time(raw["verified_at"]),
            trouble=str(raw["trouble"]),
            files_trouble=str(raw["files_trouble"]),
            damage=str(raw["damage"]),
        )
    except (OSError, ValueError, LookupError, TypeError):
        return ReplicaState()


def _parse_time(written: str | None) -> datetime | None:
    return datetime.fromisoformat(written) if written else None
