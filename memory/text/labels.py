"""Checks short names that a model gives to what a person said: topics, titles, tags, keys. Pure.

A name is no statement, so it need not stand in the person's words as it is; but it comes back in
later prompts, and a document may have dictated it. So each of its words is one that the person used
in the very sentences it is about, means the same as one, or is of a closed list; and it is too
short to tell a story.
"""

import re
from collections.abc import Iterable, Sequence

from indexer.inference.alignment import LIGHT
from indexer.inference.reading import guess_language, read_text
from indexer.text.languages import detect_language
from memory.text.assertion import is_negated, list_doubts
from memory.text.statement import is_unspaced
from memory.text.words import all_words, fold_words

LONGEST = 40  # characters
MOST = 4  # words
# Chinese signs that may say something, and Japanese ones with a verb; not `バンド名`.
SENTENCE = re.compile(
    r"[\u3400-\u9fff]{4,}|(?=[^\u3040-\u309f]{0,40}[\u3040-\u309f])[\u3040-\u9fff]{4,}"
)
SHAPE = re.compile(r"[^\W_]+(?:(?:[ .'_/-]|: )[^\W_]+)*")
PART = re.compile(r"[^\W_]+")
# The names that models give to topics, whatever the language of the conversation.
_TOPICS = """
    user agent person personal self assistant owner
    name nickname birthday birthdate birth date age gender pronouns nationality language languages
    address home city town country region location place street timezone
    phone telephone mobile number email contact website
    family wife husband partner spouse child children son daughter mother father parent parents
    sister brother sibling siblings friend friends pet pets
    job work occupation profession employer company office role position team boss manager
    colleague colleagues school university education studies degree salary
    health allergy allergies diet dietary medication doctor dentist insurance
    food drink meal breakfast lunch dinner
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
    words = PART.findall(plain)
    if len(words) > MOST or _says_otherwise(plain, words, said):
        return ""
    language = detect_language(" ".join(said))
    own = frozenset().union(*(_list_forms(each, language) for each in said))
    meant = frozenset[str]().union(*(_list_meanings(each, language) for each in said))
    held = (
        _is_said(word, said) or _is_known(word, own, language) or _is_meant(word, meant, language)
        for word in words
    )
    return plain if all(held) else ""


def _is_said(word: str, said: Sequence[str]) -> bool:
    """Tell if signs stand in a sentence as they are; there is no space round their words."""
    return is_unspaced(word) and any(word in each for each in said)


def _says_otherwise(label: str, words: Sequence[str], said: Sequence[str]) -> bool:
    """Tell if a name makes another statement of what was said: it denies, or turns who did it."""
    named = [each for each in words if len(each) > 1 and fold_words(each) not in TOPICS]
    language = guess_language(" ".join((label, *said)))
    if _denies(label, language):
        return not any(_denies(each, language) for each in said)
    if len(named) > 1 or any(map(SENTENCE.fullmatch, named)):
        unsure = any(_denies(each, language) or list_doubts(each) for each in said)
        return unsure or _is_turned(named, said)
    return False


def _denies(text: str, language: str) -> bool:
    """Tell if a text denies something, or says that it has ended."""
    words = read_text(text, language).words
    return is_negated(text) or any(each.has("neg") or each.has("asp") for each in words)


def _is_turned(named: Sequence[str], said: Sequence[str]) -> bool:
    """Tell if names stand in another order than where they were said: `Bob paid Ann`."""
    orders = [[fold_words(word) for word in PART.findall(each)] for each in said]
    names = [fold_words(each) for each in named if each[:1].isupper()]
    places = [[order.index(name) for name in names if name in order] for order in orders]
    return bool(places) and all(each != sorted(each) for each in places)


def _list_meanings(text: str, language: str) -> frozenset[str]:
    """Return what the words of `text` mean: a job is named where somebody works."""
    topics = frozenset[str]().union(*(each.topics for each in read_text(text, language).words))
    return topics - LIGHT


def _is_meant(word: str, meant: frozenset[str], language: str) -> bool:
    """Tell if a word means something that was said, with each of its signs."""
    topics = [each.topics - LIGHT for each in read_text(word, language).words if each.counts]
    return bool(topics) and all(not meant.isdisjoint(each) for each in topics)


def _is_known(word: str, own: frozenset[str], language: str) -> bool:
    forms = frozenset[str]() if is_unspaced(word) else _list_forms(word, language)
    return fold_words(word) in TOPICS or not forms.isdisjoint(own)


def _list_forms(text: str, language: str) -> frozenset[str]:
    """Return the words of `text`, as written and as stems."""
    return frozenset(fold_words(" ".join(PART.findall(text))).split()) | all_words(text, language)
