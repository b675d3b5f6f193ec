"""Writes a table as a document of Word, a sheet or a slide."""

from datetime import date
from io import BytesIO
from xml.sax.saxutils import escape

import openpyxl  # type: ignore[import-untyped]  # it ships no type information

from bench.tables.labels import Cell, Row, Table
from tests.indexer.parsing.formats.making import (
    RELATION,
    XML,
    docx,
    paragraph,
    style,
    zipped,
)

DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"


def write_docx(table: Table) -> bytes:
    rows = "".join(_write_word_row(row) for row in table.rows)
    body = f"{paragraph(escape(table.title), 'heading1')}{paragraph(escape(table.text))}"
    return docx(f"{body}<w:tbl>{rows}</w:tbl>", styles=style("heading 1", 0))


def _write_word_row(row: Row) -> str:
    cells, seen = [], set[int]()
    for column, cell in enumerate(row.cells):
        if id(cell) not in seen:
            seen.add(id(cell))
            cells.append(_write_word_cell(cell, begins=column in row.own))
    return f"<w:tr>{''.join(cells)}</w:tr>"


def _write_word_cell(cell: Cell, *, begins: bool) -> str:
    merge = ' w:val="restart"' if begins else ""
    spans = f'<w:gridSpan w:val="{cell.columns}"/>' if cell.columns > 1 else ""
    spans += f"<w:vMerge{merge}/>" if cell.rows > 1 else ""
    inner = "".join(
        "<w:tr>" + "".join(f"<w:tc>{paragraph(escape(each))}</w:tc>" for each in row) + "</w:tr>"
        for row in cell.nested
    )
    text = "" if cell.nested or not begins else escape(cell.text)
    nested = f"<w:tbl>{inner}</w:tbl>" if inner else ""
    return f"<w:tc><w:tcPr>{spans}</w:tcPr>{nested}{paragraph(text)}</w:tc>"


def write_xlsx(table: Table) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = table.title[:31]
    for number, row in enumerate(table.rows, 1):
        for column, cell in row.own.items():
            sheet.cell(number, column + 1, _convert(cell.text))
            if cell.columns > 1 or cell.rows > 1:
                sheet.merge_cells(
                    start_row=number,
                    start_column=column + 1,
                    end_row=number + cell.rows - 1,
                    end_column=column + cell.columns,
                )
    packed = BytesIO()
    book.save(packed)
    return packed.getvalue()


def _convert(text: str) -> str | int | date:
    if text.isdigit():
        return int(text)
    try:
        return date.fromisoformat(text)
    except ValueError:
        return text


def write_pptx(table: Table) -> bytes:
    rows = "".join(f"<a:tr>{_write_slide_cells(row)}</a:tr>" for row in table.rows)
    title = f'<p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr>{_write_text(table.title)}'
    shapes = (
        f"<p:sp>{title}</p:sp><p:sp>{_write_text(table.text)}</p:sp>"
        f"<p:graphicFrame><a:graphic><a:graphicData><a:tbl>{rows}</a:tbl></a:graphicData>"
        "</a:graphic></p:graphicFrame>"
    )
    spaces = f'xmlns:p="{SLIDES}" xmlns:a="{DRAWING}" xmlns:r="{RELATION}"'
    relation = f'<Relationship Id="r1" Type="{RELATION}/slide" Target="slides/slide1.xml"/>'
    return zipped(
        {
            "[Content_Types].xml": f"{XML}<Types/>",
            "ppt/presentation.xml": f"{XML}<p:presentation {spaces}><p:sldIdLst>"
            '<p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>',
            "ppt/_rels/presentation.xml.rels": f'{XML}<Relationships xmlns="{RELATIONS}">'
            f"{relation}</Relationships>",
            "ppt/slides/slide1.xml": f"{XML}<p:sld {spaces}><p:cSld><p:spTree>{shapes}"
            "</p:spTree></p:cSld></p:sld>",
        }
    )


def _write_slide_cells(row: Row) -> str:
    cells, seen = "", set[int]()
    for column, cell in enumerate(row.cells):
        merged = ' vMerge="1"' if column not in row.own and id(cell) not in seen else ""
        merged = ' hMerge="1"' if id(cell) in seen else merged
        spans = f' gridSpan="{cell.columns}"' if cell.columns > 1 and not merged else ""
        spans += f' rowSpan="{cell.rows}"' if cell.rows > 1 and not merged else ""
        cells += f"<a:tc{spans}{merged}>{_write_text('' if merged else cell.text)}</a:tc>"
        seen.add(id(cell))
    return cells


def _write_text(text: str) -> str:
    return f"<a:txBody><a:p><a:r><a:t>{escape(text)}</a:t></a:r></a:p></a:txBody>"
