"""How fast the search is: `python -m bench.search [--sizes N...] [--keep DIR] [--json]`.

Generated chunks of 150 to 250 words go through the product's own writer; ten-word questions are
asked with a stranger's scopes, each by every engine in turn, so that all meet the same conditions:
the specification's SQL, a bare FTS5 query, ours on FTS5 alone, ours in memory, and tantivy.
"""

import argparse
import asyncio
import json
import os
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.corpus import FILE, Generator
from bench.engines import Ask, bare, ours, specification, tantivy
from bench.filling import a_document, files, fill, fill_specification
from bench.systems import NOW, missing
from bench.timings import Timings
from indexer.corpus import PASSAGES
from indexer.database import Database, open_database
from indexer.live import open_live
from indexer.ranking import RankingSettings
from indexer.schema import INDEX
from indexer.store import Store
from indexer.writer import Writer


async def main() -> None:
    options = _options()
    generator = Generator(options.data)
    for size in options.sizes:
        with _folder(options.keep) as folder:
            await _measure(size, folder, generator, options)


async def _measure(
    size: int, folder: Path, generator: Generator, options: argparse.Namespace
) -> None:
    print(f"\n{size:,} chunks", flush=True)
    path, reference = folder / f"{size}.db", folder / f"{size}-specification.db"
    if not path.exists():
        fill_specification(reference, generator, size)
        async with open_database(path, INDEX) as database:
            await fill(database, generator, size)
    async with open_database(path, INDEX) as database:
        before = _memory()
        started = time.perf_counter()
        async with open_live(path, PASSAGES) as live:
            await live.loaded()
            print(f"  loaded in {time.perf_counter() - started:.2f} s, {_memory() - before:.0f} MB")
            engines: dict[str, Ask] = {
                "specification": specification(reference),
                "bare FTS5": bare(database),
                "ours, FTS5": ours(Store(database, RankingSettings())),
                "ours, memory": ours(Store(database, RankingSettings(), live)),
            }
            if not missing("tantivy"):
                engines["tantivy"] = tantivy(generator, size)
            for terms in options.terms:
                questions = generator.questions(terms, options.questions)
                await _race(engines, questions, terms, options.json, size)
            await _while_writing(database, engines["ours, memory"], generator, options.questions)


async def _race(
    engines: dict[str, Ask], questions: Sequence[str], terms: int, as_json: bool, size: int
) -> None:
    timings = {name: Timings(name) for name in engines}
    for question in questions:
        for name, ask in engines.items():
            with timings[name].measured():
                await ask(question)
    for name, timing in timings.items():
        if as_json:
            told = {"chunks": size, "terms": terms, "engine": name}
            print(json.dumps(told | {"p50": timing.at(0.5), "p95": timing.at(0.95)}), flush=True)
        else:
            print(f"  {terms:2} terms  {name:<14} {timing.told()}", flush=True)


async def _while_writing(
    database: Database, ask: Ask, generator: Generator, questions: int
) -> None:
    """Searches while one writer indexes, beside searches alone, on the same questions."""
    asked = generator.questions(5, questions)
    alone, beside = Timings("alone"), Timings("beside a writer")
    done = asyncio.Event()

    async def write() -> None:
        writer = Writer(database)
        for n, samples in enumerate(files(generator, 200 * FILE, seed=2)):
            if done.is_set():
                break
            document, scope, chunks = a_document(1_000_000 + n, samples)
            await writer.put(scope, document, chunks, NOW)

    for question in asked:
        with alone.measured():
            await ask(question)
    writing = asyncio.create_task(write())
    for question in asked:
        with beside.measured():
            await ask(question)
        await asyncio.sleep(0)
    done.set()
    await writing
    print(f"  alone {alone.told()}, while one writer indexes {beside.told()}", flush=True)


def _memory() -> float:
    """What the process holds now, in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    home = Path(os.environ.get("MULTIS_DATA", "../shared/data"))
    parser.add_argument("--data", type=Path, default=home / "retrieval")
    parser.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--terms", type=int, nargs="*", default=[2, 5, 10])
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--keep", type=Path, help="where the indexes are kept for the next run")
    parser.add_argument("--json", action="store_true", help="one line per engine")
    return parser.parse_args()


if __name__ == "__main__":
    asyncio.run(main())
