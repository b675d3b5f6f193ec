"""Sentences for users that do not go through the catalogue, found in the source.

Looked at is every literal that a person is given (`Reply("...")`, `print("...")`, `help="..."`),
and every other one that reads like a sentence. What is for programs, logs and models stays
English: docstrings, logging, audit lines, names of background work, Python's own exceptions, SQL
and patterns are known; for the rest a line says `# not translated: WHY`, and a file that has
nothing else is named in `exempt.tsv`.
"""

import ast
import builtins
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from tests.catalog.extraction import KEYWORDS, ROOT, SOURCES
from tests.catalog.extractors import called

PENDING = Path(__file__).parent / "pending.txt"  # files that are still to be converted
EXEMPT = Path(__file__).parent / "exempt.tsv"  # files whose sentences are not for users, and why
MARK = re.compile(r"# not translated: \w+")

SPOKEN = {
    "Reply",
    "Draft",
    "Choice",
    "MenuItem",
    "Command",
    "print",
    "UserError",
    "ConfigError",
    "ParseError",
}
SHOWN = {"help", "description", "epilog", "summary", "label", "because"}  # names of arguments
CODES = {
    "Command": (0, 1),
    "MenuItem": (0,),
    "Choice": (1,),
    "ParseError": (0, 1, 3),
}  # arguments that are no sentences
PRIVATE = {
    "log",
    "logger",
    "logging",
    "warnings",
    "audit",
    "background",
    "re",
}  # called for programs
RAISED = {name for name, each in vars(builtins).items() if isinstance(each, type)}
WORD = re.compile(r"[^\W\d_]{2,}")
SENTENCE = re.compile(r"""["“'(*…\s]*(?:[A-Z][a-z’']+|I) |.*[a-z]{2}.*\s.*[.?!…:]\s*$""", re.DOTALL)
FRAGMENT = re.compile(r"(?:^|[\s(])[a-z]{3,}[\s,.)]|[\s(][a-z]{3,}$")
CODE = re.compile(r"[a-z0-9_./:@%{}<>|=*+-]*|[/-]\S+", re.DOTALL)
SQL = re.compile(
    r"^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|WITH|BEGIN|WHERE|AND|OR|ORDER|FROM"
    r"|JOIN|LEFT|VALUES|EXISTS|ATTACH|DETACH|VACUUM|SAVEPOINT|RELEASE|ROLLBACK|ON|SET|UNION)\b"
    r"|= ?\?|json_each"
)


class Found(Struct, frozen=True):
    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{name_of(self.path)}:{self.line}: {self.text!r}"


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def modules() -> list[Path]:
    return sorted(path for source in SOURCES for path in (ROOT / source).rglob("*.py"))


def listed(path: Path) -> list[str]:
    """The first column of each line that is no comment."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [line.partition("\t")[0] for line in lines if line and not line.startswith("#")]


def pending() -> Iterator[str]:
    """The files that have sentences outside the catalogue, and no reason to."""
    exempt = set(listed(EXEMPT))
    for path in modules():
        if name_of(path) not in exempt and outside(path):
            yield name_of(path)


def outside(path: Path) -> list[Found]:
    return find(path.read_text(encoding="utf-8"), path)


def find(source: str, path: Path) -> list[Found]:
    lines = source.splitlines()
    found = (Found(path, node.lineno, text) for node, text in _Reader().read(ast.parse(source)))
    return [each for each in found if not _marked(lines, each)]


def _marked(lines: list[str], found: Found) -> bool:
    """On its own line, or on the line that ends the expression in which it stands."""
    return bool(MARK.search(lines[found.line - 1]))


class _Reader:
    """Walks a module from the top, knowing what each literal is given to."""

    def read(self, node: ast.AST, spoken: bool = False) -> Iterator[tuple[ast.expr, str]]:
        if isinstance(node, ast.Call):
            yield from self._call(node, spoken)
        elif isinstance(node, ast.Constant | ast.JoinedStr):
            yield from self._literal(node, spoken)
        elif not _is_silent(node):
            # `print(" ".join(...))` speaks, `print(show("kb"))` does not: see `_call`.
            inside = spoken and isinstance(node, ast.BinOp | ast.IfExp | ast.Tuple | ast.List)
            inside = inside or (spoken and isinstance(node, ast.BoolOp | ast.Starred))
            for child in _children(node):
                yield from self.read(child, inside)

    def _call(self, node: ast.Call, spoken: bool) -> Iterator[tuple[ast.expr, str]]:
        name = called(node)
        if (name in RAISED - {"print"} and name != "str") or _chain(node.func) & PRIVATE:
            yield from self._only_calls(node)
            return
        yield from self.read(node.func, spoken and isinstance(node.func, ast.Attribute))
        codes = CODES.get(name, ())
        for at, each in enumerate(node.args):
            if (name in KEYWORDS and isinstance(each, ast.Constant)) or at in codes:
                continue
            yield from self.read(each, name in SPOKEN)
        for keyword in node.keywords:
            yield from self.read(keyword.value, keyword.arg in SHOWN)

    def _only_calls(self, node: ast.Call) -> Iterator[tuple[ast.expr, str]]:
        """What a log line is made of may still call something that speaks."""
        for each in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(each, ast.Call):
                yield from self.read(each)

    def _literal(
        self, node: ast.Constant | ast.JoinedStr, spoken: bool
    ) -> Iterator[tuple[ast.expr, str]]:
        text = _text(node)
        if _speaks(text, spoken, isinstance(node, ast.JoinedStr)):
            yield node, text
        if isinstance(node, ast.JoinedStr):
            for each in node.values:
                if isinstance(each, ast.FormattedValue):
                    yield from self.read(each.value, spoken)


def _speaks(text: str, spoken: bool, filled: bool) -> bool:
    """Whether `text` is a sentence, or a part of one."""
    if set(WORD.findall(text)) <= {"multis"} or SQL.search(text):
        return False
    if spoken:
        return not CODE.fullmatch(text.strip())
    many = len(WORD.findall(text)) > 1 and " " in text.strip()
    return bool((many and SENTENCE.match(text)) or (filled and FRAGMENT.search(text)))


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    """With `{}` for each value."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(_text(each) if isinstance(each, ast.Constant) else "{}" for each in node.values)


def _is_silent(node: ast.AST) -> bool:
    """A docstring or any other lone string, `Literal[...]`, a check of our own."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Subscript):
        return ast.unparse(node.value) in ("Literal", "Annotated")
    return isinstance(node, ast.Assert)


def _children(node: ast.AST) -> Iterable[ast.AST]:
    """Without annotations, which name types."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        yield from (each for each in _listed(value) if isinstance(each, ast.AST))


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _chain(node: ast.expr) -> set[str]:
    """The names of `self._services.audit.record`."""
    names = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    return {name.lstrip("_") for name in names | {_name(node)}}


def _name(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
