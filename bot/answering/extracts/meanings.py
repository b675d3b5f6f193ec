"""Looks up what a word of a question means: other words for it, and whether it says little.

Words with the same meaning in `indexer.inference` may stand for each other in a question and its
answer, beside the synonyms of `indexer.text.synonyms`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from bot.citations.statement import Word as AnalyzedWord
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.lexicon import UNSPACED, load_lexicon
from indexer.inference.opposites import load_opposites
from indexer.inference.reading import Word, read_text
from indexer.inference.said_for import find_parted, find_told
from indexer.late_patterns import compile_late
from indexer.text.analyzer import extract_terms, tokenize
from indexer.text.calendar import find_calendar
from indexer.text.normalize import fold, unify
from indexer.text.question_words import QuestionWords
from indexer.text.stopwords import load_stopwords
from indexer.text.synonyms import find_near, find_phrases, find_same, list_terms
from indexer.text.verb_forms import list_verb_forms, may_be_infinitive
from indexer.text.word_lists import load_entries, load_words

KEPT = 1024
TEXTS = 4096
RUN = 3  # words in a row that a text repeats hardly by chance
LEAVE_ASKED = 500  # characters in which leave is asked for
_LEAVE = frozenset(("allow", "mod:can", "mod:must"))
_CONDITION = "mod:if"
_AGES = frozenset(("unit:y", "unit:mo", "unit:wk"))
# What stands before a time that begins something, and before one that ends it.
BOUNDS: Mapping[str, frozenset[str]] = {
    "since": frozenset(("rel:from", "rel:since", "rel:after")),
    "until": frozenset(("rel:until", "rel:to", "rel:before")),
}
_NEGATIONS = frozenset(("neg:not", "neg:without"))
NONE: frozenset[str] = frozenset()
_COMPARED = frozenset(("cheap", "expensive"))  # what is asked of two things
# What people do with nearly everything: "how long may I keep a book", "what does it contain".
_LIGHT = frozenset(
    (
        *("bring", "come", "contain", "get", "give", "go", "happen", "have", "hold", "keep"),
        *("make", "need", "pick", "put", "receive", "stand", "stay", "take", "use"),
    )
)
# Behind these stands what they do, in an English question.
_AUXILIARIES = frozenset(
    (
        "do",
        "does",
        "did",
        "can",
        "could",
        "may",
        "might",
        "must",
        "shall",
        "should",
        "will",
        "would",
    )
)
_SUBJECT_AND_VERB = 2  # words
_SUBJECTS = frozenset(("i", "we", "you", "he", "she", "it", "they", "one", "people", "to"))
_PREPOSITIONS = frozenset(("after", "before", "without", "when", "while", "for", "by"))
_PARTICIPLE = compile_late(
    r"[a-zäöüß]{0,6}ge[a-zäöüß]{3,}(?:t|en)|(?:be|ent|er|ver|zer)[a-zäöüß]{3,}t"
)
_LAST_VERBS = frozenset(("de", "nl"))  # an infinitive ends the question
# Behind these stands a noun, though it looks like a verb.
_ARTICLES: Mapping[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in (
        ("de", "der die das den dem ein eine einen einem"),
        ("en", "the a an my your our"),
        ("es", "el la los las un una del al"),
        ("fr", "le la les un une du des au aux"),
        ("it", "il lo la i gli le un una uno del al"),
        ("nl", "de het een"),
        ("pt", "o a os as um uma do da dos das ao"),
    )
}
_WORD = compile_late(r"[^\W_]+(?:['’.-][^\W_]+)*")
_HALVES = frozenset(("am", "pm", "uhr", "h", "heures", "uur", "ore"))  # beside a time of day
_DAY_PARTS = (range(4, 12), range(11, 14), range(13, 18), range(17, 24), range(20, 30))
NO_HOURS = range(0)
_LATE = ("p", "P")
_TIME = compile_late(  # or a bare number
    r"(?<![\d.,:/€$£-])(?P<hour>\d{1,2})(?:[:.]\d\d(?![.,]?\d))?"
    r"(?:\s?(?:(?P<half>[ap])\.?m\b|uhr\b|h\b|点|點|时|時))?",
    re.IGNORECASE,
)
_FORMS = 3  # of a verb: base, third person, past


@lru_cache(maxsize=KEPT)
def find_meanings(word: str, language: str) -> frozenset[str]:
    """Return what a single word means, without what it does in its sentence."""
    words = read_text(word, language).words
    return words[0].topics if len(words) == 1 else NONE


def list_other_forms(word: AnalyzedWord, language: str) -> frozenset[str]:
    """List the terms of other forms of what may be a verb: the "abgeholt" of "abholen"."""
    if word.text[:1].isupper() or len(word.terms) > 1:
        return NONE
    return frozenset(list_verb_forms(word.terms[0], language)) - {word.terms[0]}


def is_light_verb(word: str, language: str) -> bool:
    """Return whether a word may mean what is done with nearly everything."""
    return not _LIGHT.isdisjoint(find_meanings(word, language))


def is_verb(word: str, language: str) -> bool:
    """Return whether all that a word may mean is done: it is no thing."""
    found = find_meanings(word, language)
    return bool(found) and found <= _list_deeds()


def has_condition(text: str, language: str) -> bool:
    """Return whether a text says what is so if something else is."""
    return _CONDITION in _list_marks(text, language)


def is_negated(text: str, language: str) -> bool:
    return not _NEGATIONS.isdisjoint(_list_marks(text, language))


@lru_cache(maxsize=TEXTS)
def _list_marks(text: str, language: str) -> frozenset[str]:
    return frozenset().union(*(each.marks for each in read_text(text, language).words))


@lru_cache(maxsize=KEPT)
def find_leave_word(text: str, language: str) -> str:
    """Find the word that asks for leave, folded: "may", "allowed"; "" if there is none."""
    words = read_text(text[:LEAVE_ASKED].replace("-", " "), language).words  # "peut-il"
    asking = (each for each in words if not _LEAVE.isdisjoint(each.marks | each.topics))
    return next((fold(each.text) for each in asking), "")


def is_numeral(word: str, language: str) -> bool:
    """Return whether a folded word is a number, in figures or in words."""
    return word[:1].isdigit() or word in load_figures(language)


@cache
def _load_day_parts(language: str) -> Mapping[str, range]:
    """Map the words for parts of the day to their hours; a phrase counts by its last word."""
    found = (each.partition(" ") for each in load_entries("day_parts", language))
    named = {phrase.rpartition(" ")[2]: int(hour) for hour, _space, phrase in found}
    return {word: next(each for each in _DAY_PARTS if hour in each) for word, hour in named.items()}


def find_day_part(word: str, language: str) -> range:
    """Return the hours of the part of the day that a word names; none for any other word."""
    return _load_day_parts(language).get(fold(word), NO_HOURS)


def list_hours(text: str) -> list[int]:
    """List the hours of the times of day in a text: 18 of "6.15 pm"."""
    found = (each for each in _TIME.finditer(text) if each[0] != each["hour"])
    return [_count_hours(int(each["hour"]), each["half"]) for each in found]


def _count_hours(hour: int, half: str | None) -> int:
    return hour % 12 + 12 * (half in _LATE) if half else hour


def tells_time(word: str, lists: QuestionWords) -> bool:
    """Return whether a word of a question is of a time: "5", "pm", "half", "Friday", "evening"."""
    folded = fold(word)
    if find_day_part(word, lists.language):
        return True
    if is_numeral(folded, lists.language) or find_calendar(word, lists.language).days:
        return True
    times = {part for each in lists.list_words("signs", "times") for part in each.split()}
    return folded in times or folded in _HALVES


@cache
def load_figures(language: str) -> Mapping[str, frozenset[str]]:
    """Map numerals in words to figures, and back."""
    found: dict[str, frozenset[str]] = {}
    for entry in load_entries("numbers", language):
        figure, _space, word = entry.partition(" ")
        plain = str(int(figure))
        found[fold(word)] = frozenset((plain,))
        found[plain] = frozenset((fold(word), *extract_terms(word, language)))
    return found


@cache
def load_ordinals(language: str) -> Mapping[str, frozenset[str]]:
    """Map ordinals in words to figures: the "erste" is the "1."."""
    found = (each.partition(" ") for each in load_entries("date_ordinals", language))
    named = ((word, figure) for figure, _space, word in found if figure.isdigit())
    return {fold(word): frozenset((figure,)) for word, figure in named}


def is_article(word: str, language: str) -> bool:
    return fold(word) in _ARTICLES.get(language, NONE)


def is_pronoun(word: str, lists: QuestionWords) -> bool:
    """Return whether a word points at what was said: "là" does, the article "la" does not."""
    if fold(word) not in lists.list_words("follow", "pronouns"):
        return False
    written = unify(word).lower() in lists.lists["follow"]["pronouns"]
    return written or not is_article(word, lists.language)


def _stands_behind_subject(words: Sequence[str], place: int) -> bool:
    """Return whether a word is the verb behind a subject of one word: "does logcheck look"."""
    if place < _SUBJECT_AND_VERB:
        return False
    opener, subject = (fold(each) for each in words[place - 2 : place])
    return opener in _AUXILIARIES and subject not in load_stopwords("en")


def is_done(word: str, question: str, language: str) -> bool:
    """Return whether a word of a question says what is done, by its meaning or by its place.

    "When can we light a bonfire?", "Bis wann muss ich die Belege abgeben?"
    """
    words = _WORD.findall(unify(question))
    place = words.index(word) if word in words else 0
    before = fold(words[place - 1]).rpartition("-")[2] if place else ""  # "faut-il"
    if language in UNSPACED:
        return len(word) == 1  # of a noun two signs are left
    if is_article(before, language):
        return False
    if is_verb(word, language) or _ends_like_verb(word, language):
        return True
    if language == "en":
        gerund = word.endswith("ing") and before in _PREPOSITIONS
        return before in _SUBJECTS or gerund or _stands_behind_subject(words, place)
    if language == "de":
        return place + 1 == len(words) and _ends_clause(word, words)
    if not may_be_infinitive(word, language):
        return False
    if language in _LAST_VERBS:
        return place + 1 == len(words)
    return before in load_stopwords(language)


def _ends_like_verb(word: str, language: str) -> bool:
    return word.casefold().endswith(tuple(load_words("verb_endings", language)))


def _ends_clause(word: str, words: Sequence[str]) -> bool:
    """Return whether a German question ends in its verb: "bis wann muss ich … abgeben"."""
    helping = load_words("helping_verbs", "de")
    helped = any(each.lower() in helping for each in words[:-1])
    infinitive = may_be_infinitive(word, "de") and (helped or _has_noun(words[1:]))
    return infinitive or (helped and bool(_PARTICIPLE.fullmatch(word)))


def _has_noun(words: Sequence[str]) -> bool:
    """Return whether a German text writes its nouns with a capital."""
    return any(each[:1].isupper() for each in words)


@cache
def _list_deeds() -> frozenset[str]:
    """List the meanings that English says by a verb: wear, wears, wore."""
    found = (each for each, words in _list_entries("en").items() if _has_verb(words))
    return frozenset(each for each in found if ":" not in each)


def _has_verb(words: Sequence[str]) -> bool:
    """Return whether three words that begin alike are among them, one with an "s"."""
    return any(
        f"{each}s" in words and sum(other[:1] == each[:1] for other in words) >= _FORMS
        for each in words
    )


@lru_cache(maxsize=KEPT)
def find_same_meaning(word: str, language: str) -> frozenset[str]:
    """Return the terms of all words that share a meaning with `word`, its own among them."""
    words = list_same_meaning(word, language)
    return frozenset(term for each in words for term in extract_terms(each, language)[:1])


@lru_cache(maxsize=KEPT)
def find_opposite_meaning(word: str, language: str) -> frozenset[str]:
    """Return the terms of words that mean the opposite: "closed" says whether it is open."""
    if language in UNSPACED:
        return NONE
    entries, opposites = _list_entries(language), load_opposites()
    own = find_meanings(word, language)
    if own & _COMPARED:
        return NONE
    found = NONE.union(*(opposites.get(each, NONE) for each in own))
    words = (other for meaning in found for other in entries.get(meaning, ()))
    return frozenset(term for each in words for term in extract_terms(each, language)[:1])


def list_same_meaning(word: str, language: str) -> frozenset[str]:
    """List all words, in all their forms, that share a meaning with `word`."""
    if language in UNSPACED:
        return NONE
    entries = _list_entries(language)
    meanings = find_meanings(word, language)
    return frozenset(each for meaning in meanings for each in entries.get(meaning, ()))


@cache
def _list_entries(language: str) -> Mapping[str, list[str]]:
    """List the single words of each meaning."""
    found: dict[str, list[str]] = {}
    for word, meanings in load_lexicon(language).words.items():
        for each in meanings:
            found.setdefault(each, []).append(word)
    return found


def says_until(text: str, language: str) -> bool:
    """Return whether a text tells until when something lasts: "until May", "ends in May"."""
    words = read_text(text, language).words
    return any("rel:until" in each.relations or "end" in each.topics for each in words)


def tells_other_bound(bound: str, text: str, language: str) -> bool:
    """Return whether a text tells only the other end of a span of time than `bound`."""
    times = (each.relations for each in read_text(text, language).words if _is_time(each))
    named = frozenset().union(*times)
    others = (named & marks for end, marks in BOUNDS.items() if end != bound)
    return any(others) and named.isdisjoint(BOUNDS[bound])


def _is_time(word: Word) -> bool:
    """Return whether it names a time, but not as a part of a date: the month in "2 de mayo"."""
    return (word.is_number or word.sense.is_anchor) and "rel:of" not in word.relations


def names_age(text: str, language: str) -> bool:
    """Return whether a text has a number of years, months or weeks: "from six years"."""
    found = find_quantities(read_text(text, language))
    return any(each.unit in _AGES for each in found)


@lru_cache(maxsize=KEPT)
def list_runs_of_words(text: str, lists: QuestionWords) -> tuple[str, ...]:
    """List the runs of three words of a question that tell something: "pay in more"."""
    if not lists.is_spaced:
        return ()
    words = [fold(each) for each in tokenize(text[:LEAVE_ASKED])]
    light = load_stopwords(lists.language)
    runs = (words[at : at + RUN] for at in range(len(words) - RUN + 1))
    return tuple(" ".join(run) for run in runs if not light.issuperset(run))


class Related(Struct):
    """The words and phrases that mean the same as a term, and those near to it."""

    same: set[str]
    said_for: set[str]
    near: set[str]


# A question is read alone, with what it continues, and as what the next one continues.
@lru_cache(maxsize=KEPT)
def find_related(text: str, language: str) -> Mapping[str, Related]:
    """Find the synonyms of each term of a question; those of a phrase are those of its terms."""
    terms = list_terms(text, language)
    found: dict[str, Related] = {}
    for each in find_phrases(terms, language):
        for term in terms[each.start : each.end]:
            related = found.setdefault(term, Related(set(), set(), set()))
            related.same |= find_same(each.phrase, language)
            related.near |= find_near(each.phrase, language)
    for each, told in find_told(terms, language):
        for term in terms[each.start : each.end]:
            found.setdefault(term, Related(set(), set(), set())).said_for |= told
    for term, others in find_parted(text, terms, language):
        found.setdefault(term, Related(set(), set(), set())).said_for |= others
    return found


def list_terms_of(synonyms: set[str]) -> frozenset[str]:
    return frozenset(each for each in synonyms if " " not in each)


def list_phrases_of(synonyms: set[str]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(each.split()) for each in sorted(synonyms) if " " in each)
