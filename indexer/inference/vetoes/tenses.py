"""Finds verbs whose tense changes: what was once true is not true now."""

import re
from collections.abc import Sequence

from indexer.inference.alignment import Alignment, is_light
from indexer.inference.matching import Match
from indexer.inference.reading import Word
from indexer.text.word_lists import load_words

_PRESENT = frozenset(("vou", "sou", "estou", "dou", "de", "da"))
_AHEAD, _BACK = (True, False), (False, True)
_PARTICIPLES = frozenset(("de", "nl"))  # end as verbs in the past do
_WISH = "mod:wish"
_VOWELS = frozenset("aeiou")
_PARTICIPLE = re.compile(r"(?:\w{0,6})ge\w{2,}(?:t|en)")  # German and Dutch


def turns_past(found: Alignment) -> bool:
    """Tell if a verb stands in the past on one side and in the present on the other."""
    return any(
        _differs(match.said, match.known, found.text.language)
        for match in found.matches
        if match.kind == "same" and not (match.said.is_name or match.said.is_number)
    ) or _ends_wish(found)


def changes_tense(found: Alignment) -> bool:
    """Tell if what will be is said to have been, or the other way round."""
    if found.is_translated or any(each.has("mod:if") for each in found.statement.words):
        return False
    groups: dict[int, list[Match]] = {}
    for match in found.matches:
        if match.kind == "same" and not is_light(match.said) and not _is_fixed(match.said):
            groups.setdefault(match.said.clause, []).append(match)
    return any(_turns(matches, found) for matches in groups.values())


def _turns(matches: Sequence[Match], found: Alignment) -> bool:
    """Tell if a clause stands in another tense than all that it rests on."""
    tenses = [_list_tenses(each, found) for each in matches]
    agree = any(said == known for said, known in tenses if any(said))
    return not agree and any(
        (said, known) in ((_AHEAD, _BACK), (_BACK, _AHEAD)) for said, known in tenses
    )


def _is_fixed(word: Word) -> bool:
    return word.is_name or word.sense.is_anchor


def _list_tenses(match: Match, found: Alignment) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
    """Tell of the statement's clause and the text's if they look ahead, and if back."""
    said = found.statement.by_clause[match.said.clause]
    known = found.text.by_clause[match.known.clause]
    language = found.text.language
    return (
        (
            _looks_ahead(match.said, said, language),
            _looks_back(match.said, match.known, said, language),
        ),
        (
            _looks_ahead(match.known, known, language),
            _looks_back(match.known, match.said, known, language),
        ),
    )


def _looks_ahead(word: Word, clause: Sequence[Word], language: str) -> bool:
    words = load_words("future_words", language)
    return any(each.text.lower() in words for each in clause) or ends_ahead(word, language)


def ends_ahead(word: Word, language: str) -> bool:
    """Tell if a word has an ending of what will be: `ouvrira`."""
    endings = tuple(load_words("future_endings", language))
    return bool(endings) and word.text.lower().endswith(endings)


def _looks_back(word: Word, other: Word, clause: Sequence[Word], language: str) -> bool:
    words = load_words("past_auxiliaries", language)
    if any(each.text.lower() in words for each in clause):
        return True
    if language in _PARTICIPLES or _looks_ahead(word, clause, language):
        return False  # `wird bezahlt`, `will be paid`
    lower = other.text.lower()
    return word.text.lower() != lower and _is_past(word, lower, language)


def _ends_wish(found: Alignment) -> bool:
    """Tell if what somebody wanted once is noted as what they want: `wanted`, `wants`."""
    said = [each for each in found.statement.words if each.has(_WISH)]
    return any(
        one.text[:1].lower() == other.text[:1].lower() and _differs(one, other, found.text.language)
        for one in said
        for other in found.resting
        if other.has(_WISH)
    )


def _differs(said: Word, known: Word, language: str) -> bool:
    one, other = said.text.lower(), known.text.lower()
    return one != other and _is_past(said, other, language) != _is_past(known, one, language)


def _list_singulars(plural: str) -> tuple[str, ...]:
    """List the Dutch present forms of which a word ending as the past does may be the plural.

    `rijden` beside `rijdt`, `moeten` beside `moet`, `eten` beside `eet`; not `werkten` beside
    `werkt`, which is one of the past.
    """
    stem = plural.removesuffix("en")
    if stem == plural or len(stem) < 2:
        return ()
    if stem.endswith("d"):
        return (f"{stem}t",)
    return (stem, f"{stem[:-1]}{stem[-2:]}") if stem[-2] in _VOWELS else ()


def _is_past(word: Word, other: str, language: str) -> bool:
    """Tell if `word` looks like a past form, beside `other`, a form of the same verb."""
    lower = word.text.lower()
    if lower in _PRESENT or other == f"{lower}t":
        return False  # `arbeite` beside `arbeitet`
    endings = tuple(load_words("past_endings", language))
    plain = not lower.endswith("é") and not other.endswith(endings)
    if plain and other in (lower[:-1] + "e", lower[:-1] + "a"):
        return False  # `bevo` beside `beve`
    if language == "nl" and other in _list_singulars(lower):
        return False
    if language in ("de", "nl") and _PARTICIPLE.fullmatch(lower):
        return True
    return lower in load_words("past_words", language) or any(
        lower.endswith(each) and not word.term.endswith(each) for each in endings
    )
