"""Text that records which `[n]` in it are citations; the record survives joining.

The text alone does not tell: a document has brackets of its own, and is quoted with them.
"""

import re
import unicodedata
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from bot.messages import Reply
from indexer.paths import NARROW, format_name, shorten_name

# An underscore inside a word is no markup; a reference such as "&sol;" may end in a link's address.
_MARKUP = re.compile(r"([\\`*\[\]<>#|~&]|(?<!\w)_|_(?!\w))")
_BREAKS = re.compile(rf"[^\S{NARROW}]++")


class MarkedText(Struct, frozen=True):
    """`marks` are the places in `text` where a `[n]` begins that is a citation, in order."""

    text: str = ""
    marks: tuple[int, ...] = ()


def join_marked(separator: str, parts: Iterable[MarkedText]) -> MarkedText:
    """Join the parts that are not empty."""
    texts, marks, length = list[str](), list[int](), 0
    for part in parts:
        if part.text:
            length += len(separator) if texts else 0
            marks += [length + mark for mark in part.marks]
            texts.append(part.text)
            length += len(part.text)
    return MarkedText(separator.join(texts), tuple(marks))


def prepend_text(before: str, reply: Reply) -> Reply:
    """Return `reply` with `before` in front, as a paragraph of its own."""
    whole = join_marked("\n\n", (MarkedText(before), MarkedText(reply.text, reply.marks)))
    return replace(reply, text=whole.text, marks=whole.marks)


def escape_markup(name: str) -> str:
    """Return a name that somebody else gave, as a reply shows it: it is no Markdown."""
    return _MARKUP.sub(r"\\\1", name)


def escape_whole(text: str) -> str:
    """Return what somebody else wrote and a person is to agree to: no character of it is hidden.

    A link would show its text without its address, and a formula without what it makes white.
    """
    return escape_markup(show_hidden(text)).replace("$", r"\$")


def show_hidden(text: str) -> str:
    """Write out characters that nobody sees but a model reads, such as those of tags."""
    return "".join(f"[U+{ord(each):04X}]" if _is_hidden(each) else each for each in text)


def _is_hidden(character: str) -> bool:
    # Joiners are part of many scripts and emoji, and cannot spell anything.
    return unicodedata.category(character) in ("Cc", "Cf", "Co", "Cn") and (
        character not in "\u200c\u200d"
    )


def escape_line(text: str) -> str:
    """Return what holds names of others, such as a reason for a refusal, as one line of a reply.

    It is no Markdown, and nothing in it is unseen or turns what follows around.
    """
    return escape_markup(format_name(_BREAKS.sub(" ", text)).strip())


def escape_name(name: str) -> str:
    """Return a file's name for a sentence about it: its beginning and its kind, as one line."""
    return escape_line(shorten_name(name))
