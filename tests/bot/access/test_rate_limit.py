from datetime import timedelta

import pytest

from bot.access.rate_limit import MessageLimiter, RateLimitSettings, Verdict
from tests.factories import NOON
from tests.fakes import FakeClock

PASS, MINUTE, DAY, DROP = Verdict.ADMIT, Verdict.MINUTE, Verdict.DAY, Verdict.DROP


def test_a_burst_is_told_once_and_forgiven_after_a_minute() -> None:
    throttle, clock = MessageLimiter(lambda: RateLimitSettings(burst_per_minute=2)), FakeClock()
    verdicts = [throttle.admit("t:1", clock()) for _ in range(5)]
    assert verdicts == [PASS, PASS, MINUTE, DROP, DROP]
    clock.forward(seconds=59)
    assert throttle.admit("t:1", clock()) is DROP
    clock.forward(seconds=1)
    assert throttle.admit("t:1", clock()) is PASS


def test_a_new_streak_is_told_again() -> None:
    throttle, clock = MessageLimiter(lambda: RateLimitSettings(burst_per_minute=1)), FakeClock()
    assert [throttle.admit("t:1", clock()) for _ in range(3)] == [PASS, MINUTE, DROP]
    clock.forward(minutes=1)
    assert [throttle.admit("t:1", clock()) for _ in range(3)] == [PASS, MINUTE, DROP]


def test_one_persons_flood_is_not_anothers() -> None:
    throttle = MessageLimiter(lambda: RateLimitSettings(burst_per_minute=1))
    for _ in range(100):
        throttle.admit("t:1", NOON)
    assert throttle.admit("t:2", NOON) is PASS


def test_a_day_has_its_limit_and_the_next_day_begins_anew() -> None:
    throttle, clock = MessageLimiter(lambda: RateLimitSettings(0, daily_per_sender=3)), FakeClock()
    assert [throttle.admit("t:1", clock()) for _ in range(5)] == [PASS] * 3 + [DAY, DROP]
    clock.forward(days=1)
    assert throttle.admit("t:1", clock()) is PASS


def test_zero_means_no_limit() -> None:
    throttle = MessageLimiter(lambda: RateLimitSettings(0, 0))
    assert {throttle.admit("t:1", NOON) for _ in range(1000)} == {PASS}


def test_a_clock_that_is_put_back_locks_nobody_out() -> None:
    throttle = MessageLimiter(lambda: RateLimitSettings(burst_per_minute=1))
    throttle.admit("t:1", NOON)
    assert throttle.admit("t:1", NOON - timedelta(hours=3)) is PASS


@pytest.mark.parametrize(
    ("settings", "refused"), [(RateLimitSettings(1, 0), MINUTE), (RateLimitSettings(0, 1), DAY)]
)
def test_ten_thousand_strangers_are_remembered_and_no_more(
    settings: RateLimitSettings, refused: Verdict
) -> None:
    throttle = MessageLimiter(lambda: settings)
    for n in range(20_000):
        throttle.admit(f"t:{n}", NOON)
    assert throttle.admit("t:19999", NOON) is refused
    assert throttle.admit("t:0", NOON) is PASS
