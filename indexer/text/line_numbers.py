"""Maps offsets in a section's text to lines of its file, of which the text may leave some out.

A mark says which line of the file begins at an offset; from there on each line end counts one.
"""

from collections.abc import Iterable, Iterator, Sequence

Marks = tuple[tuple[int, int], ...]  # (offset in the text, line of the file from 1), ascending


def join_lines(lines: Iterable[tuple[int, str]]) -> tuple[str, Marks]:
    """Join numbered lines, with a mark wherever one does not follow the last in the file."""
    texts, marks = list[str](), list[tuple[int, int]]()
    offset, follows = 0, 0
    for number, line in lines:
        if number != follows:
            marks.append((offset, number))
        texts.append(line)
        offset, follows = offset + len(line) + 1, number + 1
    return "\n".join(texts), tuple(marks)


def shift_marks(marks: Marks, skipped: int, start: int) -> Iterator[tuple[int, int]]:
    """Return the marks for the text without its first `skipped` line ends, moved to `start`."""
    for offset, line in marks:
        early = max(0, skipped - offset)
        yield start + offset + early - skipped, line + early


def find_line_numbers(text: str, marks: Marks, offsets: Sequence[int]) -> Iterator[int]:
    """Return the line of each offset (ascending); the first mark is at the start of `text`."""
    waiting = iter(marks)
    following = next(waiting, None)
    at, line = 0, 1
    for offset in offsets:
        while following and following[0] <= offset:
            (at, line), following = following, next(waiting, None)
        line, at = line + text.count("\n", at, offset), offset
        yield line
