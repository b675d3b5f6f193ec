"""Tells which words of a text may say what one of a statement does, and how the two are related."""

from functools import cache, lru_cache

from msgspec import Struct

from indexer.inference.opposites import load_converses, load_narrower, load_opposites
from indexer.inference.reading import ANCHORS, READINGS, Reading, Word
from indexer.text.normalize import fold
from indexer.text.word_lists import load_all_folded

ALIKE = 5  # letters in which two words must begin alike
ENDING = 4  # letters in which the ends of the shorter may differ
_UNSTRESSED = ("er", "el")
_PLURALS = ("ern", "eln")
_NOUN = 4  # letters
MOST = 16  # places of a word that are looked at
_NAME, _CASE = 3, 3  # letters of a Russian name that stay, and of its endings

Index = dict[str, list[Word]]


class Match(Struct, frozen=True):
    """A word of the statement with the word that says the same in the text."""

    said: Word
    known: Word
    kind: str = "same"  # or "opposite", "converse"


@lru_cache(maxsize=READINGS)
def index_words(text: Reading) -> Index:
    """Index the words of a text by all that a word of a statement may have in common with one."""
    found: dict[str, list[Word]] = {}
    for word in text.words:
        for key in _list_keys(word) if word.counts else ():
            words = found.setdefault(key, [])
            if len(words) < MOST:
                words.append(word)
    return found


def _list_keys(word: Word) -> set[str]:
    folded = fold(word.text)
    keys = {f"={word.term}", f"={folded}"} if word.term else set[str]()
    if word.term.endswith(_PLURALS):
        keys.add(f"={word.term[:-1]}")
    if len(word.term) >= ALIKE:
        keys |= {f"<{word.term[:ALIKE]}", f">{word.term[-ALIKE:]}"}
    if _is_russian_name(word):
        keys.add(f"^{word.text[:_NAME].lower()}")
    if word.sense.group:
        keys.add(f"~{word.sense.group}")
    return keys | word.topics | _list_anchors(word.marks)


def list_matches(said: Word, known: Index) -> list[Match]:
    """List the words of a text that one of a statement may mean."""
    opposed = (
        names.get(each, ())
        for names in (load_opposites(), load_converses())
        for each in said.topics
    )
    keys = _list_keys(said).union(*opposed, _list_narrower(said))
    near = {each.place: each for key in keys for each in known.get(key, ())}
    ordered = (near[place] for place in sorted(near))
    return [
        Match(said, each, kind)
        for each in ordered
        if (kind := compare(said, each) or "same" * _is_compound(said, each, known))
    ]


def compare(said: Word, known: Word) -> str:
    """Return how two words are related: same, opposite, converse, or empty for not at all."""
    if said.topics & known.topics or _same_anchor(said, known):
        return "same"
    if said.sense.group and said.sense.group == known.sense.group:
        return "same"
    if not _list_narrower(said).isdisjoint(known.topics | known.marks):
        return "same"
    for names, kind in ((load_opposites(), "opposite"), (load_converses(), "converse")):
        if any(not names.get(each, frozenset()).isdisjoint(known.topics) for each in said.topics):
            return kind  # `pay` and `pay nothing` too, which begin alike
    return "same" * bool(said.term and known.term and _is_alike(said, known))


def _list_narrower(said: Word) -> frozenset[str]:
    """List the meanings that are kinds of what a word means."""
    wide = load_narrower()
    return frozenset[str]().union(
        *(wide.get(each, frozenset()) for each in said.topics | said.marks)
    )


def _same_anchor(said: Word, known: Word) -> bool:
    return said.sense.is_anchor and bool(_list_anchors(said.marks & known.marks))


def _list_anchors(marks: frozenset[str]) -> set[str]:
    return {each for each in marks if each.partition(":")[0] in ANCHORS}


def _is_alike(said: Word, known: Word) -> bool:
    one, other = said.term, known.term
    if (" " in said.text) != (" " in known.text):  # `sont acceptés` is no form of `sont`
        return False
    if " " in said.text:  # nor `by post` of `by e-mail`
        return fold(said.text) == fold(known.text)
    if one == other or fold(said.text) == fold(known.text):
        return True
    if _is_plural(one, other) or _is_plural(other, one):
        return True
    if (said.topics and known.topics) or min(len(one), len(other)) < ALIKE:
        return _is_inflected_name(said, known)
    if "-" in one and "-" in other:  # `zabbix-agent` is no form of `zabbix-proxy`
        one, other = one.rpartition("-")[2], other.rpartition("-")[2]
        return one == other or (min(len(one), len(other)) >= ALIKE and _begin_alike(one, other))
    return _begin_alike(one, other) or _is_part(one, other)


def _is_plural(one: str, other: str) -> bool:
    """Tell if a German noun is the plural of another, which its stem does not show: `Opern`."""
    return one == f"{other}n" and other.endswith(_UNSTRESSED) and len(other) >= _NOUN


def _is_inflected_name(said: Word, known: Word) -> bool:
    """Tell if two Russian names are one in two cases: `Крылов`, `Крыловым`."""
    if not (_is_russian_name(said) and _is_russian_name(known)):
        return False
    one, other = said.text.lower(), known.text.lower()
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 99)
    shared = min(shared, len(one), len(other))
    return shared >= _NAME and max(len(one), len(other)) - shared <= _CASE


def _is_russian_name(word: Word) -> bool:
    return (word.is_name or word.is_opening) and "А" <= word.text[:1] <= "Я"


def _begin_alike(one: str, other: str) -> bool:
    """Tell if two words may be forms of one: no more than their ends differ."""
    ends = (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    shared = next(ends, min(len(one), len(other)))
    if shared < ALIKE or min(len(one), len(other)) - shared > ENDING:
        return False
    return one[:shared] not in _load_prefixes()


@cache
def _load_prefixes() -> frozenset[str]:
    """Load what different words begin with: `Unterau`, `unterwegs`."""
    return load_all_folded("word_prefixes")


def _is_part(part: str, whole: str) -> bool:
    """Tell if a compound ends or begins with a word: `Reifenwechsel`, `Wechsel`."""
    return len(part) >= ALIKE and (whole.startswith(part) or whole.endswith(part))


def _is_compound(said: Word, known: Word, index: Index) -> bool:
    """Tell if a compound is made of a word of the text and another: `Kündigungsfrist`."""
    whole, part = said.term, known.term
    if not _is_part(part, whole):
        return False
    rest = whole.removesuffix(part) if whole.endswith(part) else whole.removeprefix(part)
    return len(rest) >= ALIKE and f"<{rest[:ALIKE]}" in index
