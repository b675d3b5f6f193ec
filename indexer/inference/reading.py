"""Reads a text into words with their meanings, sentence by sentence and clause by clause.

A clause ends at a comma, colon, bracket or conjunction; what denies, supposes or limits something
does so within its clause.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct, structs

from indexer.inference.function_words import free_function_words, join_particles
from indexer.inference.lexicon import BEHIND, NONE, TITLES, Meanings, load_lexicon
from indexer.inference.segmentation import NAMED, WORDS, find_words, split_sentences
from indexer.inference.sources import leave_sources
from indexer.late_patterns import compile_late
from indexer.late_property import late_property
from indexer.text.languages import detect_language
from indexer.text.normalize import fold
from indexer.text.stopwords import load_stopwords
from indexer.text.synonyms import load_synonyms

READINGS = 1024  # kept: the next answer often rests on the same passage
LONG = 8_000  # characters: no passage has so many, and a reading takes 200 bytes for each of them
SHORT = 160  # characters; in fewer, stop words alone tell languages apart badly
_SPACED = ("en", "de", "fr", "es", "it", "pt", "nl")
_OWN_LETTERS = frozenset(("ru", "zh", "ja"))
_NEARLY_ALL = 0.8  # of the words of a text
_PORTUGUESE = compile_late(r"[^\W\d_]{2}-(?:me|te|se|lhes?)$")  # no other language binds so
_BLANKS = str.maketrans(dict.fromkeys('.,;:!?()"', " "))
FARTHEST = 3  # words that `before` still governs
ANCHORS = frozenset(("month", "day", "season", "when", "daypart", "kin"))
_DENYING = frozenset(("ne", "n", "n'", "n’"))
_LIMITING = frozenset(("que", "qu", "qu'", "qu’"))
_PARTICLE = "statt"
_OPEN_CLOSED = frozenset(("auf", "zu"))
# Articles that only stand before what something is done to.
_OBJECTS = {"de": frozenset(("den", "dem", "einen", "einem", "keinen", "keinem"))}
_ACTED_ON = frozenset(("case:object",))
_LIMIT, _COMPARED = 6, 5  # words between `ne` and `que`, and from `menos` to its `que`
_PARTING = frozenset(";；")
_ENDS = frozenset(",;:()—–[]|，；：（）、。")


class Sense(Struct, frozen=True):
    """A word wherever it stands; `term` is empty for one that carries no topic."""

    text: str
    term: str
    topics: Meanings  # what it means
    marks: Meanings  # what it does: `neg:not`, `month:5`
    kinds: Meanings  # the prefixes of `marks`
    is_number: bool
    is_anchor: bool  # names a date, a time of day or a relative: not left to chance
    group: str = ""  # of its synonyms

    @property
    def counts(self) -> bool:
        """Return True if it says something that a text must say too."""
        return (bool(self.term) and not self.is_number) or self.is_anchor


@dataclass(frozen=True, slots=True)
class Word:
    """A word in its place."""

    sense: Sense
    place: int
    sentence: int
    clause: int  # numbered through the whole text
    relations: Meanings = NONE  # `before`, for a word that stands behind it
    is_name: bool = False
    is_opening: bool = False  # a capital that a sentence may owe to its beginning
    is_led: bool = False  # by an article, as nouns are
    is_heading: bool = False
    text: str = field(init=False)
    term: str = field(init=False)
    topics: Meanings = field(init=False)
    marks: Meanings = field(init=False)
    is_number: bool = field(init=False)
    counts: bool = field(init=False)

    def __post_init__(self) -> None:
        for name in ("text", "term", "topics", "marks", "is_number", "counts"):
            object.__setattr__(self, name, getattr(self.sense, name))

    @property
    def is_figure(self) -> bool:
        """Tell if it is a number, in digits or in words."""
        return self.is_number or self.has("num")

    def has(self, mark: str) -> bool:
        """Return True for a mark, or for any of a kind: `neg`."""
        return mark in self.sense.kinds or mark in self.marks


# Two readings are the same only if they are one: comparing all words takes longer than reading.
class Reading(Struct, frozen=True, eq=False, dict=True):
    words: tuple[Word, ...]
    language: str

    @property
    def sentences(self) -> int:
        return self.words[-1].sentence + 1 if self.words else 0

    @late_property
    def lead(self) -> int:
        """The first sentence below the headings, which says what the others are about."""
        return next((each.sentence for each in self.words if not each.is_heading), 0)

    @late_property
    def forms(self) -> frozenset[str]:
        """Its words as they are written, in lower case."""
        return frozenset(each.text.lower() for each in self.words)

    @late_property
    def by_clause(self) -> dict[int, list[Word]]:
        return _group(self.words, lambda word: word.clause)

    @late_property
    def by_sentence(self) -> dict[int, list[Word]]:
        return _group(self.words, lambda word: word.sentence)


def _group(words: Sequence[Word], number: Callable[[Word], int]) -> dict[int, list[Word]]:
    found: dict[int, list[Word]] = {}
    for word in words:
        found.setdefault(number(word), []).append(word)
    return found


def read_text(text: str, language: str = "") -> Reading:
    """Read a text by the rules of its language, which is detected if it is not given."""
    return _read_short(text, language) if len(text) <= LONG else _read_long(text, language)


def _read(text: str, language: str) -> Reading:
    language = language or guess_language(text)
    words: list[Word] = []
    clause = 0
    for number, sentence in enumerate(split_sentences(text)):
        read = _read_sentence(sentence, language, (len(words), number, clause))
        heading = sentence.startswith("#") or sentence.rstrip().endswith((":", "："))
        words += [replace(each, is_heading=True) for each in read] if heading else read
        clause = (words[-1].clause if words else 0) + 1
    return Reading(tuple(_relate(words)), language)


_read_short = lru_cache(maxsize=READINGS)(_read)
_read_long = lru_cache(maxsize=4)(_read)  # a long message is read by many, one after the other


@lru_cache(maxsize=READINGS)  # a dozen rules compare the same two statements
def guess_language(text: str, about: "Reading | None" = None) -> str:
    """Guess the language of a text; of a short one by all of its words that a language knows.

    A short text `about` another shares words with it if it is in its language.
    """
    detected = detect_language(text)
    if len(text) > SHORT or detected in _OWN_LETTERS:
        return detected
    words = set(text.lower().replace("’", "'").translate(_BLANKS).split())
    known = {each: sum(_is_known(word, each) for word in words) for each in _SPACED}
    if detected not in _SPACED:
        # Few words of Italian look like Romanian; nearly all are known if they are Italian.
        most = max(known, key=known.__getitem__)
        return most if known[most] >= _NEARLY_ALL * len(words) > 0 else detected
    known["pt"] += 2 * sum(_PORTUGUESE.search(word) is not None for word in words)
    if about is not None and about.language in known:
        known[about.language] += len(words & about.forms)
    best = max(known.values())
    return detected if known[detected] == best else max(known, key=known.__getitem__)


def _is_known(word: str, language: str) -> bool:
    return word in load_lexicon(language).words or fold(word) in load_stopwords(language)


def _read_sentence(sentence: str, language: str, first: tuple[int, int, int]) -> list[Word]:
    """Read a sentence; `first` are the place, the sentence and the clause of its first word."""
    place, number, clause = first
    found: list[Word] = []
    whole = set[int]()  # clauses that a semicolon ends
    article = ""  # right before the next word
    pieces = join_particles(find_words(sentence, language), language)
    for text, term, meanings in free_function_words(leave_sources(pieces, language), language):
        if _ends_clause(text, meanings, found):
            if text in _PARTING:
                whole.add(clause)
            clause += bool(found) and found[-1].clause == clause
        if term or meanings:
            at = place + len(found), number, clause
            found.append(_build_word((text, term, meanings), language, article, found, at))
        article = text if not (term or meanings) and text[0].isalpha() else ""
    return _ADJUSTED.get(language, list)(_join_cut_off(found, whole))


def _build_word(
    piece: tuple[str, str, Meanings],
    language: str,
    article: str,
    before: Sequence[Word],
    at: tuple[int, int, int],
) -> Word:
    """Build a word with its place, sentence and clause; `before` are those of its sentence."""
    text, term, meanings = piece
    titled = bool(before) and before[-1].text.lower() in TITLES
    capital = bool(term) and text[:1].isupper()
    if titled and capital:
        meanings = NONE  # Mr Bell is no bell
    # A name is written with a capital where no sentence begins; German writes all nouns so.
    named = capital and not meanings and (language != "de" or titled)
    is_name = (named and bool(before)) or meanings == NAMED
    acted_on = article.lower() in _OBJECTS.get(language, ())
    sense = _build_sense(text, term, meanings, language)
    return Word(sense, *at, _ACTED_ON if acted_on else NONE, is_name, named, bool(article))


def _ends_clause(text: str, meanings: Meanings, before: Sequence[Word]) -> bool:
    """Tell if a mark or conjunction parts two clauses; `except when` is one of its own."""
    if text in _ENDS:
        return True
    excepting = bool(before) and before[-1].has("rel:except")
    return not excepting and any(each.startswith("conj:") for each in meanings)


def _join_cut_off(words: list[Word], whole: Collection[int]) -> list[Word]:
    """Join a single word that a comma or dash cuts off to what is said of it: `the other, 60`.

    What only denies belongs to what stands before it: `verkauft es aber nicht`.
    """
    groups = list(_group(words, lambda word: word.clause).values())
    joined: list[Word] = []
    for at, here in enumerate(groups):
        if joined and _only_denies(here):
            joined += [replace(each, clause=joined[-1].clause) for each in here]
            continue
        following = next(iter(groups[at + 1 : at + 2]), None)
        cut_off = _is_cut_off(here) and not (here[0].has("conj") or here[0].clause in whole)
        if at and following and cut_off and not following[0].has("conj"):
            here = [replace(each, clause=following[0].clause) for each in here]
        joined += here
    return joined


def _only_denies(clause: Sequence[Word]) -> bool:
    return any(each.has("neg:not") for each in clause) and not any(
        each.counts or each.is_figure for each in clause
    )


def _is_cut_off(clause: Sequence[Word]) -> bool:
    counted = [each for each in clause if each.counts or each.is_figure]
    fixed = (each.sense.is_anchor or each.is_name or each.is_number for each in counted)
    return len(counted) == 1 and not any(fixed)


def _free_particles(words: Sequence[Word]) -> list[Word]:
    """Take the meaning `instead` from `statt` that ends a clause: it is part of `stattfinden`."""
    clauses = [each.clause for each in words]
    return [
        _drop_marks(word)
        if word.has("rel:instead") and clause != after and word.text.lower() == _PARTICLE
        else word
        for word, clause, after in zip(words, clauses, [*clauses, -1][1:], strict=True)
    ]


def _close_particles(words: Sequence[Word]) -> list[Word]:
    """Take `open` and `closed` from `auf` and `zu` before what they govern: `auf die Arbeit`."""
    behind = [*words[1:], None][: len(words)]
    return [
        replace(word, sense=structs.replace(word.sense, term="", topics=NONE))
        if word.text.lower() in _OPEN_CLOSED
        and each is not None
        and each.clause == word.clause
        and "be" not in each.topics
        else word
        for word, each in zip(words, behind, strict=True)
    ]


def _find_german_names(words: Sequence[Word]) -> list[Word]:
    """Find names among nouns, which have capitals too: two unknown side by side, one behind kin."""
    named = set[int]()
    for one, other in pairwise(words):
        if one.clause != other.clause or other.is_led or not _may_be_name(other):
            continue
        if one.has("kin") or (_may_be_name(one) and not one.is_led):
            named |= {other.place} if one.has("kin") else {one.place, other.place}
    return [replace(each, is_name=True) if each.place in named else each for each in words]


def _may_be_name(word: Word) -> bool:
    known = word.topics or word.marks or word.sense.group
    return word.text[:1].isupper() and bool(word.term) and not known


def _limit_denials(words: Sequence[Word]) -> list[Word]:
    """Take the denial from `ne … que`, which says `only`."""
    if all(each.text.lower() not in ("que", "qu") for each in words):
        return list(words)
    found: list[Word] = []
    for at, word in enumerate(words):
        behind = words[at + 1 : at + 1 + _LIMIT]
        ends = (place for place, each in enumerate(behind) if each.text.lower() in _LIMITING)
        until = behind[: next(ends, 0)]
        limits = bool(until) and not any(each.has("neg") for each in until)
        if limits and word.text.lower() in _DENYING:
            word = _drop_marks(word)
        found.append(word)
    return found


def _compare_less(words: Sequence[Word]) -> list[Word]:
    """Take the exception from `menos rápido que`, which compares."""
    than = {each.place for one, each in pairwise(words) if _is_than(one, each)}
    return [
        _drop_marks(each, each.marks - {"rel:except"})
        if each.has("comp")
        and than.intersection(range(each.place, each.place + _COMPARED))
        and not _excepts(words[max(0, at - 2) : at], words[at + 1 : at + 2])
        else each
        for at, each in enumerate(words)
    ]


def _excepts(before: Sequence[Word], behind: Sequence[Word]) -> bool:
    """Tell if `menos` stands behind `todo`, or before a thing with its article, or `al`."""
    apart = any(each.is_led or each.has("pers") or each.has("rel:to") for each in behind)
    return apart or any(each.has("quant:all") or each.has("neg") for each in before)


def _is_than(before: Word, word: Word) -> bool:
    return word.text.lower() == "que" and (bool(before.term) or before.has("comp"))


def _drop_marks(word: Word, kept: Meanings = NONE) -> Word:
    kinds = frozenset(each.partition(":")[0] for each in kept)
    return replace(word, sense=structs.replace(word.sense, marks=kept, kinds=kinds))


_ADJUSTED: Mapping[str, Callable[[Sequence[Word]], list[Word]]] = {
    "de": lambda words: _find_german_names(_close_particles(_free_particles(words))),
    "es": _compare_less,
    "fr": _limit_denials,
    "pt": _compare_less,
}


@lru_cache(maxsize=WORDS)
def _build_sense(text: str, term: str, meanings: Meanings, language: str) -> Sense:
    topics = frozenset(each for each in meanings if ":" not in each)
    marks = meanings - topics
    kinds = frozenset(each.partition(":")[0] for each in marks)
    anchor = not kinds.isdisjoint(ANCHORS)
    number = text[:1].isdigit()
    group = "" if number or not term or " " in text else _find_group(term, language)
    return Sense(text, term, topics, marks, kinds, number, anchor, group)


def _find_group(term: str, language: str) -> str:
    """Find the synonyms of a word; one of them stands for all."""
    return f"{language}:{min(same)}" if (same := load_synonyms(language).same.get(term)) else ""


def _relate(words: Sequence[Word]) -> Iterator[Word]:
    """Tell each word which `before`, `from` or `than` it stands with."""
    ahead: dict[int, set[str]] = {}
    for word in words:
        for mark in word.marks:
            if mark.startswith(BEHIND + "rel:"):
                _reach_back(words, word, mark.removeprefix(BEHIND), ahead)
    current, reach, clause = NONE, 0, -1
    for word in words:
        own = frozenset(each for each in word.marks if each.startswith("rel:"))
        if own or word.clause != clause or reach == 0 or "be" in word.topics or word.has("mod"):
            goes_on = own and word.clause == clause and reach == FARTHEST  # `unter der`
            current, reach = (own | current if goes_on else own), FARTHEST if own else 0
        clause = word.clause
        if _stands(word):
            reach = max(0, reach - 1)
            given = current | frozenset(ahead.get(word.place, ()))
            yield replace(word, relations=given | word.relations) if given else word
        else:
            yield word


def _reach_back(words: Sequence[Word], marker: Word, name: str, ahead: dict[int, set[str]]) -> None:
    for word in reversed(words[max(0, marker.place - 2) : marker.place]):
        if word.sentence == marker.sentence and _stands(word):
            ahead.setdefault(word.place, set()).add(name)
            return


def _stands(word: Word) -> bool:
    """Tell if a word can stand behind a preposition."""
    return bool(word.term) or word.counts or word.has("pers") or word.has("num")
