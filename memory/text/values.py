"""Lists the days, hours and amounts in a statement, and the words that name things. Pure."""

import re
from collections.abc import Sequence

from indexer.inference.alignment import LIGHT
from indexer.inference.figures.units import MONEY, SCALES
from indexer.inference.reading import Reading, Word
from indexer.text.normalize import fold
from indexer.text.word_lists import load_all_words

DAYS = ("day", "month", "season", "when")
HOUR = re.compile(r"(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d\d))?")
LASTING = frozenset(("unit:h", "unit:min"))
VALUES = ("num", "unit", "day", "month", "season", "when", "daypart", "clock", "rel", "mod", "conj")
CHANGES = frozenset(
    (
        *(
            "begin",
            "bring_forward",
            "cancel",
            "change",
            "decrease",
            "divorce",
            "extend",
            "increase",
            "move",
        ),
        *("move_house", "postpone", "raise", "reduce", "rehouse", "replace", "retire", "transfer"),
    )
)
LAST_OF_MONTH = 31
LINKED = 2  # words: `14 de junio`
# A word such as `to` with its article, in it, es, fr, pt and de: `anticipato al 6`.
CONTRACTED = frozenset(("al", "am", "ao", "au", "dal", "del", "do", "du", "zum"))


def names_thing(word: Word) -> bool:
    """Tell if a word names something: it is no value, and no verb that only says what changes."""
    if word.has("kin"):
        return True
    if not word.term or word.is_number or any(word.has(each) for each in VALUES):
        return False
    changes = word.has("asp") or not word.topics.isdisjoint(CHANGES)
    elided = word.text.endswith(("'", "’"))
    return word.topics.isdisjoint(LIGHT) and (word.is_led or not (changes or elided))


def gives_other_value(mine: Reading, theirs: Reading) -> bool:
    """Tell if both have a day, an hour or an amount, and not the same."""
    known = frozenset(each.term for each in mine.words) & {each.term for each in theirs.words}
    values, others = (_leave_known(list_values(each), known) for each in (mine, theirs))
    kinds = values.keys() & others.keys()
    units = [_list_units(each) for each in (mine, theirs)]
    if all(units) and units[0].isdisjoint(units[1]):  # 20 mg, 8 pounds
        kinds = {each for each in kinds if not each.startswith("amount")}
    return any(values[kind] - others[kind] for kind in kinds)


def _list_units(reading: Reading) -> frozenset[str]:
    """List what amounts are counted in."""
    marks = (mark for each in reading.words for mark in each.marks)
    units = frozenset(mark for mark in marks if mark.startswith("unit:")) - LASTING
    return frozenset("money" if each in MONEY else SCALES.get(each, (each,))[0] for each in units)


def are_of_other_times(mine: Reading, theirs: Reading) -> bool:
    """Tell if each is of a day, or of an hour, and not the same: `the 8:10 train`, at 7:40."""
    days, dates, hours = (
        (listed(mine), listed(theirs))
        for listed in (_list_weekdays, _list_days_of_month, _list_hours)
    )
    if any(_differ(*each) for each in (days, dates)):
        return True
    # Another clause may say to what hour it was moved: `Raj can't, we're doing 2pm`.
    alone = len(mine.by_clause) == 1 and not (days[0] & days[1] or dates[0] & dates[1])
    return alone and _differ(*hours)


def _differ(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and one.isdisjoint(other)


def _list_weekdays(reading: Reading) -> frozenset[str]:
    marks = (mark for each in reading.words for mark in each.marks)
    return frozenset(mark for mark in marks if mark.startswith("day:"))


def _list_days_of_month(reading: Reading) -> frozenset[str]:
    return frozenset(filter(str.isdecimal, list_values(reading).get("day", frozenset())))


def _list_hours(reading: Reading) -> frozenset[str]:
    """List the hours in a statement, of twelve: `9pm` may be that of `at 21:00`."""
    values = list_values(reading)
    spoken = values.get("clock", frozenset()) | values.get("at", frozenset())
    clocks = (HOUR.fullmatch(each) for each in spoken)
    return frozenset(
        f"{int(each['hour']) % 12}:{int(each['minute'] or 0)}" for each in clocks if each
    )


def _leave_known(
    values: dict[str, frozenset[str]], known: frozenset[str]
) -> dict[str, frozenset[str]]:
    """Return values without what both name in their kind: `950 rent`, `the rent is 900`."""
    found: dict[str, frozenset[str]] = {}
    for kind, held in values.items():
        plain = " ".join(each for each in kind.split() if each not in known)
        found[plain] = found.get(plain, frozenset()) | held
    return found


def list_values(reading: Reading) -> dict[str, frozenset[str]]:
    """Map each kind of value in a statement ("day", "clock", "amount term") to those it has."""
    found: dict[str, set[str]] = {}
    for word in reading.words:
        if kind := _name_kind(word, reading):
            found.setdefault(kind, set()).add(_name_value(word))
    return {kind: frozenset(values) for kind, values in found.items()}


def _name_kind(word: Word, reading: Reading) -> str:
    if any(word.has(each) for each in DAYS):
        return "day"
    if not word.is_figure:
        return ""
    if _is_of_month(word, reading):
        return "day"
    before, beside = (reading.words[max(0, n) : n + 1] for n in (word.place - 1, word.place + 1))
    if ":" in word.text or any(each.has("clock") or each.has("daypart") for each in beside):
        return "clock"
    near = [*beside, *_take_measured(word, reading)]
    counted = [each.term for each in near if _is_counted(each) and each.clause == word.clause]
    if _is_day_of_month(word, before) and not counted:
        return "day"
    lasting = [each for each in beside if not each.marks.isdisjoint(LASTING)]
    placed = any("rel:in" in each.marks for each in before) and not (counted or lasting)
    return "at" if placed else " ".join(("lasting" if lasting else "amount", *counted))


def _is_counted(word: Word) -> bool:
    """Tell if a word may say what is counted, and is nothing that people only sigh: `al 23 uff`."""
    return names_thing(word) and fold(word.text) not in load_all_words("openers")


def _take_measured(word: Word, reading: Reading) -> Sequence[Word]:
    """Take the word behind a unit, and behind the `of` that follows it: `20 mg of | aspirin`."""
    behind = reading.words[word.place + 1 : word.place + 2 + LINKED]
    if not (behind and behind[0].has("unit")):
        return ()
    linked = bool(behind[1:]) and not behind[1].marks.isdisjoint(("rel:of", "rel:from"))
    return behind[2:] if linked else behind[1:2]


def _is_day_of_month(word: Word, before: Sequence[Word]) -> bool:
    """Tell if a number behind an article may be a day of a month: `the 25th`, `den 11.`."""
    led = word.is_led or any(each.text in CONTRACTED for each in before)
    return led and word.text.isdecimal() and 0 < int(word.text[:3]) <= LAST_OF_MONTH


def _is_of_month(word: Word, reading: Reading) -> bool:
    """Tell if a number is a day of a month: `14 June`, `14 de junio`."""
    before = reading.words[max(0, word.place - LINKED) : word.place]
    behind = reading.words[word.place + 1 : word.place + 1 + LINKED]
    for near in (before[::-1], behind):
        first = next((each for each in near if "rel:of" not in each.marks), None)
        if first is not None and first.has("month"):
            return True
    return False


def _name_value(word: Word) -> str:
    marks = sorted(each for each in word.marks if each.partition(":")[0] in VALUES)
    return " ".join(marks) or word.text
