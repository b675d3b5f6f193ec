"""Tells whether a sentence says who does something, though no name shows it.

"La buvette est tenue par le club", "Um die Musik kümmert sich Torsten", "Ключи у соседки".
"""

from itertools import pairwise

from bot.answering.extracts.candidate import Candidate
from bot.answering.question.person_signs import is_name, stands_behind_participle
from indexer.inference.reading import Word, read_text
from indexer.text.normalize import fold

_BY, _FROM = "rel:by", "rel:from"
_PLACING = frozenset(("en",))  # where "by the door" is a place


def tells_doer(best: Candidate) -> bool:
    """Return whether it says by whom, or with whom, and that is not asked about."""
    asked = {fold(each.text) for each in best.words}
    words = [
        each
        for each in read_text(best.piece.own.original, best.placed.language).words
        if fold(each.text) not in asked
    ]
    return (
        _is_done_by(words, best.placed.language)
        or _is_looked_after(words)
        or _is_with_somebody(best, words)
    )


def _is_done_by(words: list[Word], language: str) -> bool:
    """Return whether something is done by somebody, in a passive, and not by transfer or steam."""
    return any(
        _BY in each.relations
        and _FROM not in each.relations
        and _may_act(each, language)
        and stands_behind_participle(each, words)
        for each in words
    )


def _may_act(word: Word, language: str) -> bool:
    led = word.is_led and bool(word.term) and language not in _PLACING
    return led or word.has("kin") or is_name(word)


def _is_looked_after(words: list[Word]) -> bool:
    """Return whether whoever looks after it stands right behind the German "kümmert sich"."""
    return any(
        "responsible" in verb.topics
        and verb.text.endswith(" sich")
        and name.place == verb.place + 1
        and name.text[:1].isupper()
        for verb, name in pairwise(words)
    )


def _is_with_somebody(best: Candidate, words: list[Word]) -> bool:
    """Return whether somebody stands behind a preposition where the question has one: "у кого"."""
    led = " " in best.question.phrase
    return led and any(each.has("kin") and each.relations for each in words)
