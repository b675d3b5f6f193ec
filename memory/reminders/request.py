"""Understands simple requests for a reminder in fourteen languages, without a model. Pure.

`Remind me on Friday at nine to call Jo`, `morgen um 8 erinnere mich an die Miete`. Only the request
itself, times, and words that join them may stand before what is to be done, so that a sentence
that merely mentions a reminder is none.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from itertools import islice

from msgspec import Struct

from indexer.text.dates.grammar import UNSPACED, bound, build_grammar
from indexer.text.dates.moment import LONGEST, UNCLEAR, Moment, find_moment
from indexer.text.dates.offsets import FoldedText, Span, fold_text
from indexer.text.dates.repeats import Repeat
from indexer.text.languages import detect_language
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, list_question_languages, load_question_words
from indexer.text.sentence_kind import has_question_signs, is_question
from indexer.text.word_lists import (
    ListName,
    build_alternatives,
    list_languages,
    load_all_words,
    load_entries,
)

# Openings that are looked at: whoever says "remind me" more often does not ask for a reminder, and
# each is read for times, which takes milliseconds.
MOST_OPENINGS = 4
OPENERS: tuple[ListName, ...] = ("time_openers", "date_openers", "place_prepositions")
LATEST = 6  # words in which a time is named
_GAP = "…"  # in an opening: times may stand there
_BETWEEN = r"(?P<between>.{0,80}?)"
_EDGES = " \t\r\n,;:.!?¡¿。、，：；！？،؛؟–—-"
_NO_QUESTION = (Kind.SEARCH, Kind.WHETHER)


class ReminderRequest(Struct, frozen=True):
    """A request as understood: without `at`, no time was named; without `text`, no task."""

    text: str
    at: datetime | None  # aware, in the person's zone
    repeat: Repeat | None = None


def find_request(message: str, now: datetime) -> ReminderRequest | None:
    """Find a request for a reminder in a message that was sent at `now` in the person's zone."""
    if len(message) > LONGEST:
        return None
    folded = fold_text(" ".join(message.split()))
    for language in list_languages("reminder_openings"):
        for opening in islice(_list_openings(folded, language), MOST_OPENINGS):
            if request := _read_request(folded, opening, now, language):
                return request
    return None


def parse_reminder(message: str, now: datetime) -> ReminderRequest:
    """Read a text that is known to be one, as after /remind: a time, and what to do."""
    if request := find_request(message, now):
        return request
    if moment := find_moment(message, now):
        text = _strip_links(_join(moment.rest, moment.language), moment.language)
        return ReminderRequest(text, moment.at, moment.repeat)
    return ReminderRequest(message.strip(), None)


def _list_openings(folded: FoldedText, language: str) -> Iterator[Sequence[Span]]:
    """Yield the spans of each opening: two for one with a gap."""
    for match in _compile_openings(language).finditer(folded.folded):
        groups = match.groupdict()
        gap = next((name for name, found in groups.items() if found is not None), None)
        if gap is None:
            yield (match.span(),)
        else:
            yield (match.start(), match.start(gap)), (match.end(gap), match.end())


@cache
def _compile_openings(language: str) -> re.Pattern[str]:
    entries = sorted(load_entries("reminder_openings", language), key=len, reverse=True)
    patterns = (_build_opening(fold(each), place) for place, each in enumerate(entries))
    any_opening = "|".join(patterns)
    # Between signs a figure may stand right before one: `15:00提醒我`.
    return re.compile(any_opening if language in UNSPACED else bound(any_opening, language))


def _build_opening(entry: str, place: int) -> str:
    escaped = re.escape(entry).replace(r"\ ", " ")
    return escaped.replace(re.escape(_GAP), _BETWEEN.replace("between", f"between{place}"))


def _read_request(
    folded: FoldedText, opening: Sequence[Span], now: datetime, language: str
) -> ReminderRequest | None:
    before, *between, after = folded.cut(opening)
    if _asks(folded, opening, language):
        return None
    inner = " ".join(between)
    head = _find(before, now, language)
    if _strip_links(head.text, language):  # something else is said before the request
        return _read_trailing(before, inner + after, now, language)
    middle, tail = _find(inner, now, language), _find(after, now, language)
    if _strip_links(middle.text, language):
        if after.strip(_EDGES):
            return None
        tail, after = middle, inner  # what is to be done: kannst du mich `an die Miete` erinnern
    timed = next((each for each in (head, middle, tail) if each.at), None)
    task = tail.text if timed is tail else after
    text = _strip_links(task, language)
    alone = not _strip_links(after, language)  # "remind me": of what, and when, is still to be said
    if timed is None and not (alone or _is_task(after, language)):
        return None
    return ReminderRequest(text, timed.at if timed else None, timed.repeat if timed else None)


def _read_trailing(before: str, after: str, now: datetime, language: str) -> ReminderRequest | None:
    """Read a request at the end: `Call Jo tomorrow at nine, remind me`."""
    tail = _find(after, now, language)
    if _strip_links(tail.text, language):
        return None
    head = _find(before, now, language)
    timed = head if head.at else tail
    if not timed.at:
        return _read_untimed(before, language)
    text = _strip_links(head.text if head.at else before, language)
    return ReminderRequest(_end_task(text, language), timed.at, timed.repeat)


def _read_untimed(before: str, language: str) -> ReminderRequest | None:
    """Read a task without a time before the request: `Jo’yu aramayı hatırlat`."""
    task = before.strip(_EDGES)
    endings = tuple(ending for ending, _alone in _load_task_endings(language))
    if not endings or not task.casefold().endswith(endings):
        return None
    return ReminderRequest(_end_task(_strip_links(task, language), language), None)


def _end_task(text: str, language: str) -> str:
    """Return a task that stood before the request as it reads alone: `करने` is `करना`."""
    for ending, alone in _load_task_endings(language):
        if alone and text.endswith(ending):
            return f"{text.removesuffix(ending)}{alone}"
    return text


@cache
def _load_task_endings(language: str) -> Sequence[tuple[str, str]]:
    """Load how tasks end before a request, and how they end alone, if otherwise."""
    entries = (each.partition(" ") for each in load_entries("task_endings", language))
    return tuple((ending, alone) for ending, _space, alone in entries)


def _find(text: str, now: datetime, language: str) -> ReminderRequest:
    moment: Moment | None = find_moment(text, now, language) if text.strip(_EDGES) else None
    if moment is None:
        return ReminderRequest(text, None)
    return ReminderRequest(_join(moment.rest, language), moment.at, moment.repeat)


def _join(pieces: Sequence[str], language: str) -> str:
    return " ".join(("" if language in UNSPACED else " ").join(pieces).split())


def _asks(folded: FoldedText, opening: Sequence[Span], language: str) -> bool:
    """Return whether it is a question: `Remind me what we said on Friday`."""
    whole, after = folded.text, folded.cut(opening)[-1]
    if language in UNSPACED:
        # Whoever asks to be reminded, `提醒我…吗`, asks nothing else by that.
        polite = has_question_signs(folded.folded[slice(*opening[-1])])
        return has_question_signs("".join(folded.cut(opening))) if polite else is_question(whole)
    known = language if language in list_question_languages() else detect_language(whole)
    words = load_question_words(known if known in list_question_languages() else "en")
    start = after.strip(_EDGES)
    return any(
        words.find_phrase(start, "kinds", each.value, first=True)
        for each in Kind
        if each not in _NO_QUESTION
    )


def _is_task(after: str, language: str) -> bool:
    """Return whether `after` goes on as a task does: `to call Jo`, or names an unclear date."""
    start = after.strip(_EDGES)
    if not start:
        return False
    linked = _strip_links(after, language) != start
    begun = _is_infinitive(start.split()[0], language) or _begins_task(start, language)
    return linked or begun or bool(UNCLEAR.search(start)) or _begins_with_time(start, language)


def _begins_with_time(start: str, language: str) -> bool:
    """Return whether a time stands first that is over, or no calendar has: `on 31 February`."""
    words = fold(start).split()[:LATEST]
    if language in UNSPACED or not words:
        return False
    grammar = build_grammar(language)
    opens = words[0] in frozenset[str]().union(*(_load_links(each, language) for each in OPENERS))
    names = grammar.weekdays.keys() | grammar.months.keys() | grammar.units.keys()
    dated = any(each in names or each[0].isdigit() for each in words[1:])
    return (opens and dated) or grammar.named_days.match(fold(start)) is not None


def _begins_task(start: str, language: str) -> bool:
    """Return whether `start` is what is to be done, though no word links it: `给小周打电话`."""
    signs = tuple(load_entries("task_opening_signs", language))
    return bool(signs) and start.startswith(signs) and not has_question_signs(start)


def _is_infinitive(word: str, language: str) -> bool:
    """Return whether `word` has the ending of one; only where requests take it without a link."""
    endings = tuple(load_entries("infinitive_endings", language))
    return bool(endings) and word.casefold().endswith(endings)


def _strip_links(text: str, language: str) -> str:
    """Return `text` without the words that join it to the request."""
    bare = text.strip(_EDGES)
    while True:
        shorter = _strip_once(bare, language).strip(_EDGES)
        if shorter == bare:
            return bare
        bare = shorter


def _strip_once(text: str, language: str) -> str:
    if language in UNSPACED:
        signs = sorted(load_entries("reminder_link_signs", language), key=len, reverse=True)
        for sign in signs:
            text = text.removeprefix(sign) if language == "zh" else text.removesuffix(sign)
        return text
    folded = fold_text(text)
    match = _compile_links(language).match(folded.folded)
    return "".join(folded.cut([match.span()])) if match else text


@cache
def _compile_links(language: str) -> re.Pattern[str]:
    words = _load_links("reminder_links", language) | set(load_all_words("polite_words"))
    ends = build_alternatives([each for each in words if each.endswith("'")])
    whole = build_alternatives([each for each in words if not each.endswith("'")])
    return re.compile(rf"(?:{whole})(?!\w|')|(?:{ends})")


def _load_links(name: ListName, language: str) -> set[str]:
    return set(map(fold, load_entries(name, language)))
