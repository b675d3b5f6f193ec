"""The daily log: every exchange word for word, a backup that no search and no prompt reads."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

from indexer.private_files import open_private
from memory.messages import LAST_MOMENT, Message
from memory.storage.files import make_folder


def format_entries(messages: Sequence[Message]) -> str:
    return "".join(
        f"### {message.timestamp[11:19]} [{message.role}]\n{message.content}\n\n"
        for message in messages
    )


def parse_day(message: Message) -> date:
    return date.fromisoformat(message.timestamp[:10])


def get_size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def ensure_written(path: Path, offset: int, text: str) -> None:
    """Write `text` to the log exactly once; a crash may have left all, part or none of it there.

    `offset` is where the log ended before the first attempt, in bytes.
    """
    make_folder(path.parent)
    wanted = text.encode()
    with open(path, "a+b", opener=open_private) as log:
        log.seek(offset)
        there = log.read(len(wanted))
        # Not forced to the disk: a killed process loses nothing, and a power cut costs this backup
        # the last seconds.
        log.write(wanted[len(there) :] if wanted.startswith(there) else wanted)


def compute_expiry_day(day: date, retention_days: int) -> date:
    """Return the first day on which the log of `day` is too old to keep."""
    return day + timedelta(days=retention_days + 1)


def list_days(chat: Path) -> Iterator[tuple[date, Path]]:
    """Yield the logs in a chat's folder, oldest first; files with other names are not ours."""
    for path in sorted((chat / "log").glob("????-??-??.md")):
        try:
            day = date.fromisoformat(path.stem)
        except ValueError:
            continue
        if day < LAST_MOMENT.date():
            yield day, path
