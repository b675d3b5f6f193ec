"""The short version of `bench/chaos.py`."""

from pathlib import Path

from bench.chaos import chaos


async def test_nothing_is_lost_or_done_twice_however_often_it_is_killed(tmp_path: Path) -> None:
    report = await chaos(tmp_path, updates=40, kills=2, seed=7)
    assert report.clean, report
