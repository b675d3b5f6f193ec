"""Starts multis, after checking that its packages are its own.

Their names are short: another project's package called `bot` or `adapters` in the same environment
shadows or overwrites ours, and the start would end in a traceback from code that is not ours.
Its messages stay English: the catalogue is in one of the packages that are checked here.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

# Each begins with these words, which a foreign package in its place does not.
MARK = '"""Part of multis: '
OURS = ("adapters", "bot", "indexer", "memory")


def main() -> int:
    """Run the command `multis`; return its exit code."""
    for name in OURS:
        if not _is_ours(name):
            print(f"multis: {_format_advice(name)}", file=sys.stderr)  # noqa: T201  # output of a command
            return 1
    from bot.cli import main

    return main()


def _is_ours(name: str) -> bool:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        return False
    with open(spec.origin, encoding="utf-8", errors="replace") as file:
        return file.read(len(MARK)) == MARK


def _format_advice(name: str) -> str:
    from importlib.metadata import packages_distributions  # too slow for every start

    spec = find_spec(name)
    if spec is None:
        return f"The package {name}, a part of multis, is missing. {_format_install_advice()}"
    others = set(packages_distributions().get(name, ())) - {"multis"}
    owner = f", installed by {' and '.join(sorted(others))}," if others else ""
    places = [spec.origin] if spec.origin else [*(spec.submodule_search_locations or ())]
    place = Path(places[0]) if places else Path(name)
    return (
        f"Another package called {name}{owner} hides the one that multis needs "
        f"({place}). {_format_install_advice()}"
    )


def _format_install_advice() -> str:
    return (
        "Install multis in an environment of its own: run `uv tool install .` or `pipx install .` "
        "in the multis checkout."
    )
