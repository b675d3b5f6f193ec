"""Decides if a pet has died of which somebody told. Pure.

`Moss died` ends `we have a dog called Moss`: the dead one must be named, and known as a pet.
"""

from collections.abc import Sequence
from itertools import pairwise

from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.text.normalize import fold
from indexer.text.word_lists import load_all_folded, load_all_words
from memory.text.assertion import is_unsure
from memory.text.changes.endings.disposal import is_number
from memory.text.persons import PETS, find_heads
from memory.text.statement import Statement, find_pattern, list_tokens
from memory.text.values import names_thing

DYING = frozenset(("die", "euthanise"))
# Who was about to die has not died: `stava per morire`.
TO_DIE = frozenset(("die", "morir", "morire", "morrer", "mourir", "sterben", "sterven", "умереть"))
NAMING = frozenset(("call", "name"))
OF = frozenset(("rel:from", "rel:of"))
TOLD = ("asp:near", "conj:that", "mod:say")  # what nearly happened, or somebody says
OPENING = 2  # words: `our dog`


def loses_pet(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that the pet has died whose name `before` tells."""
    language = guess_language(f"{now.written} {before.written}")
    mine, theirs = read_text(now.written, language), read_text(before.written, language)
    names = _list_pet_names(theirs)
    if _joins_another(names, theirs):
        return False  # the other one is alive
    names |= _list_only_pet(before, theirs)
    return bool(names) and any(_has_died(words, names) for words in mine.by_clause.values())


def _joins_another(names: frozenset[str], reading: Reading) -> bool:
    """Tell if somebody else is named behind a pet: `our cats Miso and Udon`."""
    joins = load_all_folded("and_words")
    pairs = pairwise(reading.words)
    return any(one.term in names and fold(two.text) in joins for one, two in pairs)


def _list_only_pet(before: Statement, reading: Reading) -> frozenset[str]:
    """List the words for the one pet that the speaker says they have: `we have a rabbit`."""
    pets = [each for each in reading.words if each.topics & PETS]
    tokens = list_tokens(before.text)
    several = any(map(is_number, tokens)) or not load_all_folded("and_words").isdisjoint(tokens)
    held = find_pattern("holding_patterns", before.text) is not None
    held = held or any(each.place < OPENING and _is_own(each, reading.words) for each in pets)
    kin = find_heads(reading)
    return frozenset(each.term for each in pets if len(pets) == 1 and held and not (several or kin))


def _list_pet_names(reading: Reading) -> frozenset[str]:
    """List the names behind a pet and `is called`, or before it and `is`: `Moss is our dog`,
    `Rufus the cat`.
    """
    words = reading.words
    pets = [each.place for each in words if each.topics & PETS]
    return frozenset(
        each.term
        for each in words
        for pet in pets
        if names_thing(each)
        and each.place != pet
        and all(map(_only_names, words[min(pet, each.place) + 1 : max(pet, each.place)]))
        and (each.place > pet or _leads_to_pet(words[each.place : pet + 1], words[pet + 1 :]))
    )


def _leads_to_pet(words: Sequence[Word], behind: Sequence[Word]) -> bool:
    """Tell if `is` stands between a name and a pet, or an article alone: `Rufus the cat`.

    A noun behind says that it is no pet: `Tom the dog walker`.
    """
    name, *between, pet = words
    if any(names_thing(each) and each.place == pet.place + 1 for each in behind):
        return False
    led = pet.is_led and not between and name.text.istitle()
    return led or any("be" in each.topics for each in between)


def _only_names(word: Word) -> bool:
    return not names_thing(word) or bool(word.topics & NAMING)


def _has_died(words: Sequence[Word], names: frozenset[str]) -> bool:
    """Tell if a clause says so of one of these alone: not `Moss's brother died`, `nearly died`."""
    died = next((each for each in words if each.topics & DYING and each.text not in TO_DIE), None)
    unsure = any(is_unsure(each) or any(map(each.has, TOLD)) for each in words)
    if died is None or died.is_led or unsure or _is_only_as_dead(died, words):
        return False
    if "die" in died.topics and any(_is_speaker(each) for each in words):
        return False  # `I dreamt Moss died`
    told = [
        each
        for each in words
        if names_thing(each) and not (_is_adverb(each) or _tells_time(each, words))
    ]
    before = [each for each in told if each.place < died.place]
    behind = [each for each in told if each.place > died.place]
    meant = before or behind[:1]
    if not _says_only_that(died, words, names):
        return False
    return any(_is_known(each, words, names) for each in meant) and all(
        each.term in names or each.topics & PETS for each in meant
    )


def _says_only_that(died: Word, words: Sequence[Word], names: frozenset[str]) -> bool:
    """Tell if no more is said of a pet without a name: not `the cat flap died`, `the cat next door
    died`, `the dog died in John Wick`.
    """
    pets = [each for each in words if each.term in names and each.topics & PETS]
    if any(each.term in names and not each.topics & PETS for each in words) or not pets:
        return True
    between = [each for each in words if pets[-1].place < each.place < died.place]
    behind = [each for each in words if each.place > died.place]
    return not any(
        (each.term and "be" not in each.topics) or each.has("rel") for each in between
    ) and not any(
        each.term and (each.is_name or "rel:in" in each.relations) and not each.has("day")
        for each in behind
    )


def _is_known(word: Word, words: Sequence[Word], names: frozenset[str]) -> bool:
    """Tell if a word is a name, or a pet with an article: not `a dog`, nor `his dog`."""
    before = [each.text.lower() for each in words if each.place == word.place - 1]
    articles = load_all_words("definite_articles")
    pointed = any(fold(each) in articles for each in before) or not before
    own = _is_own(word, words)
    title = word.is_led and word.topics and not word.topics & PETS  # `the Queen died`
    return word.term in names and not title and (pointed or own or not word.topics & PETS)


def _is_own(word: Word, words: Sequence[Word]) -> bool:
    """Tell if a word follows `my` or `our`."""
    owners = load_all_folded("owners")
    return any(fold(each.text) in owners for each in words if each.place == word.place - 1)


def _is_speaker(word: Word) -> bool:
    return word.has("pers:speaker") and not word.has("pers:clitic")


def _is_only_as_dead(died: Word, words: Sequence[Word]) -> bool:
    """Tell if it says how somebody is: `Moss is dead tired`, `Rex est mort de faim`."""
    near = {each.place: each for each in words}
    before, behind = near.get(died.place - 1), near.get(died.place + 1)
    state = before is not None and "be" in before.topics
    more = behind is not None and (names_thing(behind) or not behind.marks.isdisjoint(OF))
    return state and more


def _tells_time(word: Word, words: Sequence[Word]) -> bool:
    """Tell if a word is of a time: `letzte Woche`."""
    units = {each.place for each in words if any(mark.startswith("unit:") for mark in each.marks)}
    return word.place in units or (word.place + 1 in units and not word.is_name)


def _is_adverb(word: Word) -> bool:
    """Tell if an unknown word is no name, which has a capital, and no thing: `leider`."""
    unknown = not (word.topics or word.marks or word.is_led)
    return unknown and word.text.islower()
