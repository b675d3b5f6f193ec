"""Parses a question: its kind, its language, and what it continues."""

import re
from collections.abc import Mapping
from datetime import date
from functools import cache, lru_cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from bot.answering.question.directions import find_way_phrase
from bot.answering.question.kind_nouns import find_named_kind, may_be_priced
from bot.answering.question.meanings import (
    HOURLY,
    LEAVE_ASKED,
    asks_duty,
    find_leave_word,
    find_meanings,
    has_condition,
    is_paying,
    is_told_by_hours,
    list_runs_of_words,
)
from bot.answering.question.mentions import speaks_of_name
from bot.answering.question.time_units import (
    BOUNDS,
    asks_age,
)
from indexer.inference.figures.ranges import find_amounts
from indexer.inference.reading import read_text
from indexer.late_patterns import compile_late
from indexer.late_property import late_property
from indexer.text.analyzer import tokenize
from indexer.text.dates.calendar import WEEKEND, find_calendar
from indexer.text.normalize import fold, unify
from indexer.text.question_words import (
    Kind,
    QuestionWords,
    detect_question_language,
    load_question_words,
)
from indexer.text.sentence_kind import find_run_on, is_question, is_statement
from indexer.text.word_lists import build_alternatives, list_languages, load_entries, load_words

KEPT = 256
# What is asked where an opening and a day are named: "open today", "how long are you open today".
_OPENING: Mapping[Kind, Kind] = {Kind.SEARCH: Kind.WHETHER, Kind.DURATION: Kind.WHEN}
_LEAVING = frozenset(("begin", "depart", "drive", "go", "pick_up"))
_STATES = frozenset(("be", "have"))  # what verbs mean that say how something is
_FEW = 6  # words of a question whether something is open
_RUN = re.compile(r"[^\W_]+")
_OWNED_NUMBER = compile_late(r"\b([^\W\d_][\w-]{0,30})['’]s number\b")


class AskedDay(Struct, frozen=True):
    """A day that a question calls "today" or the like, and its day of the week, or its feast."""

    name: str
    date: date
    worded: str  # the date as documents may write it: "30 November"

    @property
    def dotted(self) -> str:
        return f"{self.date.day}.{self.date.month}"


class AskedYear(Struct, frozen=True):
    """A year that a question calls "this year" or the like, and the question with its number."""

    number: int
    today: date
    text: str


class AskedQuestion(Struct, frozen=True, dict=True):  # what each of its words asks is kept in it
    """A question; `before` is what an earlier one asked, where this one continues it."""

    text: str
    language: str
    kind: Kind
    phrase: str  # that shows the kind
    before: str = ""
    files: frozenset[str] = frozenset()  # that the earlier answer quoted
    said: str = ""  # the earlier answer, where this question asks for the same kind of thing
    stands: bool = False  # it may as well be a new topic: "When is the open day?"
    dated: str = ""  # its text with the name of its day in the place of "today"
    day: AskedDay | None = None
    year: AskedYear | None = None
    since: date | None = None  # today, where the next of several days is asked for
    translated: bool = False  # words of other languages stand for its own, where none were found

    @property
    def words(self) -> str:
        """Its own words, as documents may have them."""
        return self.dated or self.text

    @late_property
    def searched(self) -> str:
        """The words to search the documents for."""
        dated = f"{self.day.worded} {self.day.dotted} {self.day.date}" if self.day else ""
        return f"{self.before} {self.words} {dated} {self._name_weekend()}".strip()

    def _name_weekend(self) -> str:
        """Return the days of the weekend, of which documents tell, if that is asked for."""
        if find_calendar(self.words, self.language).days != WEEKEND:
            return ""
        return " ".join(self.lists.lists["calendar"]["days"][day][0] for day in sorted(WEEKEND))

    @property
    def names_cost(self) -> bool:
        """Return whether it asks for money in so many words; "how much" may ask for anything."""
        costs = self.lists.list_words("frames", Kind.AMOUNT.value)
        if not self.lists.is_spaced:
            return any(len(each) > 1 and each in self.text for each in costs)
        return any(fold(each) in costs for each in tokenize(self.text))

    @property
    def asks_money(self) -> bool:
        """Return whether it asks for money: what somebody owes, or "how much is the boat"."""
        words = tokenize(self.text[:LEAVE_ASKED])
        if self.names_cost or any(is_paying(each, self.language) for each in words):
            return True
        asked = " ".join(map(fold, words)).partition(f"{self.phrase} ")[2].split()
        return may_be_priced(asked, self.lists)

    @property
    def runs(self) -> tuple[str, ...]:
        """The runs of three words of it that tell something: "pay in more"."""
        return list_runs_of_words(self.text, self.lists)

    @late_property
    def asks_leave(self) -> bool:
        """Return whether it asks what may or must be done."""
        return bool(find_leave_word(self.text, self.language))

    @property
    def asks_duty(self) -> bool:
        """Return whether it asks what must be done: "Do we have to bring sheets?"."""
        return self.kind is Kind.WHETHER and asks_duty(self.text, self.language)

    @property
    def names_kind(self) -> bool:
        """Return whether a noun alone names the kind of thing: "choir price" (or "prix Nobel")."""
        asked = self.kind, self.phrase
        return self.kind is not Kind.SEARCH and asked == find_named_kind(self.text, self.language)

    @property
    def as_words(self) -> "AskedQuestion":
        """The question as words to look for, which ask for no kind of thing."""
        return replace(self, kind=Kind.SEARCH, phrase="")

    @late_property
    def asks_number(self) -> bool:
        """Return whether it asks for a number that names something: of a member, of a flat."""
        return self.kind is Kind.WHICH and self.lists.names_number(self.text)

    @late_property
    def asks_hour(self) -> bool:
        """Return whether it asks for a time of day, and not only for a day: "check-in time"."""
        if self.kind is not Kind.WHEN:
            return False
        asking = load_words("hour_questions", self.language)
        return self.phrase in asking or (
            self.names_kind and self.phrase in (fold(each.split()[-1]) for each in asking)
        )

    @property
    def asks_origin(self) -> bool:
        """Return whether it asks where something leaves from."""
        if self.kind is not Kind.WHERE:
            return False
        words = read_text(self.text[:LEAVE_ASKED], self.language).words
        leaves = any(each.topics & _LEAVING for each in words)
        return leaves and any("rel:from" in each.marks for each in words)

    @property
    def asks_name(self) -> bool:
        """Return whether it asks what somebody or something is called: "what is it called?"."""
        return self.kind is Kind.WHO and speaks_of_name(self.phrase, self.language)

    @property
    def asks_whose(self) -> bool:
        """Return whether it asks whose something is."""
        words = load_words("whose_words", self.language)
        return self.kind is Kind.WHO and self.phrase in map(fold, words)

    @property
    def asks_age(self) -> bool:
        """Return whether it asks how old somebody or something is."""
        return self.kind is Kind.NUMBER and asks_age(self.phrase, self.language)

    @property
    def way_phrase(self) -> str:
        """Return the words, folded, by which it asks how to get somewhere; "" if it does not."""
        asked = self.kind is Kind.HOW
        return find_way_phrase(self.text[:LEAVE_ASKED], self.language) if asked else ""

    @property
    def demands(self) -> bool:
        """Return whether nothing answers it that does not show what is asked for."""
        return self.asks_number or bool(self.way_phrase)

    @property
    def bound(self) -> str:
        """Return which end of a span of time it asks for: `since`, `until`, or "" for neither."""
        if self.kind is not Kind.WHEN:
            return ""
        found = (each for each in BOUNDS if self.lists.find_phrase(self.text, "bounds", each))
        return next(found, "")

    @property
    def joins(self) -> bool:
        """Return whether it names several things: "the tent and the hut", not "And the tent?"."""
        behind = self.text.strip().partition(" ")[2] or self.text
        return bool(self.lists.find_phrase(behind, "parts", "joints"))

    @property
    def supposes(self) -> bool:
        """Return whether it asks what follows from something: "What if I lose the key?"."""
        return self.kind is Kind.WHICH and has_condition(self.text, self.language)

    @property
    def asks_remedy(self) -> bool:
        """Return whether it asks what is to be done: "The display shows E2, what now?"."""
        return bool(_compile_remedies(self.language).search(fold(unify(self.text[:LEAVE_ASKED]))))

    @property
    def tells(self) -> bool:
        """Return whether it asks nothing: the person tells something."""
        return self.kind is Kind.SEARCH and is_statement(self.text)

    @property
    def goes_on(self) -> bool:
        """Return whether it opens as one that asks for more: "and who was it before?"."""
        return bool(self.lists.find_phrase(self.text, "follow", "openers", first=True))

    def names_topic(self, word: str) -> bool:
        """Return whether a word of its phrase says what is asked, too.

        A pressure is no voltage, and the "deposit for the course" is not any price of it.
        """
        sums = self.kind is Kind.AMOUNT and self.names_kind and not is_paying(word, self.language)
        return self.kind is Kind.MEASURE or (sums and not self.lists.is_frame(self.kind, word))

    def find_category(self, text: str) -> str:
        """Return the word of `text` right behind "which" or "who", folded: a noun, or a verb."""
        if self.kind not in (Kind.WHICH, Kind.WHO):
            return ""
        words = [fold(each) for each in _RUN.findall(unify(text))]
        last = self.phrase.split()[-1] if self.phrase else ""
        place = words.index(last) + 1 if last in words else len(words)
        return words[place] if place < len(words) else ""

    @late_property
    def lists(self) -> QuestionWords:
        return load_question_words(self.language)


@cache
def _compile_remedies(language: str) -> re.Pattern[str]:
    """Compile the phrases that ask what is to be done."""
    phrases = load_words("remedy_phrases", language)
    edge = r"\b" if load_question_words(language).is_spaced else ""
    return re.compile(rf"{edge}(?:{build_alternatives(phrases)}){edge}")


# One message is parsed alone, with what it continues, and while its turn asks about it.
@lru_cache(maxsize=KEPT)
def parse_question(
    text: str, before: str = "", files: frozenset[str] = frozenset()
) -> AskedQuestion:
    language = detect_language_asked(f"{text} {before}" if before else text)
    kind, phrase = _find_opening_kind(text, before, language)
    if kind is Kind.SEARCH:
        kind, phrase = _find_other_kind(text, language)
    if kind in _OPENING and _asks_if_open(text, language):
        kind = _OPENING[kind]
    if kind is Kind.WHICH and _asks_number_of_person(text, language):
        kind = Kind.PHONE
    return AskedQuestion(text, language, kind, phrase, before, files)


def detect_language_asked(text: str) -> str:
    """Return the language of a question, also of one in signs with names in Latin letters."""
    if text.isascii():
        return detect_question_language(text)
    from indexer.text.unspaced_words import detect_asking_language  # few messages have signs

    return detect_asking_language(text)


def _find_opening_kind(text: str, before: str, language: str) -> tuple[Kind, str]:
    """Find the kind by the words that ask, or that of the question which this one continues."""
    lists = load_question_words(language)
    kind, phrase = lists.find_kind(text)
    if not before:
        return kind, phrase
    if _is_joint(text, phrase, lists):
        kind, phrase = Kind.SEARCH, ""
    if kind is Kind.SEARCH:
        kind, phrase = find_named_kind(text, language)
    if kind not in (Kind.SEARCH, Kind.WHICH):
        return kind, phrase
    earlier = lists.find_kind(before)
    return earlier if kind is Kind.SEARCH else (kind, phrase)


def _find_other_kind(text: str, language: str) -> tuple[Kind, str]:
    """Find the kind where no word opens a question: it asks at its end, for leave, by a noun."""
    kind, phrase = load_question_words(language).find_last_kind(text[-LEAVE_ASKED:])
    if kind is Kind.SEARCH and (asking := find_run_on(text)):
        found, phrase = load_question_words(language).find_kind(asking)
        kind = Kind.WHETHER if found is Kind.SEARCH else found
    if kind is Kind.SEARCH:
        kind, phrase = _find_leave(text, language)
    if kind is Kind.SEARCH:
        kind, phrase = _find_verb_inside(text, language)
    return find_named_kind(text, language) if kind is Kind.SEARCH else (kind, phrase)


def _find_verb_inside(text: str, language: str) -> tuple[Kind, str]:
    """Find the verb of a statement that asks by its mark alone: "L'entrée est payante ?"."""
    lists, end = load_question_words(language), text.rstrip()[-1:]
    if not (end and end in "?？؟" and lists.is_spaced) or len(text) > LEAVE_ASKED:
        return Kind.SEARCH, ""
    if lists.find_phrase(text, "follow", "openers", first=True):
        return Kind.SEARCH, ""
    pairs = pairwise(read_text(text, language).words)
    behind = (each for before, each in pairs if not before.is_number)  # "at 6 am?"
    found = next((each for each in behind if each.has("mod") or each.topics & _STATES), None)
    return (Kind.WHETHER, fold(found.text)) if found else (Kind.SEARCH, "")


def _asks_number_of_person(text: str, language: str) -> bool:
    """Return whether the number that is somebody's is asked for: "What's Sonja's number?"."""
    found = _OWNED_NUMBER.search(text[:LEAVE_ASKED])
    people = load_question_words(language).list_words("signs", "people")
    return found is not None and (found[1][0].isupper() or fold(found[1]) in people)


def _is_joint(text: str, phrase: str, lists: QuestionWords) -> bool:
    """Return whether what shows the kind only joins the question to another: "e", not "è"."""
    opener = unify(text).lower().partition(" ")[0]
    return fold(opener) == phrase and opener in lists.lists["follow"]["openers"]


def _find_leave(text: str, language: str) -> tuple[Kind, str]:
    """Find out whether a question without an opener asks what may or must be done.

    "Mon chien peut-il dormir ici ?", "Dogs allowed?" In a chat it has no question mark, either.
    """
    if len(text) > LEAVE_ASKED or (is_statement(text) and not _may_ask_of_amount(text, language)):
        return Kind.SEARCH, ""
    found = find_leave_word(text, language) or _find_state(text, language)
    return (Kind.WHETHER, found) if found else (Kind.SEARCH, "")


def _may_ask_of_amount(text: str, language: str) -> bool:
    """Return whether what opens as a statement has an amount and no full stop: "I'm 17 can I …"."""
    if language in list_languages("run_on_patterns"):  # there a question shows by its form
        return False
    return text.rstrip()[-1:].isalnum() and bool(find_amounts(text, language))


def _find_state(text: str, language: str) -> str:
    """Find the word that asks if something is open on a day, folded: "pool open sunday"."""
    if not find_calendar(text, language).days:
        return ""
    words = (each for each in tokenize(text) if find_meanings(each, language) & HOURLY)
    return next(map(fold, words), "")


def _asks_if_open(text: str, language: str) -> bool:
    """Return whether it names a day and an opening, and nothing else: "open today", "abris hoy".

    A day of a year may be one of anything.
    """
    words = tokenize(text[:LEAVE_ASKED])
    opens = any(is_told_by_hours(each, language) for each in words)
    asks = opens and len(words) <= _FEW and not is_statement(text)
    return asks and _names_day(text, language)


def _names_day(text: str, language: str) -> bool:
    folded = fold(unify(text))
    if find_calendar(text, language):
        return True
    relative = {each.partition(" ")[2] for each in load_entries("relative_days", language)}
    return any(f" {each} " in f" {' '.join(tokenize(folded))} " for each in relative)


def asks_something(text: str) -> bool:
    """Return whether a text asks, with a question mark or without; words to look for do not."""
    if is_question(text):
        return True
    question = parse_question(text)
    # "The price went up" names a kind of thing, too.
    return question.kind is not Kind.SEARCH and not question.names_kind
