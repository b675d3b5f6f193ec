"""Compares the names that people give themselves by how they look.

Two people with one name would speak for each other in what a group remembers.
"""

from indexer.text.normalize import compose

# Letters of other alphabets that look like Latin ones; after NFKC, which unites many others.
_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТХҮԌԜԚаеѕіјорсухһԁԛԝүӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧοναιρ",
    "ABESIJKMHOPCTXYGWQaesijopcyxhdqwylABEZHIKMNOPTYXovaip",
)
# Printable, and yet nothing to see: fillers of Korean, a blank of Braille, and what joins or varies
# the character before it.
_UNSEEN = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f")
# What the assistant is called where conversations are shown, and who forwards.
_OURS = frozenset(("assistant", "forwarded", "multis", "user"))
COLONS = frozenset(":\u02d0\u02f8\u0589\u05c3\u2236\ua789\ufe13\ufe30\ufe55\uff1a")


def find_look(name: str) -> str:
    """Return what a name looks like: the same for names that a reader takes for one."""
    seen = (c for c in name if c not in _UNSEEN and not _varies(c))
    united = compose("NFKC", "".join(seen)).translate(_ALIKE)
    return " ".join("".join(c for c in united if c not in _UNSEEN).split())


def is_ours(look: str) -> bool:
    """Return whether what a name looks like stands for the assistant, or for nobody by name."""
    return look.casefold() in _OURS


def _varies(character: str) -> bool:
    """Return whether a character chooses how the one before it is drawn."""
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
