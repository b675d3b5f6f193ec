"""Understands a few commands in plain words: `search invoice`, `merk dir, dass …`. Pure.

Only words that begin a message and cannot be a question count, so that nobody loses an answer:
whatever asks, or goes on like a question, stays one, unless the whole of it asks for a list that a
command shows. `plain_commands` has the words of each language, and those that look like a command
and are none (`forget it`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from bot.messages import opens_with_quotation
from indexer.text.dates.offsets import FoldedText, fold_text
from indexer.text.normalize import MARKS, fold
from indexer.text.word_lists import list_languages, load_entries, load_folded

LONGEST = 2000  # characters; a longer message is no command
NOTHING, POLITE = "none", "please"  # names in the list that are no commands
_GAP = "…"  # where the argument stands
_WORD = re.compile(rf"[\w{MARKS}]+(?:['’-][\w{MARKS}]+)*")
_UNSPACED = ("ja", "zh")  # no spaces between words
_EDGES = " \t\r\n,;:.!。、，：；！،؛–—-"
_OPENING = "\"'“„«(#@$€£+-"  # belongs to the word behind it
_CLOSING = "\"'”“»)%€$£.!"
_MOST = 8  # words of an opening
_NEAR = 4  # words from the beginning
KEPT = 256  # messages
_ASKING = "?？؟¿"
_LISTS = ("docs", "memory", "reminders", "why")  # commands that only show something
# Of these the argument is a topic, in a few words; the others' may be a whole sentence.
_TOPICS = {"search": 12, "forget": 12}


class Opening(Struct, frozen=True):
    """Words of a command: `before` its argument, and `behind` it."""

    command: str
    language: str
    before: tuple[str, ...]
    behind: tuple[str, ...]
    takes: bool  # an argument


class PlainCommand(Struct, frozen=True):
    name: str
    argument: str


# Asked when the message comes, and when its turn has come.
@lru_cache(maxsize=KEPT)
def find_plain_command(text: str) -> PlainCommand | None:
    """Return the command that a whole message is, in plain words; None for any other message."""
    if not text or len(text) > LONGEST or opens_with_quotation(text):
        return None
    folded = fold_text(text.strip(_EDGES + _ASKING))
    words = list(_WORD.finditer(folded.folded))
    found = _find_spaced(folded, _drop_politeness(words)) or _find_unspaced(folded)
    return None if found is None or _asks_else(text, found) else found


def _asks_else(text: str, found: PlainCommand) -> bool:
    """Return whether a message is a question that the command would not answer.

    The signs of the command itself ask nothing: `帮我` in `帮我找…`.
    """
    if found.name in _LISTS and not found.argument:
        return False
    from indexer.text.sentence_kind import (  # hardly any message needs it
        has_question_signs,
        is_question,
    )

    return is_question(text) or has_question_signs(found.argument)


def _find_spaced(folded: FoldedText, words: Sequence[re.Match[str]]) -> PlainCommand | None:
    said = [each[0] for each in words]
    for count in range(min(_MOST, len(words)), -1, -1):
        by_last = _load_openings().get(tuple(said[:count]), {})
        for opening in (each for last in (*said[-1:], "") for each in by_last.get(last, ())):
            tail = len(words) - len(opening.behind)
            if tail < count or tuple(said[tail:]) != opening.behind:
                continue
            argument = _cut(folded, words[count:tail])
            if opening.takes == bool(argument):
                return _build(opening, argument, said[count:tail])
    return None


def _find_unspaced(folded: FoldedText) -> PlainCommand | None:
    text = folded.folded
    if text.isascii():  # none of these scripts is
        return None
    for opening in _load_sign_openings():
        before, behind = "".join(opening.before), "".join(opening.behind)
        end = len(text) - len(behind)
        if end < len(before) or not (text.startswith(before) and text.endswith(behind)):
            continue
        argument = folded.text[folded.origins[len(before)] : folded.origins[end]].strip(_EDGES)
        if opening.takes == bool(argument):
            return _build(opening, argument, ())
    return None


def _build(opening: Opening, argument: str, words: Sequence[str]) -> PlainCommand | None:
    if opening.command == NOTHING:
        return None
    if (
        opening.takes
        and opening.language not in _UNSPACED
        and not _is_object(opening, argument, words)
    ):
        return None
    if opening.command in _TOPICS and "\n" in argument:
        return None
    return PlainCommand(opening.command, argument)


def _is_object(opening: Opening, argument: str, words: Sequence[str]) -> bool:
    """Return whether the argument names something, and neither asks nor states."""
    language = opening.language
    anywhere = not opening.before  # the verb stands last: "how long it takes, look that up"
    if len(words) > _TOPICS.get(opening.command, LONGEST):
        return False
    if _asks(argument, words[0], language, anywhere=anywhere):
        return False
    if opening.command in _TOPICS and words[0] in load_folded("copulas", language):
        return False  # "search is broken"
    return not load_folded("stopwords", language).issuperset(words)


def _asks(argument: str, first: str, language: str, *, anywhere: bool) -> bool:
    """Return whether the argument goes on as a question does: `search how long …`.

    It may have the word that asks `anywhere` where a language asks in the middle of a sentence.
    """
    from indexer.text.question_words import (  # hardly any message needs it
        Kind,
        list_question_languages,
        load_question_words,
    )

    if first in load_folded("clause_openings", language):
        return True
    if language not in list_question_languages():
        return False
    words = load_question_words(language)
    nouns = (Kind.PHONE, Kind.EMAIL)  # "phone number" is what to look for
    kinds = (each.value for each in Kind if each not in (Kind.SEARCH, Kind.WHETHER, *nouns))
    return any(words.find_phrase(argument, "kinds", each, first=not anywhere) for each in kinds)


def _cut(folded: FoldedText, words: Sequence[re.Match[str]]) -> str:
    """Return what stands from the first of `words` to the last, as it was written."""
    if not words:
        return ""
    start, end = folded.origins[words[0].start()], folded.origins[words[-1].end()]
    before, after = folded.text[:start], folded.text[end:]
    opened = before[len(before.rstrip(_OPENING)) :]
    closed = after[: len(after) - len(after.lstrip(_CLOSING))]
    return opened + folded.text[start:end] + closed


def _drop_politeness(words: list[re.Match[str]]) -> list[re.Match[str]]:
    """Return the words without a `please` at either end, or as one word near the beginning."""
    said = [each[0] for each in words]
    for polite in _load_politeness():
        if polite[0] not in said:
            continue
        length = len(polite)
        if tuple(said[:length]) == polite:
            words = words[length:]
        elif tuple(said[-length:]) == polite:
            words = words[:-length]
        elif length == 1 and polite[0] in said[:_NEAR]:
            words = [*words[: said.index(polite[0])], *words[said.index(polite[0]) + 1 :]]
        said = [each[0] for each in words]
    return words


@cache
def _load_openings() -> Mapping[tuple[str, ...], Mapping[str, list[Opening]]]:
    """Map the words that stand first, then the last one, to the openings.

    Longer endings come first; openings without any are under "".
    """
    found: dict[tuple[str, ...], dict[str, list[Opening]]] = {}
    every = sorted(_load_all(), key=lambda opening: (-len(opening.behind), opening.takes))
    for opening in every:
        if opening.language not in _UNSPACED and opening.command != POLITE:
            last = opening.behind[-1] if opening.behind else ""
            found.setdefault(opening.before, {}).setdefault(last, []).append(opening)
    return found


@cache
def _load_sign_openings() -> Sequence[Opening]:
    found = [each for each in _load_all() if each.language in _UNSPACED]
    return sorted(found, key=lambda each: -len("".join((*each.before, *each.behind))))


@cache
def _load_politeness() -> Sequence[tuple[str, ...]]:
    found = [each.before for each in _load_all() if each.command == POLITE]
    return sorted(found, key=len, reverse=True)


@cache
def _load_all() -> Sequence[Opening]:
    return tuple(_read_openings())


def _read_openings() -> Iterator[Opening]:
    for language in list_languages("plain_commands"):
        for line in load_entries("plain_commands", language):
            command, _equals, entries = line.partition(" = ")
            for entry in entries.split(", "):
                before, gap, behind = entry.partition(_GAP)
                split = _split_signs if language in _UNSPACED else _split_words
                yield Opening(command, language, split(before), split(behind), bool(gap))


def _split_words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(" ".join(map(fold, text.split()))))


def _split_signs(text: str) -> tuple[str, ...]:
    return (fold(text.strip()),)
