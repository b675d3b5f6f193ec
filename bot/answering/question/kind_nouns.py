"""Finds the word by which a few words ask for a kind of thing: "choir price", "prix du cours".

Whoever only says "next meeting" asks when it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from bot.answering.question.meanings import (
    LEAVE_ASKED,
    find_day_part,
    find_meanings,
    is_article,
    names_unit,
)
from indexer.text.analyzer import tokenize
from indexer.text.dates.calendar import find_calendar
from indexer.text.normalize import fold
from indexer.text.question_words import KEPT, Kind, QuestionWords, load_question_words
from indexer.text.sentence_kind import is_statement
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import load_words

_FEW = 4  # words of a text that only names what it asks for
_NOUNS: Mapping[Kind, frozenset[str]] = {  # what such a noun means
    Kind.AMOUNT: frozenset(("cost", "fee")),
    Kind.PHONE: frozenset(("phone", "call")),
    Kind.EMAIL: frozenset(("email",)),
}
# Where a noun may stand behind what it is of: "choir price". In English it does, so that a "phone
# bill" is no phone; elsewhere that is one word.
_LAST = frozenset(("de", "en", "nl"))
_ONLY_LAST = frozenset(("en",))
_NEXT = "next"
_MEASURED = (Kind.DISTANCE, Kind.SIZE, Kind.TEMPERATURE, Kind.WEIGHT)


def may_be_priced(asked: Sequence[str], lists: QuestionWords) -> bool:
    """Return whether folded words behind "how much" go on with a thing: "is the boat".

    A distance has no price.
    """
    verb, article, *thing = *asked, "", ""
    is_thing = verb in load_words("copulas", lists.language) and is_article(article, lists.language)
    measured = (each for kind in _MEASURED for each in lists.list_words("frames", kind.value))
    return is_thing and set(thing).isdisjoint(measured)


# One question is looked at by several who do not know of each other.
@lru_cache(maxsize=KEPT)
def find_named_kind(text: str, language: str) -> tuple[Kind, str]:
    """Find the kind that a few words without a number name, and the word for it, folded."""
    words = [fold(each) for each in tokenize(text[:LEAVE_ASKED])]
    light = load_stopwords(language)
    content = [each for each in words if each not in light]
    told = any(map(str.isdigit, text)) or is_statement(text)
    if told or not content or len(content) > _FEW or not load_question_words(language).is_spaced:
        return Kind.SEARCH, ""
    if " ".join(content[-2:]) in load_question_words(language).list_words(
        "things", Kind.DURATION.value
    ):
        return Kind.DURATION, content[-1]
    if _names_next(content, words, language):
        return Kind.WHEN, content[0]
    places = _list_places(content, words, language)
    nouns = [each for each in places if _tells_thing(content, each, language)]
    found = ((_find_kind(each, language), each) for each in nouns)
    if named := next(((kind, noun) for kind, noun in found if kind), None):
        return named
    numbered = load_question_words(language).names_number(content[-1])  # "deposit reference"
    return (Kind.WHICH, content[-1]) if numbered else (Kind.SEARCH, "")


def _names_next(content: Sequence[str], words: Sequence[str], language: str) -> bool:
    """Return whether they name the next of several things, and no place "next to the door"."""
    behind = words[words.index(content[0]) + 1 :][:1]
    return (
        behind != []
        and behind == list(content[1:2])
        and _NEXT in find_meanings(content[0], language)
    )


def _tells_thing(content: Sequence[str], noun: str, language: str) -> bool:
    """Return whether the words beside a noun are not all of a time: "night rate" is one thing."""
    others = [each for each in content if each != noun]
    return not others or not all(find_day_part(each, language) for each in others)


def _list_places(content: Sequence[str], words: Sequence[str], language: str) -> Iterator[str]:
    """Yield the words where a noun may stand that others say more of."""
    if language in _LAST:
        yield content[-1]
    if language in _ONLY_LAST:
        yield from (each for each in content if _is_followed(each, words, language))
    else:
        yield content[0]


def _is_followed(noun: str, words: Sequence[str], language: str) -> bool:
    """Return whether a preposition follows a noun: "the phone of the warden"."""
    behind = words[words.index(noun) + 1 :]
    return not behind or behind[0] in load_stopwords(language)


def _find_kind(word: str, language: str) -> Kind | None:
    lists, meanings = load_question_words(language), find_meanings(word, language)
    kinds = (kind for kind, nouns in _NOUNS.items() if meanings & nouns)
    found = next((kind for kind in kinds if lists.is_frame(kind, word)), None)
    if found or word not in map(fold, lists.list_words("things", Kind.AMOUNT.value)):
        return found or (Kind.WHEN if _names_time(word, language) else None)
    return Kind.AMOUNT


def _names_time(word: str, language: str) -> bool:
    """Return whether a word asks for a time or a date, and names none, as "evening" does."""
    asked = (each.split()[-1] for each in load_words("hour_questions", language))
    dated = map(fold, load_question_words(language).list_words("things", Kind.WHEN.value))
    timed = find_calendar(word, language) or names_unit(word, language)
    return word in map(fold, asked) or (
        word in dated and not (timed or find_day_part(word, language))
    )
