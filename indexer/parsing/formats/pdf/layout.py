"""Lines and pages of a PDF, as its parser passes them on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    top: float  # points above the page's lower edge
    left: float
    size: float  # points, as seen on the page
    bold: bool
    cells: tuple[tuple[str, ...], ...] = ()  # of a table, which `text` is as Markdown
    continues: bool = False  # a table that began on the page before
    aside: bool = False  # a running head or foot in the middle of a sentence


@dataclass(frozen=True, slots=True)
class ParsedPage:
    number: int  # from 1
    lines: tuple[Line, ...] = ()
    is_picture: bool = False
    is_broken: bool = False
    has_grid: bool = False  # drawn lines that may be a table's
