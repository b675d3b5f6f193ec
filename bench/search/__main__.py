"""Measures the speed of search: `python -m bench.search [--sizes N...] [--keep DIR] [--write]`.

Generated chunks of 150 to 250 words go through the product's own writer, as many files at once as
in its pipeline. Each engine in turn then answers all questions with a stranger's scopes: the
specification's SQL, a bare FTS5 query, ours, ours by meaning too (the
model in the folder MULTIS_MODEL embeds the question, the chunks have random vectors), and tantivy
if it is installed. The specification's SQL shows how fast a machine runs SQLite; the loop of
`bench.search.plain`, how fast it runs numpy.

With `--engine postgresql` our search is compared on both engines (`bench.search.on_server`).
"""

import argparse
import asyncio
import json
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

from msgspec import Struct

from bench.record import format_table, record
from bench.retrieval.specification import SpecificationIndex
from bench.retrieval.systems import PATIENCE, explain_missing
from bench.search import concurrent_writes
from bench.search.bare_fts import open_bare_fts
from bench.search.corpus import FILE, Generator
from bench.search.engines import (
    AllLanguages,
    Ask,
    TantivyIndex,
    count_index_bytes,
    count_same,
    open_fallback,
    open_ours,
    open_proposals,
    open_specification,
    open_without_memory,
)
from bench.search.filling import (
    EXTRA_FOLDER,
    add_files,
    build_documents,
    delete_extra,
    fill,
    fill_specification,
    fill_vectors,
    group_into_files,
    put_documents,
    set_aside_heap,
)
from bench.search.plain import PlainIndex
from bench.search.timings import Timings
from indexer.embedding.minilm.client import open_local_embedder
from indexer.embedding.minilm.files import DIMENSIONS
from indexer.embedding.vector_search import SemanticSearch, open_semantic_search
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.corpus import PASSAGES
from indexer.store.database import Database, open_database
from indexer.store.full_text import follow_setting
from indexer.store.schema import INDEX
from indexer.store.segments.keeper import SegmentKeeper
from indexer.store.writer import Writer

SEED = 3  # of the chunks that are committed, which are not those that are searched
COMMITS = 100  # files


class Measurement(Struct, frozen=True):
    """A row of the result."""

    chunks: int
    what: str
    timings: Timings
    note: str = ""


class Workload(Struct, frozen=True):
    """The databases of one size, and the generator of their chunks."""

    size: int
    generator: Generator
    path: Path
    reference: Path  # the same chunks in the specification's schema

    @classmethod
    def create(cls, size: int, folder: Path, data: Path) -> "Workload":
        path, reference = folder / f"{size}.db", folder / f"{size}-specification.db"
        return cls(size, Generator(data), path, reference)


async def main() -> None:
    options = _parse_options()
    rows: list[Measurement] = []
    for size in options.sizes:
        with _open_folder(options.keep) as folder:
            workload = Workload.create(size, folder, options.data)
            measure = _measure_on_server if options.engine == "postgresql" else _measure
            async for row in measure(workload, options):
                rows.append(row)
                _print(row, options.json)
    if options.write:
        head = ("chunks", "what", "engine", "p50 ms", "p95 ms", "CPU ms", "")
        lines = format_table(head, [_format_cells(row) for row in rows])
        sizes = " ".join(map(str, options.sizes))
        record("Speed of search", f"python -m bench.search --sizes {sizes} --write", lines)


async def _measure_on_server(
    ground: Workload, options: argparse.Namespace
) -> AsyncIterator[Measurement]:
    from bench.search.on_server import compare  # with psycopg

    async for row in compare(ground.size, options):
        yield Measurement(ground.size, row.what, row.timings, row.note)


async def _measure(ground: Workload, options: argparse.Namespace) -> AsyncIterator[Measurement]:
    size, generator = ground.size, ground.generator
    async for row in _fill(ground):
        yield row
    yield await _measure_opening(size, ground.path, generator.generate_questions(5, 1)[0])
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(ground.path, INDEX))
        engines = _open_engines(ground, database, options.engines)
        if options.model:
            meaning = await stack.enter_async_context(
                _open_semantic(ground.path, database, options.model)
            )
            hybrid = Store(database, RankingSettings(), meaning=meaning)
            engines["ours, hybrid"] = open_ours(hybrid)
        for terms in options.terms:
            for timings in await _race(
                engines, generator.generate_questions(terms, options.questions)
            ):
                yield Measurement(size, f"{terms} terms", timings)
        async for row in _measure_index(ground, database, options):
            yield row
        if "specification" in engines:
            async for row in _measure_writing(ground, database, engines, options.questions):
                yield row


async def _measure_writing(
    ground: Workload, database: Database, engines: dict[str, Ask], count: int
) -> AsyncIterator[Measurement]:
    """Measure commits, and searches meanwhile."""
    for timings in await _measure_commits(database, ground.reference, ground.generator):
        note = f"at worst {timings.quantile(1):.0f} ms"
        yield Measurement(ground.size, f"commit {FILE} chunks", timings, note)
    async for row in _measure_while_writing(ground, database, engines, count):
        yield row


async def _measure_index(
    ground: Workload, database: Database, options: argparse.Namespace
) -> AsyncIterator[Measurement]:
    """Measure what the stored index keeps in memory, and whether FTS5 finds the same."""
    questions = [
        each
        for terms in options.terms
        for each in ground.generator.generate_questions(terms, options.questions)
    ]
    kept = await count_index_bytes(database, questions)
    yield Measurement(
        ground.size, "memory", Timings("ours"), f"{kept / 1e6:.1f} MB after the questions"
    )
    if not options.engines or "ours, FTS5" in options.engines:
        same = f"{await count_same(database, questions):,} of {len(questions):,} questions"
        yield Measurement(ground.size, "the same candidates", Timings("ours and FTS5"), same)


async def _fill(ground: Workload) -> AsyncIterator[Measurement]:
    if ground.path.exists():
        return
    filled = fill_specification(ground.reference, ground.generator, ground.size)
    yield Measurement(ground.size, f"index {FILE} chunks", filled.files, filled.rate)
    async for row in _fill_without_fts(ground):
        yield row
    async with open_database(ground.path, INDEX) as database:
        filled = await fill(database, ground.generator, ground.size)
        merging = await _merge(database)
    note = f"{filled.rate}, {_count_megabytes(ground.path)} MB"
    yield Measurement(ground.size, f"index {FILE} chunks", filled.files, note)
    yield Measurement(ground.size, "merge", merging, "within a minute, commits between its steps")
    async for row in _fill_other_files(ground):
        yield row


async def _fill_other_files(ground: Workload) -> AsyncIterator[Measurement]:
    """Measure the extremes: one large file, and many small ones, each into a new index."""
    for each, what in ((1000, "1 file of 1,000"), (1, "1,000 files of 1")):
        with tempfile.TemporaryDirectory(dir=ground.path.parent) as folder:
            theirs = fill_specification(Path(folder, "theirs.db"), ground.generator, 1000, each)
            async with open_database(Path(folder, "ours.db"), INDEX) as database:
                ours = await fill(database, ground.generator, 1000, "ours", each)
        for filled in (theirs, ours):
            yield Measurement(1000, what, filled.files, filled.rate)


async def _fill_without_fts(ground: Workload) -> AsyncIterator[Measurement]:
    path = ground.path.with_name(f"{ground.size}-without-fts5.db")
    async with open_database(path, INDEX) as database:
        await follow_setting(database, wanted=False)
        filled = await fill(database, ground.generator, ground.size, "ours, without FTS5")
        await SegmentKeeper(database, PASSAGES).settle(1)
    note = f"{filled.rate}, {_count_megabytes(path)} MB"
    yield Measurement(ground.size, f"index {FILE} chunks", filled.files, note)
    path.unlink()


def _count_megabytes(path: Path) -> int:
    return path.stat().st_size >> 20


async def _merge(database: Database) -> Timings:
    """Merge FTS5's segments and make our own, as the daemon does when it is idle."""
    merging = Timings("ours")
    with merging.measure():
        await Writer(database).merge_segments()
        await SegmentKeeper(database, PASSAGES).settle(1)
    return merging


def _open_engines(ground: Workload, database: Database, wanted: Sequence[str]) -> dict[str, Ask]:
    """Open the engines that are wanted, or all."""
    engines: dict[str, Callable[[], Ask]] = {
        "specification": lambda: open_specification(ground.reference),
        "bare FTS5": lambda: open_bare_fts(database),
        "ours": lambda: open_ours(Store(database, RankingSettings())),
        "ours, no postings kept": lambda: open_without_memory(database),
        "ours, FTS5": lambda: open_fallback(database),
        "ours, ids only": lambda: open_proposals(database),
        "numpy alone": lambda: PlainIndex.load(ground.path).ask,
    }
    opened = {name: load() for name, load in engines.items() if name in wanted or not wanted}
    if explain_missing("tantivy") or (wanted and "tantivy" not in wanted):
        return opened
    tantivy = TantivyIndex(ground.generator, ground.size)
    return {**opened, "tantivy": tantivy.find_ids, "tantivy, with texts": tantivy.find_rows}


async def _measure_while_writing(
    ground: Workload, database: Database, engines: dict[str, Ask], count: int
) -> AsyncIterator[Measurement]:
    samples = concurrent_writes.build_samples(ground.generator)
    writers = {
        "specification": concurrent_writes.write_specification(ground.reference, samples),
        "ours": concurrent_writes.write_ours(database, samples),
    }
    questions = ground.generator.generate_questions(5, count)
    for name, writing in writers.items():
        for timings in await concurrent_writes.compare(name, engines[name], questions, writing):
            yield Measurement(ground.size, "5 terms", timings)


@asynccontextmanager
async def _open_semantic(
    path: Path, database: Database, model: Path
) -> AsyncIterator[SemanticSearch]:
    async with open_local_embedder(model, PATIENCE) as local:
        embedder = AllLanguages(local)
        await fill_vectors(database, embedder.name, DIMENSIONS)
        async with open_semantic_search(database.reader, embedder, PATIENCE) as meaning:
            await meaning.wait_until_loaded()
            yield meaning


async def _measure_opening(size: int, path: Path, question: str) -> Measurement:
    """Time a process that opens the database, searches once and ends; numpy is loaded."""
    opening = Timings("ours")
    with opening.measure():
        async with open_database(path, INDEX) as database:
            await open_ours(Store(database, RankingSettings()))(question)
    return Measurement(size, "open and search once", opening)


async def _race(engines: dict[str, Ask], questions: Sequence[str]) -> list[Timings]:
    """Let the engines answer each question in turns, as all are slower while others compute.

    Each has answered them before: whichever keeps something in memory has it there.
    """
    for ask in engines.values():
        for question in questions:
            await ask(question)
    set_aside_heap()
    timings = [Timings(name) for name in engines]
    for question in questions:
        for measured, ask in zip(timings, engines.values(), strict=True):
            with measured.measure():
                await ask(question)
    return timings


async def _measure_commits(
    database: Database, reference: Path, generator: Generator
) -> list[Timings]:
    """Time commits of one file after the other, with words that are analyzed in advance."""
    samples = list(group_into_files(generator, COMMITS * FILE, SEED))
    index = SpecificationIndex(str(reference))
    theirs = add_files(index, EXTRA_FOLDER, samples)
    index.delete(EXTRA_FOLDER)
    ours = await put_documents(database, build_documents(samples))
    await delete_extra(database)
    return [theirs, ours]


def _print(row: Measurement, as_json: bool) -> None:
    if not as_json:
        chunks, what, engine, *times, note = _format_cells(row)
        figures = "".join(f"{each:>10}" for each in times)
        print(f"{chunks:>9}  {what:<20} {engine:<40} {figures}  {note}", flush=True)
        return
    fields: dict[str, object] = {"chunks": row.chunks, "what": row.what, "engine": row.timings.name}
    fields |= {
        "p50": row.timings.quantile(0.5),
        "p95": row.timings.quantile(0.95),
        "cpu": row.timings.average_cpu(),
        "note": row.note,
    }
    print(json.dumps(fields), flush=True)


def _format_cells(row: Measurement) -> tuple[str, ...]:
    times = [f"{row.timings.quantile(share):.2f}" for share in (0.5, 0.95)]
    times.append(f"{row.timings.average_cpu():.2f}")
    times = times if row.timings.seconds else [""] * len(times)
    return (f"{row.chunks:,}", row.what, row.timings.name, *times, row.note)


@contextmanager
def _open_folder(keep: Path | None) -> Iterator[Path]:
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    home = Path(os.environ.get("MULTIS_DATA", "../shared/data"))
    parser.add_argument("--data", type=Path, default=home / "retrieval")
    named = os.environ.get("MULTIS_MODEL")
    parser.add_argument("--model", type=Path, default=Path(named) if named else None)
    parser.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--terms", type=int, nargs="*", default=[2, 5, 10])
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--keep", type=Path, help="where the indexes are kept for the next run")
    parser.add_argument("--engines", nargs="*", default=[], metavar="NAME", help="only these")
    parser.add_argument(
        "--engine",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="postgresql: our search on both, beside each other",
    )
    parser.add_argument("--json", action="store_true", help="one line per engine")
    parser.add_argument("--write", action="store_true", help="also into docs/benchmarks.md")
    return parser.parse_args()


if __name__ == "__main__":
    asyncio.run(main())
