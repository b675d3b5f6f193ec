"""Formats rows of cells as a Markdown table, which both people and models read well."""

from collections.abc import Sequence


def format_markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """Format a table with its first row as head, without empty rows and columns; "" for no text.

    A single column is not a table: its cells become lines.
    """
    filled = [row for row in rows if is_filled(row)]
    width = max((len(row) for row in filled), default=0)
    padded = [[_format_cell(cell) for cell in row] + [""] * (width - len(row)) for row in filled]
    columns = [column for column in zip(*padded, strict=True) if any(column)]
    if len(columns) < 2:
        return "\n".join(cell for column in columns for cell in column if cell)
    lines = [_format_row(row) for row in zip(*columns, strict=True)]
    return "\n".join([lines[0], _format_row(["---"] * len(columns)), *lines[1:]])


def is_filled(row: Sequence[str]) -> bool:
    return bool("".join(row).strip())


def _format_cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _format_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
