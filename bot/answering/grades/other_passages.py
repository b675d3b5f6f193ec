"""Tells whether other passages or documents say as much as the best piece, or more to the point.

Each function takes what was found with its scores, the best first.
"""

from collections.abc import Sequence

from bot.answering.extracts.answer_signs import STRICT, measure_kind
from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.matching import ENOUGH, PART, SAID, match
from bot.answering.grades.rivals import APART_FROM, HEADED, PLAIN, TIED
from indexer.text.question_words import Kind

MANY = 3  # passages
AS_MUCH = 0.9  # of the best piece's score: what another document has, where few words are asked
LESS_RELEVANT = 0.8  # than the most relevant passage, where that is another document's
LOST = 0.17  # of a piece's words: what the question has of one that mostly says other things
NEARLY_TIED = 0.92  # of the best piece's score, where that shows nothing of the kind
_FEW = 2  # words
_SHOWN = frozenset((Kind.WHERE, Kind.WHO))
_WAYS = frozenset((Kind.HOW, Kind.OPTION, Kind.SEARCH))


def is_told_of_others(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether another document tells as much of the few things that are asked.

    "How much do we have to pay?" is asked of one of several bills, "Can I pay cash?" of one of
    several houses.
    """
    score, best = ranked[0]
    needed = [word for word in best.words if word.need]
    if best.question.before or len(needed) > _FEW or any(each.decides for each in needed):
        return False
    lone = best.question.kind in STRICT and len(needed) == 1
    others = (each for found, each in ranked if found > (APART_FROM if lone else AS_MUCH) * score)
    return any(
        each.placed.file != best.placed.file
        and each.kind >= min(PLAIN, best.kind)
        and each.covered >= PART * best.covered
        for each in others
    )


def is_said_better(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether another document has the very words, of which the best has none itself.

    "Who gets the car?": "Vehicle: Ford; customer: Ms Lee", and "Daniel receives the car". Where
    leave is asked for, so does another piece of the same one, for any rule says yes or no to
    something; and one that names a person, where a person is asked for.
    """
    score, best = ranked[0]
    needed = [found for word, found in best.pairs if word.need >= 1]
    if best.question.before or max(needed, default=1.0) >= SAID:
        return False
    leave = best.question.asks_leave
    return any(
        (leave or each.placed.file != best.placed.file or _names_another(each))
        and all(share >= SAID for word, share in each.pairs if word.need >= 1)
        for found, each in ranked
        if found > APART_FROM * score
    )


def _names_another(each: Candidate) -> bool:
    """Return whether it names a person who is asked for by more than the title of the document."""
    titles = each.placed.passage.titles
    told = any(match(word, titles) < ENOUGH for word in each.words if word.need >= 1)
    return each.question.kind is Kind.WHO and each.kind >= PLAIN and told


def is_less_relevant(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether a passage of another document is far more relevant, and has a piece as near.

    "Where can I get coffee?" is not answered by "Coffee in the car only with a lid", where another
    document is on a café. What has no word that is asked is no rival. If the best shows the place,
    what shows none is none either: "The keys are under the pot" is told, whatever a rule on keys
    says.
    """
    score, best = ranked[0]
    shown = PLAIN if best.question.kind in _SHOWN and best.kind >= PLAIN else 0.0
    return best.relevance < LESS_RELEVANT and any(
        each.placed.file != best.placed.file
        and each.relevance > best.relevance
        and each.covered
        and _measure_kind(each) >= shown
        for found, each in ranked
        if found > HEADED * score
    )


def _measure_kind(each: Candidate) -> float:
    """Measure how surely a piece, or what stands above it, shows the kind of thing asked for."""
    above = (one.original for one in (*each.piece.above, each.placed.passage.titles))
    told = (measure_kind(text, each.question.kind, each.placed.language) for text in above)
    return max(each.kind, *told)


def is_said_by_the_way(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether it mostly says other things and shows no such thing as is asked for.

    Another piece must be as near. "What make is her car?" is not answered by "I rang my insurance:
    car sharing is covered as long as nobody makes a profit".
    """
    score, best = ranked[0]
    spoken = best.question.lists.is_spaced and not (best.piece.head or best.measure.is_labelled)
    if not spoken or best.kind >= PLAIN or best.precision >= LOST:
        return False
    others = (found for found, each in ranked if each.piece.text != best.piece.text)
    return next(others, 0.0) >= NEARLY_TIED * score


def is_said_everywhere(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether several other passages say as much of it: words alone choose none of them.

    There may be several ways to do something.
    """
    score, best = ranked[0]
    if best.question.kind in _WAYS:
        return False
    others = {each.n for found, each in ranked if found >= TIED * score} - {best.n}
    return len(others) >= MANY
