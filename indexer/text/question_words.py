"""Loads how questions are asked: `questions/<language>.toml`, so that a language needs no Python.

`questions/README.md` says what each list is for. Words are compared folded, and where a language
has rules for that, stemmed; in scripts without spaces a phrase counts wherever it stands.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, cached_property, lru_cache
from itertools import takewhile
from pathlib import Path

from msgspec import Struct

from indexer.text.analyzer import extract_terms, tokenize
from indexer.text.compounds import LANGUAGES as COMPOUNDING
from indexer.text.languages import (
    LATIN,
    count_listed_words,
    detect_language,
    detect_script,
    find_family,
)
from indexer.text.list_file import parse_lists
from indexer.text.normalize import fold, unify
from indexer.text.stopwords import (
    list_stopword_languages,
    load_all_stopwords,
    load_command_words,
    load_day_names,
    load_stopwords,
)
from indexer.text.word_lists import load_words

FOLDER = Path(__file__).parent / "questions"
ENGLISH = "en"
_TOPIC = "topic"  # the list of words, such as articles, with which a question opens by its topic
LIMITS = ("most", "least")  # the lists of words for them
GAP = "…"  # in a phrase: what stands between its opener and its end
_SPANISH = frozenset("¿¡")
_HEAD = 9  # words at the beginning of a question in which its question word stands
DAY_COUNTS = 2  # words that other languages may have as well
_CLEAR_WORDS, _CLEAR_RUN = 3, 4  # words of a message whose language is clear; signs of one
KEPT = 256  # messages: one is looked at by several who do not know of each other
_REACH = 64  # words behind its beginning that a phrase with a gap may reach
_LOOKED_AT = 2000  # characters of a text without spaces; its end is looked at apart


class Kind(Enum):
    """The kinds of things that answer a question."""

    WHEN = "when"
    AMOUNT = "amount"
    NUMBER = "number"
    DURATION = "duration"
    OFTEN = "often"
    PHONE = "phone"
    EMAIL = "email"
    WEIGHT = "weight"
    TEMPERATURE = "temperature"
    DISTANCE = "distance"
    MEASURE = "measure"  # of another kind: a pressure, a voltage, a speed
    SIZE = "size"  # an area, a volume, or what a thing measures
    WHO = "who"
    WHERE = "where"
    OPTION = "option"
    HOW = "how"
    WHY = "why"
    WHICH = "which"
    WHETHER = "whether"
    SEARCH = "search"  # no question: words to look for


# Kinds that a noun makes more precise, wherever it stands.
_NAMED = frozenset((Kind.PHONE, Kind.EMAIL))
_OPEN = frozenset((Kind.WHICH, Kind.WHERE, Kind.HOW, Kind.NUMBER, Kind.SIZE))
_THINGS = (Kind.DURATION, Kind.WHEN, Kind.AMOUNT, Kind.WHERE)  # that a noun behind it names
# What a noun may name behind "what is …", "how high is …", "how big is …", "how high can …".
_BY_THING: Mapping[Kind, tuple[Kind, ...]] = {
    **dict.fromkeys((Kind.WHICH, Kind.NUMBER), _THINGS),
    **dict.fromkeys((Kind.SIZE, Kind.DISTANCE), (Kind.AMOUNT,)),
}
_HEAD_FIRST = frozenset(("es", "fr", "it", "pt", "ru", "uk"))  # where a noun stands before its own
OF = frozenset(("of", "du", "de", "des", "del", "della", "dei", "van", "der", "do", "da", "dos"))
MOST_LIGHT = 4  # words before it: "what has to be there on the day" asks for no day
_LONG = 4  # letters of a noun that ends a compound


# What is made of the lists is cached in the instance.
class QuestionWords(Struct, frozen=True, eq=False, dict=True):
    """The lists of one language."""

    language: str
    lists: Mapping[str, Mapping[str, Sequence[str]]]
    through: frozenset[str]  # what joins the ends of a range: "Monday to Friday"
    particles: tuple[str, ...]  # of a script without spaces: signs without a topic

    @property
    def is_spaced(self) -> bool:
        return not self.particles

    @cached_property
    def openers(self) -> frozenset[str]:
        """The single words that open a question: the "faut-il" of "où faut-il"."""
        return frozenset(
            phrase
            for kind in (Kind.WHETHER, Kind.HOW, Kind.WHICH)
            for phrase in self.list_words("kinds", kind.value)
            if " " not in phrase
        )

    def find_phrase(self, text: str, section: str, name: str, *, first: bool = False) -> str:
        """Return the longest phrase of a list that is in `text` (or opens it); empty if none is."""
        return self._find_first(text, section, (name,), first=first)[1]

    @lru_cache(maxsize=KEPT)  # noqa: B019 - there is one instance a language
    def find_kind(self, text: str) -> tuple[Kind, str]:
        """Return the kind of a question and the phrase that shows it, folded."""
        found = list(self._list_kinds(text))
        if not found:
            return Kind.SEARCH, ""
        closed = next((each for each in found if each[2] is Kind.WHETHER), None)
        # "Hay que" asks no "que": what stands inside an opener is a part of it.
        inside = range(1, len(closed[3].split()) if closed and self.is_spaced else 0)
        asking = [one for one in found if one[2] is not Kind.WHETHER and one[0] not in inside]
        place, _length, kind, phrase = min(asking or found, key=lambda each: (each[0], each[1]))
        if closed and kind is not Kind.WHETHER and self._is_closed(text, place, phrase, closed[3]):
            return Kind.WHETHER, closed[3]
        if kind in _OPEN:  # "what is the phone number": the noun says more than "what"
            named = next((each for each in found if each[2] in _NAMED), None)
            if named:
                return named[2], named[3]
        if kind in _BY_THING and GAP not in phrase:
            behind = _split(text)[place + len(phrase.split()) :]
            return self._find_thing(behind, _BY_THING[kind]) or kind, phrase
        return kind, phrase

    def find_last_kind(self, text: str) -> tuple[Kind, str]:
        """Find the kind of what is asked behind a comma: "Lost my key, do I have to pay?"."""
        _before, comma, asking = text.rpartition(",")
        return self.find_kind(asking) if comma and self.is_spaced else (Kind.SEARCH, "")

    def _find_thing(self, words: Sequence[str], among: Sequence[Kind]) -> Kind | None:
        """Return the kind of what the words behind a "what is" name: "the monthly rent"."""
        if not self.is_spaced:
            return None
        light = load_stopwords(self.language)
        opening = tuple(takewhile(light.__contains__, words))
        if len(opening) > MOST_LIGHT:
            return None
        named = tuple(takewhile(lambda each: each not in light, words[len(opening) :]))
        of = words[len(opening) + len(named) :][:1]
        # "The rent of the cellar" is none of any rent, so its words decide.
        kinds = [each for each in among if each is not Kind.AMOUNT or OF.isdisjoint(of)]
        head_first = not opening or self.language in _HEAD_FIRST
        return next((each for each in kinds if self._names_thing(each, named, head_first)), None)

    def _names_thing(self, kind: Kind, named: Sequence[str], head_first: bool) -> bool:
        first, last = " ".join(named[:2]), " ".join(named[-2:])
        compounds = self.language in COMPOUNDING
        return any(
            _ends_with(last, thing, compounds=compounds)
            or (head_first and f"{first} ".startswith(f"{thing} "))
            for thing in self.list_words("things", kind.value)
        )

    def _is_closed(self, text: str, place: int, phrase: str, opener: str) -> bool:
        """Return whether a question stays one of yes or no, with a `phrase` that asks at `place`.

        A phrase asks that ends it, or behind a topic: "Le gâteau se garde combien de temps ?".
        """
        ends = place + len(phrase.split()) == len(_split(text))
        asks = not self.is_spaced or ends or opener in self.list_words("kinds", _TOPIC)
        return not asks and self._has_topic(text, place)

    def _list_kinds(self, text: str) -> Iterator[tuple[int, float, Kind, str]]:
        """Yield for each kind where its phrase stands, how it is ranked, and the phrase."""
        for kind in Kind:
            if kind is Kind.SEARCH:
                continue
            opens = kind is Kind.WHETHER
            names = (kind.value, _TOPIC) if opens else (kind.value,)
            place, phrase = self._find_first(text, "kinds", names, first=opens)
            if phrase:
                opener, gap, _end = phrase.partition(GAP)
                yield place, -len(opener.strip()) - bool(gap) / 2, kind, phrase

    def is_frame(self, kind: Kind, word: str) -> bool:
        """Return whether `word` says no more than the kind of thing that is asked for."""
        frames, terms = self._frames(kind), extract_terms(word, self.language)
        if not self.is_spaced:  # a run: what it has more than such a word is a topic
            return fold(word) in frames or (bool(terms) and frames.issuperset(terms))
        return fold(word) in frames or not frames.isdisjoint(terms)

    def is_light(self, word: str) -> bool:
        """Return whether `word` says little in any question: get, take, the French "est-ce"."""
        return fold(word) in self.list_words("frames", "any")

    def is_limit(self, word: str) -> bool:
        """Return whether `word` only says that a limit is asked for or told: maximum, minimum."""
        return any(fold(word) in each for each in self._limits.values())

    def list_limits(self, text: str) -> frozenset[str]:
        """List the limits that a text names: `most`, `least`."""
        bare = f" {' '.join(_split(text))} " if self.is_spaced else fold(unify(text))
        edge = " " if self.is_spaced else ""
        return frozenset(
            name
            for name, phrases in self._limits.items()
            if any(f"{edge}{each}{edge}" in bare for each in phrases)
        )

    def names_number(self, text: str) -> bool:
        """Return whether a text speaks of a number, also in a compound: "Kundennummer"."""
        numbers = self.list_words("signs", "numbers")
        if not self.is_spaced:
            return any(each in text for each in numbers)
        return any(word.endswith(numbers) for word in _split(text))

    @cached_property
    def _limits(self) -> Mapping[str, frozenset[str]]:
        """Map each kind of limit to the phrases that say it."""
        return {each: frozenset(self.list_words("bounds", each)) for each in LIMITS}

    def _has_topic(self, text: str, place: int) -> bool:
        """Return whether something is asked about before the word at `place`."""
        phrases, common = self.list_words("kinds", Kind.WHETHER.value), load_all_stopwords()
        return any(
            word not in phrases and not self.is_frame(Kind.WHETHER, word)
            for word in _split(text)[:place]
            if extract_terms(word, self.language) and len(word) > 1 and word not in common
        )

    def _find_first(
        self, text: str, section: str, names: tuple[str, ...], *, first: bool = False
    ) -> tuple[int, str]:
        if not self.is_spaced:
            phrases = [each for name in names for each in self.list_words(section, name)]
            folded = _join_signs(text)
            places = [(folded.find(each), each) for each in phrases if each in folded]
            return min(places, key=lambda each: (each[0], -len(each[1])), default=(0, ""))
        words = _split(text)
        openers = self._group_by_opener(section, names)
        for place in range(min(len(words), 1 if first else _HEAD)):
            beginning = openers.get(words[place], ())
            rest = " ".join(words[place : place + 6]) + " " if beginning else ""
            following = words[place : place + _REACH]
            for phrase in beginning:
                if _opens_with(rest, phrase, following):
                    return place, phrase
        return 0, ""

    @cache  # noqa: B019 - there is one instance a language, for as long as the process
    def list_words(self, section: str, name: str) -> tuple[str, ...]:
        """Return the phrases of a list, folded, the longest first."""
        listed = self.lists[section].get(name, ())
        if not self.is_spaced:
            folded = {fold(unify(each)) for each in listed}
        else:
            folded = {f" {GAP} ".join(map(_join, each.split(GAP))) for each in listed}
        return tuple(sorted(folded, key=lambda each: (-len(each), each)))

    @cache  # noqa: B019 - as above
    def _group_by_opener(
        self, section: str, names: tuple[str, ...]
    ) -> Mapping[str, tuple[str, ...]]:
        """Group the phrases of lists by their first word, in their order."""
        found: dict[str, tuple[str, ...]] = {}
        for phrase in (each for name in names for each in self.list_words(section, name)):
            opener = phrase.partition(" ")[0]
            found[opener] = (*found.get(opener, ()), phrase)
        return found

    @cache  # noqa: B019 - as above
    def _frames(self, kind: Kind) -> frozenset[str]:
        listed = (*self.lists["frames"].get(kind.value, ()), *self.lists["frames"]["any"])
        stems = (term for each in listed for term in extract_terms(each, self.language))
        return frozenset([*map(fold, listed), *stems])


# A question is looked through for each of its kinds.
@lru_cache(maxsize=KEPT)
def _split(text: str) -> tuple[str, ...]:
    return tuple(fold(token) for token in tokenize(text))


@lru_cache(maxsize=KEPT)
def _join_signs(text: str) -> str:
    return fold(unify(text[:_LOOKED_AT])).replace(" ", "")


def _join(text: str) -> str:
    return " ".join(_split(text))


def _ends_with(words: str, thing: str, *, compounds: bool) -> bool:
    """Return whether a noun ends in `thing`: the "Kündigungsfrist" is a "Frist"."""
    return f" {words}".endswith(f" {thing}") or (
        compounds and len(thing) >= _LONG and words.endswith(thing)
    )


def _opens_with(rest: str, phrase: str, words: Sequence[str]) -> bool:
    opener, gap, end = phrase.partition(f" {GAP} ")
    # "combien d'élèves" opens with "combien d".
    return rest.startswith((f"{opener} ", f"{opener}'")) and (not gap or end in words)


@cache
def list_question_languages() -> tuple[str, ...]:
    """List the languages whose questions are understood, English first."""
    return (ENGLISH, *sorted({path.stem for path in FOLDER.glob("*.toml")} - {ENGLISH}))


@cache
def load_question_words(language: str) -> QuestionWords:
    """Load the lists of `language`; those of English where it has none."""
    known = language if language in list_question_languages() else ENGLISH
    found = parse_lists((FOLDER / f"{known}.toml").read_text(encoding="utf-8"))
    through = frozenset(map(fold, found.lists["through"]))
    particles = tuple(sorted(found.lists.get("particles", ()), key=len, reverse=True))
    return QuestionWords(known, found.sections, through, particles)


@lru_cache(maxsize=KEPT)
def detect_question_language(text: str) -> str:
    """Return the language of a question: those are short, so the words that ask count too.

    It may be one without lists, if that has the script of a language that has some.
    """
    if not _SPANISH.isdisjoint(text):
        return "es"
    among = list_question_languages()
    detected = detect_language(text, among=among)
    script = detect_script(text)
    rivals = [each for each in among if script == find_family(each)]
    if detected not in rivals or not load_question_words(detected).is_spaced:
        return detected
    if len(rivals) == 1:  # other languages share the script, but not these words: Persian, Urdu
        return detect_language(text)
    signs = _count_signs(text, rivals)
    leading = [each for each in rivals if signs[each] == max(signs.values())]
    return max(leading, key=lambda each: (_measure_wording(text, each, leading), each == detected))


def _measure_wording(text: str, language: str, leading: Sequence[str]) -> tuple[int, int, int]:
    """Measure the phrase that asks, how it is spelled, and how many words are known there.

    "Há", "a que horas" are Portuguese, "Kinder kostenlos?" is German.
    """
    if len(leading) == 1:
        return 0, 0, 0
    written = unify(text).lower()
    spelled = len(_list_asking_words(language, str).intersection(tokenize(written)))
    letters = sum(map(written.count, load_words("letters", language)))
    known = count_listed_words(tokenize(written), language)
    return len(load_question_words(language).find_kind(text)[1]), spelled + letters, known


@lru_cache(maxsize=KEPT)
def detect_clear_language(text: str) -> str:
    """Return the language of a message; "" where its words may be of another, too.

    Words to look for ("Mietvertrag 2024") are in no clear language.
    """
    if not _SPANISH.isdisjoint(text):
        return "es"
    words, language = tokenize(text), detect_question_language(text)
    lists, script = load_question_words(language), find_family(language)
    first = fold("".join(words[:1]))
    ordered = first in load_words("request_words", language)
    asks = script != LATIN and (ordered or lists.find_kind(text)[1] != "")  # few share its words
    if not lists.is_spaced:
        return language if asks or len("".join(words)) >= _CLEAR_RUN else ""
    rivals = [each for each in list_stopword_languages() if find_family(each) == script]
    signs = _count_signs(text, {language, *rivals})
    signs = {each: n + (first in load_words("request_words", each)) for each, n in signs.items()}
    leads = all(signs[language] > signs[each] for each in rivals if each != language)
    return language if leads and (asks or len(words) >= _CLEAR_WORDS) else ""


def _count_signs(text: str, languages: Iterable[str]) -> dict[str, int]:
    """Count the words that ask, order, stop or name a day in each of `languages`."""
    words, known = {fold(each) for each in tokenize(text)}, list_question_languages()
    return {
        each: sum(len(words & load(each)) for load in (load_stopwords, load_command_words))
        + DAY_COUNTS * len(words & load_day_names(each))
        + (len(words & _list_asking_words(each)) if each in known else 0)
        for each in languages
    }


@cache
def _list_asking_words(language: str, spell: Callable[[str], str] = fold) -> frozenset[str]:
    """List the single words of how questions are asked, without single letters."""
    lists = load_question_words(language).lists
    phrases = "\n".join(
        each for name in ("kinds", "frames") for listed in lists[name].values() for each in listed
    )
    return frozenset(spell(unify(word)) for word in set(phrases.split()) if word[1:])
