"""The two bodies of text that are searched, each by its own statistics."""

import hashlib
import re
from dataclasses import dataclass

from indexer.scopes import Scope

_TOKEN = re.compile("[sc][0-9a-f]{16}|.:.*")  # a scope, a conversation, or what narrows items down

MAX_COUNT = 255  # what a term's weighted frequency is cut to: in the index in memory it is one byte


@dataclass(frozen=True, slots=True)
class Corpus:
    """A table with its terms, and how much an occurrence counts in each of its two fields.

    `main` and `side` are in units of 1/`unit` of a plain occurrence, so that term frequencies are
    small integers everywhere.
    """

    name: str
    main: int
    side: int
    unit: int

    @property
    def terms(self) -> str:
        return f"{self.name}_terms"

    @property
    def fts(self) -> str:
        return f"{self.name}_fts"


# Titles count three times; a turn is found by its neighbours' words too, at a third of its own.
PASSAGES = Corpus("chunks", main=1, side=3, unit=1)
TURNS = Corpus("transcripts", main=20, side=7, unit=20)


@dataclass(frozen=True, slots=True)
class Statistics:
    """What BM25 knows of a whole corpus."""

    rows: int
    average: float  # weighted terms per row, in plain occurrences
    languages: tuple[str, ...]  # the most frequent first
    version: tuple[int, int]  # rows ever added and ever removed: the same for the same rows


def build_scope_token(scope: Scope) -> str:
    """A scope as a term: it narrows the candidates; `visible` decides what is shown."""
    return "s" + _hash_name(scope.label)


def build_conversation_token(conversation: str) -> str:
    return "c" + _hash_name(conversation)


def is_acl_token(term: str) -> bool:
    """Whether a row's acl might hold it."""
    return _TOKEN.fullmatch(term) is not None


def _hash_name(name: str) -> str:
    return hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=8).hexdigest()
