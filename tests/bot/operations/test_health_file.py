import json
import platform
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import to_builtins

from bot.home import Home
from bot.operations.health_file import ARENAS, Trouble, Vitals, read_vitals, write_vitals
from tests.adapters.fake_bot_api import FakeBotApi
from tests.daemon import a_daemon, until, write_config

HEAP = 64 << 20  # glibc begins each heap of a thread at a multiple of this
# A heap in /proc/PID/maps: what is in use of it, and below the next multiple what is not yet.
GROWING = re.compile(
    r"^([0-9a-f]+)-([0-9a-f]+) rw-p \S+ \S+ 0\s*\n\2-([0-9a-f]+) ---p", re.MULTILINE
)


def heaps(pid: int) -> int:
    """How many places besides the program's own heap its threads take memory from."""
    found = GROWING.findall(Path(f"/proc/{pid}/maps").read_text())
    edges = [(int(begin, 16), int(end, 16)) for begin, _, end in found]
    return sum(begin % HEAP == 0 and end - begin >= HEAP for begin, end in edges)


def threads(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc divides memory so")
async def test_the_threads_of_the_daemon_share_their_memory(tmp_path: Path) -> None:
    async with FakeBotApi() as fake:
        write_config(tmp_path, fake)
        async with a_daemon(tmp_path) as daemon:
            fake.say("/help")
            await until(lambda: bool(fake.world.texts()), "a reply")
            assert threads(daemon.process.pid) > ARENAS + 1
            assert heaps(daemon.process.pid) < ARENAS


AT = datetime(2026, 11, 30, tzinfo=UTC)


def test_a_path_that_is_no_text_is_reported(tmp_path: Path) -> None:
    home = _make_home(tmp_path)
    write_vitals(home, _build_vitals("cannot read /srv/M\udcfcll/größe"))
    assert read_vitals(home) == _build_vitals("cannot read /srv/M?ll/größe")


def test_the_report_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    home, vitals = _make_home(tmp_path), _build_vitals("cannot read /srv/M\udcfcll")
    home.vitals.write_text(json.dumps(to_builtins(vitals)))
    assert read_vitals(home) == vitals


@pytest.mark.parametrize("damaged", ["", "[", "{}", "[1]", '{"version": 1}', "9" * 5000])
def test_a_damaged_report_is_none(tmp_path: Path, damaged: str) -> None:
    home = _make_home(tmp_path)
    home.vitals.write_text(damaged)
    assert read_vitals(home) is None


def _make_home(folder: Path) -> Home:
    home = Home(folder)
    home.vitals.parent.mkdir()
    return home


def _build_vitals(trouble: str) -> Vitals:
    return Vitals("1", 2, AT, AT, 3, {"telegram": None}, (Trouble(AT, trouble),))
