"""Understands a wish to delete a document: "delete the lease", "lösche bitte den Mietvertrag"."""

import re
from collections.abc import Sequence
from functools import cache

from bot.turns.command import Turn
from indexer.documents import Document
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import build_alternatives, load_all_folded, load_all_words

LONGEST = 100  # characters of such a wish
_WORD = re.compile(r"[^\s,;:!\"“”„«»]+")
_ENDING = re.compile(r"(?:\.\w{1,5})?\.?$")  # of a file's name, or of the sentence


async def find_unwanted_documents(turn: Turn, text: str) -> tuple[str, list[Document]]:
    """Find a name that the owner asks to delete, and the documents that have all of its words."""
    words = find_unwanted_words(text) if turn.private_owner else ()
    if not words:
        return "", []
    from bot.answering.own_data.named_documents import find_named  # hardly any message needs it
    from indexer.text.question_words import detect_question_language, load_question_words
    from indexer.text.stopwords import load_stopwords

    language = detect_question_language(text)
    silent = {*load_question_words(language).list_words("own", "documents")}
    silent |= load_stopwords(language)
    named = (_ENDING.sub("", each) for each in words)
    name = " ".join(each for each in named if fold(unify(each)) not in silent)
    documents = await turn.services.store.list_documents(turn.visibility)
    return name, find_named(documents, name, language)


def find_unwanted_words(text: str) -> Sequence[str]:
    """Return the words for what a message orders to delete; none if it orders no such thing."""
    if len(text) > LONGEST or text.rstrip().endswith("?"):
        return ()
    words = [
        each
        for each in _WORD.findall(text)
        if fold(unify(each)) not in load_all_folded("polite_words")
    ]
    return words[1:] if words and _orders_to_delete(words[0]) else ()


def _orders_to_delete(word: str) -> bool:
    """Return whether a word is such an imperative; "Erasmus" only begins like "erase"."""
    folded = fold(unify(word))
    return folded in load_all_words("request_words") and bool(_compile_stems().match(folded))


@cache
def _compile_stems() -> re.Pattern[str]:
    return re.compile(build_alternatives(load_all_words("forget_stems")))
