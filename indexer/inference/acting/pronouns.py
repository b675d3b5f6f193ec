"""Finds `she` where the text has a man, and `he` where it has a woman or somebody of theirs."""

from collections.abc import Sequence

from indexer.inference.alignment import Alignment, tells
from indexer.inference.reading import Reading, Word

_SUBJECT = frozenset(("rel:subj",))
_PRONOUNS = {"pers:he": "he", "pers:she": "she"}
_MALE = ("brother", "father", "father_in_law", "grandfather", "husband", "nephew", "son", "uncle")
_FEMALE = ("aunt", "daughter", "grandmother", "mother", "mother_in_law", "niece", "sister", "wife")
_KIN = {f"kin:{each}": "he" for each in _MALE} | {f"kin:{each}": "she" for each in _FEMALE}
_GENDERS = _PRONOUNS | _KIN
_TITLES = dict.fromkeys(("mr", "herr", "señor", "sr"), "he") | dict.fromkeys(
    ("mrs", "ms", "miss", "frau", "mme", "mlle", "señora", "sra"), "she"
)
# `el` is an article, `он` and `elle` may be a thing.
_ARTICLES = frozenset(("el", "la", "le", "lo", "les"))
_LEADING = 3  # words among which the one who acts stands


def names_other_gender(found: Alignment) -> bool:
    """Tell if a woman does in the statement what a man does in the text, or the other way round."""
    if found.is_translated:
        return False
    return any(
        _differ(found, each.said, each.known)
        for each in found.matches
        if each.kind == "same" and tells(each.said)
    )


def _differ(found: Alignment, said: Word, known: Word) -> bool:
    one, other = _find_actor(found.statement, said), _find_actor(found.text, known)
    if one is not None and one.marks & _PRONOUNS.keys() and _is_of_somebody(found.text, known):
        return True
    if one is None or other is None:
        return False
    genders = _find_gender(one), _find_gender(other)
    is_pronoun = one.marks & _PRONOUNS.keys() or other.marks & _PRONOUNS.keys()
    return bool(is_pronoun) and all(genders) and genders[0] != genders[1]


def _find_actor(reading: Reading, word: Word) -> Word | None:
    """Find who begins the clause of a word, behind no preposition."""
    before = [each for each in reading.by_clause[word.clause] if each.place < word.place]
    leading: Sequence[Word] = before[:_LEADING]
    acting = (each for each in leading if _find_gender(each) and not each.relations - _SUBJECT)
    return next(acting, None)


def _is_of_somebody(reading: Reading, word: Word) -> bool:
    """Tell if somebody of theirs acts, who is another than they: `her successor closed it`."""
    before = [each for each in reading.by_clause[word.clause] if each.place < word.place][:2]
    who = before[1:2]
    return bool(who) and before[0].has("poss:other") and (who[0].has("kin") or who[0].counts)


def _find_gender(word: Word) -> str:
    lower = word.text.lower()
    if lower in _ARTICLES:
        return ""
    named = word.marks & _GENDERS.keys()
    return _GENDERS[min(named)] if named else _TITLES.get(lower, "")
