"""Follow-up questions: "and in winter?", "who wrote that?" take over what was asked before.

A message continues the conversation if it opens like one ("and", "what about"), or is short and
points back ("it", "there", "she") without naming what it means. Anything else is a new topic. Many
such words point at nothing: "is there a sauna", "was kostet das Essen", the formal "haben Sie …".
A question of words that fit any topic ("When is the open day?") may be either: it `stands`.
"""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache, partial

from msgspec.structs import replace

from bot.answering.question.asked_question import (
    AskedQuestion,
    detect_language_asked,
    parse_question,
)
from bot.answering.question.asked_words import weigh_words
from bot.answering.question.meanings import is_pronoun
from bot.answering.question.mentions import names_relative
from bot.answering.question.relative_days import name_days
from bot.answering.question.verbs import is_done
from bot.turns.command import Turn
from indexer.aside import run_aside
from indexer.inference.reading import read_text
from indexer.late_patterns import compile_late
from indexer.text.analyzer import tokenize
from indexer.text.dates.calendar import find_calendar
from indexer.text.normalize import fold, unify
from indexer.text.question_words import (
    Kind,
    QuestionWords,
    detect_clear_language,
    load_question_words,
)
from indexer.text.sentence_kind import drop_correction, is_question
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import ListName, load_all_folded, load_all_words, load_words
from memory.messages import Message

SHORT = 3  # content words of a question that points back
OPENED = 5  # content words of a question that opens like a continuation
QUOTED = 2  # passages of the last answer whose documents count
BACK = 6  # messages looked at
FOLLOW = "follow"  # the section of lists of how a question continues another
FRAGMENT = 5  # words of a question without a verb
_PREPOSITIONS: tuple[ListName, ...] = (
    "place_prepositions",
    "date_openers",
    "with_words",
    "until_words",
    "since_words",
    "time_openers",
)
_OF_PERSONS = ("pers:", "poss:other")  # marks of what may stand for somebody
LONGEST = 1000  # characters of a question that continues another, or is continued
_NAME = compile_late(r"(?<![\w’'-])[^\W\d_a-z][\w’'-]++(?>(?:\s++[^\W\d_a-z][\w’'-]++)+)")
# "One" points back, but not in "my one year old".
_ONE_YEAR = compile_late(r"\bone(?=[ -](?:year|month|week)s?[ -]olds?\b)", re.IGNORECASE)
# Before an article (but not in "father"), a preposition with one, or a word that asks.
_JOINED_AND = compile_late(
    r"^\s*(و)(?=ال(?!د)..|لل..|بال..|كم\b|متى\b|أين\b|اين\b|هل\b|ما\b|ماذا\b|من\b|كيف\b|لماذا\b|في\b|على\b)"
)
_RUN = compile_late(r"[^\W_]+(?:['’.-][^\W_]+)*")
_QUOTE = compile_late(r"^- |^\||\[\d+\]", re.MULTILINE)
_SOURCE = compile_late(r"^\[\d+\] .*$", re.MULTILINE)


async def understand_question(turn: Turn, text: str) -> AskedQuestion:
    """Parse a message, with what it continues of the questions before it in its chat."""
    read = partial(read_question, text, await turn.read_conversation(), turn.now.date())
    question = await run_aside(read, len(text))
    if not question.before:
        return question
    return replace(question, files=await _find_quoted_files(turn))


def read_question(text: str, window: Sequence[Message], today: date) -> AskedQuestion:
    """Parse a message that may continue those in `window`, with its days by their names."""
    return name_address(name_days(continue_question(text, window), today))


def name_address(question: AskedQuestion) -> AskedQuestion:
    """Return the question with the word for an address, if it asks where and names no thing."""
    named = question.lists.lists["things"].get(Kind.WHERE.value, ())[:1]
    if question.kind is not Kind.WHERE or question.before or question.dated or not named:
        return question
    words = weigh_words(question, question.language)
    if not all(question.lists.is_frame(question.kind, each.text) for each in words):
        return question
    return replace(question, dated=f"{question.text} {named[0]}")


async def _find_quoted_files(turn: Turn) -> frozenset[str]:
    services = turn.services
    last = await services.last_answers.find(turn.message.chat.key)
    quoted = last.passages[:QUOTED] if last else ()
    loaded = await asyncio.gather(
        *(services.store.load_passage(turn.recall, each) for each in quoted)
    )
    return frozenset(hit.file for hit in loaded if hit)


def continue_question(text: str, window: Sequence[Message]) -> AskedQuestion:
    """Parse `text`, with what it continues of the questions in `window`, the latest last."""
    if len(text) > LONGEST:
        return parse_question(text)
    text = _part_and(_ONE_YEAR.sub("1", text))
    alone = parse_question(text)
    asked = [each.content[:LONGEST] for each in window if each.role != "assistant"]
    about = _leave_thingless(asked[-BACK:], text, alone.language)
    before, meant = _find_topic(about, load_question_words(alone.language)), ""
    if before and (meant := _cut_correction(text)):
        text, alone = meant, parse_question(meant)
    if not before or _is_in_another_language(text, before):
        return alone
    if not (meant and _is_short(alone)) and not is_follow_up(text, before):
        return alone
    pointing = points_at_topic(text, load_question_words(alone.language))
    named = _list_names(window, alone.language) if pointing else ""
    question = parse_question(text, f"{before} {named}".strip())
    stands = not (pointing or question.goes_on) and _asks_by_itself(alone)
    alike = question.kind is parse_question(before).kind
    return replace(question, said=_find_last_answer(window) if alike else "", stands=stands)


def _cut_correction(text: str) -> str:
    """Return what somebody meant who corrects a question: "no, I mean 2026"; "" for no such."""
    folded = fold(unify(text)).lstrip()
    rest = drop_correction(folded).strip()
    refusing, _space, behind = rest.partition(" ")
    if refusing in load_all_words("assents") and _cut_meant(behind):
        rest = behind
    rest = _cut_meant(rest) or rest
    left = len(tokenize(rest))
    places = [each.start() for each in _RUN.finditer(text)]
    return text[places[-left] :] if rest != folded and 0 < left < len(places) else ""


def _cut_meant(text: str) -> str:
    """Return what stands behind "I mean" in folded text; "" if it does not open so."""
    phrases = sorted(load_all_folded("meant_words"), key=len, reverse=True)
    return next((text[len(each) :].strip() for each in phrases if text.startswith(f"{each} ")), "")


def _is_short(question: AskedQuestion) -> bool:
    words = weigh_words(question, question.language)
    return sum(each.need > 0 for each in words) <= SHORT


def _part_and(text: str) -> str:
    """Part the Arabic "and" from the word that it is written with, where that surely is one."""
    return _JOINED_AND.sub(r"\1 ", text)


def _asks_by_itself(question: AskedQuestion) -> bool:
    """Return whether a question has more words than those that ask."""
    asking = question.phrase.split()
    words = weigh_words(question, question.language)
    asks = question.kind is not Kind.SEARCH
    return asks and any(fold(each.text) not in asking for each in words)


def _is_in_another_language(text: str, before: str) -> bool:
    """Return whether both are clearly in languages of their own, so that a new topic begins."""
    languages = {detect_clear_language(each) for each in (text, before)}
    return "" not in languages and len(languages) > 1


def is_follow_up(text: str, before: str) -> bool:
    """Return whether `text` cannot be understood without an earlier question."""
    language = detect_language_asked(f"{text} {before}")
    lists = load_question_words(language)
    question = parse_question(text)
    content = sum(each.need > 0 for each in weigh_words(question, language))
    if lists.find_phrase(text, "follow", "openers", first=True):
        return content <= OPENED
    if question.kind is Kind.SEARCH or content > SHORT:
        return content <= SHORT and _is_fragment(text, language)
    points_back = points_at_topic(text, lists) or not _has_topic(question, language)
    return points_back and not _asks_of_before(text)


def _is_fragment(text: str, language: str) -> bool:
    """Return whether a question is what a preposition begins, and no more: "at 6 am?"."""
    words = [fold(each) for each in tokenize(unify(text))]
    return (
        bool(words)
        and len(words) <= FRAGMENT
        and is_question(text)
        and (words[0] in _load_prepositions(language))
    )


@cache
def _load_prepositions(language: str) -> frozenset[str]:
    return frozenset(fold(word) for name in _PREPOSITIONS for word in load_words(name, language))


def _asks_of_before(text: str) -> bool:
    from memory.facts.current_state import asks_of_before  # needs facts: few questions come here

    return asks_of_before(text)


def _has_topic(question: AskedQuestion, language: str) -> bool:
    """Return False for a bare question word: "how long?"; "what is my name?" has one."""
    if not load_all_words("owners").isdisjoint(map(fold, tokenize(unify(question.text)))):
        return True
    words = weigh_words(question, language)
    return any(each.need > 0 for each in words) and any(
        not question.lists.is_frame(question.kind, each.text) for each in words
    )


def points_at_topic(text: str, lists: QuestionWords) -> bool:
    """Return whether a word of a question stands for what was spoken of before."""
    if not lists.is_spaced:
        return any(each in text for each in lists.list_words(FOLLOW, "pronouns"))
    words = [part for each in tokenize(unify(text)) for part in each.split("-")]  # "est-elle"
    empty = frozenset(_list_empty_places([fold(each) for each in words], lists))
    return any(
        place not in empty and is_pronoun(word, lists) and _points(words, place, lists)
        for place, word in enumerate(words)
    )


def _list_empty_places(words: Sequence[str], lists: QuestionWords) -> Iterator[int]:
    """Yield the places of phrases that point at nothing."""
    empty = _group_empty(lists.language)
    for at, word in enumerate(words):
        for wanted in empty.get(word, ()):
            if words[at : at + len(wanted)] == wanted:
                yield from range(at, at + len(wanted))


@cache
def _group_empty(language: str) -> Mapping[str, list[list[str]]]:
    """Group the words of such phrases by the first of them."""
    found: dict[str, list[list[str]]] = {}
    for phrase in load_question_words(language).list_words(FOLLOW, "empty"):
        words = phrase.replace("-", " ").split()
        found.setdefault(words[0], []).append(words)
    return found


def _points(words: Sequence[str], place: int, lists: QuestionWords) -> bool:
    """Return whether a pronoun points back where it stands."""
    word, named = words[place], _stands_before_noun(words, place, lists.language)
    if place and word in lists.lists[FOLLOW]["addressed"]:
        return False
    folded = fold(word)
    if folded in lists.list_words(FOLLOW, "determiners"):
        return not named
    return named or folded not in lists.list_words(FOLLOW, "owners")


def _stands_before_noun(words: Sequence[str], place: int, language: str) -> bool:
    """Return whether a word with a meaning of its own follows."""
    return place + 1 < len(words) and fold(words[place + 1]) not in load_stopwords(language)


def _leave_thingless(asked: Sequence[str], text: str, language: str) -> Sequence[str]:
    """Leave out the questions behind the last that names what the "it" of `text` may mean.

    Of "When is the trip?" and "What does my son need to bring?", it is the trip.
    """
    lists = load_question_words(language)
    opened = lists.find_phrase(text, FOLLOW, "openers", first=True)
    if opened or not points_at_topic(text, lists) or _may_mean_person(text, language):
        return asked
    named = [at for at, each in enumerate(asked) if _names_thing(each)]
    return asked[: named[-1] + 1] if named else asked


def _may_mean_person(text: str, language: str) -> bool:
    """Return whether a pronoun of a text may stand for somebody: "she", "her"."""
    marks = (mark for word in read_text(text, language).words for mark in word.marks)
    return any(mark.startswith(_OF_PERSONS) for mark in marks)


def _names_thing(text: str) -> bool:
    """Return whether a question has a word that is no relative, and nothing that is done.

    What a question opens with "and", or corrects, is the thing that it is about.
    """
    question = parse_question(_cut_correction(text) or text)
    language = question.language
    return any(
        word.need > 0
        and not question.lists.is_frame(question.kind, word.text)
        and not names_relative(word.text, language)
        and not is_done(word.text, text, language)
        for word in weigh_words(question, language)
    )


def _find_topic(asked: Sequence[str], lists: QuestionWords) -> str:
    """Return the last question that stands on its own, with the one after it that continues it."""
    later = ""
    for text in reversed(asked):
        opened = lists.find_phrase(text, "follow", "openers", first=True)
        meant = _cut_correction(text)
        if not (opened or meant or points_at_topic(text, lists)):
            return f"{text} {later}".strip()
        later = later or meant or text
    return later


def _list_names(window: Sequence[Message], language: str) -> str:
    """Return the names in the last answer, if it quotes anything: "she" is one of them."""
    answer = _find_last_answer(window)
    text = _SOURCE.sub("", answer) if _QUOTE.search(answer) else ""
    names = (each for each in _NAME.findall(text) if not find_calendar(each, language))
    return " ".join(names)


def _find_last_answer(window: Sequence[Message]) -> str:
    answers = [each.content for each in window if each.role == "assistant"]
    return answers[-1] if answers else ""
