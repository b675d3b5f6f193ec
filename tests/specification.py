"""Which test covers which statement of the specifications: `python -m tests.specification`.

`specifications.tsv` has a line per statement: its number, what it says, and, where there is more
to say, a remark and how multis holds it: "as written", "better" (more or stricter, and nothing
that was asked for is missing) or "otherwise". Tests name what they cover:
`@pytest.mark.spec("S1-29", "S1-30")`. Both together make docs/specifications.md.
"""

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

TESTS = Path(__file__).parent
STATEMENTS = TESTS / "specifications.tsv"
PAGE = TESTS.parent / "docs" / "specifications.md"
PARTS = {
    "S0": "Working memory and indexed knowledge",
    "S1": "A ledger of facts",
    "S2": "A vault of notes",
    "S3": "Memory tools",
    "S4": "Documents, chats and isolation",
}
INTRODUCTION = """# The specifications, and the tests that hold multis to them

Five systems described what a memory for an assistant should do; multis does all of it in one
product. Each statement names the tests that would fail without it, and says how multis holds it:
as written; better, where it does what is asked for and more; or otherwise, where the five disagree
or one of them had a flaw. The last column says what multis does instead. This page is made by
`python -m tests.specification` from the marks in the tests.
"""
HEADER = "| | statement | tests | held | remark |"
WAYS = ("as written", "better", "otherwise")


class Statement(Struct, frozen=True):
    number: str
    text: str
    remark: str = ""
    way: str = ""

    @property
    def held(self) -> str:
        """One of `WAYS`: a remark that does not say which is taken for a difference."""
        return self.way or ("otherwise" if self.remark else "as written")


def statements() -> list[Statement]:
    lines = STATEMENTS.read_text(encoding="utf-8").splitlines()
    return [Statement(*line.split("\t")) for line in lines]


def covered() -> dict[str, list[str]]:
    """Statement -> the tests that name it, as `file.py::test`."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for name, numbers in _marks(ast.parse(path.read_text(encoding="utf-8"))):
            for number in numbers:
                found[number].append(f"{path.relative_to(TESTS).as_posix()}::{name}")
    return dict(found)


def _marks(scope: ast.Module | ast.ClassDef) -> Iterator[tuple[str, list[str]]]:
    for node in scope.body:
        if isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}::{test}", numbers) for test, numbers in _marks(node))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.spec":
                    yield node.name, [str(ast.literal_eval(each)) for each in mark.args]


def page(told: Sequence[Statement], tests: Mapping[str, Sequence[str]]) -> str:
    lines = [INTRODUCTION, _count(told), ""]
    for part, title in PARTS.items():
        lines += [f"## {title}", "", HEADER, "|-|-|-|-|-|"]
        lines += [_row(each, tests) for each in told if each.number.startswith(f"{part}-")]
        lines.append("")
    return "\n".join(lines)


def _count(told: Sequence[Statement]) -> str:
    counts = Counter(each.held for each in told)
    return f"{len(told)} statements: {', '.join(f'{counts[way]} {way}' for way in WAYS)}."


def _row(statement: Statement, tests: Mapping[str, Sequence[str]]) -> str:
    named = "<br>".join(f"`{test}`" for test in tests.get(statement.number, ()))
    cells = (statement.number, statement.text, named, statement.held, statement.remark)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    tests = covered()
    PAGE.write_text(page(statements(), tests), encoding="utf-8")
    open_ones = [each.number for each in statements() if each.number not in tests]
    sys.exit(f"Without a test: {' '.join(open_ones)}" if open_ones else 0)
