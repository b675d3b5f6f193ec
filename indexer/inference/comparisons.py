"""Tells who is compared with whom: what stands behind `than` must not come to stand before it."""

from indexer.inference.alignment import Alignment, counts
from indexer.inference.lexicon import BEHIND, UNSPACED
from indexer.inference.reading import Reading, Word

_THAN = "rel:than"
_COMPARED = ("de", "en", "nl")  # an adjective that compares ends alike there
_ENDING = "er"
_SHORTEST = 4  # letters of such an adjective
_LEADING = ("fr", "es", "it", "pt")  # `que` is `that` as well, but not behind `more`


def turns_comparison(found: Alignment) -> bool:
    """Tell if one who is compared stands on the other side of `than`."""
    if found.is_translated or sum(each.kind == "opposite" for each in found.matches) % 2:
        return False
    said, known = _find_marker(found.statement), _find_marker(found.text)
    if known is None:
        return False
    standard = _find_standard(known, found.text)
    came = next((each.said for each in found.matches if each.known is standard), None)
    if said is None:
        return came is not None and _compares(known, found) and _is_followed(came, found)
    if known.has(BEHIND + _THAN) or said.has(BEHIND + _THAN):
        return _is_other(_find_standard(said, found.statement), standard, found)
    left = came is not None and came.place < said.place
    return left or _stood_before(_find_standard(said, found.statement), known, found)


def _find_marker(reading: Reading) -> Word | None:
    for word in reading.words:
        if _marks_standard(word) and (reading.language not in _LEADING or _is_led(word, reading)):
            return word
    return None


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
        return next((each for each in before if counts(each)), None)
    for word in reading.words[marker.place + 1 :]:
        if counts(word):
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
    return any(counts(each) and each.place > word.place for each in found.statement.words)
