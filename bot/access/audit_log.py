"""Writes `logs/audit.log`: who was refused and who changed what, one JSON object per line.

It is only ever appended to, and holds no message text and no secret: ids, names of commands and
reasons. A full disk must not silence the bot, so a line that cannot be written is logged and lost.
"""

import json
import logging
import os
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from bot.messages import Sender

log = logging.getLogger(__name__)

MOST_BYTES = 1_000_000  # of one file; then it is put aside as audit.log.1, and so on
KEPT = 5  # files put aside
STREAKS = 10_000  # senders whose last refusal is remembered


class AuditLog:
    """Lives as long as the bot; several processes may write the same file."""

    def __init__(
        self, path: Path, clock: Callable[[], datetime], most_bytes: int = MOST_BYTES
    ) -> None:
        self._path = path
        self._clock = clock
        self._most_bytes = most_bytes
        self._refused: OrderedDict[str, str] = OrderedDict()

    def record(self, event: str, sender: Sender | None = None, **details: str | int) -> None:
        """Append one line. `details` are ours: never pass what a person wrote."""
        line = {"at": self._clock().isoformat(timespec="seconds"), "event": event}
        if sender:
            line["sender"] = sender.key
        try:
            self._append(json.dumps({**line, **details}, ensure_ascii=False))
        except OSError as error:
            log.warning("the audit log cannot be written: %s", error.strerror)

    def record_refusal(self, sender: Sender, reason: str) -> None:
        """Record it once, until `sender` is admitted again or refused for another reason."""
        if self._refused.get(sender.key) == reason:
            return
        self._refused[sender.key] = reason
        self._refused.move_to_end(sender.key)
        if len(self._refused) > STREAKS:
            self._refused.popitem(last=False)
        self.record("refused", sender, reason=reason)

    def end_refusals(self, sender: Sender) -> None:
        """End a streak of refusals; writes nothing."""
        self._refused.pop(sender.key, None)

    def _append(self, line: str) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self._path.exists() and self._path.stat().st_size + len(line) > self._most_bytes:
            self._rotate()
        # One write of a whole line: lines of two processes do not mix.
        file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(file, f"{line}\n".encode())
        finally:
            os.close(file)

    def _rotate(self) -> None:
        for n in range(KEPT, 0, -1):
            older = self._build_rotated_path(n - 1) if n > 1 else self._path
            if older.exists():
                older.replace(self._build_rotated_path(n))

    def _build_rotated_path(self, n: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{n}")
