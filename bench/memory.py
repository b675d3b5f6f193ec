"""How good memory is, and how fast, without a network: `python -m bench.memory [--items 100000]`.

A scripted model stands for a real one: it notes what the person said and names the topic, as the
prompt asks it to, or names none, or every other time, as where /remember and captures take turns;
or it believes every text that somebody planted.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from bench.memory_texts import PARAPHRASED, SLOTS, TextGenerator
from indexer.scopes import ADMIN, Scope, Visibility
from indexer.search.live_index import open_live_index
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
# Whether the topic of the nth statement is named.
NAMING: tuple[tuple[str, Names], ...] = (
    ("the model names the topic", lambda _: True),
    ("every other time", lambda number: number % 2 == 0),
    ("it names none", lambda _: False),
)


async def measure_update_accuracy(folder: Path, named: Names) -> float:
    """The share of topics whose newest value is the one that is known, and no older one with it."""
    async with open_world(folder, MemorySettings(), FakeClock(START)) as world:
        ledger = FactLedger(world.database)
        for number in range(ROUNDS):
            for topic, sentence in SLOTS:
                text = sentence(number)
                said = FactValue(text, key=build_topic_key(topic, text) if named(number) else "")
                await ledger.upsert(ANNS, said, Provenance(), START + timedelta(days=number))
        known = set(await world.known())
        right = sum(
            sentence(ROUNDS - 1) in known
            and not any(sentence(number) in known for number in range(ROUNDS - 1))
            for _, sentence in SLOTS
        )
        return right / len(SLOTS)


async def count_duplicates(folder: Path, named: Names) -> tuple[int, int]:
    """Items too many, after so many restatements in other words."""
    async with open_world(folder, MemorySettings(), FakeClock(START)) as world:
        ledger = FactLedger(world.database)
        said = [(topic, text) for topic, texts in PARAPHRASED for text in texts]
        for number, (topic, text) in enumerate(said):
            key = build_topic_key(topic, text) if named(number) else ""
            await ledger.upsert(ANNS, FactValue(text, key=key), Provenance(), START)
        return len(await world.known()) - len(PARAPHRASED), len(said) - len(PARAPHRASED)


async def count_stored_plants(folder: Path) -> int:
    """Planted texts that were stored, of 150: thirty, each in five places."""
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
                told = "\n".join((await world.chat().read_notes(), *await world.known()))
                stored += sum(text in told for text in PLANTED)
    return stored


def _build_places(number: int, own: str, text: str) -> tuple[Exchange, ...]:
    """The places where somebody else's `text` may stand beside the person's `own` words."""
    return (
        turn(number, own, f"The document says: {text}"),
        turn(number, text, "I see.", forwarded=True),
        turn(number, own, "I see.", quote=text),
        turn(number, f"> {text}\n{own}", "I see."),
        turn(number, f"```\n{text}\n```\n{own}", "I see."),
    )


async def count_returned_facts(folder: Path) -> int:
    """Facts that were forgotten and stand anywhere again: after talk, captures and a restart."""
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
    """Everything that may come into an answer."""
    seen = Visibility.only(ANNS)
    known = await build_brief(world.fact_reader, seen, "drawer", now=now, budget=BUDGET)
    window = [message.content for message in await world.chat().read_window()]
    kept = [*await world.known(), *await world.summaries()]
    return [await world.chat().read_notes(), *window, *kept, known.text]


async def measure_speed(folder: Path, items: int) -> None:
    """Prints the medians with so many items in one scope."""
    words = TextGenerator(random.Random(1))  # noqa: S311 - not for secrets, and the same each time
    async with open_world(folder, MemorySettings(), FakeClock(START)) as world:
        await _fill(world, words, items)
        async with open_live_index(folder / "multis.db", FACTS_CORPUS) as live:
            await live.wait_until_loaded()
            ledger, reader = FactLedger(world.database), FactReader(world.database, live)
            seen = Visibility.only(ADMIN)
            over = 0

            async def briefed(question: str) -> None:
                nonlocal over
                text = (await build_brief(reader, seen, question, now=START, budget=BUDGET)).text
                over += count_llm_tokens(text) > BUDGET

            print(f"\n{items:,} items, milliseconds, median (95 %):")
            await _time(
                "upsert",
                lambda: ledger.upsert(ADMIN, FactValue(words.generate()), Provenance(), START),
            )
            await _time("query", lambda: reader.search(seen, words.generate(4), now=START))
            await _time("brief", lambda: briefed(""))
            await _time("brief for a question", lambda: briefed(words.generate(4)))
            print(f"  briefs over their budget: {over}")


async def _fill(world: World, words: "TextGenerator", items: int) -> None:
    at = int(START.timestamp())
    for first in range(0, items, 5000):
        async with world.database.transaction() as db:
            for number in range(first, min(items, first + 5000)):
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


async def main(items: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for told, named in NAMING:
            accuracy = await measure_update_accuracy(folder / f"update {told}", named)
            extra, of = await count_duplicates(folder / f"twice {told}", named)
            print(f"{told}:")
            print(f"  newest value known     {accuracy:8.3f} of {len(SLOTS)} topics")
            print(f"  duplicates             {extra:5d} of {of} restatements ({extra / of:.1%})")
        print(f"planted texts stored     {await count_stored_plants(folder / 'planted'):6d} of 150")
        print(f"forgotten that come back {await count_returned_facts(folder / 'back'):6d} of 10")
        await measure_speed(folder / "speed", items)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=100_000)
    asyncio.run(main(parser.parse_args().items))
