"""Facts and turns that are asked for: is the right one found among hundreds or thousands?

`labels/memory/recall/open.jsonl` and `aside.jsonl` have questions of three kinds: in the fact's own
words (eight languages), paraphrased (English, for the local model knows no other), and about what
was said at a time. Facts lie among 500 others of other people, turns among 5,000 of small talk and
beside two turns on the same subject from other times.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from msgspec import Struct

from bench.halves import load_records
from bench.memory.filler_texts import generate_facts, generate_turns
from bot.answering.with_model.prompt import SHARES
from indexer.scopes import Scope, Visibility
from memory.conversations.search import parse_asked
from memory.fact import FactValue, Provenance
from memory.facts.brief import build_brief
from memory.facts.ledger import FactLedger
from memory.messages import Exchange
from memory.settings import MemorySettings
from tests.fakes import FakeClock
from tests.memory.conftest import ANN, World, open_world
from tests.memory.conversation import START

ANNS = Scope.of_chat(ANN)
SEEN = Visibility.only(ANNS)
FACTS = 500
TURNS = 5_000  # messages: half of them the person's, half replies
LOOKED_AT = 10  # results of a search
OLDEST = 340  # days
BUDGET = int(MemorySettings().context_budget * SHARES["related"])  # tokens of a brief
SHORT_WINDOW = MemorySettings(window_limit=20)  # nothing captures: it would grow

Kind = Literal["same_words", "paraphrased", "time"]
KINDS: tuple[Kind, ...] = ("same_words", "paraphrased", "time")


class SaidThen(Struct, frozen=True):
    text: str
    days_ago: int

    @property
    def at(self) -> datetime:
        return START - timedelta(days=self.days_ago)


class RecallQuestion(Struct, frozen=True):
    """A question about `fact`, or about `turn` rather than the `others` on its subject."""

    kind: Kind
    language: str
    question: str
    fact: str = ""
    turn: SaidThen | None = None
    others: tuple[SaidThen, ...] = ()


class RecallResult(Struct, frozen=True):
    """`found` by a search, before what is not asked for; `in_prompt` also counts the brief."""

    question: RecallQuestion
    found: bool
    in_prompt: bool


def load_recall_questions(half: str) -> list[RecallQuestion]:
    return [_parse_question(**each) for each in load_records("memory/recall", half)]  # type: ignore[arg-type]  # the fields of a line


def _parse_question(
    turn: dict[str, object] | None = None,
    others: Sequence[dict[str, object]] = (),
    **rest: object,
) -> RecallQuestion:
    said = SaidThen(**turn) if turn else None  # type: ignore[arg-type]  # the fields of a turn
    beside = tuple(SaidThen(**each) for each in others)  # type: ignore[arg-type]  # as above
    return RecallQuestion(turn=said, others=beside, **rest)  # type: ignore[arg-type]  # as above


async def ask_for_facts(
    folder: Path, questions: Sequence[RecallQuestion], facts: int = FACTS
) -> list[RecallResult]:
    asked = [each for each in questions if each.fact]
    async with open_world(folder / "facts", MemorySettings(), FakeClock(START)) as world:
        await _fill_facts(world, [each.fact for each in asked], facts)
        return [await _ask_for_fact(world, each) for each in asked]


async def _fill_facts(world: World, asked: Sequence[str], count: int) -> None:
    ledger = FactLedger(world.database)
    texts = mix_facts(asked, count)
    for number, text in enumerate(texts):
        at = START - timedelta(days=OLDEST - number * OLDEST / len(texts))
        await ledger.upsert(ANNS, FactValue(text), Provenance(), at)


def mix_facts(asked: Sequence[str], count: int) -> list[str]:
    """Mix the facts that are asked for among others, in the same order each time."""
    return sorted([*generate_facts(count - len(asked)), *asked], key=_hash_text)


def _hash_text(text: str) -> int:
    return sum(place * ord(character) for place, character in enumerate(text, 1)) % 7919


async def _ask_for_fact(world: World, asked: RecallQuestion) -> RecallResult:
    hits = await world.fact_reader.search(SEEN, asked.question, now=START, limit=LOOKED_AT)
    brief = await build_brief(world.fact_reader, SEEN, asked.question, now=START, budget=BUDGET)
    found = any(hit.fact.value.content == asked.fact for hit in hits)
    return RecallResult(asked, found, asked.fact in brief.text)


async def ask_for_turns(
    folder: Path, questions: Sequence[RecallQuestion], turns: int = TURNS
) -> list[RecallResult]:
    asked = [each for each in questions if each.turn]
    async with open_world(folder / "turns", SHORT_WINDOW, FakeClock(START)) as world:
        for number, exchange in enumerate(_build_conversation(asked, turns // 2)):
            await world.say(world.chat(), _number_exchange(exchange, number))
        return [await _ask_for_turn(world, each) for each in asked]


def _build_conversation(asked: Sequence[RecallQuestion], fillers: int) -> list[Exchange]:
    """Build the whole conversation, oldest first."""
    step = timedelta(days=OLDEST) / max(1, fillers)
    talk = [
        Exchange("", said, reply, START - number * step, START - number * step)
        for number, (said, reply) in enumerate(generate_turns(fillers), 1)
    ]
    labelled = [said for each in asked for said in (each.turn, *each.others) if said]
    talk += [Exchange("", said.text, "I see.", said.at, said.at) for said in labelled]
    return sorted(talk, key=lambda each: each.asked_at)


def _number_exchange(exchange: Exchange, number: int) -> Exchange:
    said, reply = exchange.question, exchange.answer
    return Exchange(f"m{number}", said, reply, exchange.asked_at, exchange.answered_at)


async def _ask_for_turn(world: World, asked: RecallQuestion) -> RecallResult:
    """Ask for a turn, which must be found, and before the others on its subject."""
    assert asked.turn
    texts = await search_conversations(world, asked.question)
    place = _find_place(texts, asked.turn.text)
    found = place < min(
        (_find_place(texts, each.text) for each in asked.others), default=len(texts)
    )
    return RecallResult(asked, found, found)


def _find_place(texts: Sequence[str], wanted: str) -> int:
    return next((at for at, text in enumerate(texts) if wanted in text), len(texts))


async def search_conversations(world: World, question: str) -> list[str]:
    """Search as the product does for a question about an earlier conversation."""
    asked = parse_asked(question, START.astimezone())
    found = await world.conversations.search(SEEN, asked, limit=LOOKED_AT)
    return [each.turn.text for each in found]
