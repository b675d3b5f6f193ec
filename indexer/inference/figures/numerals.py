"""Writes numbers of several words in figures: `trois cent soixante-cinq`, `zweiundsechzig`.

The values of single words are those of the meanings (`num:20 = twenty`); how they are put together
is the same in all languages: what is smaller is added, `hundred` and what is larger multiplies.
Large numbers lose what separates their thousands: `24,000`, `24.000`, `24'000`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from indexer.inference.lexicon import load_lexicon
from indexer.late_patterns import compile_late
from indexer.text.normalize import fold

WORDS = 1 << 14  # kept: texts repeat their words
_HUNDRED = 100
_LARGE = frozenset((1_000, 1_000_000, 1_000_000_000))
_LONGEST = 60  # letters of a number in one word
_SHORTEST = 6
_JOINTS = {"de": "und", "nl": "en", "it": ""}  # what joins four and twenty in one word
# What says half of one more behind a number.
_HALVES = {"en": ("and", "a", "half"), "ru": ("с", "половиной")}
_HALF_ENDINGS = {"de": "einhalb", "nl": "ënhalf"}
_THOUSANDS = {"de": ("tausend",), "nl": ("duizend",), "it": ("mila", "mille")}
# Each language has its own sign between thousands; the other may be a decimal point, and is left.
_COMMA = compile_late(r"(?<![\d.,:])[1-9]\d{0,2}(?:,\d{3})+(?![\d,:]|\.\d{3})")
_POINT = compile_late(r"(?<![\d.,:])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.:]|,\d{3})")
_OTHER = compile_late(r"(?<![\d.,:])[1-9]\d{0,2}(?:['’ ]\d{3})+(?![\d:])")
_SEPARATED: Mapping[str, re.Pattern[str]] = {
    **dict.fromkeys(("en", "ja", "zh"), _COMMA),
    **dict.fromkeys(("de", "es", "it", "nl", "pt"), _POINT),
}
_SIGNS = re.compile(r"\D")


def write_thousands(text: str, language: str) -> str:
    """Write the numbers of a text in digits alone, but for a decimal point."""
    if not any(map(str.isdigit, text)):
        return text
    own = _SEPARATED.get(language)
    if own is not None:
        text = own.sub(lambda found: _SIGNS.sub("", found[0]), text)
    return _OTHER.sub(lambda found: _SIGNS.sub("", found[0]), text)


def write_numerals(pieces: Sequence[str], language: str) -> list[str]:
    """Write the numbers of several words among the pieces of a sentence in figures."""
    written: list[str] = []
    at = 0
    while at < len(pieces):
        last, value = _read_number(pieces, at, language)
        whole = last > at or (value > 0 and _is_composed(pieces[at], language))
        end, halved = _read_half(pieces, last, value, language)
        written.append(halved or (str(value) if whole else pieces[at]))
        at = end + 1
    return written


def _read_half(pieces: Sequence[str], last: int, value: int, language: str) -> tuple[int, str]:
    """Read `two and a half`, `zweieinhalb`: where it ends, and the number; empty for none."""
    ending = _HALF_ENDINGS.get(language)
    lower = pieces[last].lower()
    if ending and lower.endswith(ending):
        whole = _find_value(lower.removesuffix(ending), language) if lower != ending else 0
        return last, f"{whole}.5" if whole else ""
    half = _HALVES.get(language, ())
    following = tuple(each.lower() for each in pieces[last + 1 : last + 1 + len(half)])
    return (last + len(half), f"{value}.5") if value and half and following == half else (last, "")


def _is_composed(piece: str, language: str) -> bool:
    """Tell if a single word is a number of several parts that is not listed."""
    return _find_listed(fold(piece.lower()), language) == 0


def _read_number(pieces: Sequence[str], at: int, language: str) -> tuple[int, int]:
    """Read the number that begins at a piece: its last piece and its value; 0 for none."""
    first = _find_value(pieces[at], language)
    if not first:
        return at, 0
    total, section = _put_first(first)
    last = at
    while last + 1 < len(pieces):
        step = _find_next(pieces, last, section, language)
        added = _add(total, section, _find_value(pieces[step], language)) if step else None
        if not step or added is None:
            break
        (total, section), last = added, step
    # A single `one` is a pronoun as often, and takes part in a larger number only.
    return last, total + section if last > at or first > 1 else 0


def _put_first(value: int) -> tuple[int, int]:
    return (value, 0) if value >= 1000 else (0, value)


def _find_next(pieces: Sequence[str], last: int, section: int, language: str) -> int:
    """Find the next piece of a number, behind `and` where it may join; 0 for none."""
    step = last + 1
    if not _is_and(pieces[step], language):
        return step
    after = _find_value(pieces[step + 1], language) if step + 1 < len(pieces) else 0
    multiplied = step + 2 < len(pieces) and (
        _find_value(pieces[step + 2], language) in (_HUNDRED, *_LARGE)
    )
    # `one hundred and two hundred` are two numbers.
    joins = 0 < after < _HUNDRED and section % 10 == 0 and not multiplied
    return step + 1 if joins else 0


def _is_and(piece: str, language: str) -> bool:
    return "conj:and" in load_lexicon(language).words.get(piece.lower(), frozenset())


def _add(total: int, section: int, value: int) -> tuple[int, int] | None:
    """Add a word to the thousands and the rest of a number; None if it begins another."""
    if value in _LARGE and section and total % (value * 1000) == 0:
        return total + section * value, 0
    if value == _HUNDRED and 0 < section < 20:
        return total, section * _HUNDRED
    if (section, value) == (4, 20):  # quatre-vingts
        return total, 80
    if _fits(total, section, value):
        return total, section + value
    return None


def _fits(total: int, section: int, value: int) -> bool:
    """Tell if a smaller number may follow: five behind twenty, fifteen behind `soixante`."""
    if not value or value >= 1000:
        return False
    if not section:
        return total > 0
    if section % 100 == 0:
        return value < 100
    if section % 10 == 0 and section % 100 > 10:
        return value < 10 or (value < 20 and section % 100 in (60, 80))
    return section % 100 == 10 and 7 <= value <= 9


@lru_cache(maxsize=WORDS)
def _find_value(piece: str, language: str) -> int:
    """Find the value of a number in one word, with hyphens or without; 0 for none."""
    if not piece[0].isalpha() or len(piece) > _LONGEST:
        return 0
    folded = fold(piece.lower())
    listed = _find_listed(folded, language)
    if listed or "-" not in folded:
        return listed or _split_glued(folded, language)
    parts = [each for each in folded.split("-") if each]
    if len(parts) < 2 or not all(
        _find_value(each, language) or _is_and(each, language) for each in parts
    ):
        return 0
    last, value = _read_number(parts, 0, language)
    return value if last == len(parts) - 1 else 0


def _find_listed(folded: str, language: str) -> int:
    return _load_values(language).get(folded, 0)


@cache
def _load_values(language: str) -> dict[str, int]:
    """Load the single words that are whole numbers, without accents."""
    found: dict[str, int] = {}
    for word, meanings in load_lexicon(language).words.items():
        named = [float(each[4:]) for each in meanings if each.startswith(("num:", "one:"))]
        if len(named) == 1 and named[0] == int(named[0]) and named[0] > 0:
            found[fold(word)] = int(named[0])
    return found


def _split_glued(folded: str, language: str) -> int:
    """Read `zweiundsechzig`, and thousands before it in the same word; 0 for none."""
    if language not in _JOINTS or len(folded) < _SHORTEST:
        return 0
    known = _build_glued(language)
    if folded in known:
        return known[folded]
    for thousand in _THOUSANDS[language]:
        head, found, tail = folded.partition(thousand)
        whole = found and (not head or head in known) and (not tail or tail in known)
        if whole and (head or tail):
            return 1000 * known.get(head, 1) + known.get(tail, 0)
    return 0


@cache
def _build_glued(language: str) -> dict[str, int]:
    """Build the numbers below a thousand that a language writes as one word."""
    listed = _load_values(language)
    small = {word: value for word, value in listed.items() if value < _HUNDRED}
    ones = {word: value for word, value in small.items() if value < 10}
    tens = {word: value for word, value in small.items() if value % 10 == 0 and value > 10}
    for ten, value in tens.items():
        small |= {_glue(ten, one, language): value + each for one, each in ones.items()}
    found = dict(small)
    for hundred in (word for word, value in listed.items() if value == _HUNDRED):
        for head, times in (("", 1), *ones.items()):
            found[head + hundred] = times * _HUNDRED
            for joint in ("", _JOINTS[language]):
                start, value = head + hundred + joint, times * _HUNDRED
                found |= {start + rest: value + each for rest, each in small.items()}
    return found


def _glue(ten: str, one: str, language: str) -> str:
    """Join tens and ones: `zweiundsechzig`, `ventotto`."""
    if _JOINTS[language]:
        return one + _JOINTS[language] + ten
    return (ten[:-1] if one[0] in "uo" else ten) + one
