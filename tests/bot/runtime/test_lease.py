"""A daemon that stood still or was cut off does nothing before it knows whose the database is."""

from collections.abc import Callable
from typing import NoReturn

import pytest
from msgspec import Struct, field

from bot.runtime.lease import PATIENCE, Lease
from indexer.errors import ServerAwayError

SECONDS = 4.0


class EndedError(Exception):
    """Stands for the end of the process."""


def end() -> NoReturn:
    raise EndedError


class World(Struct):
    """A server and a clock; `meanwhile` happens while somebody waits."""

    now: float = 1000.0
    kept: bool = True
    away: bool = False
    meanwhile: list[Callable[[], None]] = field(default_factory=list)

    def renew(self) -> bool:
        if self.away:
            raise ServerAwayError("no route to host")
        return self.kept

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        if self.meanwhile:
            self.meanwhile.pop(0)()

    def build(self) -> Lease:
        lease = Lease(7, SECONDS, self.renew, end, clock=lambda: self.now, sleep=self.sleep)
        lease.renew()
        return lease


def test_while_it_is_renewed_nothing_waits() -> None:
    world = World()
    lease = world.build()
    for _ in range(9):
        world.now += SECONDS - 0.1
        lease.check()
        lease.renew()
    assert world.now == pytest.approx(1000 + 9 * (SECONDS - 0.1))


def test_after_a_pause_it_goes_on_if_nobody_took_the_lease() -> None:
    world = World()
    lease = world.build()
    world.now += 60
    world.meanwhile = [lambda: None, lease.renew]
    lease.check()
    assert not world.meanwhile


def test_after_a_pause_it_ends_if_somebody_took_the_lease() -> None:
    world = World()
    lease = world.build()
    world.now += 60
    world.kept = False
    world.meanwhile = [lease.renew]
    with pytest.raises(EndedError):
        lease.check()


def test_it_ends_if_somebody_took_the_lease_though_it_was_not_paused() -> None:
    world = World()
    lease = world.build()
    world.kept = False
    with pytest.raises(EndedError):
        lease.renew()


def test_cut_off_it_goes_on_as_long_as_the_lease_is_surely_its_own() -> None:
    world = World()
    lease = world.build()
    world.away = True
    world.now += SECONDS - 0.1
    lease.renew()
    lease.check()
    world.meanwhile = [lease.renew] * 100_000
    world.now += 0.2
    with pytest.raises(EndedError):
        lease.check()
    assert world.now == pytest.approx(1000 + SECONDS + PATIENCE, abs=0.5)


def test_the_loop_runs_nothing_before_it_is_known() -> None:
    world, done = World(), list[str]()
    lease = world.build()
    loop = lease.build_loop()
    try:
        loop.call_soon(loop.stop)
        loop.run_forever()
        loop.call_soon(done.append, "sent")
        world.now += 60
        world.kept = False
        world.meanwhile = [lease.renew]
        with pytest.raises(EndedError):
            loop.run_forever()
        assert done == []
    finally:
        loop.close()
