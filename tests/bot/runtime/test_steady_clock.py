"""A clock that jumps forward makes nothing late; time that passes does."""

from datetime import timedelta
from pathlib import Path

from bot.delivery.inbox import Inbox
from bot.delivery.schema import INBOX
from bot.runtime.steady_clock import SteadyClock, read_elapsed
from indexer.store.database import open_database
from tests.factories import NOON, a_message
from tests.fakes import FakeClock


async def test_a_clock_that_jumps_forward_makes_no_message_late(tmp_path: Path) -> None:
    clock = FakeClock()
    async with open_database(tmp_path / "m.db", INBOX) as database:
        inbox = Inbox(database, clock, steady=SteadyClock(clock, lambda: 5.0))
        clock.forward(days=400)
        assert not inbox.is_late(a_message())


async def test_time_that_passes_makes_it_late(tmp_path: Path) -> None:
    clock, seconds = FakeClock(), 0.0
    async with open_database(tmp_path / "m.db", INBOX) as database:
        inbox = Inbox(database, clock, steady=SteadyClock(clock, lambda: seconds))
        clock.forward(hours=7)
        seconds = 7 * 3600.0
        assert inbox.is_late(a_message())


def test_a_clock_that_is_set_back_is_followed() -> None:
    clock = FakeClock()
    steady = SteadyClock(clock, lambda: 0.0)
    clock.forward(days=-1)
    assert steady() == NOON - timedelta(days=1)


def test_the_seconds_that_have_passed_grow() -> None:
    assert read_elapsed() <= read_elapsed()
