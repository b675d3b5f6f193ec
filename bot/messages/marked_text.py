"""A text whose maker knows which brackets in it are citations, also after it was put together.

A document has brackets of its own, and it is quoted with them, so nobody can tell from the text.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.messages import Reply


@dataclass(frozen=True, slots=True)
class MarkedText:
    """`marks` are the places in `text` where a `[n]` begins that is a citation, in order."""

    text: str = ""
    marks: tuple[int, ...] = ()


def join_marked(separator: str, parts: Iterable[MarkedText]) -> MarkedText:
    """All that say something, one behind the other."""
    told, marks, length = list[str](), list[int](), 0
    for part in parts:
        if part.text:
            length += len(separator) if told else 0
            marks += [length + mark for mark in part.marks]
            told.append(part.text)
            length += len(part.text)
    return MarkedText(separator.join(told), tuple(marks))


def prepend_text(before: str, reply: Reply) -> Reply:
    """`reply` with something said before it, in a paragraph of its own."""
    whole = join_marked("\n\n", (MarkedText(before), MarkedText(reply.text, reply.marks)))
    return replace(reply, text=whole.text, marks=whole.marks)
