"""Finds the documents that words name: by the names of their files, or by their titles."""

from collections.abc import Sequence
from pathlib import PurePath

from bot.turns.command import Turn
from indexer.documents import Document, Hit
from indexer.search.context import EXTRACTED
from indexer.text.analyzer import extract_terms, list_uncommon_words, tokenize
from indexer.text.normalize import fold, unify
from indexer.text.question_words import load_question_words


def find_named(documents: Sequence[Document], words: str, language: str) -> list[Document]:
    """Return the documents whose names, with their endings, have all topical words of `words`."""
    wanted = _list_wanted(words, language)
    return [
        each
        for each in documents
        if wanted
        and (
            wanted <= _list_terms(each.name, language)
            or (not load_question_words(language).is_spaced and _shares_run(words, each.name))
        )
    ]


async def find_only(
    turn: Turn, documents: Sequence[Document], words: str, language: str
) -> Document | None:
    """Return the one document that words name; where no file's name has them, by its title."""
    named = find_named(documents, words, language) or await _find_titled(
        turn, documents, words, language
    )
    return named[0] if len(named) == 1 else None


async def _find_titled(
    turn: Turn, documents: Sequence[Document], words: str, language: str
) -> list[Document]:
    """Return those of which name and title together have all words: "the dishwasher manual"."""
    wanted = _list_wanted(words, language)
    if not wanted:
        return []
    hits = await turn.services.store.search(turn.recall, words, limit=EXTRACTED, now=turn.now)
    titled = {each.file for each in hits if wanted <= _list_title_terms(each, language)}
    return [each for each in documents if each.file in titled]


def _list_wanted(words: str, language: str) -> frozenset[str]:
    """Return the terms of words, but those for any document: "the file of the summer camp"."""
    lists = load_question_words(language)
    if not list_uncommon_words(words, language):
        return frozenset()
    silent = {*lists.list_words("own", "documents"), *lists.list_words("requests", "around")}
    telling = [each for each in tokenize(unify(words)) if fold(each) not in silent]
    left = " ".join(telling) if telling and lists.is_spaced else words
    return frozenset(extract_terms(left, language)) or frozenset(extract_terms(words, language))


def _list_terms(name: str, language: str) -> frozenset[str]:
    """Return the terms of a file's name, of its words and of the whole."""
    parted = (PurePath(name).stem or name).replace("_", " ").replace("-", " ")
    return frozenset(extract_terms(f"{parted} {name}", language))


def _list_title_terms(hit: Hit, language: str) -> frozenset[str]:
    title = " ".join(hit.chunk.path[:1])
    return _list_terms(hit.file_name, language) | frozenset(extract_terms(title, language))


def _shares_run(words: str, name: str) -> bool:
    return len(words) > 1 and (words in name or name.rpartition(".")[0] in words)
