"""Repeats the label of merged cells in each row, and column, that it stands for."""

from collections.abc import Sequence

Span = tuple[int, int, int, int]  # first row and column, last row and column, from 1

LABEL = 80  # characters; what is longer is text, and is not repeated
WIDEST = 200  # columns; a merged bar over a whole sheet is a title


class MergedCells:
    """The merged cells of one sheet, for its rows in their order."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._waiting = sorted(spans, reverse=True)
        self._open = list[tuple[Span, str]]()
        self._begun = False  # whether a row of several cells came before

    def fill(self, number: int, row: list[str]) -> list[str]:
        """Return a row with the labels that it shares; a row without text of its own stays empty.

        A label over several columns is repeated only where other cells stand beside it; what a row
        below the first opens with names the row ("Total due"), and stands there once.
        """
        while self._waiting and self._waiting[-1][0] <= number:
            span = self._waiting.pop()
            label = row[span[1] - 1] if span[0] == number and span[1] <= len(row) else ""
            if label and len(label) <= LABEL:
                self._open.append((span, label))
        self._open = [each for each in self._open if each[0][2] >= number]
        shared = [each for each in self._open if not (self._begun and _names_row(each[0]))]
        self._begun |= sum(map(bool, row)) > 1
        if not any(row):
            return row
        for span, label in shared:
            row = _repeat(row, span, label)
        return row


def _names_row(span: Span) -> bool:
    first, left, last, _right = span
    return left == 1 and first == last


def _repeat(row: list[str], span: Span, label: str) -> list[str]:
    _, left, _, right = span
    beside = any(row[: left - 1]) or any(row[right:])
    right = min(right, left + WIDEST) if beside else left
    filled = row + [""] * (right - len(row))
    for column in range(left - 1, right):
        filled[column] = filled[column] or label
    return filled
