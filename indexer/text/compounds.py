"""Tells compounds by their ends, in languages that write them in one word: `Zahnarzttermin`."""

LANGUAGES = frozenset(("da", "de", "nl", "no", "sv"))
SHORTEST = 4  # letters of a part
LEAST_MORE = 3  # letters before or behind it: a prefix makes no compound


def is_compound_part(term: str, language: str) -> bool:
    """Tell if compounds may be made of a term."""
    return language in LANGUAGES and len(term) >= SHORTEST and term.isalpha()


def is_compound_of(word: str, part: str) -> bool:
    """Tell if a word begins or ends with `part`, and has more than a prefix beside it."""
    return len(word) - len(part) >= LEAST_MORE and word.startswith(part) | word.endswith(part)
