"""Questions about what was said, answered from recorded conversations, by words and by date."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.answering.extracts.phrases import format_phrase
from bot.answering.extracts.question import AskedQuestion
from bot.turns.command import Turn
from indexer.i18n import N_, _, format_moment
from indexer.store.rows import TurnHit
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold, unify
from memory.conversations.recorder import ASSISTANT, FORWARDED, PERSON
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
CLOSE = 0.5  # of the best score
LONGEST = 300  # characters of a turn
NOTHING_SAID = N_("I find nothing about that in our conversations.")


@dataclass(frozen=True, slots=True)
class SaidBefore:
    """Turns; `asked_for` if the question is about conversations and nothing else."""

    hits: Sequence[TurnHit] = ()
    asked_for: bool = False


async def find_said_before(turn: Turn, question: AskedQuestion) -> SaidBefore:
    """Find what was said of the subject, or at the time, that `question` names.

    Empty for a question that names no time and does not ask what was said.
    """
    asked = parse_asked(question.text, turn.now.astimezone())
    about_talk = _asks_what_was_said(question)
    if asked.span is None and not about_talk:
        return SaidBefore()
    found = await turn.services.conversations.search(
        turn.recall, asked, limit=MOST_OF_PERIOD, now=turn.now
    )
    own = about_talk or (asked.span is not None and _speaks_of_persons(question))
    hits = _choose(found, asked)
    return SaidBefore(hits if own else [each for each in hits if each.score], own)


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
    return any(fold(each) in persons for each in (*tokenize(unify(question.text)), *words))


def _choose(hits: Sequence[TurnHit], asked: AskedTurns) -> list[TurnHit]:
    """Choose the best, in the order in which they were said; of a bare period all that people said.

    Their questions tell what a conversation was about, and its answers only repeat documents.
    """
    best = max((each.score for each in hits), default=0.0)
    if not best:
        return _drop_repeated([each for each in hits if not is_answer(each)])
    hits = _drop_repeated(drop_questions(hits))
    close = [each for each in hits if each.score >= CLOSE * best and each.explain[OWN]][:MOST]
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
    return f"- {_('{moment}, {speaker}:', moment=moment, speaker=_name(hit))} {shown}"


def _name(hit: TurnHit) -> str:
    match hit.turn.speaker:
        case str(speaker) if speaker == PERSON:
            return _("you")
        case str(speaker) if speaker == ASSISTANT:
            return "multis"
        case str(speaker) if speaker == FORWARDED:
            return _("forwarded by you")
        case speaker:
            return speaker
