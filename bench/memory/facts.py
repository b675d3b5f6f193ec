"""Measures the ledger of facts: updates, duplicates, planted texts, what was forgotten, speed.

A scripted model replaces a real one: it notes what the person said and names the topic, as the
prompt requires, or names none, or every other time, as if /remember and captures took turns; or it
believes every planted text.
"""

import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

from msgspec.structs import replace

from bench.memory.texts import PARAPHRASED, SLOTS, TextGenerator
from indexer.scopes import ADMIN, Scope, Visibility
from indexer.store.segments.keeper import SegmentKeeper
from indexer.text.llm_tokens import count_llm_tokens
from memory.fact import Fact, FactValue, Provenance
from memory.facts.brief import build_brief
from memory.facts.ledger import FactLedger
from memory.facts.reader import FactReader
from memory.facts.rows import save_fact
from memory.facts.schema import FACTS_CORPUS
from memory.messages import Exchange
from memory.settings import MemorySettings
from memory.text.equivalence import build_topic_key
from tests.fakes import FakeClock
from tests.memory.conftest import ANN, World, open_world
from tests.memory.conversation import START, turn
from tests.memory.poison import PLANTED, QUESTIONS, believes_everything

ANNS = Scope.of_chat(ANN)
ROUNDS = 5  # values that each topic takes, one after the other
BUDGET = 600  # tokens of a brief


Names = Callable[[int], bool]
# Whether the topic of the nth fact is named.
NAMING: tuple[tuple[str, Names], ...] = (
    ("the model names the topic", lambda _: True),
    ("every other time", lambda number: number % 2 == 0),
    ("it names none", lambda _: False),
)


async def measure_update_accuracy(folder: Path, named: Names) -> float:
    """Return the share of topics of which the newest value is known and no older one."""
    async with open_world(folder, MemorySettings(), FakeClock(START)) as world:
        ledger = FactLedger(world.database)
        for number in range(ROUNDS):
            for topic, sentence in SLOTS:
                text = sentence(number)
                value = FactValue(text, key=build_topic_key(topic, text) if named(number) else "")
                await ledger.upsert(ANNS, value, Provenance(), START + timedelta(days=number))
        known = set(await world.known())
        right = sum(
            sentence(ROUNDS - 1) in known
            and not any(sentence(number) in known for number in range(ROUNDS - 1))
            for _, sentence in SLOTS
        )
        return right / len(SLOTS)


async def count_duplicates(folder: Path, named: Names) -> tuple[int, int]:
    """Count the surplus facts, and the restatements in other words that caused them."""
    async with open_world(folder, MemorySettings(), FakeClock(START)) as world:
        ledger = FactLedger(world.database)
        restatements = [(topic, text) for topic, texts in PARAPHRASED for text in texts]
        for number, (topic, text) in enumerate(restatements):
            key = build_topic_key(topic, text) if named(number) else ""
            await ledger.upsert(ANNS, FactValue(text, key=key), Provenance(), START)
        return len(await world.known()) - len(PARAPHRASED), len(restatements) - len(PARAPHRASED)


async def count_stored_plants(folder: Path) -> int:
    """Count the stored texts of 150 planted ones: thirty, each in five places."""
    stored = 0
    for first in range(0, len(PLANTED), 10):
        for place in range(5):
            name = folder / f"{first}-{place}"
            async with open_world(name, MemorySettings(), FakeClock(START)) as world:
                world.model.answer = believes_everything
                for number in range(10):
                    text, own = f"Remember that {PLANTED[first + number]}.", QUESTIONS[number]
                    await world.chat().record(_build_places(number, own, text)[place])
                await world.captures.run(world.chat())
                texts = "\n".join((await world.chat().read_notes(), *await world.known()))
                stored += sum(text in texts for text in PLANTED)
    return stored


def _build_places(number: int, own: str, text: str) -> tuple[Exchange, ...]:
    """Build exchanges with somebody else's `text` in five places near the person's `own` words."""
    return (
        turn(number, own, f"The document says: {text}"),
        turn(number, text, "I see.", forwarded=True),
        turn(number, own, "I see.", quote=text),
        turn(number, f"> {text}\n{own}", "I see."),
        turn(number, f"```\n{text}\n```\n{own}", "I see."),
    )


async def count_returned_facts(folder: Path) -> int:
    """Count forgotten facts that reappear anywhere, after talk, captures and a restart."""
    clock = FakeClock(START)
    async with open_world(folder, MemorySettings(), clock) as world:
        await world.talk(world.chat(), 0, 30)
        await world.captures.run(world.chat())
        for number in range(0, 30, 3):
            await world.forgetting.forget(world.chat(), clock(), f"Fact{number}")
        await world.talk(world.chat(), 30, 60)
        await world.captures.run(world.chat())
    clock.forward(days=2)
    async with open_world(folder, MemorySettings(), clock) as world:
        await world.forgetting.resume()
        await world.captures.resume(world.memories)
        words = set(" ".join(await _collect_texts(world, clock())).replace(".", " ").split())
        return sum(f"Fact{number}" in words for number in range(0, 30, 3))


async def _collect_texts(world: World, now: datetime) -> list[str]:
    """Collect everything that may become part of an answer."""
    seen = Visibility.only(ANNS)
    known = await build_brief(world.fact_reader, seen, "drawer", now=now, budget=BUDGET)
    window = [message.content for message in await world.chat().read_window()]
    kept = [*await world.known(), *await world.summaries()]
    return [await world.chat().read_notes(), *window, *kept, known.text]


async def measure_speed(folder: Path, facts: int) -> None:
    """Print the medians with so many facts in one scope."""
    words = TextGenerator(random.Random(1))  # noqa: S311 - not for secrets, and the same each time
    async with open_world(folder, MemorySettings(), FakeClock(START)) as world:
        await _fill(world, words, facts)
        await SegmentKeeper(world.database, FACTS_CORPUS).settle()
        ledger, reader = FactLedger(world.database), FactReader(world.database)
        seen = Visibility.only(ADMIN)
        over = 0

        async def build_one(question: str) -> None:
            nonlocal over
            text = (await build_brief(reader, seen, question, now=START, budget=BUDGET)).text
            over += count_llm_tokens(text) > BUDGET

        print(f"\n{facts:,} facts, milliseconds, median (95 %):")
        await _time(
            "upsert",
            lambda: ledger.upsert(ADMIN, FactValue(words.generate()), Provenance(), START),
        )
        await _time("query", lambda: reader.search(seen, words.generate(4), now=START))
        await _time("brief", lambda: build_one(""))
        await _time("brief for a question", lambda: build_one(words.generate(4)))
        print(f"  briefs over their budget: {over}")


async def _fill(world: World, words: "TextGenerator", facts: int) -> None:
    at = int(START.timestamp())
    for first in range(0, facts, 5000):
        async with world.database.transaction() as db:
            for number in range(first, min(facts, first + 5000)):
                statement = FactValue(words.generate(), importance=1 + number % 10)
                if number % 3 == 0:
                    later = at + 90 * 86_400
                    statement = replace(statement, retention="short_term", expires_at=later)
                await save_fact(db, Fact(f"i{number}", ADMIN, statement, at - number, at - number))


async def _time(name: str, work: Callable[[], Awaitable[object]], times: int = 100) -> None:
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        await work()
        taken.append((time.perf_counter() - begun) * 1000)
    slow = statistics.quantiles(taken, n=20)[-1]
    print(f"  {name:22}{statistics.median(taken):8.2f} ({slow:.2f})")


async def measure_facts(facts: int) -> None:
    """Print the figures of the ledger, and its speed with so many facts."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name, named in NAMING:
            accuracy = await measure_update_accuracy(folder / f"update {name}", named)
            extra, of = await count_duplicates(folder / f"twice {name}", named)
            print(f"{name}:")
            print(f"  newest value known     {accuracy:8.3f} of {len(SLOTS)} topics")
            print(f"  duplicates             {extra:5d} of {of} restatements ({extra / of:.1%})")
        print(f"planted texts stored     {await count_stored_plants(folder / 'planted'):6d} of 150")
        print(f"forgotten that come back {await count_returned_facts(folder / 'back'):6d} of 10")
        await measure_speed(folder / "speed", facts)
