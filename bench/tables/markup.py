"""Writes a table as a web page or as Markdown."""

from html import escape

from bench.tables.labels import Cell, Row, Table


def write_html(table: Table) -> bytes:
    heads, body = table.rows[: table.heads], table.rows[table.heads :]
    shown = "".join(
        (
            *(_write_row(row, "th") for row in heads),
            *(_write_row(row, "th" if row.is_heading else "td") for row in body),
        )
    )
    page = (
        f"<!DOCTYPE html><html><head><title>{escape(table.title)}</title></head><body>"
        f"<h1>{escape(table.title)}</h1><p>{escape(table.text)}</p><table>{shown}</table>"
        "</body></html>"
    )
    return page.encode()


def _write_row(row: Row, tag: str) -> str:
    return f"<tr>{''.join(_write_cell(cell, tag) for cell in row.own.values())}</tr>"


def _write_cell(cell: Cell, tag: str) -> str:
    spans = f' colspan="{cell.columns}"' if cell.columns > 1 else ""
    spans += f' rowspan="{cell.rows}"' if cell.rows > 1 else ""
    return f"<{tag}{spans}>{escape(cell.shown)}</{tag}>"


def write_md(table: Table) -> bytes:
    lines = [f"| {' | '.join(cell.shown for cell in row.cells)} |" for row in table.rows]
    lines.insert(table.heads, f"|{'---|' * table.width}")
    return "\n".join((f"# {table.title}", "", table.text, "", *lines, "")).encode()
