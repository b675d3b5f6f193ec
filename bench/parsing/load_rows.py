"""Measures the bot while it indexes: the event loop, folders, a large store, hostile files."""

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles

from bench.parsing.rows import Row
from bench.search.corpus import Generator
from bench.search.filling import fill
from indexer.documents import Section
from indexer.ingest.chunker import DOCUMENT, split_text
from indexer.ingest.jobs import Outcome, build_job
from indexer.ingest.pipeline import Pipeline
from indexer.parsing.errors import ParseError
from indexer.parsing.limits import Limits
from indexer.parsing.pool import open_parser_pool
from indexer.parsing.sandbox import parse
from indexer.scopes import KB, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.analysis.client import open_analysis_client
from indexer.store.corpus import PASSAGES
from indexer.store.database import Database, open_database
from indexer.store.schema import INDEX
from indexer.store.segments.keeper import SegmentKeeper
from indexer.store.writer import Writer
from tests.hostile import HOSTILE

NOW = datetime(2025, 1, 1, tzinfo=UTC)
BEAT = 0.005  # seconds
NOTES = 5_000
LARGE = 100_000  # chunks
BOOKS = 12  # large texts that are indexed into the large store
AT_ONCE = 2
HEAVY = ("octave.pdf", "handbook-en-US.docx", "handbook-en-US.md", "UDHR_first_article_all.txt")


def measure_stall(documents: Path) -> Iterator[Row]:
    """Measure the delay of a heartbeat while files are parsed, beyond its delay when idle."""
    idle = asyncio.run(_measure_delay(asyncio.sleep(5)))
    for name in HEAVY:
        busy = asyncio.run(_measure_delay(_read_and_split(documents / name)))
        over = [max(0.0, ours - theirs) for ours, theirs in zip(busy, idle, strict=True)]
        figure, met = f"{over[0]:.0f}, {over[1]:.0f} ms", over[0] <= 15 and over[1] <= 50
        note = f"idle {idle[0]:.0f}, {idle[1]:.0f} ms"
        yield Row(f"loop late by, {name}: p99, max", figure, "15, 50 ms", met, note)


async def _measure_delay(work: Coroutine[None, None, None]) -> tuple[float, float]:
    late = list[float]()

    async def beat() -> None:
        while True:
            started = time.perf_counter()
            await asyncio.sleep(BEAT)
            late.append((time.perf_counter() - started - BEAT) * 1000)

    beating = asyncio.create_task(beat())
    await work
    beating.cancel()
    return quantiles(late, n=100)[-1], max(late)


async def _read_and_split(path: Path) -> None:
    async with aclosing(parse(path, limits=Limits(wall_seconds=600))) as found:
        sections = [each async for each in found if isinstance(each, Section)]
    await asyncio.to_thread(lambda: [split_text(each.text, DOCUMENT) for each in sections])


@asynccontextmanager
async def _open_pipeline(folder: Path) -> AsyncIterator[tuple[Pipeline, Database]]:
    async with (
        open_database(folder / "multis.db", INDEX) as database,
        open_parser_pool(Limits(), AT_ONCE) as parsers,
        open_analysis_client() as analysis,
    ):
        yield Pipeline(Writer(database, analysis.analyze), parsers, lambda: NOW), database


async def _index(pipeline: Pipeline, paths: Sequence[Path]) -> list[Outcome]:
    """Index files, as many at once as the pipeline allows, and return the outcomes."""
    jobs = iter([build_job(path, KB) for path in paths])
    outcomes = list[Outcome]()

    async def work() -> None:
        for job in jobs:
            async with aclosing(pipeline.run(job)) as steps:
                outcomes.extend([step async for step in steps if isinstance(step, Outcome)])

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    return outcomes


def measure_notes(documents: Path) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        text = (documents / "norwich-city.txt").read_text().split()
        yield from asyncio.run(_measure_notes(Path(folder), text))


async def _measure_notes(folder: Path, words: Sequence[str]) -> list[Row]:
    chance = random.Random(1)  # noqa: S311 - repeatable notes, no secret
    paths = [folder / f"note-{number}.md" for number in range(NOTES)]
    for number, path in enumerate(paths):
        path.write_text(f"# Note {number}\n\n{' '.join(chance.choices(words, k=150))}\n")
    rates = []
    async with _open_pipeline(folder) as (pipeline, _):
        for status in ("indexed", "unchanged"):
            started = time.perf_counter()
            outcomes = await _index(pipeline, paths)
            rates.append(NOTES / (time.perf_counter() - started))
            assert {outcome.status for outcome in outcomes} == {status}
    first, second = rates
    return [
        Row(f"{NOTES:,} notes, files/s", f"{first:.0f}", "150", first >= 150),
        Row(f"{NOTES:,} notes unchanged, files/s", f"{second:.0f}", "2000", second >= 2000),
    ]


def measure_throughput(documents: Path) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        book = (documents / "handbook-en-US.md").read_text()
        generator = Generator(documents.parent / "retrieval")
        yield asyncio.run(_measure_throughput(Path(folder), book, generator))


async def _measure_throughput(folder: Path, book: str, generator: Generator) -> Row:
    """Index copies of a book with shuffled words: duplicates would be searched twice."""
    chance = random.Random(1)  # noqa: S311 - repeatable books, no secret
    words, paths = book.split(" "), list[Path]()
    for number in range(BOOKS):
        paths.append(folder / f"book-{number}.md")
        chance.shuffle(words)
        paths[-1].write_text(f"Book {number}\n" + " ".join(words))
    async with _open_pipeline(folder) as (pipeline, database):
        await fill(database, generator, LARGE)
        await SegmentKeeper(database, PASSAGES).settle()
        store = Store(database, RankingSettings())
        alone = await _time_searches(store, asyncio.create_task(asyncio.sleep(10)))
        started = time.perf_counter()
        indexing = asyncio.create_task(_index(pipeline, paths))
        meanwhile = await _time_searches(store, indexing)
        rate = sum(each.chunks for each in indexing.result()) / (time.perf_counter() - started)
    figure = f"{rate:.0f}, {meanwhile / alone:.1f}x"
    met = rate >= 1000 and meanwhile <= 2 * alone
    note = f"searches {alone:.1f} ms alone, {meanwhile:.1f} ms meanwhile"
    return Row(f"chunks/s into {LARGE:,}, searches slower", figure, "1000, 2x", met, note)


async def _time_searches(store: Store, other: "asyncio.Task[object]") -> float:
    """Return the median time in ms of consecutive searches until `other` is done."""
    took = list[float]()
    questions = ("install the package system", "network configuration", "user password file")
    while not other.done():
        for question in questions:
            started = time.perf_counter()
            await store.search(Visibility.only(KB), question, limit=5, now=NOW)
            took.append((time.perf_counter() - started) * 1000)
        await asyncio.sleep(0.02)
    return median(took)


def measure_hostile(documents: Path) -> Iterator[Row]:
    """Parse all hostile files with the usual limits, each followed by a good one."""
    del documents  # they are generated, not read
    with tempfile.TemporaryDirectory() as folder:
        yield asyncio.run(_measure_hostile(Path(folder)))


async def _measure_hostile(folder: Path) -> Row:
    good, slowest, failed = folder / "good.md", 0.0, list[str]()
    good.write_text("# Good\n\nstill read")
    for name, make in HOSTILE.items():
        path = folder / name
        path.write_bytes(make())
        started = time.monotonic()
        ended = await _find_outcome(path)
        slowest = max(slowest, time.monotonic() - started)
        failed += [] if ended and await _find_outcome(good) == "text" else [name]
        path.unlink()
    in_time = slowest <= Limits().wall_seconds + 2
    passed = f"{len(HOSTILE) - len(failed)}/{len(HOSTILE)}"
    note = f"slowest {slowest:.0f} s {' '.join(failed)}"
    return Row(
        "hostile files: text or typed error in time", passed, "all", not failed and in_time, note
    )


async def _find_outcome(path: Path) -> str:
    """Return "text" or the kind of the error; "" if a file gives neither."""
    try:
        found = [each async for each in parse(path)]
    except ParseError as error:
        return error.kind
    return "text" if any(isinstance(each, Section) for each in found) else ""
