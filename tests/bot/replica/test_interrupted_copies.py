"""Killed before any step of copying files, the replica is whole, and the next copy finishes it."""

from collections.abc import Collection, Iterator
from datetime import timedelta
from pathlib import Path

from msgspec import Struct

from bot.home import Home
from bot.replica.files import FileCopier, fetch_files, find_list
from bot.replica.objects import Objects, open_objects
from tests.bot.replica.drill import a_home, settings_for
from tests.factories import NOON

KEEP = timedelta(hours=48)
NOTES = "memory/chats/a/memory.md"


class KilledError(Exception):
    """Ends a copy as a kill does: nothing of it runs on."""


class Dying(Struct):
    """Objects that take `left` more changes."""

    objects: Objects
    left: int

    def _live(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise KilledError

    def put(self, name: str, content: bytes) -> None:
        self._live()
        self.objects.put(name, content)

    def delete(self, names: Collection[str]) -> None:
        self._live()
        self.objects.delete(names)

    def read(self, name: str) -> Iterator[bytes]:
        return self.objects.read(name)

    def list_names(self, folder: str) -> Iterator[str]:
        return self.objects.list_names(folder)


def _restore(objects: Objects, folder: Path) -> str:
    """Return the notes, once every file that the replica names was there."""
    folder.mkdir()
    fetch_files(objects, find_list(objects, None, NOON), folder)
    return (folder / NOTES).read_text()


def _holds(objects: Objects, text: str) -> bool:
    contents = (b"".join(objects.read(each)) for each in objects.list_names("contents"))
    return any(text.encode() in each for each in contents)


def _write(home: Home, text: str) -> None:
    (home.folder / NOTES).write_text(text)


def _copy_until_killed(folder: Path, steps: int) -> bool:
    """Copy twice, so long after the first copy that its files go; return if that came to its end.

    Whatever was reached, the next process finishes it.
    """
    home = a_home(folder)
    with open_objects(settings_for(folder)) as objects:

        def copy(into: Objects, days: int) -> None:
            FileCopier(home.folder, KEEP).copy(
                into, home.list_kept_files(), NOON + timedelta(days=days)
            )

        for day, text in enumerate(("to be forgotten", "written since", "before the kill")):
            _write(home, text)
            copy(objects, day)
        _write(home, "after the kill")
        whole = True
        try:
            copy(Dying(objects, steps), 5)
        except KilledError:
            whole = False
        kept = _restore(objects, folder / "killed")
        assert kept in ("before the kill", "after the kill")
        copy(objects, 5)
        assert _restore(objects, folder / "finished") == "after the kill"
        assert not _holds(objects, "to be forgotten")
    return whole


def test_a_killed_copy_is_whole_and_the_next_one_finishes_it(tmp_path: Path) -> None:
    steps = 0
    while True:
        folder = tmp_path / str(steps)
        folder.mkdir()
        if _copy_until_killed(folder, steps):
            break
        steps += 1
    assert steps == 4  # a content, the list, the lists that are too old, and their contents
