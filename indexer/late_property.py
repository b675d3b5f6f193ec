"""Properties that are computed when they are first asked for, and kept.

So does `functools.cached_property`, but before Python 3.12 with one lock for all instances: threads
that read the passages of different questions would wait for each other, thousands of times.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

__all__ = ["late_property"]

T = TypeVar("T")

if TYPE_CHECKING:
    # To a type checker they are like all others.
    from functools import cached_property as late_property
else:

    class late_property(Generic[T]):
        """Computes a value once for an instance; two threads at once may each do so."""

        def __init__(self, compute: Callable[[object], T]) -> None:
            self._compute = compute
            self.__doc__ = compute.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self._name = name

        def __get__(self, instance: object, owner: type | None = None) -> "T | late_property[T]":
            if instance is None:
                return self
            found = instance.__dict__[self._name] = self._compute(instance)
            return found
