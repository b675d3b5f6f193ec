"""The rooms of the house; `python -m tests.drawing` writes their table and picture into docs.

`rooms.tsv` has a line per room: its folder or module, what it is for, and the rooms it may import.
Rooms on the ground floor may be imported by everybody and stand in no list.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parent.parent
ROOMS = Path(__file__).with_name("rooms.tsv")
PACKAGES = ("indexer", "memory", "bot", "adapters")  # each imports only those before it
GROUND = "everybody"


class Room(Struct, frozen=True):
    """`name` is a folder, `bot/answering`, or a module beside the folders, `bot/platforms.py`."""

    name: str
    purpose: str
    may_import: frozenset[str]
    is_ground: bool


def load_rooms() -> dict[str, Room]:
    return {room.name: room for room in map(_parse, ROOMS.read_text("utf-8").splitlines())}


def _parse(line: str) -> Room:
    name, purpose, imports = line.split("\t")
    ground = imports == GROUND
    return Room(name, purpose, frozenset(() if ground else imports.split()), ground)


def list_modules(*packages: str) -> dict[str, Path]:
    """Dotted name -> file, of all modules in these folders."""
    paths = (path for package in packages for path in (ROOT / package).rglob("*.py"))
    return {_dotted(path): path for path in sorted(paths)}


def _dotted(path: Path) -> str:
    return name_file(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def name_file(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def room_of(path: Path) -> str:
    return "/".join(name_file(path).split("/")[:2])


@cache
def parse_file(path: Path) -> ast.Module:
    """Parse a source once, for all who look at it: nobody changes what they get."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def list_nodes(path: Path) -> tuple[ast.AST, ...]:
    """List everything in a source, from the outside in."""
    return tuple(ast.walk(parse_file(path)))


def list_imports(path: Path, modules: Mapping[str, Path], *, types: bool = True) -> Iterator[str]:
    """The `modules` that `path` imports anywhere; without `types`, only those it runs with."""
    skipped = set() if types else _type_checking(parse_file(path))
    for node in list_nodes(path):
        if isinstance(node, ast.Import | ast.ImportFrom) and node not in skipped:
            yield from (name for name in _named(node, modules) if name in modules)


def _type_checking(tree: ast.Module) -> set[ast.AST]:
    blocks = (n for n in ast.walk(tree) if isinstance(n, ast.If) and "TYPE_CHECKING" in _test(n))
    return {inner for block in blocks for inner in ast.walk(block)}


def _test(node: ast.If) -> str:
    return ast.unparse(node.test)


def _named(node: ast.AST, modules: Mapping[str, Path]) -> Iterator[str]:
    """`from folder import module` is read as that module."""
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom):
        for each in node.names:
            inner = f"{node.module}.{each.name}"
            yield inner if inner in modules else node.module or ""
