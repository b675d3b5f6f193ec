"""Words SQLite's statements as PostgreSQL takes them; almost all are worded for both already."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from indexer.store.engine.session import Parameters

_PARTS = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|--[^\n]*|[^'\"-]+|-")
_PLACE = re.compile(r"(?<![:\w]):([a-z_]\w*)|\?(\d*)")
# Two rows are compared as values in SQLite: a NULL equals another one.
_DISTINCT = re.compile(r"\bIS NOT (?!NULL\b|DISTINCT\b)")

_LIMIT = re.compile(r"\bLIMIT (%\(\w+\)s)")  # -1 is no limit in SQLite


@lru_cache(512)
def translate(sql: str) -> str:
    """Word a statement with psycopg's placeholders, all of them by name: `p1` is the first `?`."""
    places = _count()
    text = _replace_places(sql, lambda name, number: f"%({name or f'p{places(number)}'})s", "%%")
    return _LIMIT.sub(r"LIMIT nullif(\1, -1)", text)


def write_body(sql: str, names: Sequence[str]) -> str:
    """Word a statement as the body of a function with these parameters."""
    return _replace_places(sql, lambda name, _: f"${names.index(name) + 1}", "%")


def name_parameters(parameters: Parameters) -> Mapping[str, object]:
    """Name parameters as `translate` does."""
    if isinstance(parameters, Mapping):
        return parameters
    return {f"p{n}": value for n, value in enumerate(parameters, 1)}


def write_without_comments(sql: str) -> str:
    return "".join(part for part in _split(sql) if not part.startswith("--"))


def compare_values(sql: str) -> str:
    """Word comparisons that take NULL for a value."""
    return _DISTINCT.sub("IS DISTINCT FROM ", sql)


def _replace_places(sql: str, name: Callable[[str, str], str], percent: str) -> str:
    words = list[str]()
    for part in _split(sql):
        if part.startswith("--"):
            continue
        part = part.replace("%", percent)
        if not part.startswith(("'", '"')):
            part = _PLACE.sub(lambda found: name(found[1] or "", found[2] or ""), part)
        words.append(part)
    return compare_values("".join(words))


def _split(sql: str) -> Iterator[str]:
    return (found[0] for found in _PARTS.finditer(sql))


def _count() -> Callable[[str], int]:
    """Number places: one that has a number keeps it, another one follows the largest so far."""
    last = 0

    def number(given: str) -> int:
        nonlocal last
        own = int(given) if given else last + 1
        last = max(last, own)
        return own

    return number
