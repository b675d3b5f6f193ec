"""What is kept for ever has no words of people: an unbounded cache goes by what we ship alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture import PACKAGES, list_modules, parse_file

# Languages, lists and folders of ours, and what is made of them: few, and nobody's words.
OURS = frozenset(
    ("self", "folder", "language", "languages", "spoken", "name", "names", "section", "kind")
)
OURS |= {"meanings", "months", "opening", "pattern", "settings", "spell", "state"}


def list_kept(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each argument by which a function of a module keeps its results for ever."""
    for node in ast.walk(parse_file(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and keeps_all(node):
            arguments = (*node.args.args, *node.args.kwonlyargs)
            yield from ((node.name, each.arg) for each in arguments)


def keeps_all(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(ast.unparse(each) in ("cache", "lru_cache(None)") for each in node.decorator_list)


def test_nothing_is_kept_for_ever_by_what_people_say() -> None:
    kept = {
        (name, function, argument)
        for name, path in list_modules(*PACKAGES).items()
        for function, argument in list_kept(path)
    }
    assert len(kept) > len(OURS)
    assert not {each for each in kept if each[-1] not in OURS}
