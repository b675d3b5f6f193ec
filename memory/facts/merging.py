"""Merges a new value of a fact with the known one on the same topic. Pure."""

from msgspec.structs import replace

from memory.fact import ALWAYS, FactValue, Validity
from memory.facts.duplicates import says_same
from memory.text.equivalence import adds_to, derive_keys, restates
from memory.text.statement import strip_repetition


def merge_values(new: FactValue, known: FactValue, author: str) -> FactValue:
    """Return the new value with what it leaves open from the known one.

    A restatement keeps the fuller text, and the later end counts.
    """
    plain = FactValue("")
    open_ = ("title", "type", "importance", "tags", "key")
    records = {
        name: getattr(known, name) for name in open_ if getattr(new, name) == getattr(plain, name)
    }
    if known.key and known.key in derive_keys(new.content, author):
        records["key"] = known.key  # by which another value of the same attribute will be found
    if says_same(strip_repetition(new.content), known.content):
        records |= {"content": known.content, "summary": known.summary}
    return replace(
        new,
        **records,
        retention="short_term" if new.retention == known.retention == "short_term" else "long_term",
        expires_at=new.expires_at and known.expires_at and max(new.expires_at, known.expires_at),
        pinned=known.pinned or new.pinned,
        validity=_merge_validity(new, known),
    )


def _merge_validity(new: FactValue, known: FactValue) -> Validity:
    """Return when the new value holds; a mere addition holds as long as what it adds to."""
    repeats = restates(new.content, known.content) or adds_to(new.content, known.content)
    if not repeats or known.validity == ALWAYS:
        return new.validity
    return Validity(
        new.validity.since or known.validity.since,
        new.validity.until,  # said again, it holds again
        new.validity.occurs or known.validity.occurs,
    )
