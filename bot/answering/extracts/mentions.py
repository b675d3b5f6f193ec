"""Tells what is meant by a word: a name, the thing named before it, or one that is left out.

"The alarm is tested on Wednesdays" is about the fire alarm where its passage has no other alarm.
"Price without battery" is no price of a battery. "It is due in May", "Outside this period …" cannot
be understood without the sentence before.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from indexer.inference.lexicon import load_lexicon
from indexer.late_patterns import compile_late
from indexer.text.normalize import fold, unify
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import build_alternatives

_LEAVING_OUT = "neg:without"
# What shows that a thing was named before: "the", "this".
_DEFINITE: Mapping[str, str] = {
    "de": "der die das den dem des diese dieser dieses diesen diesem",
    "en": "the this these",
    "nl": "de het deze dit",
}
# Whoever opens a sentence with one of these means what the one before named; without those that
# also stand for nothing ("il faut"), for the reader ("Sie"), or as an article ("das").
_PRONOUNS: Mapping[str, str] = {
    "de": "er ihm dessen deren davon dieser",
    "en": "it they he she its their",
    "es": "ellos ellas ello",
    "fr": "elle elles ils celui-ci celle-ci",
    "it": "esso essa essi esse",
    "nl": "hij",
    "pt": "ele ela eles elas",
    "ru": "он она они оно",
    "uk": "він вона вони воно",
}
# ... and with one of these behind a preposition: "in this case", "en dehors de cette période".
_POINTING: Mapping[str, str] = {
    "de": "diesem diesen dieser diese dieses",
    "en": "this that these those",
    "es": "este esta estos estas ese esa",
    "fr": "ce cet cette ces",
    "it": "questo questa questi queste",
    "nl": "deze dit die",
    "pt": "este esta esse essa neste nesta nesse nessa",
    "ru": "этот эта это этого этой этом этих этому",
    "uk": "цей ця це цього цій цьому цих",
}
_PHRASE = 4  # words with which a sentence may point back
# A word of a question, or what one may stand behind.
_TOKEN = compile_late(r"[^\W_]+(?:['’.-][^\W_]+)*|[.?!:\"]")
_WORD = compile_late(r"[^\W_]+(?:['’-][^\W_]+)*")


def cut_left_out(text: str, language: str) -> str:
    """Cut what a text names only to leave it out: the noun behind "without"."""
    pattern = _compile_leaving_out(language)
    return pattern.sub(" ", text) if pattern else text


@cache
def _compile_leaving_out(language: str) -> re.Pattern[str] | None:
    words = load_lexicon(language).words
    found = sorted(each for each, marks in words.items() if _LEAVING_OUT in marks)
    if not found:
        return None
    light = build_alternatives(sorted(load_stopwords(language)))
    return re.compile(
        rf"\b(?:{build_alternatives(found)})\s{{1,3}}(?:(?:{light})\s{{1,3}}){{0,2}}[^\W\d_]++",
        re.IGNORECASE,
    )


def is_named_before(modifier: str, head: str, text: str, passage: str, language: str) -> bool:
    """Return whether `head` is the "`modifier` `head`" of its passage: "the alarm" in `text`.

    That is so where it stands alone behind an article, and no other modifier stands before it
    anywhere in the passage. It is told in languages that put modifiers first.
    """
    articles = _DEFINITE.get(language, "").split()
    if not articles:
        return False
    here = _list_before(fold(head), text)
    light = load_stopwords(language)
    others = {each for each in _list_before(fold(head), passage) if each not in light}
    return bool(here) and all(each in articles for each in here) and others == {fold(modifier)}


def points_back(sentence: str, language: str) -> bool:
    """Return whether a sentence opens by pointing at the one before it."""
    words = [fold(each) for each in _WORD.findall(unify(sentence))[:_PHRASE]]
    if not words:
        return False
    light = load_stopwords(language)
    pointing = _POINTING.get(language, "").split()
    return words[0] in _PRONOUNS.get(language, "").split() or (
        words[0] in light and words[0] not in pointing and any(each in pointing for each in words)
    )


def _list_before(head: str, text: str) -> Sequence[str]:
    """List the words right before each place of `head`, folded."""
    words = [fold(each) for each in _WORD.findall(unify(text))]
    return [words[at - 1] for at, each in enumerate(words) if at and each == head]


def find_names(text: str, language: str) -> frozenset[str]:
    """Return the words with a capital inside a sentence; German writes all nouns with one."""
    if language == "de" or text.istitle() or text.isupper():
        return frozenset()
    words = _TOKEN.findall(unify(text))
    opening = {0, *(n + 1 for n, each in enumerate(words) if each in '.?!:"')}
    return frozenset(
        each for n, each in enumerate(words) if each[:1].isupper() and n not in opening
    )
