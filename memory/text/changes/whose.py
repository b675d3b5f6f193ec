"""Decides if words are about somebody else's thing of a kind that the speaker has too. Pure.

`Gail says her book club has been cancelled` leaves `our book club meets on Mondays` alone. Nobody
has to be named as long as the words say whose it is, and the earlier statement does not.
"""

from functools import cache

from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_all_words, load_words
from memory.text.changes.things import list_shared
from memory.text.persons import PRONOUNS, find_heads
from memory.text.statement import find_person_words, list_tokens

POSTPOSED = ("pt",)  # `o coral dela`
FARTHEST = 2  # words between whose and what: `her old book club`


def is_theirs(said: str, old: str) -> bool:
    """Tell if words give to somebody else what both name, and `old` does not."""
    language = guess_language(f"{said} {old}")
    if _is_of_third_person(said, old, language):
        return True
    if language in UNSPACED:
        return _is_theirs_in_signs(said, old)
    mine, theirs = read_text(said, language), read_text(old, language)
    owned = _list_owned(mine)
    if not owned or _list_owned(theirs) or find_heads(theirs):
        return False
    pairs = list_shared(mine, theirs)
    named = any(two.is_name and one.is_name for one, two in pairs)
    known = any(one.place < min(owned) for one, _two in pairs)  # `our childminder put her rate up`
    return not (named or known) and any(one.place in owned for one, _two in pairs)


def _is_of_third_person(said: str, old: str, language: str) -> bool:
    """Tell if words begin with `he` or `she`, and a statement with `I`: `she quit smoking`."""
    words, first = read_text(said, language).words, list_tokens(fold(unify(old)))[:1]
    third = bool(words) and any(words[0].has(each) for each in PRONOUNS)
    article = bool(words[1:]) and words[1].is_led  # `il volo`
    speaks = any(each.has("pers:speaker") for each in words)
    return third and not (article or speaks) and not find_person_words().isdisjoint(first)


def _list_owned(reading: Reading) -> frozenset[int]:
    """List the places of the words that follow `her` in its clause."""
    owners = _load_theirs(reading.language)
    behind = range(-1, FARTHEST + 1) if reading.language in POSTPOSED else range(1, FARTHEST + 1)
    return frozenset(
        each.place + step
        for each in reading.words
        if fold(unify(each.text)) in owners
        for step in behind
        if _stands_with(each, each.place + step, reading)
    )


def _stands_with(owner: Word, place: int, reading: Reading) -> bool:
    return 0 <= place < len(reading.words) and reading.words[place].clause == owner.clause


@cache
def _load_theirs(language: str) -> frozenset[str]:
    return frozenset(fold(each) for each in load_words("their_words", language))


def _is_theirs_in_signs(said: str, old: str) -> bool:
    """Tell if signs such as `他们的` stand right before what both name."""
    signs = [each for each in load_all_words("their_signs") if each in said]
    if not signs or any(each in old for each in signs) or find_heads(read_text(old)):
        return False
    shared = {one.text for one, _two in list_shared(read_text(said), read_text(old))}
    return any(f"{sign}{word}" in said for sign in signs for word in shared)
