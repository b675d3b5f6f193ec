"""`dataclass`: the standard library's, made in a quarter of the time.

A command makes more than a hundred of these classes before it does anything. The standard library
compiles six functions for each, which was a third of what `multis say` takes. Here only `__init__`
is compiled; the others are the same for every class. A frozen value is also made faster. To a type
checker it is `dataclasses.dataclass`; `field`, `replace`, `asdict` and the like take these classes
as they take its own.
"""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, FrozenInstanceError
from operator import attrgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from dataclasses import Field
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool = False, slots: bool = False, eq: bool = True):
        """Return a decorator that makes a class what `dataclasses.dataclass` would make it."""

        def make(cls: type) -> type:
            own = dict(vars(cls))
            # Else the standard library writes the signature there, which takes as long as the rest.
            cls.__doc__ = cls.__doc__ or cls.__name__
            made = dataclasses.dataclass(slots=slots, init=False, repr=False, eq=False)(cls)
            for name, value in _build_methods(made, frozen=frozen, slots=slots, eq=eq):
                if own.get(name) is None:
                    setattr(made, name, value)
            return made

        return make


def _build_methods(
    made: type, *, frozen: bool, slots: bool, eq: bool
) -> Iterator[tuple[str, object]]:
    fields = dataclasses.fields(made)
    yield "__init__", _compile_init(made, fields, slots=slots)
    yield "__repr__", _format
    if eq:
        yield from _build_comparison([each.name for each in fields if each.compare], frozen=frozen)
    if frozen:
        yield from (("__setattr__", _refuse_assignment), ("__delattr__", _refuse_deletion))
    if frozen and slots:
        yield from (("__getstate__", _get_state), ("__setstate__", _set_state))


def _compile_init(
    made: type, fields: Sequence[Field[object]], *, slots: bool
) -> Callable[..., None]:
    """Compile an `__init__` that goes round `__setattr__`, which may refuse."""
    names: dict[str, object] = {"MISSING": MISSING, "write": object.__setattr__}
    lines = [f"def __init__({', '.join(_list_parameters(fields))}):"]
    for each in fields:
        names[f"default_{each.name}"] = each.default
        names[f"make_{each.name}"] = each.default_factory
        if slots:
            names[f"set_{each.name}"] = getattr(made, each.name).__set__
        if value := _format_value(each):
            target = f"set_{each.name}(self" if slots else f"write(self, {each.name!r}"
            lines.append(f" {target}, {value})")
    lines.append(" self.__post_init__()" if hasattr(made, "__post_init__") else " pass")
    compiled: dict[str, Callable[..., None]] = {}
    exec("\n".join(lines), names, compiled)  # noqa: S102  # names of our own fields
    compiled["__init__"].__qualname__ = f"{made.__qualname__}.__init__"
    return compiled["__init__"]


def _list_parameters(fields: Sequence[Field[object]]) -> Iterator[str]:
    yield "self"
    yield from (_format_parameter(each) for each in fields if each.init and not each.kw_only)
    by_name = [each for each in fields if each.init and each.kw_only]
    if by_name:
        yield "*"
    yield from map(_format_parameter, by_name)


def _format_parameter(each: Field[object]) -> str:
    if each.default is not MISSING:
        return f"{each.name}=default_{each.name}"
    return each.name if each.default_factory is MISSING else f"{each.name}=MISSING"


def _format_value(each: Field[object]) -> str:
    """Return the expression of a field's first value; "" if it has none."""
    if each.default_factory is not MISSING:
        made = f"make_{each.name}()"
        return f"{made} if {each.name} is MISSING else {each.name}" if each.init else made
    if each.init:
        return each.name
    return "" if each.default is MISSING else f"default_{each.name}"


def _build_comparison(names: Sequence[str], *, frozen: bool) -> Iterator[tuple[str, object]]:
    read = _build_reader(names)

    def compare(self: object, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented  # type: ignore[no-any-return]  # as everywhere in Python
        return read(self) == read(other)

    yield "__eq__", compare
    yield "__hash__", (lambda self: hash(read(self))) if frozen else None


def _build_reader(names: Sequence[str]) -> Callable[[object], object]:
    """Return a function that returns a tuple of these attributes."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _format(self: object) -> str:
    parts = (
        f"{each.name}={getattr(self, each.name)!r}" for each in _list_fields(self) if each.repr
    )
    return f"{self.__class__.__qualname__}({', '.join(parts)})"


def _list_fields(value: object) -> tuple[Field[object], ...]:
    return dataclasses.fields(value)  # type: ignore[arg-type]  # one of our classes


def _refuse_assignment(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _get_state(self: object) -> list[object]:
    """Return what is pickled and copied."""
    return [getattr(self, each.name) for each in _list_fields(self)]


def _set_state(self: object, state: Sequence[object]) -> None:
    for each, value in zip(_list_fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)
