"""Tells what a question counts, and whether a text has a number beside it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise, takewhile

from bot.answering.extracts.answer_signs import measure_kind, tells_hour
from bot.answering.extracts.matching import ENOUGH, match
from bot.answering.extracts.pieces import Piece
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.listed_signs import has_sign
from bot.answering.question.meanings import (
    find_unit_words,
    is_article,
    is_numeral,
    is_several,
)
from bot.answering.question.time_units import (
    cut_around,
)
from bot.answering.question.verbs import is_done
from bot.citations.statement import ParsedSentence, parse_sentence
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.reading import read_text
from indexer.late_patterns import compile_late
from indexer.text.analyzer import tokenize
from indexer.text.compounds import LANGUAGES as COMPOUNDING
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words
from indexer.text.stemming import stem
from indexer.text.stopwords import load_stopwords

# What a number measures: 45 minutes in brackets, a price.
_MEASURE = compile_late(
    r"\(\s?\d[\d.,]{0,20}\s?[^\W\d][^()]{0,60}\)|[€$£¥₽]\s?\d[\d.,]{0,20}|\d[\d.,]{0,20}\s?(?:[€$£¥₽元円]|p\b)"
)
# Numbers right behind a word, with more to come: "plots 6, 22 and 31 are free", but not "eggs 2".
_NAMED_BY = compile_late(
    r"(?<![^\W\d_])([^\W\d_]++) \d{1,4}+"
    r"((?>(?:(?:[\s,;/–-]{1,3}+|\s[^\W\d_]{1,3}\s)\d{1,4}+){0,20}))(?=[.,;:)]|\s[^\W\d_])"
)
_PAIR = compile_late(r"(?<![^\W\d_])([^\W\d_]++) (?=[^\W\d_]++(?<=s)\b)")
_NEXT = compile_late(r"(?<![^\W\d_])([^\W\d_]++) (?=([^\W\d_]++))")
_AT_LEAST = "rel:min"
_AGES = frozenset(("unit:y", "unit:mo", "unit:wk"))
_BOUNDED = frozenset((Kind.DURATION, Kind.WHEN))  # kinds told from before or after something
_ALIKE = ("chen", "el", "er")  # what ends German nouns that have no plural of their own
_PLURAL = 2  # letters that a noun may have more in the plural
_REACH = 4  # words between a number and what it is the size of
# Where an adjective stands behind "how", and this before what it is asked of: that is not counted.
_ADJECTIVE_FIRST = frozenset(("de", "en", "nl"))
_COPULAS = frozenset(("is", "are", "was", "were", "ist", "sind", "war", "zijn"))
_BEFORE, _AFTER = 1, 5  # words before a number and behind it among which stands what it counts


def find_counted_noun(question: AskedQuestion) -> str:
    """Find the word behind "how many", folded; "" if there is none, as in "how big is the tank".

    Nor is a verb what is counted: "how much did they ask".
    """
    stops, lists = load_stopwords(question.language), question.lists
    behind = list_behind_phrase(question)
    if question.language in _ADJECTIVE_FIRST and behind[:1] and behind[0] in _COPULAS:
        return ""
    found = next((each for each in behind if each not in stops and not lists.is_light(each)), "")
    done = found not in behind[:1] and is_done(found, fold(question.text), question.language)
    return "" if done else found


def list_counted_nouns(question: AskedQuestion) -> list[str]:
    """List the noun behind "how many", folded, and where it says more of the next, that too.

    "How many solar panels are there?" counts panels.
    """
    first, behind = find_counted_noun(question), list_behind_phrase(question)
    if not first or question.language not in _ADJECTIVE_FIRST:
        return [first] if first else []
    stops, asked = load_stopwords(question.language), fold(question.text)
    run = takewhile(
        lambda each: each not in stops and not is_done(each, asked, question.language),
        behind[behind.index(first) :],
    )
    return [*run] or [first]


def list_clauses_on(first: AskedWord | None, text: str, language: str) -> list[str]:
    """List the clauses of a text with the first noun that is counted; all of it, if none has that.

    "How many fire doors?" is not told by "2 doors to the garden; in a fire use the stairs".
    """
    clauses = text.split(";") if first and ";" in text else []
    held = [
        each for each in clauses if first and match(first, parse_sentence(each, language)) >= ENOUGH
    ]
    return held or [text]


def list_behind_phrase(question: AskedQuestion) -> list[str]:
    """List the words of a question behind the phrase that shows its kind, folded."""
    words = [fold(each) for each in tokenize(question.text)]
    last = question.phrase.rpartition(" ")[2]
    return words[words.index(last) + 1 :] if last in words else []


def is_beside_number(asked: AskedWord, text: str, language: str, *, counts: bool = False) -> bool:
    """Return whether a number stands before a word: "two large eggs"; or after it: "Eggs: 2".

    What stands before a price, or a measure in brackets, is not counted by it; where it is asked
    how many there are (`counts`), nor is what stands before any other: "Dogs over 12 kg". Then a
    number that names one of them counts none, nor is a plot counted in "three plot holders".
    """
    text = _MEASURE.sub("", text)
    words = tokenize(_cut_other_things(asked, text, language) if counts else text)
    places = [at for at, each in enumerate(words) if is_numeral(fold(each), language)]
    return any(
        match(asked, parse_sentence(" ".join(words[start : at + _AFTER]), language)) >= ENOUGH
        for at in places
        for start in (at if counts and _measures(words, at, language) else max(0, at - _BEFORE),)
    )


def _cut_other_things(asked: AskedWord, text: str, language: str) -> str:
    """Cut numbers that name a thing, and its word where that only describes another, in English."""

    def drop_number(found: re.Match[str]) -> str:
        one, many = fold(found[1]), fold(asked.text)
        told_on = found.string[found.end()].isspace()  # and no list: "Eier 2, Mehl 200 g"
        singular = one != many or (told_on and language == "de" and one.endswith(_ALIKE))
        named = many.startswith(one) and len(many) - len(one) <= _PLURAL
        return found[1] if named and (singular or found[2]) else found[0]

    def drop_describing(found: re.Match[str]) -> str:
        return "" if f"{fold(found[1])}s" == fold(asked.text) else found[0]

    counted = _NAMED_BY.sub(drop_number, text)
    return _PAIR.sub(drop_describing, counted) if language == "en" else counted


def counts_otherwise(
    question: AskedQuestion, words: Sequence[AskedWord], piece: Piece, language: str
) -> bool:
    """Return whether its number is of something else, or of a day where an hour is asked for."""
    day = question.asks_hour and not tells_hour(piece.text, language)
    return day or tells_other_number(question, words, piece, language)


def _measures(words: Sequence[str], at: int, language: str) -> bool:
    """Return whether a unit stands right behind a number."""
    return any(find_unit_words(fold(each), language) for each in words[at + 1 : at + 2])


def tells_other_number(
    question: AskedQuestion, words: Sequence[AskedWord], piece: Piece, language: str
) -> bool:
    """Return whether the number that a sentence tells is of something else than is asked about."""
    around = tells_around(question, words, piece, language)
    return around or _prices_several(question, words, piece, language)


def _prices_several(
    question: AskedQuestion, words: Sequence[AskedWord], piece: Piece, language: str
) -> bool:
    """Return whether a price is of several of the thing that is asked for: "three rents".

    Who asks for "the teas" asks for all of them.
    """
    if question.kind is not Kind.AMOUNT or piece.head:
        return False
    if measure_kind(piece.text, Kind.AMOUNT, language) < 1.0:
        return False
    needed = [each for each in words if each.need >= 1 and not each.decides]
    pairs = [*pairwise(tokenize(piece.text))]
    several = _parse_all(_list_counted(pairs, question, language), language)
    # "4 horas a 38 € la hora" has the price of one, too.
    single = _parse_all((thing for one, thing in pairs if is_article(one, language)), language)
    return any(_names_one_of(each, several) and not _names_one_of(each, single) for each in needed)


def _list_counted(
    pairs: Sequence[tuple[str, str]], question: AskedQuestion, language: str
) -> Iterator[str]:
    """List the things of which a text counts several, but not those counted in the question."""
    known = {fold(each) for each in tokenize(question.text)}
    for number, thing in pairs:
        if is_several(fold(number), language) and known.isdisjoint((fold(number), fold(thing))):
            yield thing


def _parse_all(things: Iterable[str], language: str) -> list[ParsedSentence]:
    return [parse_sentence(each, language) for each in dict.fromkeys(map(fold, things))]


def _names_one_of(word: AskedWord, things: Iterable[ParsedSentence]) -> bool:
    """Return whether one of the things is what a word of a question asks for."""
    return any(match(word, each) >= ENOUGH for each in things)


def counts_sum(text: str, language: str) -> bool:
    """Return whether a sum is told as several of another one: "two months' rent"."""
    words = [fold(each) for each in tokenize(text)]
    return any(
        is_several(each, language)
        and any(_is_sum(one, language) for one in words[at + 1 : at + _REACH])
        for at, each in enumerate(words)
    )


def _is_sum(word: str, language: str) -> bool:
    """Return whether a word, or the noun that it ends in, is that of a sum: "Monatsmieten"."""
    stemmed, sums = stem(word, language), _load_sums(language)
    return stemmed in sums or (language in COMPOUNDING and stemmed.endswith(tuple(sums)))


@cache
def _load_sums(language: str) -> frozenset[str]:
    sums = load_question_words(language).list_words("things", Kind.AMOUNT.value)
    return frozenset(stem(fold(each), language) for each in sums)


def is_before_number(asked: AskedWord, text: str, language: str) -> bool:
    """Return whether a number stands anywhere behind a word, or shortly before it."""
    words = tokenize(text)
    last = max((at for at, each in enumerate(words) if _has_figure(each, language)), default=0)
    return match(asked, parse_sentence(" ".join(words[:last]), language)) >= ENOUGH or (
        is_near_number(asked, text, language)
    )


def tells_around(
    question: AskedQuestion, words: Sequence[AskedWord], piece: Piece, language: str
) -> bool:
    """Return whether a sentence is on what follows or precedes what is asked about, not on that.

    "After the trial period: one month" does not tell how long the trial period is.
    """
    if question.kind not in _BOUNDED or piece.head:
        return False
    held = piece.own
    left = cut_around(held.original, language)
    if left == held.original or cut_around(question.text, question.language) != question.text:
        return False
    rest = parse_sentence(left, language)
    named = [each for each in words if each.need >= 1 and match(each, held) >= ENOUGH]
    return bool(named) and all(match(each, rest) < ENOUGH for each in named)


def _has_figure(word: str, language: str) -> bool:
    return is_numeral(fold(word), language) or any(map(str.isdigit, word))  # "HH-4471"


def may_name_age(text: str, language: str) -> bool:
    """Return whether a text has a number that may be an age: "between 18 and 65", no "470 ml".

    Nor is "two vegetarians" one, but "over eight swim alone" may be.
    """
    counting = _list_counting(text, language)
    found = find_quantities(read_text(text, language))
    recurs = has_sign(text, "often", load_question_words(language))  # "every 12 weeks"
    return any(
        (each.unit in _AGES and not recurs)
        if each.unit
        else not (each.word.text in counting and _AT_LEAST not in each.word.relations)
        for each in found
    )


def _list_counting(text: str, language: str) -> frozenset[str]:
    """List the words right before another that is not light: "two" of "two vegetarians"."""
    light = load_stopwords(language)
    return frozenset(each[1] for each in _NEXT.finditer(text) if fold(each[2]) not in light)


def is_near_number(asked: AskedWord, text: str, language: str) -> bool:
    """Return whether a number stands near a word, before or behind it: "The tank holds 2 l"."""
    words = tokenize(text)
    places = [at for at, each in enumerate(words) if is_numeral(fold(each), language)]
    return any(
        match(asked, parse_sentence(" ".join(words[max(0, at - _REACH) : at + _REACH]), language))
        >= ENOUGH
        for at in places
    )
