"""Parses slides: one section each, with its title, text, tables, notes and the words of charts."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.ocr.placed_pictures import (
    fill_marks,
    is_picture_name,
    mark_picture,
    read_marked,
)
from indexer.parsing.shared.ooxml import RELATION_ID, list_relations
from indexer.parsing.shared.sections import Heading, TextBlock, assemble
from indexer.parsing.shared.spanning import TableRows
from indexer.parsing.shared.tables import format_shaped_table
from indexer.parsing.shared.xml import parse_xml
from indexer.parsing.shared.zip_archive import Archive, open_archive

SUFFIXES = (".pptx", ".pptm", ".ppsx", ".potx")

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
HIDDEN = "(hidden)"  # not translated: stored in the index
MEDIA = "/media/"
OFF = ("0", "false")
ON = ("1", "true")
PRESENTATION = "ppt/presentation.xml"
TITLES = ("title", "ctrTitle")
SKIPPED_ROLES = ("sldNum", "dt", "ftr", "hdr", "sldImg")
SHAPES = (f"{P}sp", f"{A}tbl")
RUNS = {f"{A}t": "", f"{A}br": "\n"}  # the text in a paragraph, or what stands for it
SERIES = 50  # of a chart that becomes a table: each of them makes every row longer
WORDS = ("/charts/", "/diagrams/data")  # parts that a slide shows and that hold words


def parse(source: SourceFile) -> Iterator[Parsed]:
    with open_archive(source) as archive:
        blocks = list(_extract_blocks(archive))
        shown = [block.text for block in blocks if isinstance(block, TextBlock)]
        texts = yield from read_marked(source, archive, shown)
        filled = (_fill(block, texts) for block in blocks)
        yield from assemble(filled, source.name)


def _fill(block: Heading | TextBlock, texts: dict[str, str]) -> Heading | TextBlock:
    if isinstance(block, Heading):
        return block
    return replace(block, text=fill_marks(block.text, texts))


def _extract_blocks(archive: Archive) -> Iterator[Heading | TextBlock]:
    order = [
        each.get(RELATION_ID, "")
        for each in parse_xml(archive.read(PRESENTATION)).iter(f"{P}sldId")
    ]
    targets = dict(list_relations(archive, PRESENTATION))
    names = [targets[each] for each in order if targets.get(each) in archive.names]
    for number, name in enumerate(names, 1):
        yield from _extract_slide(archive, name, number)


def _extract_slide(archive: Archive, name: str, number: int) -> Iterator[Heading | TextBlock]:
    slide = parse_xml(archive.read(name))
    pages = (number, number)
    shapes = [(_find_role(shape), shape) for shape in slide.iter() if shape.tag in SHAPES]
    title = " ".join(_extract_text(shape) for role, shape in shapes if role in TITLES).strip()
    title = title or f"Slide {number}"
    yield Heading(1, f"{title} {HIDDEN}" if slide.get("show") in OFF else title, pages=pages)
    for role, shape in shapes:
        if role not in TITLES and role not in SKIPPED_ROLES:
            yield TextBlock(_format_shape(shape), pages=pages)
    for _, part in list_relations(archive, name):
        if part in archive.names:
            picture = MEDIA in part and is_picture_name(part)
            text = mark_picture(part) if picture else _extract_related(archive, part)
            yield TextBlock(text, pages=pages)


def _find_role(shape: Element) -> str:
    place = shape.find(f".//{P}nvPr/{P}ph")
    return place.get("type", "body") if place is not None else ""


def _format_shape(shape: Element) -> str:
    if shape.tag == f"{A}tbl":
        return format_shaped_table(_extract_rows(shape))
    return _extract_text(shape)


def _extract_rows(table: Element) -> list[list[str]]:
    """Return the cells of a table; the label of a cell that spans others stands in all of them."""
    rows = TableRows()
    for row in table.iter(f"{A}tr"):
        rows.open_row()
        for cell in row.iter(f"{A}tc"):
            if cell.get("hMerge") in ON or cell.get("vMerge") in ON:
                continue  # it is part of the cell that spans it
            rows.open_cell({"colspan": cell.get("gridSpan"), "rowspan": cell.get("rowSpan")})
            rows.close_cell(_extract_text(cell))
    rows.close_row()
    return rows.rows


def _extract_text(element: Element) -> str:
    """Return the paragraphs in an element, one line each."""
    lines = []
    for paragraph in element.iter(f"{A}p"):
        runs = (RUNS[run.tag] or run.text or "" for run in paragraph.iter() if run.tag in RUNS)
        lines.append("".join(runs).strip())
    return "\n".join(line for line in lines if line)


def _extract_chart(chart: Element) -> str:
    """Return a chart's values as a table: a row for each category, a column for each series."""
    series = list(chart.iter(f"{C}ser"))
    if not 0 < len(series) <= SERIES or next(chart.iter(f"{C}multiLvlStrRef"), None) is not None:
        return "\n".join(filter(None, (value.text for value in chart.iter(f"{C}v"))))
    names = [" ".join(each.text or "" for each in one.iterfind(f"{C}tx//{C}v")) for one in series]
    labels = max((_map_points(each, "cat", "xVal") for each in series), key=len)
    values = [_map_points(each, "val", "yVal") for each in series]
    numbers = sorted(labels.keys() | {number for points in values for number in points})
    rows = ([points.get(number, "") for points in (labels, *values)] for number in numbers)
    return format_shaped_table([["", *names], *rows])


def _map_points(series: Element, *parts: str) -> dict[str, str]:
    """Return the points by their numbers, of which a chart leaves out those that are empty."""
    points = (point for part in parts for point in series.iterfind(f"{C}{part}//{C}pt"))
    return {point.get("idx", "").zfill(9): point.findtext(f"{C}v", "") for point in points}


def _extract_related(archive: Archive, part: str) -> str:
    """Return the words of a part that a slide refers to: its notes, a chart, a diagram."""
    if "/notesSlides/" in part:
        notes = list(parse_xml(archive.read(part)).iter(f"{P}sp"))
        text = "\n".join(_extract_text(shape) for shape in notes if _find_role(shape) == "body")
        return f"Notes: {text}" if text else ""
    if any(words in part for words in WORDS) and part.endswith(".xml"):
        root = parse_xml(archive.read(part))
        texts = [_extract_text(root), _extract_chart(root)]
        return "\n\n".join(text for text in texts if text)
    return ""
