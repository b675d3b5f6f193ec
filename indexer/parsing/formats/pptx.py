"""Slides: one section each, titled as the slide is, with tables, notes and charts' words."""

import posixpath
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from indexer.documents import Parsed
from indexer.parsing.formats import Source
from indexer.parsing.shared.sections import Block, Heading, assemble
from indexer.parsing.shared.tables import markdown_table
from indexer.parsing.shared.xml import read_xml
from indexer.parsing.shared.zip_archive import Archive, open_archive

SUFFIXES = (".pptx", ".pptm", ".ppsx", ".potx")

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
PRESENTATION = "ppt/presentation.xml"
TITLES = ("title", "ctrTitle")
UNSAID = ("sldNum", "dt", "ftr", "hdr", "sldImg")
SHAPES = (f"{P}sp", f"{A}tbl")
SAID = {f"{A}t": "", f"{A}br": "\n"}  # the text in a paragraph, or what stands for it
WORDS = ("/charts/", "/diagrams/data")  # parts that a slide shows and that hold words


def parse(source: Source) -> Iterator[Parsed]:
    with open_archive(source) as archive:
        yield from assemble(_blocks(archive), source.name)


def _blocks(archive: Archive) -> Iterator[Heading | Block]:
    order = [
        each.get(f"{R}id", "") for each in read_xml(archive.read(PRESENTATION)).iter(f"{P}sldId")
    ]
    targets = dict(_relations(archive, PRESENTATION))
    names = [targets[each] for each in order if targets.get(each) in archive.names]
    for number, name in enumerate(names, 1):
        yield from _slide(archive, name, number)


def _slide(archive: Archive, name: str, number: int) -> Iterator[Heading | Block]:
    slide = read_xml(archive.read(name))
    pages = (number, number)
    shapes = [(_role(shape), shape) for shape in slide.iter() if shape.tag in SHAPES]
    title = " ".join(_text(shape) for role, shape in shapes if role in TITLES).strip()
    yield Heading(1, title or f"Slide {number}", pages=pages)
    for role, shape in shapes:
        if role not in TITLES and role not in UNSAID:
            yield Block(_shown(shape), pages=pages)
    for _, part in _relations(archive, name):
        if part in archive.names:
            yield Block(_related(archive, part), pages=pages)


def _role(shape: Element) -> str:
    place = shape.find(f".//{P}nvPr/{P}ph")
    return place.get("type", "body") if place is not None else ""


def _shown(shape: Element) -> str:
    if shape.tag == f"{A}tbl":
        rows = shape.iter(f"{A}tr")
        return markdown_table([[_text(cell) for cell in row.iter(f"{A}tc")] for row in rows])
    return _text(shape)


def _text(element: Element) -> str:
    """The paragraphs in an element, one line each."""
    lines = []
    for paragraph in element.iter(f"{A}p"):
        runs = (SAID[run.tag] or run.text or "" for run in paragraph.iter() if run.tag in SAID)
        lines.append("".join(runs).strip())
    return "\n".join(line for line in lines if line)


def _related(archive: Archive, part: str) -> str:
    """The words of a part that a slide refers to: its notes, a chart, a diagram."""
    if "/notesSlides/" in part:
        notes = list(read_xml(archive.read(part)).iter(f"{P}sp"))
        text = "\n".join(_text(shape) for shape in notes if _role(shape) == "body")
        return f"Notes: {text}" if text else ""
    if any(words in part for words in WORDS) and part.endswith(".xml"):
        root = read_xml(archive.read(part))
        said = [_text(root), *(value.text or "" for value in root.iter(f"{C}v"))]
        return "\n".join(text for text in said if text)
    return ""


def _relations(archive: Archive, name: str) -> Iterator[tuple[str, str]]:
    """The parts that a part refers to, by the id it uses."""
    folder, base = posixpath.split(name)
    relations = f"{folder}/_rels/{base}.rels"
    if relations not in archive.names:
        return
    for each in read_xml(archive.read(relations)):
        if each.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/" + folder, each.get("Target", "")))
            yield each.get("Id", ""), target.lstrip("/")
