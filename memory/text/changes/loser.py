"""Decides if what words begin with only loses something, and is not over itself. Pure.

`The dog has lost its ball` ends the ball, `Toby ya no tiene pulgas` the fleas, and `the alarm has
stopped working` says nothing of what it is. What ends stands behind such a verb, in German and
Dutch before it. Nor does it change what the speaker does that somebody else does it: `HR moved to
the fourth floor`.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_all_folded, load_all_words
from memory.text.naming import STOPS, is_like, is_loud, list_naming, list_shared
from memory.text.statement import LONGEST, find_person_words, list_tokens, spell_out
from memory.text.values import names_thing

ALL = "quant:all"
PARTS = ("quant:half", "quant:most", "quant:some")
REST = "pers:rest"
QUIT = "asp:quit"
STOPPING = STOPS | {"lose"}
PLACING = ("rel:in", "rel:on", "rel:to")
SERVING = (*PLACING, "rel:for", "rel:with")
VERB_LAST = ("de", "nl")
LEAVING = frozenset(("give_up", "leave", "retire"))
DOING = frozenset(("live", "work"))  # which may stop: `has stopped working`


def loses_another(said: str, old: str) -> bool:
    """Tell if what both name stands before a verb of ending, and behind it another thing alone."""
    mine, held, near = _find_near(said, old)
    return bool(near) and all(_loses_another(words, held, mine) for words in near)


def is_of_other_doer(said: str, old: str) -> bool:
    """Tell if somebody or something else does it, and `old` is the speaker's: `Jo's on the 9am
    train`, `the canteen has no pork any more`.
    """
    if not _begins_with_speaker(old):
        return False
    if _is_of_others(said, old):
        return True
    mine, held, near = _find_near(said, old)
    theirs = read_text(old, mine.language)
    return bool(near) and all(
        _has_other_doer(words, held, fold(unify(old))) or _stops_itself(words, held, theirs)
        for words in near
    )


def _is_of_others(said: str, old: str) -> bool:
    """Tell if words begin with others who do it: `everyone quit smoking`, `half the group left`."""
    mine, held, near = _find_near(said, old)
    first = next((words for words in mine.by_clause.values() if words in near), [])
    spoken = not _load_speakers().isdisjoint(fold(unify(each.text)) for each in first)
    return bool(first) and not spoken and (_opens_with_others(first) or _others_stop(first, held))


def _opens_with_others(words: Sequence[Word]) -> bool:
    """Tell if words begin with `the others`, `everyone` or `half the class`."""
    first, *more = words
    some = any(first.has(each) for each in PARTS) and any(each.is_led for each in more[:1])
    everybody = fold(unify(first.text)) in load_all_folded("everybody_words")
    return first.has(REST) or everybody or some


def _others_stop(words: Sequence[Word], held: frozenset[Word]) -> bool:
    """Tell if who is named first gives up what is known: `the couple next door left Lidl`."""
    verb = next((n for n, each in enumerate(words) if each.has(QUIT)), 0)
    before, behind = words[:verb], words[verb + 1 :]
    acts = any("cancel" in each.topics for each in words[verb : verb + 1])
    somebody = any(each.is_led or each.has("pers:they") for each in before[:1])
    return somebody and not acts and held.isdisjoint(before) and not held.isdisjoint(behind)


def denies_some(said: str, old: str) -> bool:
    """Tell if words only deny that something is so of all: `not every dish is vegetarian`."""
    language = guess_language(f"{said} {old}")
    mine, theirs = read_text(said, language).words, read_text(old, language).words
    partly = any(one.has("neg") and two.has(ALL) for one, two in pairwise(mine))
    return partly and not any(each.has(ALL) for each in theirs)


def _find_near(said: str, old: str) -> tuple[Reading, frozenset[Word], list[Sequence[Word]]]:
    """Find the words that `old` has as well, and the clauses with any of them; none in scripts
    without spaces, or in a long text.
    """
    language = guess_language(f"{said} {old}")
    if max(len(said), len(old)) > LONGEST or language in UNSPACED:
        return read_text("", language), frozenset(), []
    mine, theirs = read_text(said, language), read_text(old, language)
    held = frozenset(one for one, _two in list_shared(mine, theirs))
    return mine, held, [each for each in mine.by_clause.values() if not held.isdisjoint(each)]


def _begins_with_speaker(text: str) -> bool:
    first = list_tokens(spell_out(fold(unify(text))))[:1]
    return not (_load_speakers() - load_all_words("definite_articles")).isdisjoint(first)


@cache
def _load_speakers() -> frozenset[str]:
    return find_person_words() | load_all_folded("owners")


def _has_other_doer(words: Sequence[Word], held: frozenset[Word], old: str) -> bool:
    """Tell if a clause begins with whom or what `old` does not name, and is about nobody else.

    What directly follows the verb is done something to: `Jo moved yoga to Friday`.
    """
    doer = next((e for e in words[:2] if e.term or e.text.isupper()), words[0])
    strange = not (doer.topics or doer.has("pers") or doer.has("rel")) and doer.text[:1].isupper()
    known = fold(unify(doer.text)) in old or doer in held
    spoken = not _load_speakers().isdisjoint(fold(unify(each.text)) for each in words)
    if known or spoken or not (strange or doer.is_led) or doer.has("kin"):
        return False
    denied = any(each.has("neg") for each in words)
    return all(denied or _is_led_to(each, words) for each in held if each in words)


def _stops_itself(words: Sequence[Word], held: frozenset[Word], theirs: Reading) -> bool:
    """Tell if where or for whom the speaker does something is who stops: `the mayor resigned`."""
    first = next((each for each in words if each.term), words[0])
    spoken = not _load_speakers().isdisjoint(fold(unify(each.text)) for each in words)
    stops = any(each.topics & LEAVING or each.has("asp:quit") for each in words[1:])
    placed = (each for each in list_naming(theirs) if is_like(first, each, theirs.language))
    acts = first.relations.isdisjoint(SERVING) and not spoken
    alone = acts and held.intersection(words) == {first}
    return alone and stops and all(not each.relations.isdisjoint(SERVING) for each in placed)


def _is_led_to(word: Word, words: Sequence[Word]) -> bool:
    """Tell if a word such as `on` or `to` stands between what begins a clause and a word."""
    between = [each for each in words[1:] if each.place < word.place]
    return any(not each.marks.isdisjoint(PLACING) or each.text.endswith(" to") for each in between)


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
