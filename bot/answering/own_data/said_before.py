"""Questions about what was said, answered from recorded conversations, by words and by date."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.answering.extracts.phrases import format_phrase
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.verbs import is_light_verb
from bot.turns.command import Turn
from indexer.i18n import N_, _, format_moment
from indexer.late_patterns import compile_late
from indexer.store.rows import TurnHit
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold, unify
from indexer.text.question_words import Kind
from indexer.text.sentence_kind import is_statement
from indexer.text.stopwords import load_stopwords
from memory.conversations.recorder import (
    ASSISTANT,
    FORWARDED,
    PERSON,
    get_sender,
    is_forwarded,
)
from memory.conversations.search import (
    OWN,
    AskedTurns,
    drop_questions,
    find_time,
    is_answer,
    parse_asked,
)

MOST = 3  # turns that have words of the question
MOST_OF_PERIOD = 8  # where only a time was asked for
LOOKED_AT = 40  # turns: with those that are asked, answered or said again
CLOSE = 0.5  # of the best score
LONGEST = 300  # characters of a turn
_MARKS = ' ?!.,;:¿¡…"“”„«»'
_ASKING = (Kind.WHO, Kind.WHERE, Kind.HOW, Kind.WHY, Kind.WHICH, Kind.WHETHER, Kind.WHEN)
_PARTS = compile_late("['’-]")  # of a word: j'ai, suis-je
_SIGNS = compile_late(r"\w+")
NOTHING_SAID = N_("I find nothing about that in our conversations.")


class SaidBefore(Struct, frozen=True):
    """Turns; `asked_for` if the question is about conversations and nothing else.

    `in_words` if it says so itself: "what did we say", not only "what did I do on Monday".
    """

    hits: Sequence[TurnHit] = ()
    asked_for: bool = False
    in_words: bool = False


async def find_said_before(turn: Turn, question: AskedQuestion) -> SaidBefore:
    """Find what was said of the subject, or at the time, that `question` names.

    Empty for a question that names no time and does not ask what was said.
    """
    asked = parse_asked(question.text, turn.now.astimezone())
    about_talk = _asks_what_was_said(question)
    if not about_talk and (asked.span is None or is_statement(question.text)):
        return SaidBefore()
    asked = _keep_subject(asked, question)
    found = await turn.services.conversations.search(turn.recall, asked, limit=LOOKED_AT)
    if about_talk or (asked.span is not None and _speaks_of_persons(question)):
        return SaidBefore(_choose(found, asked), asked_for=True, in_words=about_talk)
    told = [each for each in found if each.score and not is_answer(each)]
    return SaidBefore(_choose(told, asked))


def _keep_subject(asked: AskedTurns, question: AskedQuestion) -> AskedTurns:
    """Leave out the words that only ask what was said: `did we talk about`.

    Where a time is asked for and nothing else, no word is left.
    """
    lists = question.lists
    leave = _list_runs if not lists.is_spaced else _list_subject
    subject = leave(asked.words, question)
    return replace(asked, words=subject) if subject or asked.span else asked


def _list_subject(words: str, question: AskedQuestion) -> str:
    silent = _list_silent(question)
    return " ".join(
        each
        for each in words.split()
        if not all(_says_little(part, silent, question) for part in _PARTS.split(each))
    ).strip(_MARKS)


def _list_silent(question: AskedQuestion) -> frozenset[str]:
    """List the words that ask, of which no turn is found."""
    talk = {word for each in question.lists.list_words("own", "talk") for word in each.split()}
    asking = {each for kind in _ASKING for each in question.lists.list_words("kinds", kind.value)}
    return load_stopwords(question.language) | talk | asking


def _says_little(part: str, silent: frozenset[str], question: AskedQuestion) -> bool:
    bare = fold(unify(part.strip(_MARKS)))
    light = question.lists.is_light(bare) or is_light_verb(bare, question.text, question.language)
    return len(bare) < 2 or bare in silent or light


def _list_runs(words: str, question: AskedQuestion) -> str:
    """Return what is left between the signs that ask, in a script without spaces."""
    lists, rest = question.lists, fold(unify(words)).replace(" ", "")
    phrases = [*lists.list_words("own", "talk"), *lists.list_words("own", "persons")]
    kinds = [each for kind in Kind for each in lists.lists["kinds"].get(kind.value, ())]
    light = lists.list_words("frames", "any")
    for each in sorted((*phrases, *kinds, *light, *lists.particles), key=len, reverse=True):
        rest = rest.replace(each, " ")
    return " ".join(_SIGNS.findall(rest))


def _asks_what_was_said(question: AskedQuestion) -> bool:
    phrase = question.lists.find_phrase(question.text, "own", "talk")
    whole = not question.lists.is_spaced or " " in phrase
    return bool(phrase) and (whole or _speaks_of_persons(question))


def _speaks_of_persons(question: AskedQuestion) -> bool:
    """Return whether the person asks about themselves, or about "us"."""
    persons = question.lists.list_words("own", "persons")
    if not question.lists.is_spaced:
        return any(each in question.text for each in persons)
    words = fold(unify(question.text)).split()
    parts = [part for each in words for part in _PARTS.split(each)]
    return any(fold(each) in persons for each in (*tokenize(unify(question.text)), *words, *parts))


def _choose(hits: Sequence[TurnHit], asked: AskedTurns) -> list[TurnHit]:
    """Choose the best, in the order in which they were said; of a bare period all that people said.

    Their questions tell what a conversation was about, and its answers only repeat documents.
    """
    best = max((each.score for each in hits), default=0.0)
    if not best:
        said = _drop_repeated([each for each in hits if not is_answer(each)])
        fullest = sorted(said, key=lambda each: -len(each.turn.text))[:MOST_OF_PERIOD]
        return sorted(fullest, key=lambda each: each.turn.said_at)
    hits = _drop_repeated(drop_questions(hits))
    most = max((each.explain[OWN] for each in hits), default=0.0)
    close = [
        each for each in hits if each.score >= CLOSE * best and each.explain[OWN] > CLOSE * most
    ][:MOST]
    return close if asked.span is None else sorted(close, key=lambda each: each.turn.said_at)


def _drop_repeated(hits: Sequence[TurnHit]) -> list[TurnHit]:
    """Drop what is said twice, and answers that only repeat what people said."""
    said = [_flatten(each) for each in hits if not is_answer(each)]
    kept: dict[str, TurnHit] = {}
    for each in hits:
        text = _flatten(each)
        if not (is_answer(each) and any(words in text for words in said)):
            kept.setdefault(text, each)
    return list(kept.values())


def _flatten(hit: TurnHit) -> str:
    return " ".join(hit.turn.text.split())


def drop_quoted(said: SaidBefore, quotations: str) -> SaidBefore:
    """Drop turns that are quoted anyway, from the notes of their conversation."""
    known = " ".join(quotations.split())
    left = [each for each in said.hits if _flatten(each) not in known]
    return replace(said, hits=left)


def format_said_before(said: SaidBefore, language: str) -> str:
    """List what was said, with its time and its speaker; empty for nothing."""
    if not said.hits:
        return ""
    return "\n".join([format_phrase("said", language), *map(_format_turn, said.hits)])


def _format_turn(hit: TurnHit) -> str:
    text = _flatten(hit)
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    said_at = find_time(hit.turn)
    moment = format_moment(said_at.astimezone()) if said_at else hit.turn.said_at
    line = _("{moment}, {speaker}: {text}", moment=moment, speaker=_name(hit), text=shown)
    return f"- {line}"


def _name(hit: TurnHit) -> str:
    match hit.turn.speaker:
        case str(speaker) if speaker == PERSON:
            return _("you")
        case str(speaker) if speaker == ASSISTANT:
            return "multis"
        case str(speaker) if speaker == FORWARDED:
            return _("forwarded by you")
        case _speaker if is_forwarded(hit.turn):
            return _("forwarded by {name}", name=get_sender(hit.turn))
        case speaker:
            return speaker
