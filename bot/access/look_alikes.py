"""Compares the names that people give themselves by how they look.

Two people with one name would speak for each other in what a group remembers.
"""

from collections.abc import Iterable
from functools import cache

from indexer.text.normalize import compose
from indexer.text.word_lists import load_all_words

# Letters of other alphabets that look like Latin ones; after NFKC, which unites many others.
_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТХҮԌԜԚаеѕіјорсухһԁԛԝүӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧοναιρ",
    "ABESIJKMHOPCTXYGWQaesijopcyxhdqwylABEZHIKMNOPTYXovaip",
)
# Printable, and yet nothing to see: fillers of Korean, a blank of Braille, and what joins or varies
# the character before it.
_UNSEEN = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f")
# How a name begins that stands for the assistant, for a person or for who forwards where
# conversations are kept.
_OURS = ("assistant", "forwarded", "multis", "user")
# Letters and digits that look alike in some fonts, and those whose capitals do.
_CAPITALS = {ord(chr(c).casefold()): chr(latin).casefold() for c, latin in _ALIKE.items()}
_ONE = _CAPITALS | str.maketrans("l1|ı0ɑ", "iiiioa")
_NAME = "{name}"
COLONS = frozenset(":\u02d0\u02f8\u0589\u05c3\u2236\ua789\ufe13\ufe30\ufe55\uff1a")


def find_look(name: str) -> str:
    """Return what a name looks like: the same for names that a reader takes for one."""
    seen = (c for c in name if c not in _UNSEEN and not _varies(c))
    united = compose("NFKC", "".join(seen)).translate(_ALIKE)
    return " ".join("".join(c for c in united if c not in _UNSEEN).split())


def is_ours(look: str) -> bool:
    """Return whether what a name looks like stands for the assistant, or for nobody by name.

    Signs, emoji and marks make no other name of it, and no more does what stands behind.
    """
    drawn = _draw(look)
    if drawn.startswith(tuple(map(_draw, _OURS))):
        return True
    return any(_is_label(drawn, *each) for each in _load_labels())


def _is_label(drawn: str, before: str, name: str, after: str) -> bool:
    if not name:
        return drawn == before
    return drawn.startswith(before) and drawn.endswith(after)


@cache
def _load_labels() -> tuple[tuple[str, str, str], ...]:
    """Load what a speaker is called who has no name there, before and behind the name of another.

    Of all languages, for each reader is shown those of their own.
    """
    parts: Iterable[tuple[str, str, str]] = (
        each.partition(_NAME) for each in sorted(load_all_words("speaker_labels"))
    )
    return tuple((_draw(find_look(a)), name, _draw(find_look(b))) for a, name, b in parts)


def _draw(look: str) -> str:
    """Return the letters and digits of a name without their marks, with those alike as one."""
    bare = compose("NFD", look.casefold()).translate(_ONE)
    return "".join(c for c in bare if c.isalnum())


def _varies(character: str) -> bool:
    """Return whether a character chooses how the one before it is drawn."""
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
