"""What the desk can show, one view per module: a module takes part by defining `view`."""

import importlib
import pkgutil
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass

from bot.desk.timings import Gauges
from bot.turns.command import Turn

Arguments = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ViewContext:
    """Who looks, as a command would know them, and what only the desk keeps."""

    turn: Turn
    gauges: Gauges


@dataclass(frozen=True, slots=True)
class View:
    """`show(look, arguments)` returns a frozen dataclass of plain values: all that is shown."""

    name: str
    show: Callable[[ViewContext, Arguments], Awaitable[object]]
    owner_only: bool = False


class Views(Mapping[str, View]):
    """All there are, each imported when it is first asked for."""

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
