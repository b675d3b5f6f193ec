"""Writes `logs/audit.log`: who was refused and who changed what, one JSON object per line.

It is only ever appended to, and holds no message text and no secret: ids, names of commands and
reasons. A full disk must not silence the bot, so a line that cannot be written is logged and lost.
"""

import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from bot.messages import Sender
from bot.runtime.line_file import LineFile

log = logging.getLogger(__name__)

MOST_BYTES = 1_000_000  # of one file; then it is put aside as audit.log.1, and so on
KEPT = 5  # files put aside
STREAKS = 10_000  # senders whose last refusal is remembered


class AuditLog:
    """Lives as long as the bot; several processes may write the same file."""

    def __init__(
        self, path: Path, clock: Callable[[], datetime], most_bytes: int = MOST_BYTES
    ) -> None:
        self._file = LineFile(path, most_bytes, KEPT)
        self._clock = clock
        self._refused: OrderedDict[str, str] = OrderedDict()

    def record(self, event: str, sender: Sender | None = None, **details: str | int) -> None:
        """Append one line. `details` are ours: never pass what a person wrote."""
        line = {"at": self._clock().isoformat(timespec="seconds"), "event": event}
        if sender:
            line["sender"] = sender.key
        try:
            self._file.append(json.dumps({**line, **details}, ensure_ascii=False))
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
