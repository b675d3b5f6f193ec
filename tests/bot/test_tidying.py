import os
from datetime import timedelta
from pathlib import Path

from bot.messages import Reply
from bot.tidying import RETENTION, clear_away, remove_left_behind, retain
from tests.conversation import a_world
from tests.factories import NOON, a_message


def aged(path: Path, **ago: float) -> Path:
    at = (NOON - timedelta(**ago)).timestamp()
    os.utime(path, (at, at))
    return path


def test_what_a_killed_process_left_goes_and_what_is_in_use_stays(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "0").write_text("upload")
    (tmp_path / "file").write_text("x")
    aged(tmp_path / "old", hours=25)
    aged(tmp_path / "file", hours=25)
    aged(tmp_path / "new", hours=23)
    remove_left_behind(tmp_path, NOON - timedelta(days=1))
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


async def test_old_keys_are_cleared_at_the_start_and_every_six_hours(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        inbox = world.services.inbox

        async def known() -> bool:
            return await inbox.put(a_message(key="5")) is None

        entry = await inbox.put(a_message(key="5"))
        assert entry
        await inbox.answer(entry, Reply(""))
        await inbox.finish(entry)
        await clear_away(world.services)
        world.clock.now += timedelta(days=7) + timedelta(seconds=1)
        await clear_away(world.services)
        assert not await known()


async def test_retention_runs_once_a_day_however_often_the_daemon_starts(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        retention = world.services.remembering.retention
        for _ in range(2):
            await retain(world.services)
            assert await retention.last_run() == NOON
            world.clock.forward(hours=1)
        world.clock.now = NOON + RETENTION
        await retain(world.services)
        assert await retention.last_run() == NOON + RETENTION
