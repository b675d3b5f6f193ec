"""Measures what multis adds to one /ask: `python -m bench.ask [--chunks N] [--questions N]`.

The whole bot answers on a real database, opened as the daemon opens it, with a model in the process
that answers at once with two citations. The parts are also timed alone; most of the total is the
disk, because the turn is stored before the reply is sent.
"""

import argparse
import asyncio
import secrets
import tempfile
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime
from itertools import count, islice
from pathlib import Path
from random import Random
from statistics import median, quantiles

from msgspec import Struct

from bot.access.policy import Access
from bot.answering.with_model.prompt import Layers, PromptMessage, build_prompt
from bot.citations.check import check_citations
from bot.cli import tune_interpreter
from bot.home import Home
from bot.llm import Completion, Meter, Partial, Prompt, TokenUsage, Tool
from bot.messages import Attachment, Chat, IncomingMessage, Reply, Sender
from bot.services.open import open_services
from bot.services.resources import Setup
from bot.services.services import Services
from bot.settings.config import Settings
from bot.turns.command import Commands
from bot.turns.router import Bot
from indexer.documents import Chunk, Hit
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.store.writer import NewDocument
from memory.messages import Exchange

OWNER = "bench:1"
SEEN = Visibility.only(KB, ADMIN, Scope.of_chat(OWNER))
WORDS = 20_000  # in the vocabulary, with frequencies as in natural language
LENGTH = 150  # words of a chunk
PER_FILE = 500  # chunks
TARGET = 25.0  # milliseconds, the median on 10,000 chunks


class InstantModel:
    """A model that repeats the beginning of the first two passages it was shown."""

    async def complete(
        self, prompt: Prompt, *, max_tokens: int | None = None, meter: Meter | None = None
    ) -> Completion:
        if meter:
            meter.add(TokenUsage(1, 1, "instant"))
        return Completion("No notable information.")

    async def stream(
        self, prompt: Prompt, tools: tuple[Tool, ...] = (), meter: Meter | None = None
    ) -> AsyncGenerator[Partial | Completion]:
        text = build_answer(prompt.messages[-1].text)
        yield Partial(text)
        if meter:
            meter.add(TokenUsage(1, 1, "instant"))
        yield Completion(text)


def build_answer(asked: str) -> str:
    """Build two sentences from the passages above a question, each with its citation."""
    passages = [part.split(">\n", 1)[1] for part in asked.split("<passage-")[1:]]
    return " ".join(
        f"{' '.join(passage.split()[:12])} [{n}]." for n, passage in enumerate(passages[:2], 1)
    )


class ProseGenerator(Struct, frozen=True):
    """Generates made-up prose, the same for the same seed."""

    vocabulary: Sequence[str]
    random: Random

    def choose_words(self, number: int) -> list[str]:
        ranks = (int(WORDS ** self.random.random()) - 1 for _ in range(number))
        return [self.vocabulary[rank] for rank in ranks]

    def build_chunk(self, number: int) -> Chunk:
        words = self.choose_words(LENGTH)
        text = ". ".join(
            " ".join(words[start : start + 15]).capitalize() for start in range(0, LENGTH, 15)
        )
        return Chunk(f"doc:{number}", f"Section {number}", f"{text}.", pages=(number, number))

    def build_question(self) -> str:
        rare = [self.random.randrange(50, WORDS) for _ in range(4)]
        return f"What about {' '.join(self.vocabulary[rank] for rank in rare)}?"


def create_generator() -> ProseGenerator:
    random = Random(7)  # noqa: S311  # made-up prose needs no secrecy
    letters = ("bcdfghjklmnprstvwz", "aeiou")
    vocabulary = [
        "".join(random.choice(letters[place % 2]) for place in range(random.randrange(3, 10)))
        for _ in range(WORDS)
    ]
    return ProseGenerator(vocabulary, random)


async def main() -> None:
    options = _parse_options()
    tune_interpreter()
    made = create_generator()
    async with _open_bot(made, options.chunks) as (bot, services):
        questions = [made.build_question() for _ in range(options.questions)]
        await _time_answers(bot, questions[:5])  # whatever is loaded at the first question
        total = await _time_answers(bot, questions)
        hits = [await _search(services, question) for question in questions]
        _print(
            "search", await _time_async(lambda n: _search(services, questions[n]), len(questions))
        )
        _print("prompt", _time(lambda n: _build_prompt(questions[n], hits[n]), len(questions)))
        answers = [
            build_answer(_build_prompt(*pair).messages[-1].text)
            for pair in zip(questions, hits, strict=True)
        ]
        _print("citations", _time(lambda n: check_citations(answers[n], hits[n]), len(questions)))
        _print(
            "recording the turn", await _time_async(lambda n: _record(services, n), len(questions))
        )
        _print(f"total on {options.chunks:,} chunks", total)
        print(f"{'target':<24} median below {TARGET} ms on 10,000 chunks")


@asynccontextmanager
async def _open_bot(made: ProseGenerator, chunks: int) -> AsyncIterator[tuple[Bot, Services]]:
    with tempfile.TemporaryDirectory() as folder:
        access = Access(owners=frozenset({OWNER}))
        home = Home(Path(folder))
        setup = Setup(home, Settings(), access, _refuse_files)
        async with open_services(setup, lasting=True) as services:
            for first in range(0, chunks, PER_FILE):
                rows = [made.build_chunk(n) for n in range(first, min(chunks, first + PER_FILE))]
                document = NewDocument(f"/{first}.pdf", f"{first}.pdf", "pdf")
                await services.writer.put_document(KB, document, rows, datetime.now(UTC))
            await services.engines.wait_until_loaded()
            answering = services.with_model(InstantModel())
            yield Bot(Commands(), answering), answering


async def _refuse_files(_platform: str, _attachment: Attachment, _path: Path) -> None:
    raise AssertionError("nobody sends files here")


async def _time_answers(bot: Bot, questions: Sequence[str]) -> list[float]:
    """Return the milliseconds of each question, from the message to its reply."""
    messages = _build_messages(questions)
    return await _time_async(lambda _: _answer(bot, next(messages)), len(questions))


def _build_messages(questions: Sequence[str]) -> Iterator[IncomingMessage]:
    chat, sender = Chat("bench", "1", private=True), Sender("bench", "1")
    for question in questions:
        yield IncomingMessage(secrets.token_hex(8), chat, sender, question)


async def _answer(bot: Bot, message: IncomingMessage) -> None:
    async with aclosing(bot.handle(message)) as items:
        reply = [item async for item in items][-1]
    assert isinstance(reply, Reply)
    assert reply.sources, reply.text


async def _search(services: Services, question: str) -> list[Hit]:
    return await services.store.search(SEEN, question, limit=5, now=datetime.now(UTC))


async def _record(services: Services, number: int) -> None:
    now = datetime.now(UTC)
    turn = Exchange(f"timed:{number}", "What about it?", "That is how it is.", now, now)
    await services.memories.get("bench:2", Scope.of_chat("bench:2")).record(turn)


def _build_prompt(question: str, hits: Sequence[Hit]) -> Prompt:
    layers = Layers(PromptMessage("user", question), hits=hits)
    return build_prompt(layers, now=datetime.now(UTC), budget=24_000, nonce=secrets.token_hex(6))


async def _time_async(work: Callable[[int], Awaitable[object]], times: int) -> list[float]:
    taken: list[float] = []
    for number in range(times):
        began = time.perf_counter()
        await work(number)
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def _time(work: Callable[[int], object], times: int) -> list[float]:
    taken: list[float] = []
    for number in islice(count(), times):
        began = time.perf_counter()
        work(number)
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def _print(name: str, taken: Sequence[float]) -> None:
    high = quantiles(taken, n=20)[-1]
    print(f"{name:<24} median {median(taken):6.2f} ms   95th percentile {high:6.2f} ms")


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=100)
    return parser.parse_args()


if __name__ == "__main__":
    asyncio.run(main())
