import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.runtime.rate_limiter import KEYS, RateLimiter


def test_a_burst_is_admitted_and_each_one_counts_until_it_is_old() -> None:
    limiter = RateLimiter(2, 60.0)
    assert [limiter.admit("ann", now) for now in (0, 30, 59.9)] == [True, True, False]
    assert [limiter.admit("ann", now) for now in (60, 61, 89.9, 90)] == [True, False, False, True]


@given(st.lists(st.floats(0, 300), min_size=20, max_size=100))
def test_no_interval_holds_more_than_the_limit(times: list[float]) -> None:
    limiter = RateLimiter(3, 60.0)
    admitted = [now for now in sorted(times) if limiter.admit("ann", now)]
    assert all(later - first >= 60 for first, later in zip(admitted, admitted[3:], strict=False))


def test_the_refused_do_not_count_however_many() -> None:
    limiter = RateLimiter(1, 60.0)
    assert [limiter.admit("ann", float(now)) for now in range(61)] == [True, *[False] * 59, True]


def test_one_persons_flood_is_not_anothers() -> None:
    limiter = RateLimiter(1, 60.0)
    assert [limiter.admit(who, 0.0) for who in ("ann", "ann", "bob")] == [True, False, True]


def test_a_clock_that_is_put_back_locks_nobody_out() -> None:
    limiter = RateLimiter(1, 60.0)
    assert [limiter.admit("ann", now) for now in (9000.0, 0.0, 1.0)] == [True, True, False]


def test_zero_means_no_limit() -> None:
    limiter = RateLimiter(0, 60.0)
    assert all(limiter.admit("ann", 0.0) for _ in range(100))


@pytest.mark.parametrize(("others", "forgotten"), [(KEYS - 1, False), (KEYS, True)])
def test_so_many_are_remembered_and_no_more(others: int, forgotten: bool) -> None:
    limiter = RateLimiter(1, 60.0)
    limiter.admit("ann", 0.0)
    for number in range(others):
        limiter.admit(str(number), 0.0)
    assert limiter.admit("ann", 0.0) is forgotten


def test_whoever_goes_on_is_not_forgotten() -> None:
    limiter = RateLimiter(1, 60.0)
    limiter.admit("ann", 0.0)
    for number in range(KEYS):
        limiter.admit(str(number), 0.0)
        assert not limiter.admit("ann", 0.0)
