"""Finds what a text says under another condition.

`If E4 shows, clean the filter; if E7 shows, call us` has all words of `If E7 shows, clean it`.
"""

from collections import Counter

from indexer.inference.alignment import Alignment, is_light, weigh
from indexer.inference.reading import Reading, Word

_IF = "mod:if"


def changes_condition(found: Alignment) -> bool:
    """Tell if the statement joins a condition with what holds under another one."""
    homes = _find_homes(found)
    return any(
        _is_of_another(found, homes.get(condition), homes.get(condition + step))
        for condition, words in found.statement.by_clause.items()
        if _is_condition(words)
        for step in (-1, 1)
    )


def _is_condition(words: list[Word]) -> bool:
    return any(each.has(_IF) for each in words)


def _find_homes(found: Alignment) -> dict[int, int]:
    """Find the clause of the text that says most of each clause of the statement."""
    said: dict[int, Counter[int]] = {}
    for each in found.matches:
        said.setdefault(each.said.clause, Counter())[each.known.clause] += int(
            10 * weigh(each.said)
        )
    return {
        clause: max(weights, key=lambda each: (weights[each], -each))
        for clause, weights in said.items()
    }


def _is_of_another(found: Alignment, condition: int | None, rest: int | None) -> bool:
    """Tell if a clause holds under another condition of its sentence, and this one has its own."""
    if condition is None or rest is None or condition == rest:
        return False
    governed = _pair_up(found.text, condition)
    own = governed.get(condition)
    if own is None or own == rest or rest not in governed.values():
        return False
    placed = frozenset(found.places.values())
    here = found.text.by_clause[own]
    return not any(each.place in placed and not is_light(each) for each in here if each.counts)


def _pair_up(text: Reading, clause: int) -> dict[int, int]:
    """Pair the conditions around a clause with what holds under them, before or behind."""
    sentence = text.by_clause[clause][0].sentence
    here = sorted({each.clause for each in text.by_sentence[sentence]})
    conditions = [each for each in here if _is_condition(text.by_clause[each])]
    step = 1 if conditions and conditions[0] == here[0] else -1
    return {each: each + step for each in conditions if each + step in here}
