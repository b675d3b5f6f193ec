"""Which line of a file a place in a section's text stands on, though lines are left out of it.

A mark says which line of the file begins at an offset; from there on each line end counts one.
"""

from collections.abc import Iterable, Iterator, Sequence

Marks = tuple[tuple[int, int], ...]  # (offset in the text, line of the file from 1), ascending


def join_lines(lines: Iterable[tuple[int, str]]) -> tuple[str, Marks]:
    """The lines as one text, with a mark wherever one does not follow the last in the file."""
    texts, marks = list[str](), list[tuple[int, int]]()
    offset, follows = 0, 0
    for number, line in lines:
        if number != follows:
            marks.append((offset, number))
        texts.append(line)
        offset, follows = offset + len(line) + 1, number + 1
    return "\n".join(texts), tuple(marks)


def shift_marks(marks: Marks, skipped: int, start: int) -> Iterator[tuple[int, int]]:
    """The marks once the text, without the `skipped` line ends before it, stands at `start`."""
    for offset, line in marks:
        early = max(0, skipped - offset)
        yield start + offset + early - skipped, line + early


def find_line_numbers(text: str, marks: Marks, offsets: Sequence[int]) -> Iterator[int]:
    """The lines on which `offsets` (ascending) stand; `marks` begin at the start of `text`."""
    waiting = iter(marks)
    following = next(waiting, None)
    at, line = 0, 1
    for offset in offsets:
        while following and following[0] <= offset:
            (at, line), following = following, next(waiting, None)
        line, at = line + text.count("\n", at, offset), offset
        yield line
