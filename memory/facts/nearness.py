"""Finds the facts near to a text, inside a transaction of the writer.

By its words, their synonyms, the parts of compounds, and what it tells of: a home, a job, a role.
"""

import json
import re
from collections.abc import Sequence

import aiosqlite

from indexer.scopes import Scope
from indexer.text.analyzer import analyze
from indexer.text.compounds import LANGUAGES as COMPOUNDING
from indexer.text.languages import detect_language
from indexer.text.normalize import fold
from indexer.text.synonyms import find_same
from indexer.text.word_lists import list_languages
from memory.fact import Fact
from memory.facts import rows as fact_rows
from memory.facts.sharing import Sought, list_terms_of_sharing
from memory.text.changes.corrections.correction import is_mere_correction
from memory.text.changes.person_state import list_state_words
from memory.text.roles import list_role_words
from memory.text.statement import LONGEST as LONGEST_COMPARED
from memory.text.words import fold_words

NEAR = 5  # facts that a capture sees for a sentence
SYNONYM = 0.5  # of a shared word
TWINS = 12  # facts that are compared in full, the latest
SHORTEST_PART = 4  # letters of a part of a compound
LONGEST = 30  # letters of a compound
SHORTEST_STEM = 2  # letters
SHARING = 60  # facts with a word of a new one that are compared for a change, the latest
NAME = re.compile(r"(?<!\w)[^\W\d_]\w{1,30}(?!\w)")
LATEST = 20  # facts, of which one is an author's last


async def find_near(db: aiosqlite.Connection, scope: Scope, text: str) -> list[Fact]:
    """Return the facts nearest to `text`, by words, synonyms and states, for a capture.

    `I moved to York` may change `I live in Leeds`, with which it shares no word.
    """
    if not await _has_facts(db, scope):
        return []
    language = detect_language(text)
    words = frozenset(analyze(text, language).terms)
    same = frozenset(each for word in words for each in find_same(word, language)) - words
    states = list_state_words(text)
    stems = [*_list_stems(states), *_list_compound_beginnings(text)]
    rows = await find_sharing(db, scope, Sought([*words, *same], stems, _list_names(text)))
    rated = [(_rate_nearness(each, words, same, tuple(states)), each) for each in rows]
    found = [fact for _, fact in sorted(rated, key=lambda pair: -pair[0])[:NEAR]]
    # `sorry, on Saturday` names nothing, and is about what was said last.
    latest = (await find_latest(db, scope))[:NEAR] if is_mere_correction(text) else []
    return [*found, *(each for each in latest if each not in found)]


async def _has_facts(db: aiosqlite.Connection, scope: Scope) -> bool:
    one = "SELECT 1 FROM memory_items WHERE scope = ? AND deleted_at IS NULL LIMIT 1"
    return bool(await db.execute_fetchall(one, (scope.label,)))


def _rate_nearness(
    fact: Fact, words: frozenset[str], same: frozenset[str], states: tuple[str, ...]
) -> float:
    text = fact.value.content
    terms = frozenset(analyze(text, detect_language(text)).terms)
    of_state = any(each.startswith(states) for each in fold_words(text).split())
    return len(words & terms) + SYNONYM * len(same & terms) + SYNONYM * of_state


def _list_stems(states: Sequence[str]) -> list[str]:
    """Return how words of states begin, as they are written and as they are stemmed."""
    known = list(dict.fromkeys(states))
    stems = [each for each in _stem_words(" ".join(known)) if len(each) >= SHORTEST_STEM]
    return list(dict.fromkeys((*known, *stems)))


def _list_compound_beginnings(text: str) -> list[str]:
    """List words with which a compound may begin: `Zahnarzt` finds `Zahnarzttermin`."""
    language = detect_language(text)
    words = analyze(text, language).terms if language in COMPOUNDING else ()
    return [each for each in words if len(each) > SHORTEST_PART and each.isalpha()]


def _list_compound_parts(text: str) -> list[str]:
    """List the beginnings and ends of long words: `Zahnarzttermin` finds `Zahnarzt`, `Termin`."""
    language = detect_language(text)
    words = analyze(text, language).terms if language in COMPOUNDING else ()
    long = [each for each in words if each.isalpha() and SHORTEST_PART * 2 <= len(each) <= LONGEST]
    cuts = [(each, at) for each in long for at in range(SHORTEST_PART, len(each) - 3)]
    return [part for each, at in cuts for part in (each[:at], each[at:])]


async def find_sharing(db: aiosqlite.Connection, scope: Scope, sought: Sought) -> list[Fact]:
    """Return the latest facts that share a term with what is sought."""
    if not sought.words:
        return []
    rows = await list_terms_of_sharing(db, scope, sought)
    return await load_rows(db, scope, sorted(row["id"] for row in rows), SHARING)


async def find_comparable(db: aiosqlite.Connection, scope: Scope, text: str) -> list[Fact]:
    """Return the latest facts that `text` may take the place of."""
    stems = [*_list_stems(list_state_words(text)), *_list_compound_beginnings(text)]
    roles = [term for word in list_role_words(text) for term in _stem_words(word)]
    terms = [*_list_terms(text), *_list_compound_parts(text), *roles]
    sought = Sought(list(dict.fromkeys(terms)), stems, _list_names(text))
    return await find_sharing(db, scope, sought)


async def find_holding(db: aiosqlite.Connection, scope: Scope, text: str) -> list[Fact]:
    """Return the latest facts that have a term of `text`."""
    return await find_sharing(db, scope, Sought(_list_terms(text)))


async def find_latest(db: aiosqlite.Connection, scope: Scope) -> list[Fact]:
    """Return the facts that were changed last, the latest first."""
    found = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ? AND deleted_at IS NULL"
        " ORDER BY updated_at DESC, id DESC LIMIT ?",
        (scope.label, LATEST),
    )
    return [fact_rows.parse_fact(row) for row in found]


async def find_until(db: aiosqlite.Connection, scope: Scope, last: str) -> list[Fact]:
    """Return the facts that hold until a day."""
    found = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ? AND holds_until = ? AND deleted_at IS NULL"
        " ORDER BY id",
        (scope.label, last),
    )
    return [fact_rows.parse_fact(row) for row in found]


def _list_names(text: str) -> list[str]:
    """List words with a capital that have a meaning in the language of a text: `Ben`."""
    beginning = text[:LONGEST_COMPARED]
    language = detect_language(beginning)
    written = dict.fromkeys(NAME.findall(beginning))
    named = (each for each in written if each[:1].isupper())
    return [fold(each) for each in named if analyze(each, language).terms]


def _list_terms(text: str) -> list[str]:
    """Return the terms of a text in its language, and in those that it might be taken for.

    Words too as they are written: a short fact may be taken for a language without stems. Of its
    beginning: a longer statement is never compared.
    """
    beginning = text[:LONGEST_COMPARED]
    return list(dict.fromkeys((*_stem_words(beginning), *fold_words(beginning).split())))


def _stem_words(text: str) -> list[str]:
    likely = (detect_language(text), *list_languages("now"))
    return list(dict.fromkeys(term for each in likely for term in analyze(text, each).terms))


async def load_rows(
    db: aiosqlite.Connection, scope: Scope, ids: Sequence[int], most: int = TWINS
) -> list[Fact]:
    """Return the latest of these facts, the newest first."""
    found = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ?"
        " AND id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY id DESC",
        (scope.label, json.dumps(ids[-most:])),
    )
    return [fact_rows.parse_fact(row) for row in found]
