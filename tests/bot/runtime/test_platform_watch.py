"""One platform's trouble is its own: it is tried again, rests, and comes back by itself."""

import asyncio
from collections.abc import Callable

import pytest
from msgspec import Struct, field

from bot.messages import Accept, IncomingMessage, UserError
from bot.runtime.platform_watch import LONGEST_REST, TRIES, PlatformWatch
from tests.fakes import FakePlatform


class Flaky(FakePlatform):
    """Polls once at every run, unless it is `broken`, and then does what `then` says."""

    broken: bool = False
    last_poll: float | None = None
    last_try: float | None = None
    runs: int = 0
    then: Callable[[], Exception | None] = lambda: UserError("token rejected")

    async def run(self, accept: Accept) -> None:
        self.runs += 1
        if not self.broken:
            self.last_poll = float(self.runs)
            if (failure := self.then()) is None:
                await asyncio.Event().wait()
                return
            raise failure
        raise UserError("token rejected")


class Owner(Struct):
    """Hears what the watch tells, and lets the platform recover after so many pauses."""

    platform: Flaky
    recover_after: int = 10_000
    pauses: list[float] = field(default_factory=list)
    told: list[tuple[str, str]] = field(default_factory=list)
    heard: asyncio.Event = field(default_factory=asyncio.Event)

    async def tell(self, name: str, failure: Exception | None) -> None:
        self.told.append((name, str(failure or "works again")))
        if failure is None:
            self.heard.set()

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.platform.broken = len(self.pauses) < self.recover_after
        if not self.platform.broken:
            self.platform.then = lambda: None
        if len(self.pauses) > 40:
            self.heard.set()
        await asyncio.sleep(0)


async def accept(_message: IncomingMessage) -> None:
    raise AssertionError("no message comes here")


async def run_until_heard(platform: Flaky, owner: Owner) -> PlatformWatch:
    watch = PlatformWatch(accept, owner.tell, owner.pause, settled=0)
    task = asyncio.create_task(watch.run(platform))
    await owner.heard.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return watch


async def test_a_platform_that_never_worked_is_configured_wrongly() -> None:
    platform = Flaky(broken=True)
    owner = Owner(platform)
    with pytest.raises(UserError, match="token rejected"):
        await PlatformWatch(accept, owner.tell, owner.pause).run(platform)
    assert (platform.runs, owner.told) == (1, [])


async def test_after_three_failures_it_rests_and_the_owner_hears_it_once() -> None:
    owner = Owner(Flaky())
    watch = await run_until_heard(owner.platform, owner)
    assert owner.told == [("test", "token rejected")]
    assert watch.resting == {"test"}
    assert owner.pauses[: TRIES - 1] == [2.0, 4.0]
    assert owner.pauses[TRIES - 1] == 60.0
    assert max(owner.pauses) == owner.pauses[-1] == LONGEST_REST


async def test_it_comes_back_by_itself_and_the_owner_hears_that() -> None:
    owner = Owner(Flaky(), recover_after=5)
    watch = await run_until_heard(owner.platform, owner)
    assert owner.told == [("test", "token rejected"), ("test", "works again")]
    assert (watch.resting, watch.paused, owner.platform.runs) == (set(), set(), 6)


async def test_two_failures_are_not_worth_a_word() -> None:
    owner = Owner(Flaky(), recover_after=2)
    watch = PlatformWatch(accept, owner.tell, owner.pause, settled=0)
    task = asyncio.create_task(watch.run(owner.platform))
    for _ in range(50):
        await asyncio.sleep(0)
    assert (owner.told, owner.platform.runs, task.done()) == ([], 3, False)
    task.cancel()


async def test_a_fault_of_the_program_on_one_platform_does_not_end_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    owner = Owner(Flaky(then=lambda: ZeroDivisionError("a bug")), recover_after=1)
    watch = PlatformWatch(accept, owner.tell, owner.pause, settled=0)
    task = asyncio.create_task(watch.run(owner.platform))
    for _ in range(50):
        await asyncio.sleep(0)
    assert (task.done(), "ZeroDivisionError" in caplog.text) == (False, True)
    task.cancel()
