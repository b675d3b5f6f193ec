"""Gathers the rows of a table whose cells may span rows and columns.

The label of such a cell stands for all that it spans, so it is repeated there: each row can then be
read, and found, by itself. What a row below the first opens with names the row ("Total due"), and
stands there once.
"""

from collections.abc import Mapping

from msgspec import Struct, field

LABEL = 80  # characters; what is longer is text, and is not repeated
WIDEST = 50  # columns that a label is repeated in; files claim thousands of millions
TALLEST = 1_000  # rows
# Characters that labels may be repeated by in one table, and in all by those that it has itself:
# a file of some kilobytes would become megabytes of text.
REPEATED, TIMES = 5_000, 20


class TableRows(Struct):
    rows: list[list[str]] = field(default_factory=list)
    hanging: dict[int, tuple[str, int]] = field(default_factory=dict)  # labels from rows above
    coming: dict[int, tuple[str, int]] = field(default_factory=dict)  # those of the next row
    own: int = 0  # cells of the open row
    span: tuple[int, int] = (1, 1)  # columns and rows of the open cell
    left: int = REPEATED  # characters that may be repeated

    def open_row(self) -> None:
        self.close_row()
        self.rows.append([])
        self.hanging, self.coming, self.own = self.coming, {}, 0
        self._repeat_from_above()

    def open_cell(self, attributes: Mapping[str, str | None]) -> None:
        columns = _parse_span(attributes.get("colspan"), WIDEST)
        self.span = (columns, _parse_span(attributes.get("rowspan"), TALLEST))

    def close_cell(self, text: str) -> None:
        if not self.rows:
            return
        (columns, rows), self.span = self.span, (1, 1)
        label = text if len(text) <= LABEL else ""
        self.left += TIMES * len(text)
        row = self.rows[-1]
        names_row = not row and rows == 1 and len(self.rows) > 1
        for number in range(columns):
            if rows > 1:
                self.coming[len(row)] = (label, rows - 1)
            row.append(text if not number else "" if names_row else self._repeat(label))
        self.own += 1
        self._repeat_from_above()

    def close_row(self) -> None:
        """End a row; one cell over a whole row is a title, which is not repeated."""
        if self.rows and self.own == 1 and not self.hanging and len(set(self.rows[-1]) - {""}) == 1:
            self.rows[-1] = self.rows[-1][:1]

    def _repeat_from_above(self) -> None:
        row = self.rows[-1]
        while len(row) in self.hanging:
            label, left = self.hanging[len(row)]
            if left > 1:
                self.coming[len(row)] = (label, left - 1)
            row.append(self._repeat(label))

    def _repeat(self, label: str) -> str:
        """Return the label; nothing where so much is repeated already."""
        self.left -= len(label)
        return label if self.left >= 0 else ""


def _parse_span(value: str | None, most: int) -> int:
    plain = value or "1"
    number = int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 10 else 1
    return max(1, min(number, most))
