"""Rows of cells as a Markdown table, which both people and models read well."""

from collections.abc import Sequence


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """The table with its first row as head, without empty rows and columns; "" for no text.

    One column is no table: its cells become lines.
    """
    filled = [row for row in rows if is_filled(row)]
    width = max((len(row) for row in filled), default=0)
    padded = [[_cell(cell) for cell in row] + [""] * (width - len(row)) for row in filled]
    columns = [column for column in zip(*padded, strict=True) if any(column)]
    if len(columns) < 2:
        return "\n".join(cell for column in columns for cell in column if cell)
    lines = [_line(row) for row in zip(*columns, strict=True)]
    return "\n".join([lines[0], _line(["---"] * len(columns)), *lines[1:]])


def is_filled(row: Sequence[str]) -> bool:
    return bool("".join(row).strip())


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
