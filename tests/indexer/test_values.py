"""Values are what the standard library's dataclasses are."""

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, asdict, field, fields, replace
from functools import cached_property
from typing import Any

import pytest

from indexer.values import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """Where something is."""

    x: int
    y: int = 2
    seen: list[str] = field(default_factory=list, compare=False, repr=False)
    label: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class Place(Point):
    name: str = "here"
    twice: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "twice", 2 * self.x)


@dataclass(frozen=True, slots=True)
class Empty:
    pass


@dataclass(frozen=True, slots=True)
class One:
    only: object


@dataclass(slots=True)
class Count:
    number: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Alone:
    number: int


@dataclass(frozen=True)
class Lazy:
    word: str

    @cached_property
    def loud(self) -> str:
        return self.word.upper()


@dataclass(frozen=True, slots=True)
class Shout:
    word: str

    def __repr__(self) -> str:
        return self.word.upper()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shout) and self.word.lower() == other.word.lower()

    def __hash__(self) -> int:
        return hash(self.word.lower())


def test_a_value_is_made_compared_and_shown() -> None:
    assert Point(1) == Point(1, 2, ["not compared"]) == Point(x=1, y=2)
    assert Point(1) != Point(1, label="b")
    assert hash(Point(1)) == hash(Point(1, 2))
    assert repr(Point(1, label="b")) == "Point(x=1, y=2, label='b')"
    assert Point(1).seen is not Point(1).seen
    assert Point.__doc__ == "Where something is."


@pytest.mark.parametrize(("given", "named"), [((), {}), ((1, 2, [], "b"), {}), ((1,), {"z": 1})])
def test_wrong_arguments_are_refused(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"Point\.__init__\(\)"):
        Point(*given, **named)


def test_a_value_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
        Point(1).x = 3  # type: ignore[misc]  # that it is refused is what we test
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
        del Point(1).x
    assert not hasattr(Point(1), "__dict__")


def test_without_slots_a_value_keeps_what_it_found() -> None:
    lazy = Lazy("a")
    assert lazy.loud is lazy.loud
    assert lazy == Lazy("a")
    with pytest.raises(FrozenInstanceError, match="word"):
        lazy.word = "b"  # type: ignore[misc]  # that it is refused is what we test


def test_a_class_that_is_not_frozen_can_be_changed_and_has_no_hash() -> None:
    count = Count()
    count.number += 1
    assert count == Count(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(count)


def test_without_eq_a_value_is_itself_only() -> None:
    assert Alone(1) != Alone(1)
    assert len({Alone(1), Alone(1)}) == 2


def test_a_class_keeps_its_own_methods() -> None:
    assert repr(Shout("a")) == "A"
    assert Shout("a") == Shout("A")
    assert len({Shout("a"), Shout("A")}) == 1


def test_a_subclass_has_the_fields_of_both() -> None:
    place = Place(3, name="there")
    assert (place.x, place.name, place.twice) == (3, "there", 6)
    assert place != Point(3)
    assert repr(place) == "Place(x=3, y=2, label='', name='there', twice=6)"


def test_a_value_without_fields_or_with_one() -> None:
    assert Empty() == Empty()
    assert hash(Empty()) == hash(Empty())
    assert repr(Empty()) == "Empty()"
    same = float("nan")
    assert One(same) == One(same)
    assert One((1, 2)) != One((1, 3))


@pytest.mark.parametrize("value", [Point(1, label="b"), Place(4), Count(2), Empty(), Lazy("a")])
def test_a_value_is_copied_and_pickled(value: Point | Count | Empty | Lazy) -> None:
    assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301  # our own bytes
    assert copy.copy(value) == copy.deepcopy(value) == value


def test_the_functions_of_dataclasses_take_it() -> None:
    assert replace(Point(1, label="b"), x=5) == Point(5, label="b")
    assert asdict(Point(1)) == {"x": 1, "y": 2, "seen": [], "label": ""}
    assert [each.name for each in fields(Place)] == ["x", "y", "seen", "label", "name", "twice"]
    assert dataclasses.is_dataclass(Empty)


def test_a_value_is_matched_by_position() -> None:
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)
