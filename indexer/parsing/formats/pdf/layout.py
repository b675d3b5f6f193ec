"""Lines and pages of a PDF, as its parser passes them on."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct


class Line(Struct, frozen=True):
    text: str
    top: float  # points above the page's lower edge
    left: float
    size: float  # points, as seen on the page
    bold: bool
    cells: tuple[tuple[str, ...], ...] = ()  # of a table, which `text` is as Markdown
    continues: bool = False  # a table that began on the page before
    head: str = ""  # of that table, as Markdown
    running: bool = False  # the first of a running head or foot
    aside: bool = False  # such a one in the middle of a sentence
    last_top: float | None = None  # of what a hyphen joined to it from the line below

    @property
    def lowest(self) -> float:
        """The top of the last line on the page that it has text of."""
        return self.top if self.last_top is None else self.last_top


class ParsedPage(Struct, frozen=True):
    number: int  # from 1
    lines: tuple[Line, ...] = ()
    height: float = 0.0  # points
    is_picture: bool = False  # a scan: there may be a stamp or page number beside it
    has_pictures: bool = False  # beside its text, which may hold more text
    is_unclear: bool = False  # the writing in its picture is not legible
    is_sparse: bool = False  # no more than a few letters of its picture are
    is_shown: bool = False  # its picture goes to a model that can see
    is_left_out: bool = False  # a scan beyond the limit
    is_broken: bool = False
    has_grid: bool = False  # drawn lines that may be a table's
    is_searched: bool = True  # for tables


def measure_body(pages: Iterable[ParsedPage]) -> float:
    """Return the size in which most letters are set; 0.0 where there are none."""
    sizes = Counter[float]()
    for page in pages:
        for line in page.lines:
            sizes[line.size] += len(line.text)
    return max(sizes, key=sizes.__getitem__, default=0.0)
