"""Finds what is denied in a text and claimed in a statement, or the other way round."""

from collections.abc import Sequence

from indexer.inference.alignment import LIGHT, Alignment, Match, counts, weigh
from indexer.inference.reading import Word

_MOSTLY = 0.5
_WEIGHTY = 0.5  # of a word that names an exception
_WITHOUT = frozenset(("neg:without",))
EXCEPT = frozenset(("rel:except", "rel:instead"))


def denies(found: Alignment) -> bool:
    """Tell if one of the two denies what the other says, or says its opposite."""
    if _does_without(found):
        return True
    groups = _group_by_clause(found)
    for said in groups:
        if len(groups) > 1 and all(_is_excepted(found, each.known) for each in said):
            continue  # names the exception
        clauses = {each.said.clause for each in said}
        negated = any(is_negated(found.statement.by_clause[each]) for each in clauses)
        known = _measure_denied(found, said) > (0 if negated else _MOSTLY)
        known = known or any(_covers_denial(found, each.known.clause) for each in said)
        opposite = sum(each.kind == "opposite" for each in said) % 2 == 1
        opposite = opposite and not found.is_compared_back
        known ^= _rests_on_exception(found, said)
        limited = negated and any("quant:only" in each.marks for each in found.resting)
        limited = limited or _allows_exception_only(found, said)
        if (negated != known) != opposite and not limited:
            return True
    return False


def _rests_on_exception(found: Alignment, said: Sequence[Match]) -> bool:
    """Tell if the statement names the exception to what the text says: `unless ill`."""
    behind = {
        each.known.sentence
        for each in found.matches
        if each not in said and weigh(each.said) >= _WEIGHTY and _is_excepted(found, each.known)
    }
    return bool(behind) and all(each.known.sentence in behind for each in said)


def _allows_exception_only(found: Alignment, said: Sequence[Match]) -> bool:
    """Tell if only that is said to be so which the text excepts: `allowed only on the balcony`."""
    only = any("quant:only" in each.marks for each in found.statement.words)
    denied = any(each.has("neg") for each in found.text.by_sentence.get(found.focus, ()))
    return only and denied and any(_is_excepted(found, each.known) for each in said)


def _is_excepted(found: Alignment, word: Word) -> bool:
    here = found.text.by_clause[word.clause]
    return any(each.marks & EXCEPT and each.place < word.place for each in here)


def _does_without(found: Alignment) -> bool:
    """Tell if the statement does without what the text has: `allowed without permission`."""
    words = found.statement.words
    places = [each.place for each in words if each.marks & _WITHOUT]
    if len(places) != 1 or sum(each.has("neg") for each in words) > 1:
        return False
    near = range(places[0] + 1, places[0] + 3)
    lacking = next((each for each in found.matches if each.said.place in near), None)
    if lacking is None or lacking.kind != "same" or not lacking.said.counts:
        return False
    here = found.text.by_clause[lacking.known.clause]
    return lacking.said.clause == words[places[0]].clause and not is_negated(here)


def _measure_denied(found: Alignment, said: Sequence[Match]) -> float:
    """Measure the share of what is said that the text denies, 0 to 1."""
    weights = [(weigh(each.said), _is_denied(found, each.known)) for each in said]
    total = sum(weight for weight, _denied in weights)
    return sum(weight for weight, denied in weights if denied) / total if total else 0.0


def _covers_denial(found: Alignment, clause: int) -> bool:
    """Tell if the statement repeats a denying clause: `but not on Sundays`."""
    here = found.text.by_clause[clause]
    counted = [each for each in here if counts(each) and not each.topics & LIGHT]
    if not is_negated(here):
        return False
    placed = frozenset(found.places.values())
    return 2 * sum(each.place in placed for each in counted) >= len(counted) > 0


def _group_by_clause(found: Alignment) -> list[list[Match]]:
    groups: dict[int, list[Match]] = {}
    for match in found.matches:
        groups.setdefault(match.said.clause, []).append(match)
    large = [each for each in groups.values() if len(each) > 1]
    return large or [list(found.matches)]


def is_negated(words: Sequence[Word]) -> bool:
    return any(each.has("neg") or each.marks & EXCEPT for each in words)


def _is_denied(found: Alignment, word: Word) -> bool:
    here = found.text.by_clause[word.clause]
    return _is_excepted(found, word) or any(each.has("neg") for each in here)
