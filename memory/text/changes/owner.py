"""Finds of whom a statement says where they live or work, or whether they are married. Pure.

`Moved to York` says where, and neither `moved to late shifts` nor `I've moved my desk upstairs`. A
name may be that of a place; a common noun must be one for where people live.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from indexer.inference.alignment import LIGHT
from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Word, guess_language, read_text
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language
from indexer.text.normalize import fold
from indexer.text.word_lists import (
    ListName,
    list_languages,
    load_all_folded,
    load_all_words,
    load_words,
)
from memory.text.changes.employer import happens_to_speaker
from memory.text.changes.times import strip_times
from memory.text.naming import is_strange
from memory.text.part import HOMES
from memory.text.persons import find_heads
from memory.text.statement import (
    KEPT,
    Statement,
    bound_pattern,
    find_pattern,
    find_person_words,
    is_unspaced,
    list_tokens,
    load_copulas,
    parse_statement,
)
from memory.text.values import names_thing

PRONOUNS = frozenset(("pers:he", "pers:she"))
TOPIC = re.compile("は|(?<=[^ぁ-ん])が")  # behind whom a clause is about
SILENT: tuple[ListName, ...] = ("moving_auxiliaries", "since_words")
FROM = re.compile("[从從在]")
DWELLINGS = HOMES | frozenset(
    (
        *("abroad", "adjacent", "beach", "boat", "building", "camp", "centre", "city", "coast"),
        *("country", "east", "farm", "forest", "hostel", "hotel", "island", "lake", "land"),
        *("mountain", "near", "north", "nurse_home", "port", "quiet_place", "river", "road"),
        *("sea", "shelter", "south", "street", "tower", "village", "west"),
    )
)
MOVING = frozenset(("move", "move_house", "postpone", "pull", "transfer"))
VERB_LAST = ("de", "nl")  # which put words together as well
NOUN_FIRST = ("es", "fr", "it", "pt")
SHORTEST_PART = 5  # letters of the end of a compound


@lru_cache(maxsize=KEPT)
def find_owner(names: tuple[ListName, ...], statement: Statement) -> frozenset[str] | None:
    """Return the words for who is meant, none for the speaker; None if it is not about that."""
    for part in (*statement.parts, *statement.sentence, statement.text):
        text = strip_times(part)
        matches = [match for name in names if (match := find_state(name, text, statement.written))]
        if any(happens_to_speaker(match) for match in matches):
            return frozenset()
        found = [match.start() for match in matches]
        if found:
            opening = text[: min(found)]
            if _leaves_topic(part, opening, statement):
                return _find_owner_before(names, part, statement)
            if relative := _find_person_before(part, opening, statement):
                return relative
            before = _join_before(part, statement) if _is_relative(opening, statement) else ""
            return name_owner(text, f"{before} {opening}", list_languages_of(names, text))
    return None


def _leaves_topic(part: str, opening: str, statement: Statement) -> bool:
    """Tell if a clause of signs leaves who is meant to the clause before it."""
    if not is_unspaced(part) or part not in statement.sentence[1:]:
        return False
    japanese = re.search("[\u3040-\u309f]", part) is not None
    return TOPIC.search(part) is None if japanese else not opening


def _find_owner_before(
    names: tuple[ListName, ...], part: str, statement: Statement
) -> frozenset[str] | None:
    clauses = statement.sentence[: statement.sentence.index(part)]
    earlier = (
        each for each in clauses if any(find_state(name, each, statement.written) for name in names)
    )
    whose = next(earlier, None)
    if whose is None:
        topics = (each for each in clauses if TOPIC.search(each) and find_heads(read_text(each)))
        topic = next(topics, None)
        return _name_owner_in_signs(topic, "") if topic else frozenset()
    return find_owner(names, parse_statement(whose))


def _find_person_before(part: str, opening: str, statement: Statement) -> frozenset[str]:
    """Find whom the clause before one without a subject is about: `Ruth, my sister, | is a vet`,
    `Tom called. | Moved to York`.
    """
    led = not load_copulas().issuperset(list_tokens(opening))  # `ist nach Bonn gezogen`
    if is_unspaced(part) or led or part not in statement.sentence[1:]:
        return frozenset()
    earlier = statement.sentence[statement.sentence.index(part) - 1]
    words = list_tokens(earlier)
    own = load_all_folded("owners")
    begins = [each for each in words if each not in own][:1]
    named = read_text(earlier, _guess_spoken(statement.text)).words
    others = {fold(each.text) for each in named if each.has("kin") or is_strange(each)}
    return frozenset(begins) if others.issuperset(begins) else frozenset()


def _guess_spoken(text: str) -> str:
    """Guess the language of a text, among those whose words are known."""
    guessed = guess_language(text)
    return guessed if load_words("meanings", guessed) else "en"


def _join_before(part: str, statement: Statement) -> str:
    """Join the clauses before one; none before the whole."""
    at = statement.sentence.index(part) if part in statement.sentence else 0
    return " ".join(statement.sentence[:at])


def _is_relative(opening: str, statement: Statement) -> bool:
    """Tell if a clause says something of whom the one before it names: `who lives in Hull`."""
    first = list_tokens(opening)[:1]
    words = read_text(statement.text).words
    return bool(first) and any(each.text == first[0] and each.has("conj:that") for each in words)


def list_languages_of(names: tuple[ListName, ...], text: str) -> frozenset[str]:
    """List the languages whose patterns match a text: those in which somebody tells of a home."""
    every = (each for name in names for each in list_languages(name))
    return frozenset(each for each in every if compile_kind(names, each).search(text))


@cache
def compile_kind(names: tuple[ListName, ...], language: str) -> re.Pattern[str]:
    parts = [bound_pattern(each) for name in names for each in sorted(load_words(name, language))]
    return re.compile("|".join(parts) or "(?!)")


def name_owner(text: str, opening: str, spoken: frozenset[str]) -> frozenset[str]:
    """Return the words of an opening that say who is meant, in the languages that are spoken.

    `Ben` of `Ben moved` is a name there, and a verb in Dutch.
    """
    if is_unspaced(text):
        return _name_owner_in_signs(text, opening)
    tokens = list_tokens(opening)
    if tokens and tokens[-1] in find_person_words():
        return frozenset()  # I am Ruth and I live in Leeds
    joins = load_all_folded("and_words")
    begins = find_person_words() | load_all_folded("moving_auxiliaries")
    if tokens and tokens[-1] in joins and tokens[0] in begins:
        return frozenset()  # I have left the bank and work at a school
    owners = load_all_folded("owners")
    pronouns = find_pronouns(text)
    others = load_all_words("other_persons") | owners | pronouns
    silent = _load_silent(spoken) - pronouns
    meant = {re.sub("['’]s$", "", each) for each in tokens if each not in silent}
    named = frozenset(each for each in meant if each in others or _has_terms(each, text, spoken))
    return named - owners or named  # `mamma` is `mia mamma`


def find_pronouns(text: str) -> frozenset[str]:
    """Find the words for `he` and `she` in a text, of its language: Spanish `he` is `have`."""
    words = read_text(text, guess_language(text)).words
    return frozenset(fold(each.text) for each in words if not PRONOUNS.isdisjoint(each.marks))


def _name_owner_in_signs(text: str, opening: str) -> frozenset[str]:
    named = TOPIC.search(text)
    topic = text[: named.start()] if named else opening
    if not named:  # what stands before a Japanese verb is where, not who; so is Chinese 从银行
        topic = "" if re.search("[\u3040-\u309f]", text) else FROM.split(topic)[0]
    return frozenset(
        each for each in list_tokens(topic) if each not in _load_silent(frozenset(UNSPACED))
    )


@cache
def _load_silent(spoken: frozenset[str]) -> frozenset[str]:
    """Load words before a verb that do not say who is meant: `I have just`, `since`."""
    extra = (load_words(name, each) for name in SILENT for each in spoken)
    return find_person_words() | {fold(word) for words in extra for word in words}


def _has_terms(word: str, text: str, spoken: frozenset[str]) -> bool:
    """Tell if a word has a meaning in the language of a text, which is one of those spoken."""
    language = detect_language(text)
    language = language if language in spoken else min(spoken, default=language)
    return bool(analyze(word, language).terms)


def find_state(name: ListName, text: str, written: str = "") -> re.Match[str] | None:
    """Find a pattern in a folded text; one for moving only where that leads to another home.

    `written` has the capitals of the text, which tell the Bronx from the front row.
    """
    found = find_pattern(name, text)
    if found is None or name != "moving_patterns" or _leads_home(text, found, written):
        return found
    return None


def _leads_home(text: str, found: re.Match[str], written: str) -> bool:
    """Tell if what follows a verb of moving, or stands inside it, may be a home."""
    language = guess_language(text)
    inside = read_text(found.group(), language).words
    if language in UNSPACED or not any(each.topics & MOVING for each in inside):
        return True  # `new address:`
    if any(_is_moved(one, two) for one, two in pairwise(inside)):
        return False
    behind = read_text(text[found.end() :], language).words
    places = [*(_list_places(inside) if language in VERB_LAST else ()), *_list_first(behind)]
    if any(map(_is_dwelling, places)):
        return True
    return not (_is_elsewhere(places, language) or _begins_common(behind, written))


def _begins_common(behind: Sequence[Word], written: str) -> bool:
    """Tell if an article leads to what has no capital: `to the front row`."""
    capitals = {fold(each) for each in re.findall(r"[^\W\d_]\w*", written) if each[0].isupper()}
    phrase = list(_list_first(behind))
    named = not capitals.isdisjoint(fold(each.text) for each in phrase)
    return bool(written and phrase) and phrase[0].is_led and not named


def _is_moved(owner: Word, thing: Word) -> bool:
    """Tell if somebody moves a thing of theirs: `déménagé mon bureau`."""
    return owner.has("poss:speaker") and bool(thing.term) and not _is_dwelling(thing)


def _list_places(words: Sequence[Word]) -> Iterator[Word]:
    return (each for each in words if names_thing(each) and each.topics.isdisjoint(MOVING | LIGHT))


def _list_first(words: Sequence[Word]) -> Iterator[Word]:
    """List the words right behind a verb, up to the next link such as `near` or `with`."""
    for each in words:
        if each.clause != words[0].clause or (each.place and each.has("rel")):
            return
        if each.term or each.has("kin"):
            yield each


def _is_dwelling(word: Word) -> bool:
    return word.has("kin") or not word.topics.isdisjoint(DWELLINGS)


def _is_elsewhere(places: Sequence[Word], language: str) -> bool:
    """Tell if the last noun of some words is known, and none for where people live."""
    if any(_is_of_work(each, language) for each in places):
        return True
    named = [each for each in places if names_thing(each)]
    head = named[: 1 if language in NOUN_FIRST else None][-1:]
    # `to Bath`, `nach Essen`: a noun without an article or `another` is a name.
    led = any(each.is_led or "different" in each.topics for each in places)
    return any(each.topics and not each.is_name and (led or " " in each.text) for each in head)


def _is_of_work(word: Word, language: str) -> bool:
    """Tell if a word is for where, when or with whom one works or learns: `Spätschicht`."""
    folded = fold(word.text)
    compound = language in VERB_LAST and any(
        folded.endswith(each) for each in _load_stations(language) if len(each) >= SHORTEST_PART
    )
    return compound or folded in _load_stations(language)


@cache
def _load_stations(language: str) -> frozenset[str]:
    return load_words("station_nouns", language)
