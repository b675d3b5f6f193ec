"""The two bodies of text that are searched, each with its own statistics."""

import hashlib
import re

import Stemmer
from msgspec import Struct

from indexer.scopes import Scope

# Raise the number when any text gets other terms than before: a test notices.
RULES = f"9 with Snowball {Stemmer.version()}"  # not translated: stored with each group of rows

_TOKEN = re.compile("[sc][0-9a-f]{16}|.:.*")  # a scope, a conversation, or a filter of facts

WHOLE = (1 << 63) - 1  # in place of a row's id: FTS5 has all rows of a corpus
SCOPE_TOKEN = 17  # characters of the token of a scope, with which an acl begins
MAX_COUNT = 255  # of a term in a text: the in-memory index stores weighted counts in one byte


class Corpus(Struct, frozen=True):
    """A table with its terms, and the weight of an occurrence in each of its two fields.

    `main` and `side` are in units of 1/`unit` of a plain occurrence, so that weighted counts are
    small integers everywhere. `wording` selects the `id` of each row and the text that is embedded,
    from the table as `r`.
    """

    name: str
    main: int
    side: int
    unit: int
    wording: str = ""

    @property
    def terms(self) -> str:
        return f"{self.name}_terms"

    @property
    def fts(self) -> str:
        return f"{self.name}_fts"

    @property
    def tail(self) -> str:
        return f"{self.name}_tail"

    @property
    def vocab(self) -> str:
        return f"{self.name}_vocab"


# A title counts three times. A turn is also found by the words of its neighbours, which count a
# third of its own.
PASSAGES = Corpus(
    "chunks",
    main=1,
    side=3,
    unit=1,
    wording="""
        SELECT r.id, iif(r.name = '', '', r.name || '. ') || r.content AS wording FROM chunks r
    """,
)
# The meaning of a turn depends on its neighbours.
TURNS = Corpus(
    "transcripts",
    main=20,
    side=7,
    unit=20,
    wording="""
        SELECT r.id, r.said_at || ' ' || r.speaker || ': ' || r.content || coalesce((
            SELECT group_concat(said, '') FROM (
                SELECT ' ' || n.said_at || ' ' || n.speaker || ': ' || n.content AS said
                FROM transcripts n WHERE n.file_id = r.file_id AND n.session = r.session
                AND n.position IN (r.position - 1, r.position + 1) ORDER BY n.position
            )
        ), '') AS wording FROM transcripts r
    """,
)
INDEXED = (PASSAGES, TURNS)  # the corpora of the index itself


class Statistics(Struct, frozen=True):
    """The statistics that BM25 needs, of the rows that a reader may see."""

    rows: int
    average: float  # weighted terms per row, in plain occurrences
    languages: tuple[str, ...]  # the most frequent first
    # Rows ever added and removed, in all scopes: equal for equal rows. It reaches no reader.
    version: tuple[int, int]


def build_scope_token(scope: Scope) -> str:
    """Return a scope as a term, which narrows the candidates; `visible` decides what is shown."""
    return "s" + _hash_name(scope.label)


def build_conversation_token(conversation: str) -> str:
    return "c" + _hash_name(conversation)


def is_acl_token(term: str) -> bool:
    """Return whether a term may stand in the column `acl`."""
    return _TOKEN.fullmatch(term) is not None


def _hash_name(name: str) -> str:
    return hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=8).hexdigest()
