"""Questions of what something is, and sentences that say it: "A factor is a vector …"."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from bot.answering.extracts.lines import find_label
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.meanings import is_article
from indexer.inference.reading import read_text
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold, unify
from indexer.text.question_words import Kind, QuestionWords, load_question_words
from indexer.text.stemming import stem
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import build_alternatives

KEPT = 64  # questions
FOLLOWED_BY = 2  # words, at most, that say where: "in TraceMonkey"
_ENDING = 3  # letters that a form of a word may have more


@lru_cache(maxsize=KEPT)
def find_defined(question: AskedQuestion) -> tuple[str, ...]:
    """Return the words for the thing whose definition is asked for, folded; () if none is.

    "What are the opening hours?" asks for a value, "What are factors?" for a definition.
    """
    lists = question.lists
    asked = lists.find_phrase(question.text, "definitions", "asked")
    if question.kind not in (Kind.WHICH, Kind.SEARCH) or not asked:
        return ()
    stops = load_stopwords(question.language)
    words = _list_words_besides(asked, question)
    thing = tuple(takewhile(lambda each: each not in stops, words))
    is_code = any(any(map(str.isdigit, each)) for each in thing)
    return () if is_code or not _says_where(words[len(thing) :], lists) else thing


def _says_where(rest: Sequence[str], lists: QuestionWords) -> bool:
    """Return whether what follows, if anything does, only says where: not "per month"."""
    places = lists.list_words("signs", "places")
    return not rest or (rest[0] in places and len(rest) <= FOLLOWED_BY)


def _list_words_besides(asked: str, question: AskedQuestion) -> list[str]:
    if not question.lists.is_spaced:
        rest = fold(unify(question.text)).replace(" ", "").replace(asked, " ")
        return re.findall(r"\w+", rest)[:1]  # what follows only asks
    opener, _gap, end = asked.partition(" … ")
    words = " ".join(map(fold, tokenize(question.text)))
    rest = words.partition(opener)[2].removesuffix(end)
    return rest.split()


def defines(text: str, thing: tuple[str, ...], language: str) -> bool:
    """Return whether a sentence says what a thing is, which it opens with or is labelled by."""
    if not thing:
        return False
    folded = fold(unify(text))
    label = fold(find_label(text))
    if label and all(stem(each, language) in label for each in thing):
        return not _tells_place(folded, language)
    return bool(_compile_definition(thing, language).search(folded))


def _tells_place(folded: str, language: str) -> bool:
    """Return whether what stands behind a label says where: "Stopcock: under the sink".

    A noun for a place does where it stands alone, and not in "Weir: wall across a river".
    """
    lists, words = load_question_words(language), folded.partition(":")[2].split()
    if not (lists.is_spaced and words and words[0] in lists.list_words("signs", "places")):
        return False
    return len(words) == 1 or _relates(words[0], language) or is_article(words[1], language)


def _relates(word: str, language: str) -> bool:
    """Return whether a word for a place is a preposition, or a little word like one."""
    read = read_text(word, language).words
    return word in load_stopwords(language) or any(each.has("rel") for each in read)


@lru_cache(maxsize=KEPT)
def _compile_definition(thing: tuple[str, ...], language: str) -> re.Pattern[str]:
    lists = load_question_words(language)
    told = build_alternatives(lists.list_words("definitions", "told"))
    if not lists.is_spaced:
        return re.compile(rf"{re.escape(''.join(thing))}.{{0,3}}(?:{told})")
    stems = (re.escape(stem(each, language)) for each in thing)
    words = rf"\w{{0,{_ENDING}}}\W{{1,3}}".join(stems)
    led = r"(?:^|[.;:]\s)\W{0,4}(?:[^,.;:]{1,40},\s)?(?:\w{1,4}\W{1,3})?"
    short = r"(?:\W{1,3}\([^()]{1,60}\))?"
    return re.compile(rf"{led}{words}\w{{0,{_ENDING}}}{short}\W{{0,2}}\s(?:{told})(?!\w)")
