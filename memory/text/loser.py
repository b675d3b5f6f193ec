"""Decides if what words begin with only loses something, and is not over itself. Pure.

`The dog has lost its ball` ends the ball, `Toby ya no tiene pulgas` the fleas, and `the alarm has
stopped working` says nothing of what it is. What ends stands behind such a verb, in German and
Dutch before it.
"""

from collections.abc import Sequence

from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Reading, Word, guess_language, read_text
from memory.text.naming import STOPS, is_loud, list_shared
from memory.text.statement import LONGEST
from memory.text.values import names_thing

STOPPING = STOPS | {"lose"}
VERB_LAST = ("de", "nl")
DOING = frozenset(("live", "work"))  # which may stop: `has stopped working`


def loses_another(said: str, old: str) -> bool:
    """Tell if what both name stands before a verb of ending, and behind it another thing alone."""
    if max(len(said), len(old)) > LONGEST:
        return False
    language = guess_language(f"{said} {old}")
    if language in UNSPACED:
        return False
    mine, theirs = read_text(said, language), read_text(old, language)
    held = frozenset(one for one, _two in list_shared(mine, theirs))
    near = [words for words in mine.by_clause.values() if not held.isdisjoint(words)]
    return bool(near) and all(_loses_another(words, held, mine) for words in near)


def _loses_another(words: Sequence[Word], held: frozenset[Word], reading: Reading) -> bool:
    verb = next((n for n, each in enumerate(words) if n and _stops(each)), 0)
    before, behind = words[:verb], words[verb + 1 :]
    if not verb or any("be" in each.topics for each in before[-2:]):
        return False  # `yoga was cancelled`
    if reading.language in VERB_LAST and held.isdisjoint(behind):
        return _holds_first(before, held)
    things = [each for each in behind if _names_doing(each)]
    return (
        not held.isdisjoint(before)
        and held.isdisjoint(behind)
        and bool(things)
        and not any(each.has("rel") for each in behind[: behind.index(things[0])])
    )


def _stops(word: Word) -> bool:
    """Tell if a word says that something ends: not `on leave`."""
    ends = word.has("asp:ended") or word.has("asp:quit") or not word.topics.isdisjoint(STOPPING)
    return ends and not (word.is_led or word.relations)


def _names_doing(word: Word) -> bool:
    """Tell if a word names a thing or what is done: not `for good`, which says how long."""
    names = is_loud(word) or not word.topics.isdisjoint(DOING)
    return names and "permanent" not in word.topics


def _holds_first(before: Sequence[Word], held: frozenset[Word]) -> bool:
    """Tell if what both name comes first, and the thing right before the verb is another one."""
    things = [each for each in before if names_thing(each)]
    last = things[-1:]
    owned = any(_is_determined(each, before) for each in last)
    return owned and held.isdisjoint(last) and not held.isdisjoint(things[:1])


def _is_determined(thing: Word, words: Sequence[Word]) -> bool:
    at = list(words).index(thing)
    return thing.is_led or any(each.has("poss") for each in words[max(0, at - 1) : at])
