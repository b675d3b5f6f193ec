"""Decides if two statements that a model put under one topic are about different things. Pure.

`School` is the school of a son and of a daughter, and `exam` that of maths and of history. What is
not the same thing does not end what is known.
"""

from collections.abc import Sequence

from indexer.inference.reading import read_text
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import ListName, load_all_words, load_words
from memory.text.event_change import tells_change
from memory.text.person_state import is_about_same_state
from memory.text.persons import find_heads
from memory.text.statement import is_unspaced, list_tokens, parse_statement
from memory.text.words import content_words

# Between a thing and what tells which it is: `the appointment with the dentist`.
JOINING: tuple[ListName, ...] = ("of_words", "with_words", "definite_articles")


def names_others(new: str, old: str) -> bool:
    """Tell if the two are about different relatives, or one of them about none."""
    return find_heads(read_text(new)) != find_heads(read_text(old))


def names_another_kind(new: str, old: str, topic: str) -> bool:
    """Tell if a word of the topic has other words right beside it: `maths exam`, `history exam`."""
    if is_unspaced(new + old):
        return False
    language = detect_language(f"{new} {old}")
    words = topic.split()
    if len(words) != 1:
        return False
    mine, theirs = (_find_beside(each, words[0], language) for each in (new, old))
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def states_the_same(new: str, old: str, topic: str, said: str) -> bool:
    """Tell if `new` has more in common with `old` than a topic, or says that something changed.

    `said` are the words that `new` is a note of. What a topic is and where it stands hold both:
    `the bike is a green Dawes`, `I keep my bike in the cellar`.
    """
    now, before = parse_statement(new), parse_statement(old)
    spoken = parse_statement(said)
    if any(each.changes or tells_change(each.text) for each in (now, spoken)):
        return True
    return is_about_same_state(now, before) or bool(_list_shared_words(new, old, topic))


def _list_shared_words(new: str, old: str, topic: str) -> frozenset[str]:
    """List the words of both that are not the topic's: `costs`, `works`."""
    language = detect_language(f"{new} {old}")
    named = frozenset(topic.split()) | content_words(topic, language)
    persons = load_all_words("person_nouns")
    both = content_words(new, language) & content_words(old, language)
    return frozenset(each for each in both - named if fold(each) not in persons)


def _find_beside(text: str, word: str, language: str) -> frozenset[str]:
    """Find the terms that stand right before or behind a word."""
    tokens = list_tokens(fold(unify(text)))
    joining = frozenset[str]().union(*(load_words(each, language) for each in JOINING))
    terms = [_get_term(each, language) for each in tokens if each not in joining]
    meant = {word, _get_term(word, language)}
    near = [terms[at] for n, each in enumerate(terms) if each in meant for at in _around(n, terms)]
    return frozenset(each for each in near if each and not each.isdigit())


def _around(at: int, terms: Sequence[str]) -> list[int]:
    return [n for n in (at - 1, at + 1) if 0 <= n < len(terms)]


def _get_term(token: str, language: str) -> str:
    return next(iter(analyze(token, language).terms), "")
