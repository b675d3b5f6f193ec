"""Lists the words of a question: those of its subject, and those that decide."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from bot.answering.question.asked_amounts import AskedAmount, find_asked_amount
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.listed_signs import points_to_code
from bot.answering.question.meanings import (
    LEAVE_ASKED,
    NO_HOURS,
    NONE,
    Related,
    find_day_part,
    find_figures,
    find_opposite_meaning,
    find_related,
    find_same_meaning,
    find_unit_words,
    is_paying,
    list_phrases_of,
    list_terms_of,
)
from bot.answering.question.mentions import (
    OWNING,
    cut_elided,
    find_names,
    is_counted,
    is_of_kin,
    list_own_people,
)
from bot.answering.question.particles import PhrasalVerb, find_phrasal_verb
from bot.answering.question.relative_days import asks_next
from bot.answering.question.time_units import names_age
from bot.answering.question.verbs import (
    cut_subject,
    is_light_verb,
    is_single_verb,
    list_other_forms,
)
from bot.citations.statement import Word, extract_words
from indexer.inference.said_for import has_told
from indexer.text.analyzer import extract_terms
from indexer.text.dates.calendar import NEVER, Calendar, find_calendar_word
from indexer.text.normalize import fold
from indexer.text.question_words import Kind
from indexer.text.stopwords import load_stopwords
from indexer.text.synonyms import has_synonyms
from indexer.text.unspaced_words import BY_TEXT, list_runs
from indexer.text.verb_forms import join_parted_verb, split_separable

SOFT = 0.4  # the need of a noun that names the kind of thing: the colour in "what colour"
LIGHT = 0.5  # the need of a verb that fits nearly everything: the keep in "may I keep a dog"
FRAME, SIGN = 0.3, 0.1  # the worth of a word that only says the kind of question; of one sign
TAKEN_OVER = 0.35  # the need of a word that an earlier question had
KEPT = 256
# What a price is depends on whose it is; these do not.
_FOR_EVERYBODY = frozenset((Kind.WHETHER, Kind.WHEN, Kind.HOW, Kind.WHERE))
# Kinds of questions that even such a verb tells apart: where it is, and where it goes.
_DOING = frozenset((Kind.WHERE, Kind.HOW, Kind.OPTION))
LOOKED_AT = 1000  # characters at the beginning and at the end that words are taken from
LONGEST = 48  # words; of a longer text, such as a pasted page, its beginning and its end
_CODE = re.compile(r"(?=.*\d)[^\W_]{1,3}[\w./:]*(?:-\d[\w-]*)?|(?=.*\d)[\d.,:/-]+[^\W\d_]{0,2}")
_PLACED = frozenset((Kind.WHEN, Kind.WHERE))
# Kinds of questions whose phrase names a thing: "which floor", "how fast".
_TOPICAL = frozenset((Kind.MEASURE, Kind.WHERE))


class AskedWord(Struct, frozen=True):
    """A word of a question by the rules of a passage's language."""

    word: Word
    need: float = 1.0  # 0 for what only says the kind of question
    worth: float = 1.0  # of the word when pieces are compared
    decides: bool = False  # a name, a number, a day: without it the answer is about another thing
    alike: frozenset[str] = frozenset()  # terms of other words that may stand for it
    phrases: tuple[frozenset[str], ...] = ()  # the terms of each phrase that may stand for it
    said_for: frozenset[str] = frozenset()  # terms of what people say for it when they ask
    said_phrases: tuple[frozenset[str], ...] = ()
    near: frozenset[str] = frozenset()  # terms of words that have to do with it
    near_phrases: tuple[frozenset[str], ...] = ()
    calendar: Calendar = NEVER
    day: date | None = None  # that it names, as "today" does, or a feast
    since: date | None = None  # today, for the word "next": the first day to come is
    aged: bool = False  # a number in a question that names an age
    amount: AskedAmount | None = None  # whose number it is
    hours: range = NO_HOURS  # of the part of the day that it names
    taken: bool = False  # from an earlier question: it says what this one is about
    prefix: str = ""  # of a verb that may stand apart from it: "melden Sie sich an"
    roots: frozenset[str] = frozenset()  # the terms of that verb without it
    forms: frozenset[str] = frozenset()  # the terms of other forms of a verb
    phrasal: PhrasalVerb | None = None  # the verb, where a particle turns it round
    guessed: bool = False  # what it was meant to be, of a misspelt word
    is_written_small: bool = False  # a name without its capital, as only the passages show

    @property
    def text(self) -> str:
        return self.word.text

    @property
    def is_limit(self) -> bool:
        """Return whether it only says that a limit is asked for; see `_weigh_word`."""
        return not self.need and self.worth == 1.0


@lru_cache(maxsize=KEPT)
def list_words(
    question: AskedQuestion, language: str, known: tuple[str, ...]
) -> tuple[AskedWord, ...]:
    """List the content words of a question by the rules of a passage in `language`.

    `known` are those of passages without spaces, by `find_known_runs`; the cache takes no default.
    """
    return _join_earlier(question, lambda text: _list_own_words(question, text, language, known))


def weigh_words(question: AskedQuestion, language: str) -> tuple[AskedWord, ...]:
    """List the words of `list_words` without their synonyms, which take as long as all else."""
    return _join_earlier(question, lambda text: _judge_words(question, text, language, ()))


def _join_earlier(
    question: AskedQuestion, list_own: Callable[[str], Sequence[AskedWord]]
) -> tuple[AskedWord, ...]:
    new = list_own(question.words)
    terms = {term for each in new for term in each.word.terms}
    taken = [
        _take_over(each)
        for each in (list_own(question.before) if question.before else ())
        if terms.isdisjoint(each.word.terms) and not _is_replaced(each, new)
    ]
    words = (*_weigh_people(new), *taken)
    named = _list_named(new, question)  # "which floor is it?" asks for a floor, whatever "it" is
    if any(each.need for each in (new if named else words)):
        return words
    saying = [each for each in words if not question.lists.is_light(each.text)]
    full = named or saying or words
    return tuple(replace(each, need=1.0, worth=1.0) if each in full else each for each in words)


def _list_named(words: Sequence[AskedWord], question: AskedQuestion) -> list[AskedWord]:
    """List the words in the phrase of a question that name the thing which is asked for."""
    phrase = question.phrase.split() if question.kind in _TOPICAL else ()
    return [each for each in words if fold(each.text) in phrase]


def _weigh_people(words: Sequence[AskedWord]) -> Sequence[AskedWord]:
    """Weigh somebody's own people, and what somebody is, fully where nothing else is asked."""
    if any(each.need >= 1 for each in words):
        return words
    light = (LIGHT, SOFT)  # "is my daughter coming?", "who is vegetarian?"
    return [replace(each, need=1.0, worth=1.0) if each.worth in light else each for each in words]


def _take_over(each: AskedWord) -> AskedWord:
    need, worth = each.need * TAKEN_OVER, each.worth * TAKEN_OVER
    return replace(each, need=need, worth=worth, decides=False, taken=True)


def _is_replaced(earlier: AskedWord, new: Sequence[AskedWord]) -> bool:
    """Return whether a new word takes its place: another day, another number."""
    return any(
        (earlier.calendar and each.calendar)
        or (earlier.text[:1].isdigit() and each.text[:1].isdigit())
        for each in new
    )


def _list_own_words(
    question: AskedQuestion, text: str, language: str, known: tuple[str, ...]
) -> list[AskedWord]:
    judged = _judge_words(question, text, language, known)
    if question.language in BY_TEXT:  # where two signs may be of two words
        text = " ".join(each.text for each in judged)
    related = find_related(_prepare(question, text), language)
    said = [_add_synonyms(each, related) for each in judged]
    if question.translated:
        said = [_translate(each, question.language, language) for each in said]
    return [_drop_asked(each, said[:place], said) for place, each in enumerate(said)]


def _drop_asked(
    each: AskedWord, before: Sequence[AskedWord], words: Sequence[AskedWord]
) -> AskedWord:
    """Leave out of what has to do with a word the others asked for: no cake says that it bakes.

    What stands before a noun stands for it even less: whoever asks for a swimming pool is not told
    of one by "swim", though any pool is for swimming.
    """
    earlier = _join_terms(other for other in before if other.text != each.text)
    others = _join_terms(other for other in words if other is not each)
    return replace(
        each, alike=each.alike - earlier, said_for=each.said_for - earlier, near=each.near - others
    )


def _join_terms(words: Iterable[AskedWord]) -> frozenset[str]:
    return frozenset(term for each in words for term in each.word.terms)


@lru_cache(maxsize=KEPT)
def _judge_words(
    question: AskedQuestion, text: str, language: str, known: tuple[str, ...]
) -> tuple[AskedWord, ...]:
    lists, text = question.lists, _prepare(question, text)
    if lists.is_spaced:
        shortened = _shorten(_extract_words(text, language))
        words = tuple(_cut_subject(each, question) for each in shortened)
    else:
        told = ((run, _list_terms(run, language)) for run in list_runs(lists, text, known))
        words = _shorten(tuple(Word(run, terms) for run, terms in told if terms))
    named = find_names(text, language)
    common = load_stopwords(question.language)
    asked = question.find_category(text) if lists.is_spaced else ""
    return tuple(
        _judge_word(each, question, asked, named)
        for each in words
        if common.isdisjoint((fold(each.text), cut_elided(fold(each.text)))) or each.text in named
    )


def _cut_subject(word: Word, question: AskedQuestion) -> Word:
    owner = word.text.removesuffix("'s").removesuffix("’s")
    shown = fold(owner) in question.phrase.replace("'s", "").split()  # "how old's Ted?"
    numbered = question.asks_number and owner.islower() and has_synonyms(owner, question.language)
    cut = owner if shown or numbered else cut_subject(word.text, question.language)
    return next(iter(extract_words(cut, question.language)), word) if cut != word.text else word


def _prepare(question: AskedQuestion, text: str) -> str:
    if len(text) > 2 * LOOKED_AT:
        text = f"{text[:LOOKED_AT]} {text[-LOOKED_AT:]}"
    return join_parted_verb(text, question.phrase, question.language)


_extract_words = lru_cache(maxsize=KEPT)(extract_words)  # of one text as often as its synonyms


def _shorten(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return at most `LONGEST` words: each is looked for in every piece of every passage."""
    different = tuple(dict.fromkeys(words)) if len(words) > LONGEST else words
    half = LONGEST // 2
    return different if len(different) <= LONGEST else different[:half] + different[-half:]


def _judge_word(
    word: Word, question: AskedQuestion, asked: str, named: frozenset[str]
) -> AskedWord:
    judged = _judge_text(word.text, question, asked, word.text in named)
    prefix, roots = _split_verb(word, question)
    forms = NONE if judged.decides else list_other_forms(word, question.language)
    phrasal = find_phrasal_verb(word.text, word.terms[0], question.text, question.language)
    return replace(judged, word=word, prefix=prefix, roots=roots, forms=forms, phrasal=phrasal)


# A question is read by the rules of each language that a passage is in; this is by its own.
@lru_cache(maxsize=KEPT)
def _judge_text(text: str, question: AskedQuestion, asked: str, named: bool) -> AskedWord:
    """Judge a word of a question as it is written there, whatever its terms are."""
    lists, folded, language = question.lists, fold(text), question.language
    # Such as "may", which is no month there.
    opens = folded in lists.openers and folded in question.phrase.split()
    found = NEVER if opens else find_calendar_word(text, question.searched, language)
    decides = (
        (named and not _is_shouted(text, question))
        or (text.endswith(OWNING) and not is_of_kin(text, language))
        or is_counted(folded, language)
        or bool(_CODE.fullmatch(text))
        or bool(found)
    )
    need, worth = (1.0, 1.0) if decides else _weigh_word(text, question, asked)
    alike = _list_alike(text, question, decides=decides, needed=need > 0)
    aged = folded.isdecimal() and names_age(question.text[:LEAVE_ASKED], language)
    hours, word = find_day_part(text, language), Word(text, ())
    judged = AskedWord(word, need, worth, decides, alike, calendar=found, aged=aged, hours=hours)
    return _add_figures(judged, question)


def _list_alike(
    text: str, question: AskedQuestion, *, decides: bool, needed: bool
) -> frozenset[str]:
    """List the figures and words that say what a word of a question says, or its opposite."""
    folded, language = fold(text), question.language
    alike = find_figures(folded, language)
    if not decides and (needed or _tells_event(folded, question)):
        alike |= find_same_meaning(text, language)
    if needed:
        alike |= find_unit_words(folded, language)
    whether = needed and question.kind is Kind.WHETHER
    if whether and (is_paying(text, language) or not question.asks_leave):  # may be free
        alike |= find_opposite_meaning(text, language)
    return alike


def _tells_event(folded: str, question: AskedQuestion) -> bool:
    """Return whether it is what happens at the time, or in the place, that is asked for."""
    placed = question.kind in _PLACED and question.lists.is_spaced
    return placed and folded not in question.phrase.split()


def _add_figures(asked: AskedWord, question: AskedQuestion) -> AskedWord:
    """Add the amount whose number a word is, or its day, and how documents write that."""
    named = question.day
    if named is None or fold(named.name) != fold(asked.text):
        amount = None if asked.calendar else find_asked_amount(asked.text, question)
        told = question.kind is Kind.WHEN and asks_next(asked.text, question)
        since = question.since if told else None
        return replace(asked, amount=amount, since=since)
    written = frozenset(extract_terms(named.worded, question.language))
    dotted = {named.dotted, named.date.strftime("%d.%m")}
    return replace(asked, alike=asked.alike | dotted, phrases=(written,), day=named.date)


def _is_shouted(word: str, question: AskedQuestion) -> bool:
    """Return whether a word in capitals is no name: "Is parking OK?", "a note from the GP"."""
    if not word.isupper():
        return False
    folded, language = fold(word), question.language
    common = has_synonyms(folded, language) or has_told(folded, language)
    return common or question.lists.is_frame(question.kind, word)


def _weigh_word(word: str, question: AskedQuestion, asked: str) -> tuple[float, float]:
    """Return the need and the worth of a word that decides nothing; `asked` is the category."""
    lists, folded = question.lists, fold(word)
    shows = folded in question.phrase.split() and not question.names_topic(word)
    leads = folded in question.way_phrase.split()
    if shows or leads or folded in lists.openers or lists.is_frame(question.kind, word):
        return 0.0, FRAME if lists.is_spaced or len(word) > 1 else SIGN
    if points_to_code(cut_elided(folded), question.text[:LEAVE_ASKED], lists):
        return 0.0, FRAME
    if lists.is_limit(word):  # "15 kg" is the most that a shelf holds, without saying so
        return 0.0, 1.0
    if folded == asked:
        return SOFT, SOFT if question.kind is Kind.WHO else 1.0
    if (
        is_single_verb(folded, question.text, lists, question.kind)
        or is_of_kin(word, question.language)
        or folded in _list_own_people(question)
    ):
        return LIGHT, LIGHT
    light = question.kind not in _DOING and is_light_verb(word, question.text, lists.language)
    return (LIGHT if light else 1.0), 1.0


def _split_verb(word: Word, question: AskedQuestion) -> tuple[str, frozenset[str]]:
    if word.text[:1].isupper() or len(word.terms) > 1:
        return "", frozenset()
    return split_separable(word.terms[0], question.language)


def _add_synonyms(asked: AskedWord, related: Mapping[str, Related]) -> AskedWord:
    """Add the synonyms of a word; of a name, a number or a day there are none.

    Where the whole has some, its parts have none: of a "lave-linge", "linge" is no bed linen.
    """
    whole, *_parts = terms = asked.word.terms
    known = terms[:1] if whole in related else terms
    found = [related[each] for each in known if each in related]
    if not found or asked.decides:
        return asked
    same = set().union(*(each.same for each in found))
    said = set().union(*(each.said_for for each in found)) - same
    near = set().union(*(each.near for each in found if asked.worth > FRAME))
    return replace(
        asked,
        alike=asked.alike | list_terms_of(same),
        phrases=list_phrases_of(same),
        said_for=list_terms_of(said),
        said_phrases=list_phrases_of(said),
        near=list_terms_of(near),
        near_phrases=list_phrases_of(near),
    )


def _translate(asked: AskedWord, language: str, other: str) -> AskedWord:
    """Add the words of the `other` language, that of a passage, which mean the same."""
    from bot.answering.question.translations import find_translations  # few questions need them

    found = NONE if asked.decides else find_translations(asked.text, language, other)
    return replace(asked, said_for=asked.said_for | found)


def _list_own_people(question: AskedQuestion) -> frozenset[str]:
    """List whom of their own people somebody asks for: "may my daughter come?".

    What may or must be done is said for everybody: a document does not know of her.
    """
    if question.kind not in _FOR_EVERYBODY or not question.asks_leave:
        return frozenset()
    return list_own_people(question.text[:LEAVE_ASKED], question.language)


def _list_terms(run: str, language: str) -> tuple[str, ...]:
    return tuple(term for each in extract_words(run, language) for term in each.terms)
