"""Tells whether a text names the kind of thing that is asked for: a time, an amount, a place.

What cannot be told by signs counts half: there the words of the question decide.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from itertools import pairwise

from bot.answering.extracts.lines import names_option
from bot.answering.question.listed_signs import (
    SYMBOLS,
    compile_signs,
    compile_spans,
    compile_years,
    find_billed,
    has_number,
    has_sign,
    is_number_of_thing,
    may_be_hour,
    measure_unit,
)
from bot.answering.question.meanings import (
    is_negated,
    is_pronoun,
)
from bot.answering.question.mentions import (
    GONE,
    TELLING_CAPITALS,
    has_signed_name,
    tells_names_by_signs,
)
from bot.answering.question.person_signs import (
    count_capitals,
    is_full_name,
    is_name,
    names_doer,
)
from bot.answering.question.time_signs import (
    ALL_NOUNS_CAPITAL,
    compile_ranges,
    cut_times,
    names_counted_day,
    names_early_year,
    names_hours,
    names_noon,
    names_range_of_hours,
)
from bot.answering.question.time_units import lasts_until_season, says_until
from indexer.inference.reading import read_text
from indexer.late_patterns import compile_late
from indexer.text.analyzer import tokenize
from indexer.text.dates.calendar import find_calendar
from indexer.text.normalize import fold, unify
from indexer.text.question_words import Kind, QuestionWords, load_question_words
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import build_alternatives

UNKNOWN = 0.5
BARE = 0.4  # a number without a currency: of money, or of something else
BILLED = 0.9  # "Spark plug     6.85"
LASTING = ADDRESSED = 0.9  # "until 30 June" tells how long, an address where to report something
REPEATED = 0.6  # "every two weeks", "once a year"
RANGE = 0.7  # "from seven to ten": hours, or something else
# Kinds of which a text without any sign of them is no answer.
STRICT = frozenset(
    (
        *(Kind.WHEN, Kind.AMOUNT, Kind.NUMBER, Kind.DURATION, Kind.OFTEN, Kind.OPTION),
        *(Kind.PHONE, Kind.EMAIL, Kind.WEIGHT, Kind.TEMPERATURE, Kind.DISTANCE),
        Kind.SIZE,
    )
)
KEPT = 4096

_DIGIT = compile_late(r"\d")
_COIN = "€$£¥₽₴₹"
_CODES = (  # of currencies, as prices name them
    "EUR|USD|GBP|CHF|JPY|CNY|INR|RUB|UAH|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|RSD|TRY|CAD|AUD|NZD|"
    "HKD|SGD|TWD|KRW|THB|MYR|IDR|PHP|VND|ZAR|KES|NGN|GHS|MAD|TND|EGP|AED|SAR|QAR|KWD|ILS|BRL|MXN|"
    "ARS|CLP|COP|PEN|UYU"
)
_NO_MEASURE = (  # "£7.50", "1.25 m" and "2000 kWh" are no times
    rf"(?!\s?(?:[{_COIN}%°]|(?:(?-i:{_CODES})|euros?|dollars?|pounds?|[ckdm]?m|m?[lgW]|[km]?g|k?Wh?|V)\b))"
)
_CLOCK = compile_late(
    rf"(?<![\d.,{_COIN}])(?<![{_COIN}]\s)(?<!(?-i:{_CODES})\s)\d{{1,2}}\s?(?:[:h]\s?\d{{2}}|"
    rf"\.\s?[0-5]\d(?!\d){_NO_MEASURE}|(?:(?:a\.?m|p\.?m|uhr|h|час)\b|[點点時时](?!間|间)))",
    re.IGNORECASE,
)
_DATE = compile_late(
    rf"(?<![a-zA-Z\d{_COIN}-])(?<![\d{_COIN}]\s)(?:1[5-9]|20)\d\d(?![\d-]|–\d\d–|[.,]\d){_NO_MEASURE}|"
    rf"(?<![\d.,{_COIN}])\d{{1,2}}(?:\.(?:0?[1-9]|1[0-2])\.|/\d{{1,2}}/)|"
    r"\d{4}-(?:0\d|1[0-2])(?!\d)|\d\s?[年月日号號]|"
    r"\d{1,2}(?:st|nd|rd|th)\b(?!\s(?:floor|class|grade|place|party|person|child|item|row|edition))"
)
_PATH = compile_late(r"(?:^|[\s`\"'(])(?:~|[A-Za-z]:|\.{1,2})?[/\\][\w.-]+[/\\][\w.-]+")
_MONEY = compile_late(
    r"[€$£¥₽₴₹₺元円]|(?<![\d.,])\d{1,2}(?:\.\d)?p\b(?!\.\w)|"
    rf"(?-i:\d\s?(?:{_CODES})\b|\b(?:{_CODES})\s?\d)|\d\s?(?:zł|kč|(?-i:Ft))\b|"
    r"\b(?:EUR|INR|USD|GBP|CHF|JPY|CNY|RUB|UAH|euros?|dollars?|pounds?|cents?|francs?|руб\w*|гривень|гривні|грн|[єе]вро|yen|yuan|pence|kron(?:er?|or)|zloty|złot\w*|forint|dirhams?|rupees?|pesos?|reais|Rp|kr|TL(?!\s(?-i:[A-ZÄÖÜ]))|lira\w*|avro\w*)\b|यूरो|रुप[एय]|डॉलर|ユーロ|ドル|ポンド|يورو|دراهم|درهم|دينار|دنانير|ريال|جنيه|دولار",
    re.IGNORECASE,
)
_OPTION = compile_late(r"(?:^|[\s`(\"'|])-{1,2}[A-Za-z?][\w-]*")
_PHONE = compile_late(r"(?<![\d-])(?!(?:19|20)\d\d[-/.])\+?\(?\d[\d ()/.-]{4,18}\d(?![\d-])")
_NAMED_IN_BRACKETS = compile_late(r"\([^\W\d_]{2,20}\s\d{1,4}\)")  # "Mr Lee (flat 31)"
_FEWEST_DIGITS = 6  # of a telephone number
_ADDRESS = compile_late(r"\w@[\w-]++\.\w|://\w|www\.\w|(?<![\w-])\d{0,3}[A-Z]-\d{1,4}(?![\w-])")
_EMAIL = compile_late(r"(?<![\w.+-])[\w.+-]++@[\w-]++\.\w")
_MAIL = compile_late(r"(?<![\w.+-])[\w.+-]++@[\w-]++(?:\.[\w-]++)*")
_LABELLED = compile_late(
    r"(?:\b(?:nr\.?|no\.|n\.?[º°]|núm\.|num\.)|[№#§])\s?\d+|(?-i:\b[A-Z]{1,2}-?\d{1,4}\b)",
    re.IGNORECASE,
)
# A capitalised word inside a sentence, a figure, and the word that follows.
_NUMBERED = compile_late(r"(?<=[\w,;] )[A-Z][^\W\d_]+ \d{1,3}(?![\d%€$£])(?![.,:]\d) ?([^\W\d_]*)")
_NUMBERED_LINE = compile_late(r"^\W{0,3}[^\W\d_]{2,30} \d{1,4}:")  # "Clause 12: …"

# Languages where "seven hours" may be seven o'clock: "om zeven uur", "à neuf heures".
_HOURS_AS_COUNTED = frozenset(("es", "fr", "it", "nl", "pt", "ru"))
_CLOTHES = compile_late(r"\b(?:X{0,3}[SL]|M)\b")  # the size of a shirt
_MEASURED = 2  # words before "long": "75 cm long"
_REACH = 60  # characters behind a word such as "in" that say where
_RUN = compile_late(r"[^\W_]+")
_COMMAND = compile_late(r"```|`[^`]+`|^[ \t]*\$ ", re.MULTILINE)


def is_measured(kind: Kind) -> bool:
    """Return whether a text shows by itself if it names such a thing."""
    return kind in _MEASURES


@lru_cache(maxsize=KEPT)
def measure_kind(text: str, kind: Kind, language: str) -> float:
    """Measure how surely `text` names such a thing, 0 to 1."""
    lists = load_question_words(language)
    measure = _MEASURES.get(kind)
    return measure(text, lists) if measure else UNKNOWN


def _measure_time(text: str, lists: QuestionWords) -> float:
    if _CLOCK.search(text) or _DATE.search(text) or find_calendar(text, lists.language):
        return 1.0
    plain = fold(unify(text))
    if names_counted_day(plain, lists.language) or names_early_year(text, lists.language):
        return 0.9
    ranges = names_range_of_hours(plain, lists.language)
    from indexer.text.dates.bare_times import names_bare_time  # needs what finds dates

    if has_sign(text, "times", lists) or names_bare_time(plain, lists.language):
        return 1.0 if ranges else 0.9
    if ranges:
        return RANGE
    if _measure_duration(text, lists) == 1.0:  # "within four weeks" tells until when
        return (
            0.9 if has_sign(text, "deadlines", lists) or _tells_from_now(text, lists) else REPEATED
        )
    if has_sign(text, "often", lists) and has_sign(text, "units", lists):
        return REPEATED
    return UNKNOWN if has_sign(text, "deadlines", lists) else 0.0


def _tells_from_now(text: str, lists: QuestionWords) -> bool:
    """Return whether a text tells in how many weeks, say, something is."""
    words = read_text(text, lists.language).words
    spans = compile_spans(lists.language)
    return any(
        "rel:in" in one.relations and spans.search(fold(f"{one.text} {other.text}"))
        for one, other in pairwise(words)
    )


def tells_hour(text: str, language: str) -> bool:
    """Return whether a text tells a time of day, in figures or in words, and no day alone."""
    from indexer.text.dates.bare_times import names_bare_time  # needs what finds dates

    lists, plain = load_question_words(language), fold(unify(text))
    if not lists.is_spaced:  # there the signs of times are those of days and months, too
        return bool(_CLOCK.search(text)) or names_hours(text) or names_noon(plain, language)
    signed = has_sign(text, "times", lists)
    if _CLOCK.search(text) or names_hours(text) or signed:
        return True
    counted = language in _HOURS_AS_COUNTED and _measure_duration(text, lists) == 1.0
    return counted or names_bare_time(plain, language)


def _measure_amount(text: str, lists: QuestionWords) -> float:
    if _MONEY.search(text) and _DIGIT.search(text):
        return 1.0
    if has_sign(text, "free", lists):
        return 0.8
    if (billed := find_billed(text)) and not may_be_hour(billed):
        return BILLED
    untimed = cut_times(text, lists.language)
    if untimed != text:  # beside a day: "on Saturday from 11 to 3"
        untimed = compile_ranges(lists.language).sub("", fold(unify(untimed)))
    numbers = _PHONE.sub("", _NAMED_IN_BRACKETS.sub("", _NUMBERED_LINE.sub("", untimed)))
    if not has_number(numbers, lists.language):
        return 0.0
    # Numerals beside a time are hours: "from half past seven to ten".
    return BARE if _DIGIT.search(numbers) or _measure_time(text, lists) < 1.0 else 0.0


def _measure_number(text: str, lists: QuestionWords) -> float:
    untimed = cut_times(text, lists.language)  # "13:30: guests arrive"
    if has_number(_cut_labels(untimed, lists.language), lists.language):
        return 1.0
    return BARE if has_number(text, lists.language) else 0.0


def _cut_labels(text: str, language: str) -> str:
    """Cut the numbers that name something and count nothing: "No. 5", "in Year 4", "E7"."""
    text = _LABELLED.sub("", text)
    if language in ALL_NOUNS_CAPITAL:
        return text
    light = load_stopwords(language)
    return _NUMBERED.sub(lambda found: found[0] if _is_unit(found[1], light) else "", text)


def _is_unit(following: str, light: frozenset[str]) -> bool:
    return bool(following) and fold(following) not in light


def _measure_duration(text: str, lists: QuestionWords) -> float:
    spans = compile_spans(lists.language)
    if SYMBOLS["durations"].search(text) or spans.search(fold(unify(text))):
        return 1.0
    if compile_years(lists.language).search(text):
        return LASTING
    dated = _DATE.search(text) or find_calendar(text, lists.language)
    if (dated and says_until(text, lists.language)) or lasts_until_season(text, lists.language):
        return LASTING
    return 0.4 if has_sign(text, "units", lists) else 0.0


def _measure_frequency(text: str, lists: QuestionWords) -> float:
    if has_sign(text, "often", lists):
        return 1.0
    if has_sign(text, "units", lists) or _measure_time(text, lists) == 1.0:
        return 0.6
    return UNKNOWN if is_negated(text, lists.language) else 0.0  # "needs no cleaning"


def _measure_phone(text: str, lists: QuestionWords) -> float:
    found = (each for each in _PHONE.finditer(text) if not is_number_of_thing(each))
    digits = (sum(map(str.isdigit, each[0])) for each in found)
    if max(digits, default=0) >= _FEWEST_DIGITS:
        return 1.0
    return float(bool(_compile_short_numbers(lists.language).search(fold(unify(text)))))


@cache
def _compile_short_numbers(language: str) -> re.Pattern[str]:
    """Short telephone numbers, behind a word that says so: "Call 105.", "telefoon 14 030"."""
    lists = load_question_words(language)
    words = build_alternatives(lists.list_words("signs", "calling"))
    begin, joint = (r"\b", r"[\s:.]{1,3}(?:[^\W\d_]{1,3}\s)?") if lists.is_spaced else ("", r"\D?")
    number = r"\d{2,6}(?:\s\d{2,3})?"
    return re.compile(rf"{begin}(?:{words}){joint}{number}(?=\s?[-–.,;:!?)。，|](?!\d)|\s*$)")


def cut_mail(text: str) -> str:
    """Cut the addresses of mail."""
    return _MAIL.sub("", text)


def _measure_distance(text: str, lists: QuestionWords) -> float:
    """A distance in metres or, as people also say, in minutes."""
    return measure_unit(text, "distances", lists) or 0.8 * (_measure_duration(text, lists) == 1.0)


def _measure_size(text: str, lists: QuestionWords) -> float:
    """A size in units of an area, a volume or a length, or maybe in heads, or of clothes."""
    if any(measure_unit(text, each, lists) for each in ("sizes", "distances")):
        return 1.0
    told = has_number(_cut_labels(text, lists.language), lists.language) or _CLOTHES.search(text)
    return UNKNOWN if told else 0.0


def tells_length(text: str, asked: str, language: str) -> bool:
    """Return whether it is so many metres long, where `asked`, "how long", may ask for them."""
    adjective, words = asked.rpartition(" ")[2], tokenize(text)
    before = (
        " ".join(words[max(0, at - _MEASURED) : at])
        for at, each in enumerate(words)
        if fold(each) == adjective
    )
    return any(measure_kind(each, Kind.DISTANCE, language) == 1.0 for each in before)


def _measure_reason(text: str, lists: QuestionWords) -> float:
    return 1.0 if has_sign(text, "reasons", lists) else UNKNOWN / 2


def _measure_person(text: str, lists: QuestionWords) -> float:
    if has_sign(text, "people", lists) or "@" in text or names_doer(text, lists.language):
        return 1.0
    if not lists.is_spaced:
        return 1.0 if has_signed_name(text, lists.language) else UNKNOWN
    capitals = count_capitals(cut_times(text, lists.language), lists.language)
    if capitals > 1:
        return 1.0
    return UNKNOWN if capitals or lists.language == "de" else 0.2


def _measure_place(text: str, lists: QuestionWords) -> float:
    found = _names_place(text, lists) or _PATH.search(text)
    return 1.0 if found else ADDRESSED if _ADDRESS.search(text) else 0.3


def names_person(text: str, language: str, *, surely: bool) -> bool:
    """Return whether a text names a person: by a title, an address or capitals.

    Where a language tells names by their capitals, a word with a known meaning is none; `surely`
    takes two of them in a row.
    """
    lists = load_question_words(language)
    if has_sign(text, "people", lists) or "@" in text or _measure_phone(text, lists):
        return True
    if names_doer(text, language):
        return True
    if language in ALL_NOUNS_CAPITAL:
        return count_capitals(text, language) > 1
    if language not in TELLING_CAPITALS:
        return not tells_names_by_signs(language) or has_signed_name(text, language)
    words = read_text(text, language).words
    if surely:
        return any(is_full_name(one, other, language) for one, other in pairwise(words))
    # the first word may owe its capital to its place
    return any(each.place for each in words if is_name(each))


def _names_place(text: str, lists: QuestionWords) -> bool:
    """Return whether a text names a place, and not only a time behind a word such as "in"."""
    folded = fold(unify(text))
    found = compile_signs(lists.language, "places").finditer(folded)
    if not lists.is_spaced:
        return any(found)
    return any(
        _opens_place(each[0], folded[each.end() : each.end() + _REACH], lists) for each in found
    )


def _opens_place(sign: str, following: str, lists: QuestionWords) -> bool:
    light = load_stopwords(lists.language)
    phrase, gone, _rest = following.partition(GONE)
    runs = _RUN.findall(phrase)
    if runs and is_pronoun(runs[0], lists) and light.issuperset(runs[1:2]):
        return False  # "in it" is wherever that is, "in its box" is somewhere
    words = [each for each in runs if each not in light]
    if not words:
        return not (gone or sign in light)  # "on us" is nowhere, "upstairs" is somewhere
    times = (*lists.list_words("signs", "units"), *lists.list_words("calendar", "seasons"))
    is_time = not set(words[:2]).isdisjoint(times) or find_calendar(words[0], lists.language)
    return not (is_time or has_number(words[0], lists.language))


def _measure_option(text: str, lists: QuestionWords) -> float:
    return float(bool(_OPTION.search(text) or names_option(text, lists)))


def _measure_command(text: str, _lists: QuestionWords) -> float:
    return 1.0 if _COMMAND.search(text) or _OPTION.match(text) else UNKNOWN


_MEASURES: Mapping[Kind, Callable[[str, QuestionWords], float]] = {
    Kind.WHEN: _measure_time,
    Kind.AMOUNT: _measure_amount,
    Kind.NUMBER: _measure_number,
    Kind.DURATION: _measure_duration,
    Kind.OFTEN: _measure_frequency,
    Kind.PHONE: _measure_phone,
    Kind.EMAIL: lambda text, _lists: float(bool(_EMAIL.search(text))),
    Kind.WEIGHT: lambda text, lists: measure_unit(text, "weights", lists),
    Kind.TEMPERATURE: lambda text, lists: measure_unit(text, "degrees", lists),
    Kind.DISTANCE: _measure_distance,
    Kind.SIZE: _measure_size,
    Kind.MEASURE: lambda text, lists: measure_unit(text, "measures", lists),
    Kind.WHY: _measure_reason,
    Kind.WHO: _measure_person,
    Kind.WHERE: _measure_place,
    Kind.OPTION: _measure_option,
    Kind.HOW: _measure_command,
}
