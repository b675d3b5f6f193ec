"""The files of the replica are those of now, whatever the machine's clock said before."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.home import Home
from bot.replica.files import FileCopier, fetch_files, find_list
from bot.replica.objects import Objects, open_objects
from tests.bot.replica.drill import a_home, settings_for
from tests.factories import NOON

KEEP = timedelta(hours=48)
HOUR = timedelta(hours=1)
FAR = timedelta(days=365)
NOTES = "memory/chats/a/memory.md"
ORIGINAL = "data/originals/ab"


class Machine:
    """A home that is copied now and then, by processes whose clocks the test sets."""

    def __init__(self, home: Home, objects: Objects, restored: Path) -> None:
        self._home = home
        self._objects = objects
        self._restored = restored
        self.restart()

    def restart(self) -> None:
        self._copier = FileCopier(self._home.folder, KEEP)

    def copy(self, now: datetime, **written: str) -> None:
        """Copy the files, once notes or an original are `written`."""
        for name, text in written.items():
            (self._home.folder / {"notes": NOTES, "original": ORIGINAL}[name]).write_text(text)
        self._copier.copy(self._objects, self._home.list_kept_files(), now)

    def restore(self, at: datetime | None = None) -> str:
        """Return the notes as the replica has them, with all other files beside them."""
        folder = self._restored / str(len(list(self._restored.iterdir())))
        folder.mkdir()
        fetch_files(self._objects, find_list(self._objects, at, NOON), folder)
        return (folder / NOTES).read_text()


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    (tmp_path / "restored").mkdir()
    with _open(tmp_path) as objects:
        yield Machine(a_home(tmp_path), objects, tmp_path / "restored")


@contextmanager
def _open(folder: Path) -> Iterator[Objects]:
    with open_objects(settings_for(folder)) as objects:
        yield objects


@pytest.mark.parametrize("restarts", [False, True])
def test_a_clock_that_was_ahead_hides_no_later_files(machine: Machine, *, restarts: bool) -> None:
    machine.copy(NOON, notes="first")
    machine.copy(NOON + FAR, notes="second")
    if restarts:
        machine.restart()
    machine.copy(NOON + HOUR, notes="third")
    assert machine.restore() == "third"
    assert machine.restore(NOON + HOUR) == "third"
    machine.copy(NOON + 2 * HOUR)
    assert machine.restore() == "third"


def test_what_is_the_same_after_a_clock_was_ahead_is_still_the_newest(machine: Machine) -> None:
    machine.copy(NOON, notes="first")
    machine.copy(NOON + FAR, notes="second")
    machine.copy(NOON + HOUR)
    assert machine.restore(NOON + HOUR) == "second"


def test_a_start_without_a_clock_loses_no_files(machine: Machine) -> None:
    """A machine may not know the time until it reaches a server that tells it."""
    machine.copy(NOON - FAR, notes="first")
    machine.copy(NOON, notes="second")
    machine.restart()
    machine.copy(datetime.fromtimestamp(3600, NOON.tzinfo), notes="third")
    assert machine.restore() == "third"
    for hours in range(1, 4):
        machine.copy(NOON + hours * HOUR)
        assert machine.restore() == "third"
    machine.copy(NOON + 4 * HOUR, original="changed")
    assert machine.restore() == "third"
    machine.copy(NOON + 4 * HOUR + 2 * KEEP, original="changed again")
    assert machine.restore() == "third"


@pytest.mark.parametrize("restarts", [False, True])
def test_a_clock_that_is_behind_takes_nothing_from_the_history(
    machine: Machine, *, restarts: bool
) -> None:
    for hours, notes in enumerate(("first", "second", "third")):
        machine.copy(NOON + hours * HOUR, notes=notes)
    for seconds, notes in enumerate(("fourth", "fifth")):
        if restarts:
            machine.restart()
        machine.copy(datetime.fromtimestamp(seconds, NOON.tzinfo), notes=notes)
    for hours, notes in enumerate(("first", "second")):
        assert machine.restore(NOON + hours * HOUR) == notes
    assert machine.restore() == "fifth"
    machine.copy(NOON + 3 * HOUR, notes="sixth")
    assert machine.restore(NOON + HOUR) == "second"
    assert machine.restore() == "sixth"


def test_a_list_that_is_damaged_keeps_nothing_from_being_copied(
    machine: Machine, tmp_path: Path
) -> None:
    for hours, notes in enumerate(("first", "second", "third")):
        machine.copy(NOON + hours * HOUR, notes=notes)
    lists = sorted((tmp_path / "replica/files/lists").iterdir())
    lists[1].write_text("{")
    machine.restart()
    for hours in (3, 4):
        machine.copy(NOON + hours * HOUR, notes=f"after {hours} hours")
    machine.copy(NOON + 2 * HOUR + KEEP, notes="last")
    assert machine.restore() == "last"
    assert machine.restore(NOON + 2 * HOUR) == "third"
