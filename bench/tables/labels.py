"""The labelled tables: what is in them, and which cell each question asks for."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from msgspec import Struct

from bench.answers.items import Half, Item
from bench.halves import LABELS

FOLDER = LABELS / "tables"
REAL = "real"  # the format of a shared document
ABOVE, LEFT, HEADING, BREAK = "^", "<", "#", "---"
NESTED = re.compile(r"\{(.*)\}")
SUFFIXES = {"pdf-ruled": ".pdf", "pdf-plain": ".pdf"}


class Cell(Struct):
    text: str
    columns: int = 1
    rows: int = 1

    @property
    def nested(self) -> list[list[str]]:
        """The rows of the table inside this cell, if it holds one."""
        found = NESTED.fullmatch(self.text)
        return [each.strip().split(": ") for each in found[1].split(";")] if found else []

    @property
    def shown(self) -> str:
        return NESTED.sub(r"\1", self.text)


class Row(Struct, frozen=True):
    """A row: the cells that begin in it by their column, and the cell that each column shows."""

    own: Mapping[int, Cell]
    cells: tuple[Cell, ...]
    is_heading: bool = False


class Question(Struct, frozen=True):
    """A cell that is asked for: the labels of its row and of its column, and what it holds."""

    text: str
    answer: str
    row: tuple[str, ...] = ()
    column: tuple[str, ...] = ()


class Table(Struct, frozen=True):
    name: str
    language: str
    format: str
    title: str
    text: str
    rows: tuple[Row, ...]
    breaks: tuple[int, ...]  # the rows before which a page begins
    heads: int
    repeats_head: bool
    questions: tuple[Question, ...]

    @property
    def is_real(self) -> bool:
        return self.format == REAL

    @property
    def file(self) -> str:
        if self.is_real:
            return self.name
        return self.name + SUFFIXES.get(self.format, f".{self.format}")

    @property
    def width(self) -> int:
        return len(self.rows[0].cells)


def load_tables(half: Half) -> list[Table]:
    data = tomllib.loads((FOLDER / f"{half}.toml").read_text("utf-8"))
    return [_parse_table(each) for each in data["tables"]]


def list_items(tables: Sequence[Table], half: Half) -> list[Item]:
    numbers = count(1)
    return [
        Item(
            id=f"{half}-{next(numbers)}",
            language=table.language,
            kind=table.format,
            question=question.text,
            answer=((question.answer,),),
            document=table.file,
            real=table.is_real,
        )
        for table in tables
        for question in table.questions
    ]


def _parse_table(fields: Mapping[str, Any]) -> Table:  # as TOML has it
    rows, breaks = _parse_rows(fields.get("rows", ""))
    heads = int(fields.get("heads", 1))
    return Table(
        name=fields["name"],
        language=fields["language"],
        format=fields["format"],
        title=fields.get("title", ""),
        text=fields.get("text", ""),
        rows=rows,
        breaks=breaks,
        heads=heads,
        repeats_head=bool(fields.get("repeat")),
        questions=(
            *(_parse_question(line, rows, heads) for line in _split(fields.get("questions", ""))),
            *(Question(*_cut(line, " => ")) for line in _split(fields.get("answers", ""))),
        ),
    )


def _split(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _cut(line: str, mark: str) -> tuple[str, str]:
    before, found, after = line.partition(mark)
    assert found, f"{line!r} has no {mark!r}"
    return before.strip(), after.strip()


def _parse_rows(text: str) -> tuple[tuple[Row, ...], tuple[int, ...]]:
    rows, breaks = list[Row](), list[int]()
    for line in _split(text):
        if line == BREAK:
            breaks.append(len(rows))
        elif line.startswith(HEADING):
            width = len(rows[0].cells)
            cell = Cell(line.removeprefix(HEADING).strip(), columns=width)
            rows.append(Row({0: cell}, (cell,) * width, is_heading=True))
        else:
            rows.append(_parse_row(line, rows[-1].cells if rows else ()))
    return tuple(rows), tuple(breaks)


def _parse_row(line: str, above: Sequence[Cell]) -> Row:
    own, cells = dict[int, Cell](), list[Cell]()
    for column, text in enumerate(each.strip() for each in line.split("|")):
        if text == ABOVE:
            cells.append(above[column])
            above[column].rows += 1
        elif text == LEFT:
            cells.append(cells[-1])
            cells[-1].columns += 1
        else:
            own[column] = Cell(text)
            cells.append(own[column])
    return Row(own, tuple(cells))


def _parse_question(line: str, rows: Sequence[Row], heads: int) -> Question:
    """Parse `question => row, row / column > column [/ answer]`; else the cell is the answer."""
    text, place = _cut(line, " => ")
    named, column, *answer = (each.strip() for each in place.split(" / "))
    labels = tuple(
        each.strip() for each in (named.split(", ") if named not in _names(rows) else [named])
    )
    levels = tuple(each.strip() for each in column.split(" > "))
    at = _find_column(rows[:heads], levels)
    found = next(row for row in rows[heads:] if _has_labels(row, labels))
    return Question(text, answer[0] if answer else found.cells[at].text, labels, levels)


def _names(rows: Sequence[Row]) -> set[str]:
    return {cell.text for row in rows for cell in row.cells}


def _has_labels(row: Row, labels: Sequence[str]) -> bool:
    texts = [cell.text for cell in row.cells]
    return not row.is_heading and all(label in texts for label in labels)


def _find_column(heads: Sequence[Row], levels: Sequence[str]) -> int:
    columns: Iterator[tuple[Cell, ...]] = zip(*(row.cells for row in heads), strict=True)
    for at, cells in enumerate(columns):
        texts = [cell.text for cell in cells]
        if all(level in texts for level in levels):
            return at
    raise ValueError(f"no column {levels}")
