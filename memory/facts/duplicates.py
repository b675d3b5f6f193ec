"""Find the fact that a new value is about, inside a transaction of the writer.

A capture reports what was said an hour or a week ago. The person may have corrected or deleted
that meanwhile, and a capture that a crash interrupted is repeated.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import aiosqlite

from indexer.scopes import Scope
from indexer.store.terms import BOUNDARY
from indexer.text.analyzer import analyze
from indexer.text.compounds import LANGUAGES as COMPOUNDING
from indexer.text.languages import detect_language
from indexer.text.synonyms import find_same
from indexer.text.word_lists import list_languages
from memory.fact import Fact, FactValue, Provenance
from memory.facts import rows as fact_rows
from memory.facts.sharing import list_terms_of_sharing
from memory.text.assertion import is_meant
from memory.text.changes.change import LONGEST as LONGEST_COMPARED
from memory.text.changes.change import drop_doubts, takes_place_of
from memory.text.changes.compound import PartlyEnded, find_ended_part
from memory.text.changes.correction import correct_words
from memory.text.changes.person_state import list_state_words
from memory.text.changes.things import names_same_thing, revises
from memory.text.changes.topic import names_another_kind, names_others
from memory.text.equivalence import (
    derive_key,
    derive_keys,
    extends,
    has_same_words,
    load_fillers,
    restates,
)
from memory.text.grounding import is_same_note, prefix_author
from memory.text.introductions import keep_introduction, keep_others_name
from memory.text.statement import is_addition, parse_statement, strip_repetition
from memory.text.words import fold_words

NEAR = 5  # facts that a capture sees for a sentence
SYNONYM = 0.5  # of a shared word
TWINS = 12  # facts that are compared in full, the latest
SHORTEST_PART = 4  # letters of a part of a compound
LONGEST = 30  # letters of a compound
SHORTEST_STEM = 2  # letters
SHARING = 60  # facts with a word of a new one that are compared for a change, the latest


async def find_equivalent(
    db: aiosqlite.Connection, scope: Scope, value: FactValue, provenance: Provenance
) -> Fact | None:
    """Return the fact on the same topic, one that says the same or a part of it, or one that
    does not hold any more, now that this was said.
    """
    author = provenance.author
    known = await find_by_topic(db, scope, value, provenance)
    if known is not None and not _adds(value, provenance, known):
        return known
    for twin in await _find_similar(db, scope, value):
        if not _may_change(author, twin):
            continue
        apart = value.key and twin.value.key and value.key != twin.value.key
        old, new = twin.value.content, strip_repetition(value.content)
        if apart:
            continue
        if says_same(new, old) or (extends(new, old) and _is_sure(value, provenance, twin)):
            return twin
    return await _find_ended(db, scope, value, provenance)


def _is_sure(value: FactValue, provenance: Provenance, known: Fact) -> bool:
    """Tell if a value is meant, and is so today, as far as it repeats a known fact."""
    doubted = not drop_doubts(value.content, known.value.content)
    meant = is_meant(provenance.said or value.content)
    return meant and not doubted and not _tells_of_before(value, provenance, known)


def says_same(new: str, old: str) -> bool:
    """Tell if `new` says nothing that `old` does not say, in any order of words."""
    return restates(new, old) or (has_same_words(new, old) and is_same_note(new, old))


def _adds(value: FactValue, provenance: Provenance, known: Fact) -> bool:
    """Return whether the person said that it holds besides what is known on its topic."""
    return is_addition(provenance.said or value.content) and not extends(
        value.content, known.value.content
    )


async def _find_ended(
    db: aiosqlite.Connection, scope: Scope, value: FactValue, provenance: Provenance
) -> Fact | None:
    """Return the one fact that `value` takes the place of; None if there are several."""
    author = provenance.author
    new = value.content.removeprefix(f"{author}: ")
    stems = [*_list_stems(list_state_words(new)), *_list_compound_beginnings(new)]
    terms = [*_list_terms(new), *_list_compound_parts(new)]
    rows = await _find_sharing(db, scope, terms, stems)
    ended = [
        fact
        for fact in rows
        if _may_change(author, fact)
        and not _tells_of_before(value, provenance, fact)
        and _ends(new, fact, provenance.said)
    ]
    return ended[0] if len(ended) == 1 else None


def _tells_of_before(value: FactValue, provenance: Provenance, known: Fact) -> bool:
    """Tell if what happened was long over when a fact was said: `in 2009 I moved to York`.

    What corrects it may have happened at any time, and so may what is dated itself.
    """
    before = value.validity.is_long_before(datetime.fromtimestamp(known.said_at, UTC))
    if not before or known.value.validity.occurs:
        return False
    return not parse_statement(provenance.said or value.content).corrects


def _ends(new: str, fact: Fact, said: str) -> bool:
    old = fact.value.content.removeprefix(f"{fact.provenance.author}: ")
    return takes_place_of(new, old, said) or find_ended_part(new, old, said) is not None


def find_ended_half(value: FactValue, provenance: Provenance, known: Fact) -> PartlyEnded | None:
    """Find what of a known fact has ended now that `value` was said, if the rest still holds."""
    author = known.provenance.author
    new = value.content.removeprefix(f"{provenance.author}: ")
    old = known.value.content.removeprefix(f"{author}: ")
    if restates(new, old) or extends(new, old):
        return None
    part = find_ended_part(new, old, provenance.said) or _end_but_name(new, old, provenance.said)
    return part and replace(part, rest=prefix_author(author, part.rest))


def correct_value(value: FactValue, known: Fact | None, author: str) -> FactValue:
    """Return a known fact with the words that `value` corrects: `I meant Friday, not Thursday`."""
    if known is None:
        return value
    old = known.value.content.removeprefix(f"{author}: ")
    text = correct_words(value.content.removeprefix(f"{author}: "), old)
    return replace(value, content=prefix_author(author, text)) if text else value


def _end_but_name(new: str, old: str, said: str) -> PartlyEnded | None:
    """Keep who `Ann` is, of a fact that names `my sister Ann` and ends."""
    name = keep_introduction(old, new) or keep_others_name(old, new)
    return PartlyEnded(old, name) if name and takes_place_of(new, old, said) else None


async def find_by_topic(
    db: aiosqlite.Connection, scope: Scope, value: FactValue, provenance: Provenance
) -> Fact | None:
    """Return the fact with the same key, or with another value of the same attribute."""
    if not is_meant(provenance.said or value.content):
        return None
    author = provenance.author
    known = await find_by_key(db, scope, value.key)
    if known and _may_change(author, known) and not _is_apart(value, known, provenance):
        return known
    keys = derive_keys(value.content, author)
    for key in keys:
        known = await find_by_key(db, scope, key)
        if known and _may_change(author, known):
            own = derive_keys(known.value.content, known.provenance.author)
            if own == keys:
                return known
    return None


def _is_apart(value: FactValue, known: Fact, provenance: Provenance) -> bool:
    """Tell if two texts on one topic are about different people or things, whatever it is called.

    The topic is a model's word: `school` is of the son and of the daughter. What was captured
    under it may besides say something else of the same thing: what it is, and where it stands.
    """
    new = value.content.removeprefix(f"{provenance.author}: ")
    old = known.value.content.removeprefix(f"{known.provenance.author}: ")
    if names_others(new, old) or names_another_kind(new, old, value.key):
        return True
    if _tells_of_before(value, provenance, known):
        return True
    derived = value.key == derive_key(value.content, provenance.author)
    if derived or provenance.origin != "capture":
        return False
    sure = drop_doubts(new, old)
    return not (sure and _is_same_statement(sure, old, provenance.said))


def _is_same_statement(new: str, old: str, said: str) -> bool:
    """Tell if `new` says of the topic what `old` says of it, with another value or the same."""
    if says_same(new, old) or extends(new, old):
        return True
    if max(len(new), len(old), len(said)) > LONGEST_COMPARED:
        return False
    named = names_same_thing(new, old) and parse_statement(said or new).changes
    return named or any(revises(e, old) for e in (new, said)) or takes_place_of(new, old, said)


def _may_change(author: str, known: Fact) -> bool:
    """Return whether what `author` says may change a fact: in a group, only their own."""
    return known.is_of(author)


async def find_by_key(db: aiosqlite.Connection, scope: Scope, key: str) -> Fact | None:
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_items"
        " WHERE scope = ? AND dedup_key = ? AND dedup_key <> '' AND deleted_at IS NULL",
        (scope.label, key),
    )
    return next(map(fact_rows.parse_fact, rows), None)


async def _find_similar(db: aiosqlite.Connection, scope: Scope, value: FactValue) -> list[Fact]:
    """Return facts whose terms contain those of `value` or are contained in them."""
    stated = strip_repetition(value.content)
    words = list(dict.fromkeys(analyze(stated, detect_language(stated)).terms))
    if not words:
        return []
    new = frozenset(words) - load_fillers()
    rows = await list_terms_of_sharing(db, scope, words)
    twins = [row["id"] for row in rows if _is_contained(new, row["main"])]
    return await _load_rows(db, scope, twins)


async def find_near(db: aiosqlite.Connection, scope: Scope, text: str) -> list[Fact]:
    """Return the facts nearest to `text`, by words, synonyms and states, for a capture.

    `I moved to York` may change `I live in Leeds`, with which it shares no word.
    """
    language = detect_language(text)
    words = frozenset(analyze(text, language).terms)
    same = frozenset(each for word in words for each in find_same(word, language)) - words
    states = list_state_words(text)
    stems = [*_list_stems(states), *_list_compound_beginnings(text)]
    rows = await _find_sharing(db, scope, [*words, *same], stems)
    rated = [(_rate_nearness(each, words, same, tuple(states)), each) for each in rows]
    return [fact for _, fact in sorted(rated, key=lambda pair: -pair[0])[:NEAR]]


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


async def _find_sharing(
    db: aiosqlite.Connection, scope: Scope, words: Sequence[str], stems: Sequence[str] = ()
) -> list[Fact]:
    """Return the latest facts that share a term with `words`, or have one that begins so."""
    if not words:
        return []
    rows = await list_terms_of_sharing(db, scope, words, stems)
    return await _load_rows(db, scope, sorted(row["id"] for row in rows), SHARING)


def _list_terms(text: str) -> list[str]:
    """Return the terms of a text in its language, and in those that it might be taken for.

    Of its beginning: a longer statement is never compared.
    """
    return _stem_words(text[:LONGEST_COMPARED])


def _stem_words(text: str) -> list[str]:
    likely = (detect_language(text), *list_languages("now"))
    return list(dict.fromkeys(term for each in likely for term in analyze(text, each).terms))


async def _load_rows(
    db: aiosqlite.Connection, scope: Scope, ids: Sequence[int], most: int = TWINS
) -> list[Fact]:
    """Return the latest of these facts, the newest first."""
    found = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ?"
        " AND id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY id DESC",
        (scope.label, json.dumps(ids[-most:])),
    )
    return [fact_rows.parse_fact(row) for row in found]


def _is_contained(new: frozenset[str], main: str) -> bool:
    known = frozenset(main.partition(BOUNDARY)[0].split()) - load_fillers()
    return new <= known or known <= new


async def is_known(db: aiosqlite.Connection, fact: Fact) -> bool:
    rows = await db.execute_fetchall("SELECT 1 FROM memory_items WHERE item_id = ?", (fact.id,))
    twin = await find_equivalent(db, fact.scope, fact.value, fact.provenance)
    return bool(list(rows)) or twin is not None


async def find_last_valid(
    db: aiosqlite.Connection, scope: Scope, value: FactValue, provenance: Provenance, said: int
) -> int | None:
    """Return when a value from `said` last held (epoch seconds); None if it was replaced since."""
    known = await find_equivalent(db, scope, value, provenance)
    if known is not None and _agree(value, known.value):
        return max(said, known.updated_at)
    if known is not None and (
        _is_newer(known, said) or await _is_former_value(db, known, value, provenance)
    ):
        return None
    deleted = await db.execute_fetchall(
        "SELECT * FROM memory_items WHERE scope = ? AND deleted_at >= ?", (scope.label, said)
    )
    gone = any(_supersedes(fact_rows.parse_fact(row), value, said) for row in deleted)
    return None if gone else said


def _agree(one: FactValue, other: FactValue) -> bool:
    return restates(one.content, other.content) or restates(other.content, one.content)


def _is_newer(known: Fact, said: int) -> bool:
    """Within one second, /remember and tools count more than a capture."""
    return (known.updated_at, known.provenance.origin != "capture") > (said, False)


async def _is_former_value(
    db: aiosqlite.Connection, fact: Fact, value: FactValue, provenance: Provenance
) -> bool:
    """Check the history for this value from the same message: two in one second have no order."""
    rows = await db.execute_fetchall(
        "SELECT * FROM memory_changes WHERE item_id = ? ORDER BY id", (fact.id,)
    )
    former = [each.before for each in map(fact_rows.parse_change, rows) if each.before]
    return any(
        replace(each.provenance, said_at=provenance.said_at) == provenance
        and each.value.content == value.content
        for each in former
    )


def _supersedes(deleted: Fact, value: FactValue, said: int) -> bool:
    """Check whether the deletion, or a newer value that was deleted itself, replaces `value`."""
    newer = bool(value.key) and value.key == deleted.value.key and deleted.updated_at > said
    return newer or restates(value.content, deleted.value.content)
