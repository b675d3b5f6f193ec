"""Puts the values of form fields and notes into the lines of a page, where they stand on it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from indexer.parsing.formats.pdf.annotations import Annotation
from indexer.parsing.formats.pdf.layout import Line

SIZE = 10.0  # points of a value that stands in no line
ABOVE, BELOW = 0.4, 1.5  # line heights that a value may stand above or below a line's top
NEAR = 3.0  # points that values on one line may miss each other by


class SpacedLine(Struct, frozen=True):
    """A line, and the middle of each character of its text."""

    line: Line
    middles: Sequence[float]


def write_annotations(
    lines: Sequence[SpacedLine], annotations: Iterable[Annotation]
) -> tuple[Line, ...]:
    """Return the lines with the values in them; what stands beside them is a line of its own.

    Notes are no values: see `place_notes`.
    """
    written = list(lines)
    alone = list[Annotation]()
    values = [each for each in annotations if not each.is_note]
    for each in sorted(values, key=lambda each: -each.left):
        at = _find_line(lines, each)
        if at is None:
            alone.append(each)
        else:
            written[at] = _insert(written[at], each)
    return tuple(_merge([each.line for each in written], list(_build_lines(alone))))


def place_notes(lines: Sequence[Line], annotations: Iterable[Annotation]) -> tuple[Line, ...]:
    """Return the lines and tables of a page with its notes between them."""
    return tuple(_merge(lines, list(_build_lines(each for each in annotations if each.is_note))))


def _find_line(lines: Sequence[SpacedLine], value: Annotation) -> int | None:
    """Return the line that a value stands in: the one whose middle is nearest to its own."""
    near = [
        (abs(line.top - line.size / 2 - value.middle), at)
        for at, line in enumerate(each.line for each in lines)
        if line.top - BELOW * line.size <= value.middle <= line.top + ABOVE * line.size
    ]
    return min(near)[1] if near else None


def _insert(spaced: SpacedLine, value: Annotation) -> SpacedLine:
    """Insert a value before the first character right of its beginning.

    Those further right were inserted before: what is left of them has not moved.
    """
    line = spaced.line
    ends = len(spaced.middles)
    at = next((n for n in range(ends) if spaced.middles[n] >= value.left), None)
    at = len(line.text) if at is None else at
    text = f"{line.text[:at].rstrip()} {value.text} {line.text[at:].lstrip()}".strip()
    return replace(spaced, line=replace(line, text=text), middles=spaced.middles[:at])


def _build_lines(alone: Iterable[Annotation]) -> Iterator[Line]:
    """Yield a line for the values that stand in one, from above."""
    from_above = sorted(alone, key=lambda each: (-each.middle, each.left))
    for _, row in groupby(from_above, lambda each: round(each.middle / NEAR)):
        values = sorted(row, key=lambda each: each.left)
        text = " ".join(
            f"{each.label}: {each.text}" if each.label else each.text for each in values
        )
        top = max(each.middle for each in values) + SIZE / 2
        yield Line(text, top, values[0].left, SIZE, bold=False)


def _merge(lines: Sequence[Line], new: Sequence[Line]) -> list[Line]:
    """Put each new line before the first that stands below it."""
    merged = list(lines)
    for each in new:
        below = (at for at, line in enumerate(merged) if line.top < each.top)
        merged.insert(next(below, len(merged)), each)
    return merged
