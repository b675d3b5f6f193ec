"""Decides if a person's words change the fact that the model's decision names. Pure.

A document may have told the model what to change, so its word for it is not enough: the words must
be in earnest, about whom and what the fact is about, and most of it, or say that something changed.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from indexer.inference.alignment import align
from indexer.inference.reading import read_text
from indexer.inference.vetoes.tenses import turns_past
from indexer.text.dates.finder import find_mention, has_mention, strip_dates
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_all_words
from memory.capture.decisions import Decision
from memory.fact import Fact, Validity
from memory.text.assertion import is_meant
from memory.text.change import drop_doubts, takes_place_of
from memory.text.event_change import find_lead, tells_change
from memory.text.grounding import UserSentence
from memory.text.introductions import shorten_introductions
from memory.text.person_state import begins_state
from memory.text.statement import (
    find_pattern,
    find_person_words,
    is_addition,
    is_unspaced,
    list_tokens,
    load_copulas,
    names_new_one,
    parse_statement,
)
from memory.text.topic import names_others
from memory.text.words import all_words, content_words

PLAN = "mod:plan"
WHOSE = frozenset(("rel:for", "rel:from", "rel:of", "rel:with"))  # the meeting with Ann


def find_meant(
    decision: Decision, cited: Sequence[UserSentence], near: Sequence[Fact]
) -> Fact | None:
    """Return the fact that is updated or ended, if the person's words are about it."""
    fact = next((each for each in near if each.id == decision.fact), None)
    stated = [each.text for each in cited if not each.is_question]
    if fact is None or decision.deed == "add" or any(map(is_addition, stated)):
        return None
    old = fact.value.content.removeprefix(f"{fact.provenance.author}: ")
    meant = [each for each in stated if _may_change(each, old, fact)]
    replaced = bool(meant) and takes_place_of(decision.note, old, " ".join(meant))
    touched = any(_is_about(each, old) and _touches(decision.deed, each, old) for each in meant)
    return fact if replaced or touched else None


def _may_change(said: str, old: str, fact: Fact) -> bool:
    """Tell if words are in earnest, and about today."""
    known_at = datetime.fromtimestamp(fact.said_at, UTC)
    before = not fact.value.validity.occurs and _tells_of_before(said, known_at)
    sure = is_meant(said) and bool(drop_doubts(said, old))
    return sure and not before and not _is_planned(said, old)


def _tells_of_before(said: str, known_at: datetime) -> bool:
    """Tell if it happened long before: `in 2009 I lived in York`."""
    found = find_mention(said, known_at)
    if found is None or found.role != "on":
        return False
    return Validity(occurs=found.period.iso).is_long_before(known_at)


def _is_planned(said: str, old: str) -> bool:
    """Tell if it has not begun: `I'm going to quit smoking`; an event is planned in any case."""
    words = read_text(said).words
    sure = parse_statement(said).changes or any(each.has("neg") for each in words)
    planned = any(each.has(PLAN) for each in words) and not sure
    return planned and not has_mention(old) and not any(e.has(PLAN) for e in read_text(old).words)


def _is_about(said: str, old: str) -> bool:
    """Tell if words are about whom and what a fact is about; `Ann` may be a sister."""
    if names_others(shorten_introductions(said, old), shorten_introductions(old, said)):
        return False
    if _names_other(said) and not _names_other(old):
        return False
    if is_unspaced(old):
        return _find_topic(said) == _find_topic(old)
    return _names_lead(said, old) and not _names_another(said, old)


def _names_other(text: str) -> bool:
    """Tell if another one of a kind is named: `my other daughter`, `my new daughter`."""
    folded = fold(unify(text))
    return find_pattern("other_patterns", folded) is not None or names_new_one(folded)


def _find_topic(text: str) -> str:
    """Return what stands before a Japanese `は`, if that is not the speaker."""
    topic, sign, _rest = text.partition("は")
    return topic if sign and topic not in load_all_words("first_person_signs") else ""


def _names_another(said: str, old: str) -> bool:
    """Tell if each says of which it is, and not of the same: `with Ann`, `with Bob`."""
    language = detect_language(f"{said} {old}")
    mine, theirs = (_list_owners(each, language) for each in (said, old))
    return bool(mine - content_words(old, language) and theirs - content_words(said, language))


def _list_owners(text: str, language: str) -> frozenset[str]:
    """List the words behind `with`, `of` or `for`."""
    words = read_text(strip_dates(text), language).words
    following = (words[n + 1 : n + 3] for n, each in enumerate(words) if WHOSE & each.marks)
    found = (next((each.term for each in near if each.term), "") for near in following)
    return frozenset(filter(None, found))


def _names_lead(said: str, old: str) -> bool:
    """Tell if words name what a fact begins with, unless it is about the speaker."""
    language = detect_language(f"{said} {old}")
    terms = content_words(said, language)
    return all(
        any(each.startswith(term) or term.startswith(each) for each in terms)
        for term in _list_lead(old, language)
    )


def _list_lead(old: str, language: str) -> list[str]:
    """List what names the thing that a fact is about: `team meeting` before `is`, or one word."""
    tokens = list_tokens(fold(unify(old)))
    at = next((n for n, each in enumerate(tokens) if each in load_copulas()), 0)
    if not tokens or tokens[0] in find_person_words() | load_copulas():
        return []
    named = find_lead(" ".join(tokens[:at]), language)
    return named or (find_lead(old, language)[:1] if _begins_with_thing(old) else [])


def _begins_with_thing(old: str) -> bool:
    """Tell if a fact does not begin with a verb, as notes of the speaker do: `Drives a Volvo`."""
    articles = load_all_words("definite_articles")
    words = read_text(old).words[:2]
    named = any(each.is_led or each.is_opening for each in words[:1])
    led = not articles.isdisjoint(list_tokens(fold(unify(old)))[:1])
    return led or named or any(each.has("kin") for each in words)


def _touches(deed: str, said: str, old: str) -> bool:
    """Tell if words are about most of a fact, or about some of it and say that it has changed."""
    language = detect_language(f"{said} {old}")
    known = content_words(old, language)
    shared = known & content_words(said, language)
    if deed == "end":
        return bool(shared) and _is_over(said, language) and _holds_most(said, old, language)
    every = all_words(old, language)
    same = every & all_words(said, language)
    if shared and (2 * len(shared) > len(known) or 2 * len(same) > len(every)):
        return not turns_past(align(read_text(said, language), read_text(old, language)))
    timeless = _list_timeless(old, language) & shared
    return bool(timeless) and not is_unspaced(old) and _tells_anew(said, old, language)


def _holds_most(said: str, old: str, language: str) -> bool:
    """Tell if words hold half of those of a fact, dates aside, or a name in it."""
    words = read_text(said, language).words
    known = _list_timeless(old, language)
    shared = known & content_words(said, language)
    named = any(each.is_name and each.term in shared for each in words)
    return named or 2 * len(shared) >= len(known)


def _list_timeless(text: str, language: str) -> frozenset[str]:
    """List the words of a text with meaning, without dates and numbers."""
    words = content_words(strip_dates(text), language)
    return frozenset(each for each in words if not any(map(str.isdigit, each)))


def _tells_anew(said: str, old: str, language: str) -> bool:
    """Tell if words say that something has begun, is over, or is otherwise by now."""
    statement = parse_statement(said)
    dated = bool(_list_lead(old, language)) and has_mention(said) and has_mention(old)
    changes = statement.changes or begins_state(statement.text) or dated
    return changes or _is_over(said, language)


def _is_over(said: str, language: str) -> bool:
    """Tell if words deny something, or say that it has ended or is changed."""
    text = parse_statement(said).text
    words = read_text(said, language).words
    over = any(each.has("neg") or each.has("asp") for each in words)
    return over or tells_change(text) or find_pattern("leaving_patterns", text) is not None
