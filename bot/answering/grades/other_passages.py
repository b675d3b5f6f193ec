"""Tells whether other passages or documents say as much as the best piece, or more to the point.

Each function takes what was found with its scores, the best first.
"""

from collections.abc import Sequence

from bot.answering.extracts.answer_signs import STRICT, measure_kind
from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.leave_signs import refuses
from bot.answering.extracts.matching import ABOVE, ENOUGH, PART
from bot.answering.grades.missing_words import answers_whether
from bot.answering.grades.rivals import APART_FROM, HEADED, PLAIN
from bot.answering.question.meanings import is_pronoun
from indexer.text.analyzer import tokenize
from indexer.text.question_words import Kind

_FEW = 2  # words
AS_MUCH = 0.9  # of the best piece's score: what another document has, where few words are asked
LESS_RELEVANT = 0.8  # than the most relevant passage, where that is another document's
LOST = 0.17  # of a piece's words: what the question has of one that mostly says other things
ASIDE = 0.25  # ... where another document says nearly as much
NEARLY_TIED = 0.92  # of the best piece's score, where that shows nothing of the kind
_SHOWN = frozenset((Kind.WHERE, Kind.WHO))
_WAYS = frozenset((Kind.HOW, Kind.OPTION, Kind.SEARCH))


def is_told_of_others(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether another document tells as much of the few things that are asked.

    "How much do we have to pay?" is asked of one of several bills, "Is parking free?" of one of
    several houses. Those that say the same of two things are both the answer.
    """
    score, best = ranked[0]
    needed = [word for word in best.words if word.need]
    if best.question.before or len(needed) > _FEW or any(each.decides for each in needed):
        return False
    lone = len(needed) <= 1
    least = APART_FROM if best.question.kind in STRICT and len(needed) == 1 else AS_MUCH
    others = (each for found, each in ranked if found > least * score)
    return any(
        each.placed.file != best.placed.file
        and each.kind >= min(PLAIN, best.kind)
        and each.covered >= PART * best.covered
        and (lone or _tells_another(each, best))
        for each in others
    )


def _tells_another(each: Candidate, best: Candidate) -> bool:
    """Return whether it has a value of its own, or one of the two denies what is asked."""
    if best.question.kind in STRICT or best.question.kind is Kind.WHO:
        return True
    denied = (refuses(one.piece.text, one.placed.language) for one in (each, best))
    return best.question.kind is Kind.WHETHER and len({*denied}) > 1


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

    Another piece must be as near, and not beside it where it says all that is asked: then both are
    what "the lease says about pets". "What make is her car?" is not answered by "I rang my
    insurance: car sharing is covered as long as nobody makes a profit".
    """
    score, best = ranked[0]
    spoken = best.question.lists.is_spaced and not (best.piece.head or best.measure.is_labelled)
    if not spoken or best.kind >= PLAIN or best.precision >= LOST:
        return False
    others = (each for found, each in ranked if found >= NEARLY_TIED * score)
    return any(
        each.piece.text != best.piece.text and not _goes_on_about(each, best) for each in others
    )


def _goes_on_about(each: Candidate, best: Candidate) -> bool:
    """Return whether the best has all of several words, and a piece of its section as much."""
    needed = [found for word, found in best.pairs if word.need]
    beside = each.n == best.n and each.piece.above == best.piece.above
    return beside and len(needed) >= _FEW and min(needed) >= ENOUGH and each.covered >= best.covered


def is_one_of_documents(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether it mostly says other things, and another document says nearly as much.

    "How much does the band get on Saturday?" may be asked of the wedding, "Best man: rings, taxis,
    envelope for the band (£900 cash)", or of the gig. A plain yes or no may be one word of many.
    """
    score, best = ranked[0]
    if best.piece.head or best.precision >= ASIDE or answers_whether(best):
        return False
    return any(
        each.placed.file != best.placed.file for found, each in ranked if found > APART_FROM * score
    )


def is_off_earlier_topic(ranked: Sequence[tuple[float, Candidate]]) -> bool:
    """Return whether only its title has what "it" points at, which a piece beside it has itself.

    "Who do I pay it to?", behind a question on the rent, is not answered by who holds the deposit.
    """
    best = ranked[0][1]
    points = any(is_pronoun(each, best.question.lists) for each in tokenize(best.question.text))
    taken = [n for n, word in enumerate(best.words) if word.taken and word.need and points]
    if not taken or max(best.pairs[n][1] for n in taken) >= PART:
        return False
    beside = (each for _score, each in ranked if each.placed.file == best.placed.file)
    return any(each.pairs[n][1] >= ABOVE for each in beside for n in taken)
