"""Looks up what a word of a question means: other words for it, numbers, ages, times.

Words with the same meaning in `indexer.inference` may stand for each other in a question and its
answer, beside the synonyms of `indexer.text.synonyms`.
"""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from msgspec import Struct

from indexer.inference.figures.quantities import find_quantities
from indexer.inference.lexicon import UNSPACED, load_lexicon
from indexer.inference.opposites import load_opposites
from indexer.inference.reading import Word, read_text
from indexer.inference.said_for import find_parted, find_told, list_told_words
from indexer.inference.segmentation import read_word
from indexer.late_patterns import compile_late
from indexer.text.analyzer import extract_terms, is_run, tokenize
from indexer.text.dates.calendar import find_calendar
from indexer.text.normalize import fold, unify
from indexer.text.question_words import QuestionWords
from indexer.text.stopwords import load_stopwords
from indexer.text.synonyms import find_near, find_phrases, find_same, list_terms
from indexer.text.word_lists import load_entries

KEPT = 1024
TEXTS = 4096
RUN = 3  # words in a row that a text repeats hardly by chance
HOURLY = frozenset(("open", "close", "office_hours"))  # meanings of what hours tell: "9 to 17"
LEAVE_ASKED = 500  # characters in which leave is asked for
_MAY, _MUST = frozenset(("allow", "mod:can")), "mod:must"
_LEAVE = _MAY | {_MUST}
_CONDITION = "mod:if"
_UNIT = "unit:"
_NEGATIONS = frozenset(("neg:not", "neg:without"))
NONE: frozenset[str] = frozenset()
_OPENING = frozenset(("open", "close"))
_PAYING = frozenset(("pay", "cost", "must_pay", "owe", "unpaid_charge"))
_COMPARED = frozenset(("cheap", "expensive"))  # what is asked of two things
# Behind these stands a noun, though it looks like a verb.
_ARTICLES: Mapping[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in (
        ("de", "der die das den dem ein eine einen einem"),
        ("en", "the a an my your our"),
        ("es", "el la los las un una del al"),
        ("fr", "le la les un une du des au aux"),
        ("it", "il lo la i gli le un una uno del al"),
        ("nl", "de het een"),
        ("pt", "o a os as um uma do da dos das ao"),
    )
}
_HALVES = frozenset(("am", "pm", "uhr", "h", "heures", "uur", "ore"))  # beside a time of day
_DAY_PARTS = (range(4, 12), range(11, 14), range(13, 18), range(17, 24), range(20, 30))
NO_HOURS = range(0)
_FEW = frozenset(map(str, range(2, 13)))  # as many as people count months' rents
# "DS-88214", "811/TR/3306"
_NAMING_CODE = compile_late(
    r"(?<![\w/-])(?=[A-Z/-]*\d)[A-Z\d]{1,12}[-/](?=[\d/-]*[A-Z]|\d)[A-Z\d/-]*[\dA-Z]"
)
_ORDINAL = compile_late(r"(\d{1,2})(?:st|nd|rd|th|er|ere|e|de|ste|º|ª|o|a)")


@lru_cache(maxsize=KEPT)
def find_meanings(word: str, language: str) -> frozenset[str]:
    """Return what a single word means, without what it does in its sentence."""
    if _is_unknown(word, language):
        return NONE
    words = read_text(word, language).words
    return words[0].topics if len(words) == 1 else NONE


def _is_unknown(word: str, language: str) -> bool:
    """Return whether no list has a plain word: most have none, and reading a text takes longer."""
    if not (word.isascii() and word.isalpha() and language) or language in UNSPACED:
        return False
    _text, _term, meanings = read_word(word, language)
    return not meanings


def has_condition(text: str, language: str) -> bool:
    """Return whether a text says what is so if something else is."""
    return _CONDITION in _list_marks(text, language)


def is_negated(text: str, language: str) -> bool:
    return not _NEGATIONS.isdisjoint(_list_marks(text, language))


@lru_cache(maxsize=TEXTS)
def _list_marks(text: str, language: str) -> frozenset[str]:
    return frozenset().union(*(each.marks for each in read_text(text, language).words))


@lru_cache(maxsize=KEPT)
def find_leave_word(text: str, language: str) -> str:
    """Find the word that asks for leave, folded: "may", "allowed"; "" if there is none."""
    return next((fold(each.text) for each in _list_leave_words(text, language)), "")


@lru_cache(maxsize=KEPT)
def asks_duty(text: str, language: str) -> bool:
    """Return whether it is asked if something must be done, and not only if it may be."""
    asking = next(_list_leave_words(text, language), None)
    return asking is not None and asking.marks.isdisjoint(_MAY) and _MUST in asking.marks


def _list_leave_words(text: str, language: str) -> Iterator[Word]:
    words = read_text(text[:LEAVE_ASKED].replace("-", " "), language).words  # "peut-il"
    return (each for each in words if not _LEAVE.isdisjoint(each.marks | each.topics))


def is_numeral(word: str, language: str) -> bool:
    """Return whether a folded word is a number, in figures or in words."""
    return word[:1].isdigit() or word in load_figures(language)


def is_several(word: str, language: str) -> bool:
    """Return whether a folded word is a small number above one: "3", "drei"."""
    if word.isdecimal():
        return word in _FEW
    figures = load_figures(language).get(word, frozenset())
    return not figures.isdisjoint(_FEW)


@cache
def _load_day_parts(language: str) -> Mapping[str, range]:
    """Map the words for parts of the day to their hours; a phrase counts by its last word."""
    found = (each.partition(" ") for each in load_entries("day_parts", language))
    named = {phrase.rpartition(" ")[2]: int(hour) for hour, _space, phrase in found}
    return {word: next(each for each in _DAY_PARTS if hour in each) for word, hour in named.items()}


def find_day_part(word: str, language: str) -> range:
    """Return the hours of the part of the day that a word names; none for any other word."""
    return _load_day_parts(language).get(fold(word), NO_HOURS)


def is_told_by_hours(word: str, language: str) -> bool:
    """Return whether a word asks if something is open, which hours tell without such a word."""
    return not find_meanings(word, language).isdisjoint(_OPENING)


def tells_time(word: str, lists: QuestionWords) -> bool:
    """Return whether a word of a question is of a time: "5", "pm", "half", "Friday", "evening".

    A season or a feast is none: whether it is open at Christmas no hours of Fridays tell.
    """
    folded = fold(word)
    if find_day_part(word, lists.language):
        return True
    if any(fold(each) in folded for each in lists.list_words("calendar", "seasons")):
        return False
    if is_numeral(folded, lists.language) or find_calendar(word, lists.language).days:
        return True
    times = {part for each in lists.list_words("signs", "times") for part in each.split()}
    return folded in times or folded in _HALVES


@cache
def load_figures(language: str) -> Mapping[str, frozenset[str]]:
    """Map numerals in words to figures, and back."""
    found: dict[str, frozenset[str]] = {}
    for entry in (*load_entries("numbers", language), *load_entries("time_counts", language)):
        figure, _space, word = entry.partition(" ")
        plain = str(int(figure))
        if int(figure) > 1 and " " not in word:  # one is often an article
            found[fold(word)] = frozenset((plain,))
            named = {fold(word), *extract_terms(word, language)}
            found[plain] = found.get(plain, NONE) | named
    return found


@cache
def load_ordinals(language: str) -> Mapping[str, frozenset[str]]:
    """Map ordinals in words to figures: the "erste" is the "1."."""
    found = (each.partition(" ") for each in load_entries("date_ordinals", language))
    named = ((word, figure) for figure, _space, word in found if figure.isdigit())
    return {fold(word): frozenset((figure,)) for word, figure in named}


def find_figures(word: str, language: str) -> frozenset[str]:
    """Return the figures of a numeral or an ordinal, folded: "erste" is the "1.", "18th" the 18."""
    written = _ORDINAL.fullmatch(word)
    named = frozenset((written[1],)) if written else load_ordinals(language).get(word, NONE)
    return named | load_figures(language).get(word, NONE)


def is_article(word: str, language: str) -> bool:
    return fold(word) in _ARTICLES.get(language, NONE)


def is_pronoun(word: str, lists: QuestionWords) -> bool:
    """Return whether a word points at what was said: "là" does, the article "la" does not."""
    if fold(word) not in lists.list_words("follow", "pronouns"):
        return False
    written = unify(word).lower() in lists.lists["follow"]["pronouns"]
    return written or not is_article(word, lists.language)


@lru_cache(maxsize=KEPT)
def find_same_meaning(word: str, language: str) -> frozenset[str]:
    """Return the terms of all words that share a meaning with `word`, its own among them."""
    words = list_same_meaning(word, language)
    return frozenset(term for each in words for term in extract_terms(each, language)[:1])


def is_paying(word: str, language: str) -> bool:
    """Return whether a word says that something is paid for."""
    return not find_meanings(word, language).isdisjoint(_PAYING)


@lru_cache(maxsize=KEPT)
def find_opposite_meaning(word: str, language: str) -> frozenset[str]:
    """Return the terms of words that mean the opposite: "closed" says whether it is open."""
    if language in UNSPACED:
        return NONE
    entries, opposites = list_entries(language), load_opposites()
    own = find_meanings(word, language)
    if own & _COMPARED:
        return NONE
    found = NONE.union(*(opposites.get(each, NONE) for each in own))
    words = (other for meaning in found for other in entries.get(meaning, ()))
    return frozenset(term for each in words for term in extract_terms(each, language)[:1])


@lru_cache(maxsize=KEPT)
def find_unit_words(folded: str, language: str) -> frozenset[str]:
    """Return the terms of other words and signs for a unit: the "l" of "litres"."""
    meanings = load_lexicon(language).words.get(folded, ())
    units = [each for each in meanings if each.startswith(_UNIT)]
    words = (other for unit in units for other in list_entries(language).get(unit, ()))
    return frozenset(term for each in words for term in extract_terms(each, language)[:1])


@lru_cache(maxsize=KEPT)
def names_unit(word: str, language: str) -> bool:
    """Return whether a word is a unit: "week", "周"."""
    marks = (mark for each in read_text(word, language).words for mark in each.marks)
    return any(mark.startswith(_UNIT) for mark in marks)


def list_same_meaning(word: str, language: str) -> frozenset[str]:
    """List all words, in all their forms, that share a meaning with `word`."""
    if language in UNSPACED:
        return NONE
    entries = list_entries(language)
    meanings = find_meanings(word, language)
    return frozenset(each for meaning in meanings for each in entries.get(meaning, ()))


@cache
def list_entries(language: str) -> Mapping[str, list[str]]:
    """List the single words of each meaning."""
    found: dict[str, list[str]] = {}
    for word, meanings in load_lexicon(language).words.items():
        for each in meanings:
            found.setdefault(each, []).append(word)
    return found


def has_naming_number(text: str, language: str) -> bool:
    """Return whether a text has a number that may be a thing's own: no price, measure or hour.

    "30 a year" is a price, too.
    """
    if not any(map(str.isdigit, text)):
        return False
    if _NAMING_CODE.search(text):
        return True
    found = find_quantities(read_text(text, language))
    return not found or any(not (each.unit or each.is_clock or each.periods) for each in found)


@lru_cache(maxsize=KEPT)
def list_runs_of_words(text: str, lists: QuestionWords) -> tuple[str, ...]:
    """List the runs of three words of a question that tell something: "pay in more"."""
    if not lists.is_spaced:
        return ()
    words = [fold(each) for each in tokenize(text[:LEAVE_ASKED])]
    light = load_stopwords(lists.language)
    runs = (words[at : at + RUN] for at in range(len(words) - RUN + 1))
    return tuple(" ".join(run) for run in runs if not light.issuperset(run))


class Related(Struct):
    """The words and phrases that mean the same as a term, and those near to it."""

    same: set[str]
    said_for: set[str]
    near: set[str]


# A question is read alone, with what it continues, and as what the next one continues.
@lru_cache(maxsize=KEPT)
def find_related(text: str, language: str) -> Mapping[str, Related]:
    """Find the synonyms of each term of a question; those of a phrase are those of its terms."""
    terms = list_terms(text, language)
    found: dict[str, Related] = {}
    for each in find_phrases(terms, language):
        for term in terms[each.start : each.end]:
            related = found.setdefault(term, Related(set(), set(), set()))
            related.same |= find_same(each.phrase, language)
            related.near |= find_near(each.phrase, language)
    for each, told in find_told(terms, language):
        own = terms[each.start : each.end]  # "block" says nothing of the card of "block my card"
        for term in own:
            found.setdefault(term, Related(set(), set(), set())).said_for |= told.difference(own)
    for term, others in find_parted(text, terms, language):
        found.setdefault(term, Related(set(), set(), set())).said_for |= others
    for sign in (each for each in text.split() if len(each) == 1 and is_run(each)):
        found.setdefault(sign, Related(set(), set(), set())).said_for |= _find_told(sign, language)
    return found


def _find_told(sign: str, language: str) -> set[str]:
    """Find what is told for a word of one sign, which is no term of a longer text."""
    told = list_told_words(sign, language)
    terms = (list_terms(each, language) or extract_terms(each, language) for each in told)
    return {" ".join(each) for each in terms} - {sign}


def list_terms_of(synonyms: set[str]) -> frozenset[str]:
    return frozenset(each for each in synonyms if " " not in each)


def list_phrases_of(synonyms: set[str]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(each.split()) for each in sorted(synonyms) if " " in each)
