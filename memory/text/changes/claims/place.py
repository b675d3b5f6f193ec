"""Decides if a thing is at another place by now: `the key is with Jo now`, under the pot. Pure.

What else a statement says of the thing holds on: of `choir is on Mondays at St Mark's` the day.
"""

from collections.abc import Sequence

from msgspec import Struct

from indexer.inference.reading import Word
from memory.text.naming import is_like, read_both
from memory.text.statement import Statement, parse_statement
from memory.text.values import list_values, names_thing

PLACES = frozenset(("rel:behind", "rel:beside", "rel:in", "rel:on", "rel:under", "rel:with"))
TIMES = ("day", "daypart", "month", "season", "unit", "when")


class Placed(Struct, frozen=True):
    """The words for a thing, the one that leads to where it is, and those behind that."""

    thing: tuple[Word, ...]
    link: Word
    is_certain: bool  # with somebody, or where an article or owner says what it is
    where: tuple[Word, ...]


def changes_place(now: Statement, before: Statement) -> bool:
    """Tell if `now` says that what `before` gives a place has another by now."""
    return find_ended_place(now, before) is not None


def find_ended_place(now: Statement, before: Statement) -> Placed | None:
    """Find the place that does not hold any more; None if none is told, or it may hold."""
    if not now.changes:
        return None
    mine, theirs = read_both(now.written, before.written)
    known = _find_place(theirs.by_clause.get(0, []))
    told = filter(None, map(_find_place, mine.by_clause.values()))
    language = theirs.language
    return known if known and any(_has_moved(each, known, language) for each in told) else None


def drop_ended_place(said: str, old: str) -> str:
    """Return what a statement says beside a place that has changed; "" if it is nothing."""
    ended = find_ended_place(parse_statement(said), parse_statement(old))
    if ended is None:
        return ""
    opening, _link, behind = old.rpartition(f" {ended.link.text} ")
    last = ended.where[-1].text
    timed = bool(list_values(read_both(opening, old)[0]))
    return opening if timed and behind.rstrip(" .!").endswith(last) else ""


def _find_place(clause: Sequence[Word]) -> Placed | None:
    """Find where a clause says that a thing is: `the spare key is | under | the blue pot`."""
    at = next((n for n, each in enumerate(clause) if _leads_to_place(n, each, clause)), 0)
    thing = tuple(each for each in clause[:at] if names_thing(each))
    where = tuple(each for each in clause[at + 1 :] if each.term)
    persons = any(each.has("kin") or each.has("pers") or each.is_name for each in clause[:at])
    verbs = [each for each in clause[:at] if each.topics and not each.is_led]
    alone = all("be" in each.topics or each in thing for each in verbs)
    plain = bool(thing and where) and not persons and alone and _is_told_of(thing)
    return Placed(thing, clause[at], _is_certain(clause[at:]), where) if plain else None


def _is_certain(words: Sequence[Word]) -> bool:
    """Tell if words can only be a place: not `in German`, `in good shape`, `with almonds`."""
    link, first, *more = words
    if link.has("rel:with"):
        return first.is_name and not first.is_led
    return first.is_led or (first.has("poss") and bool(more))


def _leads_to_place(at: int, word: Word, clause: Sequence[Word]) -> bool:
    behind = clause[at + 1 : at + 2]
    timed = any(each.is_figure or any(each.has(kind) for kind in TIMES) for each in behind)
    return at > 0 and bool(word.marks & PLACES) and bool(behind) and not timed


def _is_told_of(thing: Sequence[Word]) -> bool:
    """Tell if words stand together, as those for one thing do."""
    return thing[-1].place - thing[0].place == len(thing) - 1


def _has_moved(now: Placed, known: Placed, language: str) -> bool:
    same = [each.term for each in now.thing] == [each.term for each in known.thing]
    apart = not any(is_like(one, two, language) for one in now.where for two in known.where)
    return same and apart and now.is_certain
