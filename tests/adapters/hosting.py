"""Stand-ins for what the daemon gives an adapter, for tests that run one without it."""

import asyncio
import math
from collections.abc import Collection, Iterable
from pathlib import Path

from adapters.shared.health import Time
from bot.messages import Attempt, Choice, Host, MenuItem, Sender

MENU = (
    MenuItem("help", "What I can do", public=True),
    MenuItem("ask", "Ask your documents"),
    MenuItem("backup", "Make a backup", owner_only=True),
)
NOWHERE = Path("/nonexistent")


def a_host(
    folder: Path = NOWHERE,
    owners: Iterable[str] = (),
    known: Iterable[str] = (),
    *,
    pairs: bool = False,
) -> Host:
    """Owners and `known` people are followed into any room, all others into none.

    If it `pairs`, they are into a direct chat.
    """
    friends = frozenset((*owners, *known))

    async def accepts_invitation(sender: Sender, private: bool) -> bool:
        return sender.key in friends or (private and pairs)

    return Host(MENU, frozenset(owners), folder, accepts_invitation)


class Clock:
    """Stands still until somebody waits: then the wait is over at once, and time has passed.

    Waits of `longest` seconds and more last until `release`.
    """

    def __init__(self) -> None:
        self.seconds = 1_000_000.0
        self.waits: list[float] = []
        self.longest = math.inf
        self._held = asyncio.Event()
        self._released = asyncio.Event()

    async def holding(self) -> None:
        """Wait until somebody sleeps that long."""
        await self._held.wait()

    def release(self) -> None:
        self._released.set()

    def now(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        if seconds >= self.longest:
            self._held.set()
            await self._released.wait()
        await asyncio.sleep(0)
        self.seconds += seconds

    @property
    def time(self) -> Time:
        return Time(self.now, self.sleep)


class Ledger:
    """A receipt that remembers; `attempts` are what it says to the parts, by default SEND."""

    def __init__(self, attempts: Iterable[Attempt] = (), answers: str = "") -> None:
        self._attempts = iter(attempts)
        self.begun: list[tuple[int, int]] = []
        self.confirmed: list[tuple[int, str]] = []
        self.choices: dict[str, Choice] = {}
        self.withdrawn: list[int] = []
        self.draft = ""
        self.answers = answers
        self.newest: list[tuple[str, str]] = []  # before a restart

    async def withdraw(self, part: int) -> None:
        self.withdrawn.append(part)

    async def list_sent(self) -> Collection[str]:
        return [reference for _, reference in self.confirmed]

    async def list_newest(self) -> Collection[tuple[str, str]]:
        return self.newest

    async def keep_draft(self, reference: str) -> None:
        self.draft = reference

    async def begin(self, part: int, of: int) -> Attempt:
        self.begun.append((part, of))
        return next(self._attempts, Attempt.SEND)

    async def confirm(self, part: int, reference: str) -> None:
        self.confirmed.append((part, reference))

    async def button(self, choice: Choice) -> str:
        key = f"key{len(self.choices)}"
        self.choices[key] = choice
        return key
