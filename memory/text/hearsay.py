"""Tells if words only report what is said of the speaker: by somebody else, or to somebody. Pure.

`Ben says I live in Hull now` says nothing of where the speaker lives, nor does `I told the bank I
live in Hull`: what multis knows, it was told itself.
"""

from collections.abc import Sequence
from itertools import islice

from indexer.inference.reading import Word, read_text
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_all_words
from memory.text.persons import ROLES
from memory.text.statement import find_person_words, is_unspaced
from memory.text.values import names_thing

SAYING = "mod:say"
DECIDING = frozenset(("kin:boss", "kin:doctor"))  # what they say of the speaker, they decide
LETTING = "kin:landlord"
OWN_MEASURES = frozenset(("earn", "rent"))  # nobody knows better than who pays or gets it
ELIDED = frozenset("j")  # French je before a vowel
OTHERS = ("pers:he", "pers:she", "pers:they")
MOST = 8  # words for saying in one sentence that are looked at, each beside all of its words


def retells(text: str) -> bool:
    """Tell if it is somebody else who says it of the speaker: `Ben says I live in Hull now`.

    So is who the speaker's boss is, and what the rent is. Of others they may know better: `Ann says
    that the meeting has moved`.
    """
    if is_unspaced(text):
        return False
    return any(map(_retells_in, read_text(text).by_sentence.values()))


def _retells_in(words: Sequence[Word]) -> bool:
    return any(
        _is_said_by_another(words, each) or _is_said_to_another(words, each)
        for each in islice((each for each in words if each.has(SAYING)), MOST)
    )


def _is_said_by_another(words: Sequence[Word], saying: Word) -> bool:
    """Tell if somebody named in a sentence says it, of its speaker."""
    clause = [each for each in words if each.clause == saying.clause and each != saying]
    sayers = [each for each in clause if each.place < saying.place] or _take_sayer(clause)
    if not sayers or any(map(_is_speaker, sayers)) or any(_decides(each) for each in sayers):
        return False
    places = {each.place for each in sayers}
    said = [each for each in words if each.place not in places]
    if any(map(_is_speaker, said)) or any(map(_is_own_role, said, said[1:])):
        return True
    measured = any(not OWN_MEASURES.isdisjoint(each.topics) for each in said)
    return measured and any(map(_is_somebody, sayers)) and not any(e.has(LETTING) for e in sayers)


def _is_said_to_another(words: Sequence[Word], saying: Word) -> bool:
    """Tell if the speaker says something of themselves to somebody: `I told the bank I live here`.

    A boss who is told that one leaves has to know, and nobody else is told before it is so.
    """
    speakers = [each for each in words if _is_speaker(each)]
    before = [each for each in speakers if each.place < saying.place]
    behind = [each for each in speakers if each.place > saying.place]
    if not (before and behind):
        return False
    told = [each for each in words if before[-1].place < each.place < behind[0].place]
    if not _leads_on(told[-1], saying, behind[0]):
        return False
    if any(_decides(each) or each.has(LETTING) for each in told):
        return False
    return any(_hears(each) for each in told if each != saying)


def _leads_on(last: Word, saying: Word, speaker: Word) -> bool:
    """Tell if what is said goes on behind the word for saying: `hab der Bank gesagt, ich`."""
    conjunction = fold(unify(last.text)) in load_all_words("that_words")
    return speaker.clause == saying.clause or last == saying or conjunction


def _hears(word: Word) -> bool:
    return _is_somebody(word) or names_thing(word) or any(word.has(each) for each in OTHERS)


def _take_sayer(clause: Sequence[Word]) -> Sequence[Word]:
    """Take who is named behind the word for saying: `according to mum | I live in Bath`."""
    last = next((n for n, each in enumerate(clause) if _is_somebody(each)), len(clause))
    return clause[: last + 1]


def _is_somebody(word: Word) -> bool:
    opens = word.is_opening and not (word.topics or word.marks)
    return word.has("kin") or word.is_name or opens


def _is_own_role(owner: Word, word: Word) -> bool:
    return owner.has("poss:speaker") and not word.marks.isdisjoint(ROLES)


def _is_speaker(word: Word) -> bool:
    """Tell if a word is `I` or `we`, and not `me`."""
    return word.has("pers") and fold(unify(word.text)).rstrip("'") in find_person_words() | ELIDED


def _decides(word: Word) -> bool:
    return not DECIDING.isdisjoint(word.marks)
