"""Starts multis, once its packages are known to be its own.

Their names are short: another project's package called `bot` or `adapters`, installed beside ours,
shadows or overwrites it, and the start would end in a traceback from somewhere else.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

# Each begins with these words, which a foreign package in its place does not.
MARK = '"""Part of multis: '
OURS = ("adapters", "bot", "indexer", "memory")


def main() -> int:
    """What `multis` runs; the exit code."""
    for name in OURS:
        if not _is_ours(name):
            print(f"multis: {_advice(name)}", file=sys.stderr)  # noqa: T201  # a command speaks
            return 1
    from bot.cli import main

    return main()


def _is_ours(name: str) -> bool:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        return False
    with open(spec.origin, encoding="utf-8", errors="replace") as file:
        return file.read(len(MARK)) == MARK


def _advice(name: str) -> str:
    from importlib.metadata import packages_distributions  # too slow for every start

    spec = find_spec(name)
    if spec is None:
        return f"The package {name}, a part of multis, is missing. {_install()}"
    others = set(packages_distributions().get(name, ())) - {"multis"}
    owner = f", installed by {' and '.join(sorted(others))}," if others else ""
    places = [spec.origin] if spec.origin else [*(spec.submodule_search_locations or ())]
    place = Path(places[0]) if places else Path(name)
    return (
        f"Another package called {name}{owner} is in the way of the one that multis needs "
        f"({place}). {_install()}"
    )


def _install() -> str:
    return (
        "Install multis in an environment of its own: run `uv tool install .` or `pipx install .` "
        "in its checkout."
    )
