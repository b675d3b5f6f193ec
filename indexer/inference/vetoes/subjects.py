"""Finds who or what each clause of a text is about, and if a statement is about the same."""

from collections.abc import Sequence

from indexer.inference.alignment import LIGHT, Alignment, counts
from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Reading, Word

_BACK = 4  # clauses that may leave out the subject of the first
_LEADING = 3  # words that may name a subject together
_CAPITAL_NOUNS = frozenset(("de",))
_JOINING = ("conj:and", "conj:but", "conj:or")
_ROLES = frozenset(("rel:subj", "rel:by", "rel:to", "rel:from", "rel:with", "rel:than"))


def find_subject(text: Reading, clause: int) -> list[Word]:
    """Find the words that name what a clause is about; empty where a pronoun does, or nothing."""
    sentence = text.by_clause[clause][0].sentence
    for each in range(clause, max(clause - _BACK, -1), -1):
        here = text.by_clause.get(each, [])
        if here and here[0].sentence != sentence:
            break
        leading = _lead(here, text.language, starts=_starts(here, text))
        if leading is not None:
            return leading
    return []


def _starts(clause: Sequence[Word], text: Reading) -> bool:
    """Tell if a clause is the first of its sentence."""
    return bool(clause) and text.by_sentence[clause[0].sentence][0] is clause[0]


def _is_order(clause: Sequence[Word], language: str) -> bool:
    """Tell if a verb without a subject leads to an object: `Wash the pan`, `Never put it`."""
    at = next((place for place, each in enumerate(clause) if counts(each)), None)
    if at is None or language != "en" or clause[at].is_led:
        return False
    return any(each.is_led or each.has("pers") for each in clause[at + 1 : at + 2])


def _lead(clause: Sequence[Word], language: str, *, starts: bool) -> list[Word] | None:
    """Return the first words of a clause if they name something; None if it has no subject."""
    if _is_order(clause, language):
        return []
    joined = bool(clause) and (not starts or any(clause[0].has(each) for each in _JOINING))
    found: list[Word] = []
    for word in clause[: _LEADING + 2]:
        if word.has("pers"):  # `Never put it`: a verb stood before it
            return []
        if found and word.is_led:  # `The board approves the plan`: another begins
            break
        if counts(word) and not word.relations and _may_name(word, language, joined):
            found.append(word)
        elif found or word.is_number or counts(word):
            break
    return found[:_LEADING] or None


def _may_name(word: Word, language: str, joined: bool) -> bool:
    """Tell if a word may be a subject; behind `and` or a comma a verb is as likely."""
    if word.topics & LIGHT:
        return False
    if language in _CAPITAL_NOUNS:
        return word.text[:1].isupper()
    return not joined or word.is_opening or word.is_led or word.has("kin") or language in UNSPACED


def fills_role(found: Alignment) -> bool:
    """Tell if somebody else stands where the statement has one whom the text names elsewhere."""
    if found.is_translated:  # the one who stands there may have another name
        return False
    here = [each for each in found.left if each.sentence == found.focus]
    return any(
        roles & each.relations for roles in map(_find_role, _list_away(found)) for each in here
    )


def _list_away(found: Alignment) -> list[Word]:
    """List the words of the statement that another sentence of the text has."""
    return [each.said for each in found.matches if each.known.sentence != found.focus]


def _find_role(word: Word) -> frozenset[str]:
    # `de` and `di` stand between any two nouns, and a month is nobody.
    if "rel:of" in word.relations or (word.sense.is_anchor and not word.has("kin")):
        return frozenset()
    return word.relations & _ROLES if counts(word) else frozenset()
