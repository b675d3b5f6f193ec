"""Finds every function of the program that takes one text."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.hostile.patterns import load_modules

_EITHER = inspect.Parameter.POSITIONAL_OR_KEYWORD
WORKER = "indexer.parsing.formats"  # parsers run in a process of their own, with limits


@dataclass(frozen=True, slots=True)
class TextFunction:
    """A function that can be called with a text alone."""

    place: str  # module and name
    function: Callable[[str], object]

    def run(self, text: str) -> None:
        """Call the function, and go through what it yields."""
        found = self.function(text)
        if isinstance(found, Iterator):
            for _each in found:
                pass


def find_text_functions() -> Iterator[TextFunction]:
    """Yield functions, static methods and class methods, public or not; without their caches."""
    for module in load_modules():
        if module.__name__.startswith(WORKER):
            continue
        for name, value in vars(module).items():
            yield from _find_one(module.__name__, name, value)
            if inspect.isclass(value) and value.__module__ == module.__name__:
                yield from _find_methods(module.__name__, value)


def _find_one(module: str, name: str, value: object) -> Iterator[TextFunction]:
    function = inspect.unwrap(value) if callable(value) else None
    if inspect.isfunction(function) and function.__module__ == module and _takes_text(function):
        yield TextFunction(f"{module}.{name}", function)


def _find_methods(module: str, owner: type) -> Iterator[TextFunction]:
    for name, value in vars(owner).items():
        bound = getattr(owner, name) if isinstance(value, classmethod | staticmethod) else None
        if bound is not None and _takes_text(bound):
            yield TextFunction(f"{module}.{owner.__name__}.{name}", bound)


def _takes_text(function: Callable[..., object]) -> bool:
    """Whether the first parameter is a text, and no other one is required."""
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        return False
    parameters = list(inspect.signature(function).parameters.values())
    return (
        bool(parameters)
        and parameters[0].annotation in (str, "str")
        and parameters[0].kind in (inspect.Parameter.POSITIONAL_ONLY, _EITHER)
        and all(map(_is_optional, parameters[1:]))
    )


def _is_optional(parameter: inspect.Parameter) -> bool:
    return parameter.default is not parameter.empty or parameter.kind in (
        parameter.VAR_POSITIONAL,
        parameter.VAR_KEYWORD,
    )
