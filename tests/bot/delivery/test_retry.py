"""What cannot be stored now is stored later, and nothing else is done again meanwhile."""

import sqlite3
from collections.abc import Sequence

import pytest

from bot.delivery.retry import FIRST_PAUSE, LONGEST_PAUSE, Outages, RetryingReceipt
from bot.messages import Attempt, Choice


class Shaky:
    """A receipt whose every write is refused the first time."""

    def __init__(self) -> None:
        self.refused: set[str] = set()
        self.written: list[str] = []

    async def begin(self, part: int, of: int) -> Attempt:
        self._write(f"begin {part} of {of}")
        return Attempt.REPEAT

    async def confirm(self, part: int, reference: str) -> None:
        self._write(f"confirm {part} as {reference}")

    async def withdraw(self, part: int) -> None:
        self._write(f"withdraw {part}")

    @property
    def draft(self) -> str:
        return "a draft"

    @property
    def answers(self) -> str:
        return "m1"

    async def keep_draft(self, reference: str) -> None:
        self._write(f"draft {reference}")

    async def list_sent(self) -> Sequence[str]:
        self._write("list sent")
        return ["17"]

    async def list_newest(self) -> Sequence[tuple[str, str]]:
        self._write("list newest")
        return [("telegram:1", "17")]

    async def button(self, choice: Choice) -> str:
        self._write(f"button {choice.message}")
        return "key"

    def _write(self, told: str) -> None:
        if told not in self.refused:
            self.refused.add(told)
            raise sqlite3.OperationalError("database or disk is full")
        self.written.append(told)


class Pauses(list[float]):
    """Sleeps no longer than it takes to write down how long."""

    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


async def test_every_write_of_a_receipt_is_repeated_until_it_is_stored() -> None:
    shaky = Shaky()
    kept = RetryingReceipt(shaky, Outages(Pauses()))
    assert await kept.begin(0, 2) is Attempt.REPEAT
    await kept.withdraw(0)
    await kept.confirm(0, "17")
    await kept.keep_draft("18")
    assert await kept.list_sent() == ["17"]
    assert await kept.list_newest() == [("telegram:1", "17")]
    assert kept.draft == "a draft"
    assert await kept.button(Choice("Documents", "/docs")) == "key"
    assert shaky.written == [
        "begin 0 of 2",
        "withdraw 0",
        "confirm 0 as 17",
        "draft 18",
        "list sent",
        "list newest",
        "button /docs",
    ]


async def test_an_outage_is_told_once_and_tried_less_and_less_often(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    pauses, tries = Pauses(), 0

    async def work() -> str:
        nonlocal tries
        tries += 1
        if tries < 9:
            raise ConnectionError("no route")
        return "done"

    assert await Outages(pauses).retry("telegram", work) == "done"
    assert pauses == [min(FIRST_PAUSE * 2**n, LONGEST_PAUSE) for n in range(8)]
    assert caplog.messages == ["telegram is away: no route", "telegram is back"]


async def test_what_is_no_outage_is_not_repeated() -> None:
    async def work() -> None:
        raise ValueError("a mistake of ours")

    pauses = Pauses()
    with pytest.raises(ValueError, match="mistake"):
        await Outages(pauses).retry_storage(work)
    assert pauses == []
