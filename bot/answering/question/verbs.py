"""Tells what a word of a question does: whether it is a verb, and one that says little."""

import re
from collections.abc import Sequence
from functools import lru_cache

from bot.answering.question.meanings import (
    NONE,
    find_meanings,
    is_article,
    names_unit,
)
from bot.citations.statement import Word as AnalyzedWord
from indexer.inference.lexicon import UNSPACED, list_deeds
from indexer.late_patterns import compile_late
from indexer.text.normalize import fold, unify
from indexer.text.question_words import Kind, QuestionWords
from indexer.text.stopwords import load_stopwords
from indexer.text.unspaced_words import BY_TEXT, is_single_noun
from indexer.text.verb_forms import list_verb_forms, may_be_infinitive
from indexer.text.word_lists import load_words

# What people do with nearly everything: "how long may I keep a book", "what does it contain".
_LIGHT = frozenset(
    (
        *("bring", "come", "contain", "get", "give", "go", "happen", "have", "hold", "keep"),
        *("make", "need", "pick", "put", "receive", "stand", "stay", "take", "use"),
    )
)
# Done with all that has a price.
_TRADED = frozenset(("buy", "cost", "exchange", "move", "order_goods", "pay", "rent", "sell"))
# Behind these stands what they do, in an English question.
_AUXILIARIES = frozenset(
    (
        "do",
        "does",
        "did",
        "can",
        "could",
        "may",
        "might",
        "must",
        "shall",
        "should",
        "will",
        "would",
    )
)
_SUBJECT_AND_VERB = 2  # words
_SUBJECTS = frozenset(("i", "we", "you", "he", "she", "it", "they", "one", "people", "to"))
_PREPOSITIONS = frozenset(("after", "before", "without", "when", "while", "for", "by"))
_PARTICIPLE = compile_late(
    r"[a-zäöüß]{0,6}ge[a-zäöüß]{3,}(?:t|en)|(?:be|ent|er|ver|zer)[a-zäöüß]{3,}t"
)
_PREFIXING = "ar"
_LAST_VERBS = frozenset(("de", "nl"))  # an infinitive ends the question
KEPT = 64  # questions
_WORD = compile_late(r"[^\W_]+(?:['’.-][^\W_]+)*")
_INVERTED = compile_late(
    r"(?<=[^\W\d_]{2})-(?:t-)?(?:je|tu|ils?|elles?|on|nous|vous|ce)", re.IGNORECASE
)


def list_other_forms(word: AnalyzedWord, language: str) -> frozenset[str]:
    """List the terms of other forms of what may be a verb: the "abgeholt" of "abholen"."""
    if word.text[:1].isupper() or len(word.terms) > 1:
        return NONE
    forms = frozenset(list_verb_forms(word.terms[0], language))
    if language == _PREFIXING:
        from bot.answering.question.prefixed_forms import list_prefixed_forms  # few need it

        forms |= list_prefixed_forms(word.text)
    return forms - {word.terms[0]}


def cut_subject(word: str, language: str) -> str:
    """Cut the subject behind its verb, in a French question: the "-vous" of "ouvrez-vous"."""
    cut = _INVERTED.search(word) if language == "fr" else None
    if cut is None or cut.end() < len(word):
        return word
    return word[: cut.start()]


def is_light_verb(word: str, question: str, language: str) -> bool:
    """Return whether a word of a question may mean what is done with nearly everything.

    Behind an English article it is a thing, as the head of "the head teacher".
    """
    if _LIGHT.isdisjoint(find_meanings(word, language)):
        return False
    return language != "en" or not is_article(find_word_before(word, question), language)


def is_verb(word: str, language: str) -> bool:
    """Return whether all that a word may mean is done: it is no thing."""
    found = find_meanings(word, language)
    return bool(found) and found <= list_deeds()


def names_service(word: str, kind: Kind, language: str) -> bool:
    """Return whether a sign says what has the price that is asked for: washing a car, no buying.

    Where words have spaces between them, others beside such a verb tell that as well.
    """
    if kind is not Kind.AMOUNT or language not in UNSPACED:
        return False
    found = find_meanings(word, language)
    return not found.isdisjoint(list_deeds()) and found.isdisjoint(_LIGHT | _TRADED)


def is_single_verb(word: str, question: str, lists: QuestionWords, kind: Kind) -> bool:
    """Return whether one sign says what is done, and names no service.

    In Chinese most nouns have two, but those of units: "一周". In Japanese an ending follows it:
    "出しますか", but "車で".
    """
    if len(word) != 1 or lists.is_spaced or names_unit(word, lists.language):
        return False
    if names_service(word, kind, lists.language):
        return False
    if lists.language in BY_TEXT:
        return not is_single_noun(word, lists.language)
    behind = question.partition(word)[2][:1]
    return "ぁ" <= behind <= "ん" and behind not in lists.particles


def _stands_behind_subject(words: Sequence[str], place: int) -> bool:
    """Return whether a word is the verb behind a subject of one word: "does logcheck look"."""
    if place < _SUBJECT_AND_VERB:
        return False
    opener, subject = (fold(each) for each in words[place - 2 : place])
    return opener in _AUXILIARIES and subject not in load_stopwords("en")


def is_subject(word: str, question: str, language: str) -> bool:
    """Return whether a word of an English question says who does something: "do students pay"."""
    before = find_word_before(word, question)
    return language == "en" and before in _AUXILIARIES and fold(word) not in load_stopwords("en")


def is_done(word: str, question: str, language: str) -> bool:
    """Return whether a word of a question says what is done, by its meaning or by its place.

    "When can we light a bonfire?", "Bis wann muss ich die Belege abgeben?"
    """
    words = _list_written(question)
    place = words.index(word) if word in words else 0
    before = find_word_before(word, question)
    if language in UNSPACED:
        return len(word) == 1 and not is_single_noun(word, language)  # most nouns have two
    if is_article(before, language):
        return False
    if is_verb(word, language) or _ends_like_verb(word, language):
        return True
    if language == "en":
        gerund = word.endswith("ing") and before in _PREPOSITIONS
        return before in _SUBJECTS or gerund or _stands_behind_subject(words, place)
    if language == "de":
        return place + 1 == len(words) and _ends_clause(word, words)
    if not may_be_infinitive(word, language):
        return False
    if language in _LAST_VERBS:
        return place + 1 == len(words)
    return before in load_stopwords(language)


def find_word_before(word: str, question: str) -> str:
    """Return the word before the first `word` of a question, folded; "" if there is none."""
    words = _list_written(question)
    place = words.index(word) if word in words else 0
    return fold(words[place - 1]).rpartition("-")[2] if place else ""  # "faut-il"


@lru_cache(maxsize=KEPT)  # asked for each of its words
def _list_written(question: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(unify(question)))


def _ends_like_verb(word: str, language: str) -> bool:
    return word.casefold().endswith(tuple(load_words("verb_endings", language)))


def _ends_clause(word: str, words: Sequence[str]) -> bool:
    """Return whether a German question ends in its verb: "bis wann muss ich … abgeben"."""
    helping = load_words("helping_verbs", "de")
    helped = any(each.lower() in helping for each in words[:-1])
    infinitive = may_be_infinitive(word, "de") and (helped or _has_noun(words[1:]))
    return infinitive or (helped and bool(_PARTICIPLE.fullmatch(word)))


def _has_noun(words: Sequence[str]) -> bool:
    """Return whether a German text writes its nouns with a capital."""
    return any(each[:1].isupper() for each in words)
