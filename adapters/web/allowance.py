"""Limits how much text one person may post within a day: the page's record keeps it for long.

What they ask is limited elsewhere, but what is refused there stands in the record as well.
"""

from bot.messages import UserError, _

MIB = 1 << 20
ROOM = 8 * MIB  # bytes of one person and day
LEAST = 1024  # bytes that a message counts at least, for what stands around it
DAY = 86_400.0  # seconds


class TextAllowance:
    """Counts in memory; a restart begins at zero."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._began = 0.0
        self._used: dict[str, int] = {}

    def spend(self, person: str, text: str, now: float) -> None:
        """Count `text` at `now` (seconds); a UserError if the person has no room for it."""
        if not 0 <= now - self._began < DAY:
            self._began = now
            self._used.clear()
        used = self._used.get(person, 0) + max(LEAST, len(text.encode()))
        if used > self._room:
            raise UserError(
                _("You have reached the limit of messages per day. Please come back tomorrow.")
            )
        self._used[person] = used
