"""Decides whether a one-line note follows from what a person said of themselves.

A note is held to more than an answer: every word of it must be the person's, for what it says is
remembered. It leaves out who it is about, so what is true of a sister must not become true of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from indexer.inference import vetoes
from indexer.inference.alignment import Alignment, Match, align, counts, weigh
from indexer.inference.entailment import VETOES, Verdict
from indexer.inference.reading import PERSONS, Reading, Word, read_text
from indexer.inference.tenses import turns_past
from indexer.inference.vetoes import Veto
from indexer.text.word_lists import load_all_words
from indexer.text.normalize import fold

_MOODS = ("mod:maybe", "mod:if", "mod:would", "mod:wish", "mod:plan", "mod:say", "mod:must", "mod:can")
_DOUBTS = frozenset(("mod:maybe", "mod:if", "mod:would"))
_THIRD = frozenset(("pers:he", "pers:she", "pers:they", "pers:you"))
_INTENTS = frozenset(("mod:wish", "mod:plan", "mod:would", "mod:if", "mod:maybe"))


def judge_note(note: str, said: str, language: str = "") -> Verdict:
    """Judge whether `note` follows from `said`, the words of the person it is about."""
    text = read_text(said, language)
    statement = _drop_person(read_text(note, text.language))
    found = align(statement, text)
    reasons = tuple(name for name, speaks_against in NOTE_VETOES.items() if speaks_against(found))
    return Verdict(found.coverage, reasons, found)


def _drop_person(note: Reading) -> Reading:
    return note


def says_more(found: Alignment) -> bool:
    """Tell if the note has a word that the person did not use."""
    return any(weigh(each) >= 0.5 for each in found.unknown)


def is_of_another(found: Alignment) -> bool:
    """Tell if somebody stands before what the note repeats, and the note leaves them out."""
    carried = [each.known for each in found.matches if counts(each.said) and weigh(each.said) >= 0.5]
    if not carried:
        return False
    first = min(carried, key=lambda each: each.place)
    placed = frozenset(found.places.values())
    said = _marks(found.statement.words, "pers:")
    return any(
        _leaves_out(each, placed, said, each.clause == first.clause)
        for each in _list_before(found.text.words, first)
    )


def _leaves_out(word: Word, placed: frozenset[int], said: frozenset[str], near: bool) -> bool:
    """Tell if a word before what the note repeats names somebody whom the note leaves out."""
    if word.marks & _THIRD:
        return not said & word.marks
    if word.place in placed or word.relations - {"rel:subj"} or _opens(word):
        return False
    return word.has("kin:") or word.is_name or (near and counts(word) and weigh(word) >= 0.5)


def _list_before(words: Sequence[Word], first: Word) -> list[Word]:
    """List what stands before a word in its sentence, back to a clause that begins with `I`."""
    before = [each for each in words if each.sentence == first.sentence and each.place < first.place]
    speaking = [
        each.place
        for each in before
        if each.clause == first.clause
        and (each.has("pers:speaker") or each.has("pers:we"))
        and not each.relations - {"rel:subj"}
    ]
    return [] if speaking else before


def _opens(word: Word) -> bool:
    return fold(word.text) in load_all_words("openers")


def changes_mood(found: Alignment) -> bool:
    """Tell if a doubt, wish, plan, condition or duty was left out, or another put in its place."""
    said = _marks(found.statement.words, "mod:")
    known = _marks(_list_governing(found), "mod:")
    lost = known - said
    if lost & {"mod:maybe", "mod:if", "mod:say"} and not said & _DOUBTS:
        return True
    if lost & {"mod:wish", "mod:would"} and not said & _INTENTS:
        return True
    if "mod:plan" in lost and not said & _INTENTS:
        return True
    return "mod:must" in said - known


def _list_governing(found: Alignment) -> list[Word]:
    """List the words of the sentences' clauses that the note rests on, or that stand before."""
    last = {}
    for match in found.matches:
        last[match.known.sentence] = max(last.get(match.known.sentence, 0), match.known.clause)
    return [each for each in found.text.words if each.clause <= last.get(each.sentence, -1)]


def _marks(words: Iterable[Word], kind: str) -> frozenset[str]:
    marks = frozenset[str]().union(*(each.marks for each in words))
    return frozenset(each for each in marks if each.startswith(kind))


def changes_aspect(found: Alignment) -> bool:
    """Tell if what has ended or nearly happened is noted as a fact."""
    said = _marks(found.statement.words, "asp:")
    known = _marks(found.resting, "asp:")
    negated = any(each.has("neg:") for each in found.statement.words)
    if "asp:near" in known ^ said:
        return True
    ended = known - {"asp:near"}
    return bool(ended) != bool(said - {"asp:near"}) and not (ended and negated)


def swaps_speaker(found: Alignment) -> bool:
    """Tell if the person and somebody else changed places: who owes, and who is owed."""
    converse = any(each.kind == "converse" for each in found.matches)
    others = [each for each in found.matches if each.said.is_name or each.said.has("kin:") or _is_person(each.said)]
    if not others:
        return converse
    return any(_acts(each.said, found.statement) != _acts(each.known, found.text) for each in others) != converse


def _is_person(word: Word) -> bool:
    return len(word.term) == 1 and "\u4e00" <= word.term <= "\u9fff" and not word.topics


def _acts(word: Word, reading: Reading) -> bool:
    """Tell if somebody stands where the one who acts does: first, and behind no preposition."""
    if word.relations - {"rel:subj"}:
        return False
    if "rel:subj" in word.relations:
        return True
    earlier = [each for each in reading.words if each.sentence == word.sentence and each.place < word.place]
    return not any(
        each.has("pers:speaker") or each.has("pers:we") or (each.term and each.clause == word.clause)
        for each in earlier
        if not each.is_name
    )


NOTE_VETOES: Mapping[str, Veto] = {
    **{name: veto for name, veto in VETOES.items() if name not in ("detail", "doubt", "duty", "aspect", "subject")},
    "more": says_more,
    "another": is_of_another,
    "mood": changes_mood,
    "ended": changes_aspect,
    "past": turns_past,
    "speaker": swaps_speaker,
}
