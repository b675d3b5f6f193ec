"""Tells whether a question points back at what was asked before: "it", "there", "she".

Many such words point at nothing: "is there a sauna", "what does das Mittagessen cost", the formal
"Haben Sie …". The lists are in `indexer/text/questions`, under `[follow]`.
"""

from collections.abc import Iterator, Sequence

from bot.answering.extracts.meanings import is_pronoun
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold, unify
from indexer.text.question_words import QuestionWords
from indexer.text.stopwords import load_stopwords

FOLLOW = "follow"


def points_at_topic(text: str, lists: QuestionWords) -> bool:
    if not lists.is_spaced:
        return any(each in text for each in lists.list_words(FOLLOW, "pronouns"))
    words = [part for each in tokenize(unify(text)) for part in each.split("-")]  # "est-elle"
    empty = frozenset(_list_empty_places([fold(each) for each in words], lists))
    return any(
        place not in empty and is_pronoun(word, lists) and _points(words, place, lists)
        for place, word in enumerate(words)
    )


def _list_empty_places(words: Sequence[str], lists: QuestionWords) -> Iterator[int]:
    """Yield the places of phrases that point at nothing."""
    for phrase in lists.list_words(FOLLOW, "empty"):
        wanted = phrase.replace("-", " ").split()
        for at in range(len(words) - len(wanted) + 1):
            if words[at] == wanted[0] and words[at : at + len(wanted)] == wanted:
                yield from range(at, at + len(wanted))


def _points(words: Sequence[str], place: int, lists: QuestionWords) -> bool:
    """Return whether a pronoun points back where it stands."""
    word, named = words[place], _stands_before_noun(words, place, lists.language)
    if place and word in lists.lists[FOLLOW].get("addressed", ()):
        return False
    folded = fold(word)
    if folded in lists.list_words(FOLLOW, "determiners"):
        return not named
    return named or folded not in lists.list_words(FOLLOW, "owners")


def _stands_before_noun(words: Sequence[str], place: int, language: str) -> bool:
    """Return whether a word with a meaning of its own follows."""
    return place + 1 < len(words) and fold(words[place + 1]) not in load_stopwords(language)
