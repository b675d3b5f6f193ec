"""The views of the desk: each module that defines `view` is one."""

import importlib
import pkgutil
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping

from msgspec import Struct

from bot.desk.conversations import Conversations
from bot.desk.timings import Gauges
from bot.turns.command import Turn

Arguments = Mapping[str, str]
NUMBER = re.compile(r"[0-9]{1,9}")


class ViewContext(Struct, frozen=True):
    """The viewer, as a command knows them, and what only the desk has."""

    turn: Turn
    gauges: Gauges
    conversations: Conversations


class View(Struct, frozen=True):
    """`show(context, arguments)` returns a frozen struct of plain values, all that is shown."""

    name: str
    show: Callable[[ViewContext, Arguments], Awaitable[object]]
    owner_only: bool = False


def parse_number(text: str, default: int) -> int:
    """Return the whole number that an argument is; `default` for anything else."""
    return int(text) if NUMBER.fullmatch(text) else default


class Views(Mapping[str, View]):
    """All views by name, each imported when it is first used."""

    def __init__(self) -> None:
        self._names = sorted(found.name for found in pkgutil.iter_modules(__path__))

    def __getitem__(self, name: str) -> View:
        if name not in self._names:
            raise KeyError(name)
        view: View = importlib.import_module(f"{__name__}.{name}").view
        return view

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
