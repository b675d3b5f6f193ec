"""Tells who is compared with whom, and which way things go: `than`, `from`, `before`.

What stands behind one of them must not come to stand before it, nor behind its opposite.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from indexer.inference.alignment import Alignment, weigh
from indexer.inference.lexicon import BEHIND, UNSPACED
from indexer.inference.matching import Match
from indexer.inference.opposites import load_conflicts
from indexer.inference.reading import Reading, Word
from indexer.inference.vetoes.lacking import denies_clause

# Verbs of movement: nobody does to another what these say.
MOVING = frozenset(("go", "come", "arrive", "depart", "leave", "move", "return_trip"))
_THAN = "rel:than"
_LESS = "comp:less"
_COMPARED = ("de", "en", "nl")  # an adjective that compares ends alike there
_ENDING = "er"
_LEAST = 0.5  # weight of a word that shows a direction
_SHORTEST = 4  # letters of such an adjective
_LATER = frozenset(("rel:from", "rel:after", "rel:since", "rel:min"))
_EARLIER = frozenset(("rel:before", "rel:until", "rel:max"))
_TIMES = frozenset(("rel:until", "rel:since", "rel:max", "rel:min"))
_WAYS = frozenset(("rel:from", "rel:to"))
_AT = frozenset(("rel:to",))  # `a las ocho`, `в восемь`
_NEAR = frozenset(("rel:for", "rel:against"))  # `für 16 Uhr`, `gegen 16 Uhr`
_PLACING = frozenset(("rel:from", "rel:to", "rel:subj", "rel:for", "rel:during"))
_DIRECTIONS = ("rel:from", "rel:to", "rel:than", "rel:instead", "rel:subj")
_TOPIC = "は"
_LEADING = ("fr", "es", "it", "pt")  # `que` is `that` as well, but not behind `more`


def turns_comparison(found: Alignment) -> bool:
    """Tell if one who is compared stands on the other side of `than`."""
    if found.is_translated or sum(each.kind == "opposite" for each in found.matches) % 2:
        return False
    said, known = _find_marker(found.statement), _find_marker(found.text)
    if known is None:
        return False
    if any(_turns_degree(each, found) for each in found.matches):
        return True
    standard = _find_standard(known, found.text)
    came = next((each.said for each in found.matches if each.known is standard), None)
    if said is None:
        return came is not None and _compares(known, found) and _is_followed(came, found)
    if known.has(BEHIND + _THAN) or said.has(BEHIND + _THAN):
        return _is_other(_find_standard(said, found.statement), standard, found)
    left = came is not None and came.place < said.place
    return left or _stood_before(_find_standard(said, found.statement), known, found)


def _turns_degree(match: Match, found: Alignment) -> bool:
    """Tell if `plus vite` stands for `moins vite`, where neither word has a meaning of its own."""
    return any(
        one is not None and other is not None and one.has(_LESS) != other.has(_LESS)
        for one, other in (
            (
                _find_degree(match.said, side, found.statement),
                _find_degree(match.known, side, found.text),
            )
            for side in (-1, 1)
        )
    )


def _find_degree(word: Word, side: int, reading: Reading) -> Word | None:
    """Find `more` or `less` right before a word, or right behind it."""
    place = word.place + side
    beside = reading.words[place : place + 1] if place >= 0 else ()
    return next((each for each in beside if each.has("comp")), None)


def _find_marker(reading: Reading) -> Word | None:
    for word in reading.words:
        if _marks_standard(word) and (reading.language not in _LEADING or _is_led(word, reading)):
            return word
    return _find_preferring(reading)


def _find_preferring(reading: Reading) -> Word | None:
    """Find `to` in `prefers tea to coffee`, where it says what `than` says."""
    preferring = next((each.place for each in reading.words if "prefer" in each.topics), None)
    if preferring is None:
        return None
    behind = reading.words[preferring + 1 :]
    first = next((each.place for each in behind if each.counts), len(reading.words))
    return next((each for each in behind if "rel:to" in each.marks and each.place > first), None)


def _is_led(marker: Word, reading: Reading) -> bool:
    """Tell if `more`, `better` or `prefers` stands before what may be `than`."""
    before = reading.words[: marker.place]
    return any(each.has("comp") or "prefer" in each.topics for each in before)


def _marks_standard(word: Word) -> bool:
    return word.has(_THAN) or word.has(BEHIND + _THAN)


def _find_standard(marker: Word, reading: Reading) -> Word | None:
    """Find the word that something is compared with; None if that is the person."""
    if marker.has(BEHIND + _THAN):
        before = reading.words[marker.place - 1 : marker.place]
        return next((each for each in before if each.counts), None)
    for word in reading.words[marker.place + 1 :]:
        if word.counts:
            return word
        if word.has("pers") and reading.language in UNSPACED:
            return None
    return None


def _stood_before(standard: Word | None, known: Word, found: Alignment) -> bool:
    return any(
        each.said is standard and each.known.place < known.place and each.kind == "same"
        for each in found.matches
    )


def _is_other(one: Word | None, other: Word | None, found: Alignment) -> bool:
    """Tell if the word compared with is another, which the text has too."""
    return any(each.said is one and each.known is not other for each in found.matches)


def _compares(marker: Word, found: Alignment) -> bool:
    """Tell if an adjective that compares leads to `than`: `smaller than`."""
    if found.text.language in _LEADING:
        return True
    before = found.text.words[max(0, marker.place - 1) : marker.place]
    return found.text.language in _COMPARED and any(
        each.text.endswith(_ENDING) and len(each.text) >= _SHORTEST for each in before
    )


def _is_followed(word: Word, found: Alignment) -> bool:
    return any(each.counts and each.place > word.place for each in found.statement.words)


def changes_relation(found: Alignment) -> bool:
    """Tell if `before` became `after`, or `from A to B` was turned round."""
    if any(each.kind == "converse" for each in found.matches):
        return False
    matches = [each for each in found.near if not _is_light(each.said)]
    directions = ("rel:than",) if found.is_translated else _DIRECTIONS
    return (
        any(_opposes(found, each) for each in matches)
        or _loses_instead(found, matches)
        or any(
            _moves(_leave_topics(found, matches, each), each, found.text.language)
            for each in directions
        )
        or (found.is_translated and _turns_way(matches))
    )


def _opposes(found: Alignment, match: Match) -> bool:
    """Tell if one preposition became another that says the opposite: `before`, `after`."""
    said, known = match.said.relations, match.known.relations
    conflicts = load_conflicts()
    opposed = (
        (relation, conflicts.get(relation, frozenset()) & (known - said))
        for relation in said - known - _ignore(found, match)
    )
    return any(
        others and not _is_denied_once(found, match, {relation, *others})
        for relation, others in opposed
    )


def _loses_instead(found: Alignment, matches: Sequence[Match]) -> bool:
    """Tell if what the text only names as replaced stands alone: `instead of 40`."""
    if any(each.has("neg") for each in found.statement.words):
        return False
    # Without spaces, `instead` stands behind the one word that it belongs to.
    unspaced = found.text.language in UNSPACED
    replaced = (each for each in matches if unspaced or each.said.is_figure)
    return any("rel:instead" in each.known.relations - each.said.relations for each in replaced)


def _leave_topics(found: Alignment, matches: Sequence[Match], relation: str) -> list[Match]:
    """Leave out what は makes the topic, whatever its part is: `図書館は`, `図書館に`."""
    if relation != "rel:subj":
        return list(matches)
    return [
        each
        for each in matches
        if not (_is_topic(each.said, found.statement) or _is_topic(each.known, found.text))
    ]


def _is_topic(word: Word, reading: Reading) -> bool:
    return any(each.text == _TOPIC for each in reading.words[word.place + 1 : word.place + 2])


def turns_time(found: Alignment) -> bool:
    """Tell if `not before` stands for `from` or `after`: both turn, and say the same."""
    return any(
        not _LATER.isdisjoint(one) and not _EARLIER.isdisjoint(other)
        for each in found.matches
        if each.said.is_figure or each.said.sense.is_anchor or each.said.has("unit")
        for one, other in (
            (each.said.relations, each.known.relations),
            (each.known.relations, each.said.relations),
        )
    )


def _is_denied_once(found: Alignment, match: Match, relations: Collection[str]) -> bool:
    """Tell if one of the two denies, which turns `before` into `from`, and `at most` too."""
    if not (_LATER.intersection(relations) and _EARLIER.intersection(relations)):
        return False
    said = denies_clause(found.statement.by_clause[match.said.clause])
    return said != denies_clause(found.text.by_clause[match.known.clause])


def _is_light(word: Word) -> bool:
    return word.counts and weigh(word) < _LEAST


def _ignore(found: Alignment, match: Match) -> frozenset[str]:
    """List what a preposition of another language tells badly: `à` is at and to."""
    if found.is_translated:
        return _PLACING
    if not (match.said.is_figure or match.said.sense.is_anchor or match.said.has("unit")):
        # `by the tenant`, `to restore`: only a name shows a direction, and no other word a time.
        named = match.said.is_name or (match.said.text[:1].isupper() and not match.said.is_led)
        return _TIMES if named else _TIMES | _WAYS
    if not match.said.is_figure:
        return frozenset()
    return _NEAR if found.text.language in _COMPARED else _NEAR | _AT


def _moves(matches: Sequence[Match], relation: str, language: str) -> bool:
    """Tell if the word behind `than` in one text stands before it in the other."""
    # `à` and `a` say to whom, where, when and how: without a beginning they show no direction.
    compared = any("prefer" in each.said.topics for each in matches)
    leads = relation == "rel:to" and language in _LEADING and not compared
    if leads and not _is_way(matches, "rel:from"):
        return False
    # `von` names who acts as well, but for who goes somewhere: `partito da Trieste`.
    travels = any(each.said.topics & MOVING for each in matches)
    terms = Counter(each.said.term for each in matches if each.said.term)
    placed = [  # without what is named twice: `from the new hall to the old hall`
        each
        for each in matches
        if terms[each.said.term] < 2 and (travels or "rel:by" not in each.said.relations)
    ]
    if relation == "rel:from" and not _has_goal(matches):
        # `de` is of as well, and shows a direction beside `à` only.
        of = ("rel:of" in each.said.relations | each.known.relations for each in placed)
        placed = [each for each, owned in zip(placed, of, strict=True) if not owned]
    said = {each.said.place for each in placed if relation in each.said.relations}
    known = {each.said.place for each in placed if relation in each.known.relations}
    flips = sum(each.kind == "opposite" for each in matches)
    return bool(said and known) and said.isdisjoint(known) and flips % 2 == 0


def _has_goal(matches: Sequence[Match]) -> bool:
    """Tell if both texts say where to: `à Lyon`, or in Portuguese `para Braga`."""
    named = [each for each in matches if each.said.is_name]
    return _is_way(matches, "rel:to") or _is_way(named, "rel:for")


def _is_way(matches: Sequence[Match], relation: str) -> bool:
    """Tell if both texts have a word behind the other end of a way."""
    return any(relation in each.said.relations for each in matches) and any(
        relation in each.known.relations for each in matches
    )


def _turns_way(matches: Sequence[Match]) -> bool:
    """Tell if `from A to B` became `from B to A`."""
    ways = [(each.said.relations, each.known.relations) for each in matches]
    there = any("rel:from" in said and "rel:to" in known - said for said, known in ways)
    back = any("rel:to" in said and "rel:from" in known - said for said, known in ways)
    return there and back
