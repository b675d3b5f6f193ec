"""The breaks, the promises that they break, and the tests that hold those."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from tests.specification import covered, statements

ROOT = Path(__file__).parents[2]
LABELS = ROOT / "bench" / "labels"
BREAKS = LABELS / "mutants"
UNBREAKABLE = LABELS / "unbreakable.tsv"
PROMISES = LABELS / "promises.tsv"


class Mutant(Struct, frozen=True):
    """One break. `before` stands once in the file, `after` takes its place; `\\n` is a new line."""

    numbers: tuple[str, ...]
    path: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{' '.join(self.numbers)}  {self.path}: {self.before!r} -> {self.after!r}"

    def apply_to(self, tree: Path) -> None:
        """Write the break into a copy. Raises what `break_text` does."""
        file = tree / self.path
        file.write_text(self.break_text(file.read_text(encoding="utf-8")), encoding="utf-8")

    def break_text(self, text: str) -> str:
        """Break the text of the file.

        A piece that does not stand there once is a ValueError; Python that cannot be compiled,
        which any test would notice, is a SyntaxError.
        """
        if (found := text.count(self.before)) != 1:
            raise ValueError(f"{self}: this stands {found} times in the file, not once.")
        broken = text.replace(self.before, self.after)
        if self.path.endswith(".py"):
            compile(broken, self.path, "exec")
        return broken


def read_mutants() -> list[Mutant]:
    return [
        Mutant(tuple(numbers.split()), path, _unescape(before), _unescape(after))
        for file in sorted(BREAKS.glob("*.tsv"))
        for numbers, path, before, after in _read_rows(file)
    ]


def read_unbreakable() -> dict[str, str]:
    """Statement -> why no break of one line can show that its tests hold it."""
    return {row[0]: row[1] for row in _read_rows(UNBREAKABLE)}


def find_tests() -> dict[str, Sequence[str]]:
    """Number -> the tests that promise it, as `file.py::test` below tests/."""
    promises = {name: tests.split() for name, tests in _read_rows(PROMISES)}
    return {**covered(), **promises}


def find_missing(mutants: Sequence[Mutant]) -> list[str]:
    """List the statements that have neither a break nor a reason for having none."""
    told = {number for mutant in mutants for number in mutant.numbers} | read_unbreakable().keys()
    return [each.number for each in statements() if each.number not in told]


def _read_rows(file: Path) -> Iterator[list[str]]:
    for line in file.read_text(encoding="utf-8").splitlines():
        yield line.split("\t")


def _unescape(piece: str) -> str:
    return piece.replace("\\n", "\n")
