"""Tells compounds by their ends, in languages that write them in one word: `Zahnarzttermin`."""

from collections.abc import Collection

from indexer.late_patterns import compile_late

LANGUAGES = frozenset(("da", "de", "nl", "no", "sv"))
SHORTEST = 4  # letters of a part
LEAST_MORE = 3  # letters before or behind it: a prefix makes no compound
ELIDED = "- "  # behind the first part of a compound whose second one follows: "Sonn- und Feiertag"
_FIRST_PART = compile_late(r"(?<![^\W_])([^\W\d_]{3,40})- ")


def is_compound_part(term: str, language: str) -> bool:
    """Tell if compounds may be made of a term."""
    return language in LANGUAGES and len(term) >= SHORTEST and term.isalpha()


def is_compound_of(word: str, part: str) -> bool:
    """Tell if a word begins or ends with `part`, and has more than a prefix beside it."""
    return len(word) - len(part) >= LEAST_MORE and word.startswith(part) | word.endswith(part)


def is_elided(term: str, text: str, terms: Collection[str]) -> bool:
    """Tell if a compound is shared out: the "kinderkart" of "Kinder- und Seniorenkarten".

    `text` is folded, and `terms` are its terms.
    """
    if ELIDED not in text:
        return False
    rests = (term.removeprefix(each) for each in _FIRST_PART.findall(text))
    ends = [each for each in rests if LEAST_MORE <= len(each) < len(term)]
    return any(each.endswith(end) for end in ends for each in terms)
