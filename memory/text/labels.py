"""Checks short names that a model gives to what a person said: topics, titles, tags, keys. Pure.

A name is no statement, so it need not stand in the person's words as it is; but it comes back in
later prompts, and a document may have dictated it. So each of its words is one that the person used
in the very sentences it is about, means the same as one, or is of a closed list; and it is too
short to tell a story.
"""

import re
from collections.abc import Iterable

from indexer.inference.alignment import LIGHT
from indexer.inference.reading import read_text
from indexer.text.languages import detect_language
from memory.text.words import all_words, fold_words

LONGEST = 40  # characters
MOST = 4  # words
SHAPE = re.compile(r"[^\W_]+(?:(?:[ .'_/-]|: )[^\W_]+)*")
PART = re.compile(r"[^\W_]+")
# The names that models give to topics, whatever the language of the conversation.
_TOPICS = """
    user agent person personal self assistant owner
    name nickname birthday birthdate birth date age gender pronouns nationality language languages
    address home city town country region location place street timezone
    phone telephone mobile number email contact website
    family wife husband partner spouse child children son daughter mother father parent parents
    sister brother sibling siblings friend friends pet pets dog cat
    job work occupation profession employer company office role position team boss manager
    colleague colleagues school university education studies degree salary
    health allergy allergies diet dietary medication doctor dentist insurance
    food drink meal breakfast lunch dinner coffee tea
    car vehicle bike house apartment flat rent landlord bank account
    hobby hobbies sport sports music book books movie movies game games travel trip vacation holiday
    project projects task tasks todo deadline status goal goals plan plans decision reminder
    appointment meeting schedule routine event anniversary
    preference preferences favorite favourite likes dislikes interest interests style tone format
    length units currency temperature theme
    computer laptop device devices software tool tools server port editor
    fact facts note notes other misc general manual conversation chat message import
"""
TOPICS = frozenset(_TOPICS.split())


def ground_label(label: str, sentences: Iterable[str]) -> str:
    """Return `label` if its words are the person's, from `sentences`, or common; else nothing."""
    plain = " ".join(label.split())
    if len(plain) > LONGEST or not SHAPE.fullmatch(plain):
        return ""
    said = list(sentences)
    language = detect_language(" ".join(said))
    own = frozenset().union(*(_list_forms(each, language) for each in said))
    meant = frozenset().union(*(_list_meanings(each, language) for each in said))
    words = PART.findall(plain)
    if len(words) > MOST:
        return ""
    held = all(
        _is_known(word, own, language) or not meant.isdisjoint(_list_meanings(word, language))
        for word in words
    )
    return plain if held else ""


def _list_meanings(text: str, language: str) -> frozenset[str]:
    """Return what the words of `text` mean: a job is named where somebody works."""
    topics = frozenset[str]().union(*(each.topics for each in read_text(text, language).words))
    return topics - LIGHT


def _is_known(word: str, own: frozenset[str], language: str) -> bool:
    return fold_words(word) in TOPICS or not _list_forms(word, language).isdisjoint(own)


def _list_forms(text: str, language: str) -> frozenset[str]:
    """Return the words of `text`, as written and as stems."""
    return frozenset(fold_words(" ".join(PART.findall(text))).split()) | all_words(text, language)
