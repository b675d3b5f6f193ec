"""Decides if words are about a part of an earlier statement's thing, or one of its kind. Pure.

`The fitting for the wedding is on Friday now` says nothing of when the wedding is, `the rent of the
garage has gone up` nothing of the rent, and `yoga on Thursdays` is not that on Tuesdays. The date,
the price or the appointment of a thing is its own.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.text.dates.finder import has_mention
from indexer.text.dates.holidays import names_holiday
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_all_words
from memory.text.ages import find_ages
from memory.text.naming import has_like, list_naming, list_shared
from memory.text.roles import HEAD_LAST
from memory.text.statement import LONGEST, find_pattern, load_copulas, parse_statement
from memory.text.values import CHANGES, list_values, names_thing

# What is said of these is said of the thing itself: `the price of the gym`, `dentist appointment`.
WHOLE = frozenset(
    (
        *("address", "begin", "bill", "born", "class", "concert", "contract", "cost", "course"),
        *("deadline", "end", "excursion", "fee", "flight", "game", "key_code", "match_game"),
        *("meeting", "member", "name", "number", "offer", "party", "password", "place", "practise"),
        *("rent", "reserve", "return_trip", "sport", "train", "visit", "work", "workshop"),
    )
)
EVENTS = frozenset(
    (
        *("class", "concert", "course", "excursion", "flight", "game", "match_game", "meeting"),
        *("party", "practise", "train", "visit", "workshop"),
    )
)
# What takes place once.
SINGLE = (EVENTS - {"class", "course", "practise"}) | {"dinner", "evening_meal", "exam"}
FREE_DAYS = frozenset(("holiday", "weekend"))
NAMING = frozenset(("call", "name"))
SETTINGS = frozenset(("adjacent", "company", "office", "school", "work"))
HOMES = frozenset(("apartment", "flat", "home", "house", "place", "room"))
FOR = "rel:for"
OF = "rel:of"
THING = "thing"
QUIT = "asp:quit"  # `he dejado de fumar`
OF_WORDS = frozenset(("von", "vom", "van"))  # which are `from` as well
OF_OR_FOR = ("de", "en", "nl")  # elsewhere, what follows is a reason as often: `por la lluvia`
VERBS = CHANGES | {"be", "cost", "go", "have"}
VALUING = frozenset(
    (
        "be",
        "become",
        "begin",
        "close",
        "cost",
        "depart",
        "end",
        "get",
        "go",
        "have",
        "leave",
        "open",
    )
)
PAIR = 2  # words: a link, and what it links to
FIRST = 2  # words that name what a statement is about
FARTHEST = 4  # words from a thing to what it belongs to
LONGEST_COMPOUND = 2  # words behind the first
OF_SIGNS = re.compile(r"(?P<owner>[^\s，、。は]{2,6})[的の](?P<thing>[^\s，、。\d是]{2,6})")
OWN_SIGNS = re.compile("[我私僕俺新前今本这這那個个]|咱|うち|自分")
WHOLE_SIGNS = re.compile("时间|時間|日期|日時|日程|地点|場所|价格|價格|価格|料金|名|费|費|代|会|會")
SAME = 2  # signs that stand in both
GENITIVE = re.compile(r"(?<!л)[аяыи]$")
ADJECTIVE = re.compile(r"(?:[аяы]я|[ыио]й|[оыи]е|[уюе]ю|[ео]го|[ыи]х)$")


def is_of_part(said: str, old: str) -> bool:
    """Tell if what both name only belongs to something else in `said`, or is another one of it."""
    if max(len(said), len(old)) > LONGEST:
        return False
    language = guess_language(f"{said} {old}")
    mine, theirs = read_text(said, language), read_text(old, language)
    if _is_of_some_days(mine, theirs, said) and not (_tells_new_day(said) or _is_dated(old)):
        return True
    if language in UNSPACED:
        return any(_belong_apart(found, old) for found in OF_SIGNS.finditer(said))
    first = list_naming(theirs)[:FIRST]
    pairs = [(one, two) for one, two in list_shared(mine, theirs) if two in first]
    named = [one for one, two in leave_values(pairs, theirs) if is_thing_of(two, theirs)]
    meant = [each for each in named if not _leads_on(each, named)]
    return bool(meant) and all(_is_apart(each, mine, theirs) for each in meant)


def _is_dated(text: str) -> bool:
    """Tell if a text has a date, or an age, which grows on a day: `Ben turned 8 on Saturday`."""
    return has_mention(text) or bool(find_ages(parse_statement(text)))


def _tells_new_day(text: str) -> bool:
    return find_pattern("rescheduling_patterns", fold(unify(text))) is not None


def _is_of_some_days(mine: Reading, theirs: Reading, said: str) -> bool:
    """Tell if an hour is that of some days alone: `it opens at 9 on Sundays`, `it opens at 7`.

    What takes place once has its day with its hour: `the party is on Friday at 8`.
    """
    once = any(each.topics & SINGLE for each in theirs.words)
    counted = all(any(map(_is_hour, each.words)) for each in (mine, theirs))
    if once or not counted or any(map(_is_weekly, theirs.words)):
        return False
    return any(map(_is_weekly, mine.words)) or names_holiday(said)


def _is_hour(word: Word) -> bool:
    return word.is_number or word.has("clock")


def _is_weekly(word: Word) -> bool:
    return word.has("day") or not word.topics.isdisjoint(FREE_DAYS)


def leave_values(pairs: Sequence[tuple[Word, Word]], reading: Reading) -> list[tuple[Word, Word]]:
    """Leave out what a statement says of a thing that both name: `my doctor | is Doctor Reis`."""
    verbs = [each.place for each in reading.words if leads_to_value(each)]
    places = [two.place for _one, two in pairs]
    first = min((at for at in verbs if any(place < at for place in places)), default=None)
    return [each for each in pairs if first is None or each[1].place < first]


def leads_to_value(word: Word) -> bool:
    """Tell if a verb leads to what something is, costs, or to when it begins."""
    return not word.is_led and (
        bool(word.topics & VALUING) or fold(word.text) in load_copulas() | load_all_words("now")
    )


def _leads_on(word: Word, named: Sequence[Word]) -> bool:
    """Tell if a word leads on to one that both name: `wifi` of `the wifi password at work`."""
    return any(each.place == word.place + 1 and each.clause == word.clause for each in named)


def is_thing_of(word: Word, reading: Reading) -> bool:
    """Tell if a word names a thing, and neither what that is made of nor that it is called so."""
    before = reading.words[max(0, word.place - PAIR) : word.place]
    counts = any(each.has("unit") or each.is_number for each in before[:1])  # `500 euro di affitto`
    links = [e for e in before[-1:] if _links(e) and e.clause == word.clause and e.place]
    if links and not counts:
        return False
    return word == list_naming(reading)[0] or word.topics.isdisjoint(NAMING)


def _is_apart(one: Word, mine: Reading, theirs: Reading) -> bool:
    others = (
        *_find_whole(one, mine),
        *_find_owner(one, mine),
        *_find_compound(one, mine),
        *_find_genitive(one, mine),
        *_find_setting(one, mine),
    )
    apart = (
        (each.topics.isdisjoint(WHOLE - SETTINGS) or _are_two_events(each, one))
        and not _has_like(each, theirs)
        for each in others
    )
    return any(apart) or _is_of_other_day(one, mine, theirs)


def _are_two_events(one: Word, two: Word) -> bool:
    """Tell if each takes place on a day of its own: the party of a course."""
    return bool(one.topics & EVENTS and two.topics & EVENTS) and one.topics.isdisjoint(two.topics)


def _has_like(word: Word, reading: Reading) -> bool:
    return (bool(word.term) or word.has("kin")) and has_like(word, reading)


def _find_whole(one: Word, reading: Reading) -> Iterator[Word]:
    """Find what belongs to a thing: `fitting` of `the fitting for the wedding`, or is a numbered
    part of it: `chapter 3 of Emma`.
    """
    linked = counted = False
    for each in reversed(reading.words[: one.place]):
        links = _links(each) or each.has(FOR)
        named = names_thing(each) or (linked and each.is_led and not each.has(QUIT))
        counted = counted or (linked and each.is_number)
        small = each.has("poss") or each.has("pers:clitic") or (linked and each.is_number)
        if each.clause != one.clause or not (named or links or small):
            return
        if named:
            yield from [each] if linked and (counted or _opens(each, reading)) else []
            return
        linked = linked or links


def _is_small(word: Word) -> bool:
    """Tell if a word only leads a noun, or joins two; Portuguese `a` is read as `to`."""
    article = not word.place and word.text.lower() in load_all_words("definite_articles")
    return article or _links(word) or word.has("poss") or word.has("pers:clitic")


def _opens(word: Word, reading: Reading) -> bool:
    """Tell if nothing but a noun, or a word such as `my`, stands before one in its clause."""
    before = [e for e in reading.words[: word.place] if e.clause == word.clause]
    return word.is_led or all(names_thing(each) or _is_small(each) for each in before)


def _links(word: Word) -> bool:
    return word.has(OF) or word.text.lower() in OF_WORDS


def _find_owner(one: Word, reading: Reading) -> Iterator[Word]:
    """Find what a thing belongs to: `garage` of `the rent of the garage`."""
    following = [
        each
        for each in reading.words[one.place + 1 : one.place + 1 + FARTHEST]
        if each.clause == one.clause and not any(map(each.has, ("poss", "pers", "num")))
    ]
    following = following[1:] if following and _counts_or_measures(following[0]) else following
    if len(following) < PAIR or not (names_thing(following[1]) or following[1].is_number):
        return
    # `traded the Volvo for a Skoda` begins with no thing
    opens = reading.language in OF_OR_FOR and one in list_naming(reading)[:1]
    if _links(following[0]) and following[1].is_number:
        yield from (each for each in following[2:3] if names_thing(each))  # `der 2b`
        return
    if _links(following[0]) or (opens and (following[0].has(FOR) or _is_placed(one, following))):
        yield following[1]


def _counts_or_measures(word: Word) -> bool:
    """Tell if a word ends the name of a thing: `phone number`, `bin day`."""
    return "number" in word.topics or word.has("unit")


def _is_placed(one: Word, following: Sequence[Word]) -> bool:
    """Tell if a thing that is no event stands where not one's own does: `rent on the studio is`."""
    link, place = following[:PAIR]
    own = place.is_name or place.topics & HOMES or one.topics & EVENTS
    return link.has("rel:in") and not own and any(each.topics & VERBS for each in following)


def _find_compound(one: Word, reading: Reading) -> Iterator[Word]:
    """Find the last noun that a thing only begins: `tasting` of `the wedding cake tasting is`."""
    if reading.language not in HEAD_LAST or one.has("kin"):
        return
    last = None
    for each in reading.words[one.place + 1 : one.place + PAIR + LONGEST_COMPOUND]:
        if each.clause != one.clause or each.is_led or each.has("kin"):
            return
        if THING in each.topics:
            words = reading.by_clause[one.clause]
            ends = each == words[-1] and not any(other.topics & VERBS for other in words)
            yield from [each] if ends else []  # `sold the cello case`, not `changed the time`
            return
        if not names_thing(each):
            yield from [last] if last and each.topics & VERBS else []
            return
        if _says_when(each):
            return
        last = each


def _find_setting(one: Word, reading: Reading) -> Iterator[Word]:
    """Find what says that a thing is not one's own: `work phone`, `password at work`."""
    before = reading.words[max(0, one.place - 1) : one.place]
    link, *behind = (*reading.words[one.place + 1 : one.place + 1 + PAIR], one)
    if link.has("rel:in") and link.clause == one.clause:
        yield from (each for each in behind[:1] if each.topics & SETTINGS)
    if reading.language in HEAD_LAST and not one.is_led:
        yield from (each for each in before if each.topics & SETTINGS)


def _says_when(word: Word) -> bool:
    """Tell if a word only says since when: `Tom finally moved`."""
    return fold(word.text) in load_all_words("now") | load_all_words("moving_auxiliaries")


def _find_genitive(one: Word, reading: Reading) -> Iterator[Word]:
    """Find the noun right beside a Russian one: `аренда | гаража`, `подруга | сестры`."""
    if reading.language != "ru":
        return
    near = reading.words[max(0, one.place - 1) : one.place + PAIR]
    for thing, owner in pairwise(near):
        if find_pattern("naming_patterns", fold(unify(thing.text))):
            continue  # `фамилия Белова`
        nouns = names_thing(thing) and names_thing(owner) and thing.clause == owner.clause
        if nouns and GENITIVE.search(owner.text) and not ADJECTIVE.search(thing.text):
            yield owner if thing == one else thing


def _is_of_other_day(one: Word, mine: Reading, theirs: Reading) -> bool:
    """Tell if a weekday right beside a thing tells it from another: `the Friday standup is`."""
    beside = _list_beside(one, mine)
    day = next((each for each in beside if each.has("day")), None)
    if day is None or not any(each.topics & VERBS for each in mine.words[day.place :]):
        return False
    known = list_values(theirs).get("day", frozenset())
    weekdays = {each for each in known if each.startswith("day:")}
    return weekdays == known and weekdays.isdisjoint(day.marks)


def _list_beside(one: Word, reading: Reading) -> list[Word]:
    """List the word before a thing, and the one behind it, where that stands behind `on`."""
    before = reading.words[max(0, one.place - 1) : one.place]
    behind = reading.words[one.place + 1 : one.place + 1 + PAIR]
    placed = [each for each in behind if behind[0].has("rel:in")]
    return [each for each in (*before, *placed) if each.clause == one.clause]


def _belong_apart(found: re.Match[str], old: str) -> bool:
    """Tell if of two words in signs, joined by `of`, one alone stands in `old`."""
    owner, thing = found["owner"], found["thing"]
    owned, named = owner[-SAME:] in old, thing[:SAME] in old
    if owned and not named:
        return WHOLE_SIGNS.search(thing) is None
    return named and not owned and not (OWN_SIGNS.search(owner) or has_mention(owner))
