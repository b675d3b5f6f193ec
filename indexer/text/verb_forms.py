"""Lists the forms of a verb that its stem does not cover.

Snowball takes the endings of an infinitive, not those of "she descales" or "descaled" in German
(`entkalkt`, `gereinigt`) and Dutch (`werkt`, `gewerkt`): as index terms they would merge nouns,
too. They are looked up only where nothing else was found. What no rule covers is listed in
`words/<language>/verb_forms.txt`: Italian `aprite` and `apriamo`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from indexer.text.normalize import fold
from indexer.text.stemming import stem as stem_word
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import load_entries, load_words

_ENDINGS = {"de": ("t", "et"), "nl": ("t", "d")}  # of the third person and of participles
_PARTICIPLE, _TO = "ge", "zu"
_INSEPARABLE = ("be", "ent", "er", "miss", "uber", "unter", "ver", "wider", "zer")  # without "ge"
_INFINITIVES = {
    "de": ("en", "ern", "eln"),
    "es": ("ar", "er", "ir", "arse", "erse", "irse"),
    "fr": ("er", "ir", "re"),
    "it": ("are", "ere", "ire", "arsi", "ersi", "irsi"),
    "nl": ("en",),
    "pt": ("ar", "er", "ir"),
    "ru": ("ть", "ться", "ти", "тись", "чь"),
    "uk": ("ти", "тися"),
}
KEPT = 1024  # stems
_SHORTEST = 4  # characters of a stem whose forms are listed
# What stands at the end of a clause, away from its verb: "Melden Sie sich … an".
_SEPARABLE = {
    "de": "ab an auf aus bei ein fest her hin los mit nach statt vor weg zu zurück zusammen",
    "nl": "aan af bij in mee na op terug toe uit voor weg",
}
# Behind one of these a prefix stands for a verb that goes without saying: "Mag mijn hond mee?".
_MODALS = {
    "de": "darf darfst dürfen kann kannst können muss musst müssen soll sollen will wollen",
    "nl": "kan kunnen mag mogen moet moeten wil willen",
}
_DIRECTIONS = frozenset(("her", "hin"))  # of the question itself: "Wo kommen sie hin?"
_FEWEST = 3  # words of a question with such a verb
_REST = 3  # characters of the verb itself
_PERSONAL = re.compile(r"(?:est|et|st|t|en|e)$")  # endings of the present tense
# What stems of verbs end in, as the analyzer leaves them: "открыва", "закривают", "abrís"; in
# French what is left of "nous acceptons", since who asks says "acceptez-vous".
_STEM_ENDINGS = {
    "es": ("ais", "eis", "is", "im"),
    "fr": ("on",),
    "ru": ("ыва", "ива", "а", "и"),
    "uk": (
        *("ит", "ят", "ат", "ют", "ают", "ут", "ил", "ив", "ав", "а", "юват", "ува"),
        *("єм", "єт", "т", "в", "л"),
    ),
}
_SLAVIC = frozenset(("ru", "uk"))
_SLAVIC_CHANGES = "т ч, т щ, д ж, д жд, с ш, з ж, ст щ, п пл, б бл, в вл, м мл"
_VOWELS = ("a", "i", "o", "u")
_DIPHTHONGS = (("ie", "e"), ("ue", "o"))


def _read_changes(written: str) -> tuple[tuple[str, str], ...]:
    pairs = [tuple(each.split()) for each in written.split(", ")]
    return tuple(pair for one, other in pairs for pair in ((one, other), (other, one)))


# What a root changes between its forms, both ways.
_CHANGES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "es": (*_DIPHTHONGS, *((other, one) for one, other in _DIPHTHONGS)),
    "ru": _read_changes(_SLAVIC_CHANGES),
    "uk": _read_changes(_SLAVIC_CHANGES),
}
# Verbs with another vowel in the third person.
_CHANGED: Mapping[str, Mapping[str, str]] = {
    "de": {
        "fährt": "fahren",
        "fängt": "fangen",
        "gibt": "geben",
        "hält": "halten",
        "lädt": "laden",
        "läuft": "laufen",
        "nimmt": "nehmen",
        "sieht": "sehen",
        "trifft": "treffen",
        "tritt": "treten",
        "wirft": "werfen",
    },
    "nl": {"gaat": "gaan", "geeft": "geven", "komt": "komen", "neemt": "nemen"},
}
_WHAT_FOR = "waar"  # with a preposition at the end: "waar … voor"
_BELONGING = frozenset(("mee", "voor"))  # ... which of all prefixes stand there most
_NAMED = re.compile(r"[^\W\d_]+")


def may_be_infinitive(word: str, language: str) -> bool:
    """Return whether a word ends like an infinitive; German writes these in lower case."""
    if language == "de" and word[:1].isupper():
        return False
    endings = _INFINITIVES.get(language, ())
    return len(word) >= _SHORTEST and word.casefold().endswith(endings)


# A question is read alone, with what it continues, and as what the next one continues.
@lru_cache(maxsize=KEPT)
def list_verb_forms(stem: str, language: str) -> tuple[str, ...]:
    """List forms of a verb with a stem of the analyzer; none for most languages."""
    endings = _ENDINGS.get(language, ())
    roots = dict.fromkeys(_find_roots(stem, endings)) if endings else ()
    long = [each for each in roots if len(each) >= _SHORTEST]
    regular = (form for each in long for form in _derive(each, endings))
    others = (
        *_load_listed(language).get(stem, ()),
        *_list_german_forms(stem, language),
        *_list_changed_stems(stem, language),
        *_list_plurals(stem, language),
    )
    return tuple(dict.fromkeys((*regular, *others)))


@cache
def _load_listed(language: str) -> Mapping[str, tuple[str, ...]]:
    """Map the stems of a language's listed verbs to all stems of the same verb."""
    lines = load_entries("verb_forms", language)
    verbs = [tuple(stem_word(fold(each), language) for each in line.split(", ")) for line in lines]
    return {stem: verb for verb in verbs for stem in verb}


def _list_plurals(stem: str, language: str) -> Iterator[str]:
    """List the other number of a French noun whose "s" the stemmer leaves: "vélos", "photos"."""
    if language != "fr" or len(stem) < _REST:
        return
    if stem.endswith(_VOWELS):
        yield f"{stem}s"
    elif stem.removesuffix("s").endswith(_VOWELS):
        yield stem.removesuffix("s")


def _list_changed_stems(stem: str, language: str) -> Iterator[str]:
    """List the stems of a verb that changes between its forms: cuesta, costar; acceptez, acceptons.

    Yields what is no word, too, which no text has.
    """
    if len(stem) < _REST or language not in _STEM_ENDINGS:
        return
    endings = _STEM_ENDINGS[language]
    found = (stem.removesuffix(each) for each in endings if stem.endswith(each))
    roots = [each for each in found if len(each) >= _REST] or [stem]
    for root in dict.fromkeys((*roots, stem)):
        for changed in (root, *_change_root(root, language)):
            yield changed
            yield from (f"{changed}{each}" for each in endings if root in roots)


def _change_root(root: str, language: str) -> Iterator[str]:
    """Change the last vowel of a Spanish root, the last consonants of a Slavic one."""
    for one, other in _CHANGES.get(language, ()):
        head, found, tail = root.rpartition(one)
        if found and (not tail if language in _SLAVIC else len(root) >= _SHORTEST):
            yield f"{head}{other}{tail}"


def _list_german_forms(stem: str, language: str) -> Iterator[str]:
    """List the stems of a German verb with its prefix: mitbringen, mitzubringen, mitgebracht.

    Yields what is no word, too, which no text has.
    """
    if language != "de":
        return
    for prefix, core in _split_prefix(stem):
        for rest in _find_rests(core):
            joined = rest if prefix in _INSEPARABLE else f"{_PARTICIPLE}{rest}"
            yield f"{prefix}{rest}"
            if prefix and prefix not in _INSEPARABLE:
                yield f"{prefix}{_TO}{rest}"
            yield from (f"{prefix}{joined}", f"{prefix}{joined}t", f"{prefix}{joined}et")
            begun = "" if prefix in _INSEPARABLE else _PARTICIPLE
            yield from (f"{prefix}{begun}{each}" for each in _load_strong_verbs().get(rest, ()))


def _split_prefix(stem: str) -> Iterator[tuple[str, str]]:
    """Split a stem into what may be a prefix, or none, and the rest of it."""
    for prefix in ("", *_list_prefixes("de"), *_INSEPARABLE):
        least = _REST if prefix else _SHORTEST
        if stem.startswith(prefix) and len(stem) - len(prefix) >= least:
            yield prefix, stem.removeprefix(prefix)


def _find_rests(core: str) -> Iterator[str]:
    """Find what may be the stem of the verb itself, of an infinitive or a participle."""
    bare = core.removeprefix(_TO)
    begun = core.removeprefix(_PARTICIPLE)
    rests = {core, bare, *_load_infinitives().get(begun, ())}
    if begun != core:
        rests |= {begun, *(begun.removesuffix(each) for each in _ENDINGS["de"])}
    yield from sorted(each for each in rests if len(each) >= _REST)


@cache
def _load_strong_verbs() -> Mapping[str, tuple[str, ...]]:
    """Map the stems of German verbs to those of their participles without "ge"."""
    pairs = (each.split(" ") for each in load_entries("strong_verbs", "de"))
    return {stem: (participle,) for stem, participle in pairs}


@cache
def _load_infinitives() -> Mapping[str, tuple[str, ...]]:
    return {each: (stem,) for stem, found in _load_strong_verbs().items() for each in found}


def _find_roots(stem: str, endings: tuple[str, ...]) -> Iterator[str]:
    """Find what may be the root: a participle's ending and beginning are none of it."""
    yield stem
    for ending in endings:
        if stem.endswith(ending):
            root = stem.removesuffix(ending)
            yield from (root, root.removeprefix(_PARTICIPLE))


def _derive(root: str, endings: tuple[str, ...]) -> Iterator[str]:
    yield root
    for ending in endings:
        yield root + ending
        yield _PARTICIPLE + root + ending


def split_separable(stem: str, language: str) -> tuple[str, frozenset[str]]:
    """Split what may be a separable verb: its prefix, and the forms of its rest as terms.

    The prefix is empty for any other word.
    """
    for prefix in sorted(_list_prefixes(language), key=len, reverse=True):
        rest = stem.removeprefix(prefix)
        if rest != stem and len(rest) >= _REST:
            return prefix, frozenset(_derive(rest, _ENDINGS[language]))
    return "", frozenset()


def join_parted_verb(text: str, phrase: str, language: str) -> str:
    """Join a verb and its prefix at the end of a question: "Wie melde ich mich an?".

    Behind a modal verb the prefix stands alone, and is left out; so is a Dutch preposition that
    belongs to what asks: "Waar ben ik allergisch voor?".

    `phrase`, folded, is what shows the kind of question.
    """
    words = list(_NAMED.finditer(text)) if language in _SEPARABLE else []
    last = words[-1][0] if len(words) >= _FEWEST else ""
    if fold(last) not in _list_prefixes(language) or last in _DIRECTIONS:
        return text
    without = text[: words[-1].start()].rstrip()
    if language == "nl" and phrase == _WHAT_FOR and last in _BELONGING:
        return f"{without}?"
    verb = _find_verb(text, words, phrase, language)
    if verb is None:
        return text
    if any(fold(each[0]) in _list_modals(language) for each in words[:-1]):
        return f"{without}?"
    joined = last + _find_infinitive(verb[0], language)
    return f"{without[: verb.start()]}{joined}{without[verb.end() :]}?"


def _find_verb(
    text: str, words: Sequence[re.Match[str]], phrase: str, language: str
) -> re.Match[str] | None:
    """Find the verb that the last word may be the prefix of."""
    light = load_stopwords(language).union(phrase.split())
    if fold(words[0][0]) == phrase and phrase not in load_words("copulas", language):
        light -= {phrase}  # "Habt ihr am Sonntag auf?": there the verb opens the question
    clause = text.rfind(",")  # "Ich stecke fest, wen rufe ich an?"
    later = (each for each in words[:-1] if each.start() > clause)
    verbs = (
        each for each in later if _may_be_personal(each[0], language) and fold(each[0]) not in light
    )
    return next(verbs, None)


def _may_be_personal(word: str, language: str) -> bool:
    """Return whether a word may be a verb in the present tense: in German "nachts" is none."""
    ends = language != "de" or _PERSONAL.search(word) or word in _CHANGED[language]
    return word.islower() and bool(ends)


def _find_infinitive(verb: str, language: str) -> str:
    return _CHANGED[language].get(verb) or f"{_PERSONAL.sub('', verb)}en"


@cache
def _list_modals(language: str) -> frozenset[str]:
    return frozenset(fold(each) for each in _MODALS[language].split())


@cache
def _list_prefixes(language: str) -> tuple[str, ...]:
    return tuple(fold(each) for each in _SEPARABLE.get(language, "").split())
