"""Finds who or what each clause of a text is about, and if a statement is about the same."""

from collections.abc import Sequence

from indexer.inference.alignment import LIGHT, Alignment, counts
from indexer.inference.lexicon import UNSPACED
from indexer.inference.matching import Match
from indexer.inference.reading import Reading, Word

_BACK = 4  # clauses that may leave out the subject of the first
_LEADING = 3  # words that may name a subject together
_CAPITAL_NOUNS = frozenset(("de",))
_JOINING = ("conj:and", "conj:but", "conj:or")
_ROLES = frozenset(("rel:subj", "rel:by", "rel:to", "rel:from", "rel:with", "rel:than"))


def _find_first(found: Alignment) -> Match | None:
    """Find the first word of the statement that the text has; who it is about, as a rule."""
    ordered = sorted(found.matches, key=lambda each: each.said.place)
    first = next((each for each in ordered if _carries(each)), None)
    return None if first is None or first.known.is_heading or first.said.is_number else first


def _carries(match: Match) -> bool:
    return not match.said.topics & LIGHT and not match.known.is_heading


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
    """Tell if the text has somebody else in a role of the statement, such as behind `by`."""
    if found.is_translated:  # the one who stands there may have another name
        return False
    placed = found.places
    here = [each for each in found.left if each.sentence == found.focus]
    for word in found.statement.words:
        roles = word.relations & _ROLES
        # `de` and `di` stand between any two nouns, and a month is nobody.
        if "rel:of" in word.relations or (word.sense.is_anchor and not word.has("kin")):
            continue
        if not roles or not counts(word) or _stands_in(found, placed.get(word.place)):
            continue
        if any(roles & each.relations for each in here):
            return True
    return False


def _stands_in(found: Alignment, place: int | None) -> bool:
    return place is not None and found.text.words[place].sentence == found.focus


def turns_round(found: Alignment) -> bool:
    """Tell if the statement's subject is another's object in the text: `Ann took over from Bob`."""
    subject = None if found.is_compared_back else _find_first(found)
    if subject is None or subject.said.relations or not subject.known.relations & _ROLES:
        return False
    if any(each.kind == "converse" for each in found.matches) or _is_passive(found):
        return False
    acting = {each.place for each in _list_subjects(found)}
    return any(
        each.known.place in acting and each.said.relations & _ROLES for each in found.matches
    )


def _list_subjects(found: Alignment) -> list[Word]:
    clauses = {each.known.clause for each in found.matches if _carries(each)}
    return [word for each in clauses for word in find_subject(found.text, each)]


def _is_passive(found: Alignment) -> bool:
    words = (*found.statement.words, *found.resting)
    return any(each.has("voice:passive") or "rel:by" in each.relations for each in words)
