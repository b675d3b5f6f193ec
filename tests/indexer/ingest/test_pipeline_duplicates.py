"""The same bytes are kept once in a scope, and what changed by itself is read again on demand."""

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path

from indexer.ingest.pipeline import Job, Pipeline, build_job
from indexer.parsing.limits import Limits
from indexer.parsing.pool import open_parser_pool
from indexer.scopes import ADMIN, KB, Scope
from indexer.store.analysis_worker import Passages
from indexer.store.chunks import analyze_in_thread
from indexer.store.terms import Terms
from indexer.store.writer import Writer
from tests.indexer.factories import NOW, Index
from tests.indexer.filling import Bench

CHAT = Scope.of_chat("telegram:7")


def copied(path: Path, name: str) -> Path:
    copy = path.with_name(name)
    copy.write_bytes(path.read_bytes())
    return copy


def ten_of(path: Path) -> list[Path]:
    """The file, now a longer one, and nine copies."""
    path.write_text("# Lease\n\n## Rent\n\nThe rent is 900.\n" + "More of it. " * 200)
    return [path, *(copied(path, f"copy{n}.md") for n in range(9))]


async def test_the_same_bytes_under_another_name_are_kept_once(bench: Bench, lease: Path) -> None:
    first = await bench.run(lease)
    copy = copied(lease, "copy.md")
    outcome = await bench.run(copy)
    assert (outcome.status, outcome.same_as) == ("duplicate", "lease.md")
    assert (outcome.file_id, outcome.chunks) == (first.file_id, first.chunks)
    assert len(await bench.index.found("rent")) == 1


async def test_the_same_bytes_brought_at_once_are_kept_once(bench: Bench, lease: Path) -> None:
    paths = ten_of(lease)
    outcomes = await asyncio.gather(*map(bench.run, paths))
    kept = {"duplicate": 9, "indexed": 1}
    assert Counter(outcome.status for outcome in outcomes) == kept
    assert len({outcome.file_id for outcome in outcomes}) == 1
    again = await asyncio.gather(*map(bench.run, paths))
    assert Counter(outcome.status for outcome in again) == {"duplicate": 9, "unchanged": 1}


async def test_who_waits_for_the_same_bytes_reads_them_if_the_first_is_stopped(
    index: Index, lease: Path
) -> None:
    copy = copied(lease, "copy.md")
    begun, never = asyncio.Event(), asyncio.Event()

    async def analyze(passages: Passages) -> list[Terms]:
        if not begun.is_set():
            begun.set()
            await never.wait()
        return await analyze_in_thread(passages)

    async with open_parser_pool(Limits(), 1) as parsers:
        bench = Bench(index, Pipeline(Writer(index.database, analyze), parsers, lambda: NOW))
        first = asyncio.create_task(bench.run(lease))
        await begun.wait()
        second = asyncio.create_task(bench.run(copy))
        done, _ = await asyncio.wait({second}, timeout=0.2)
        assert not done
        first.cancel()
        assert (await second).status == "indexed"


async def test_an_upload_of_what_a_folder_held_is_a_duplicate(bench: Bench, lease: Path) -> None:
    await bench.run(lease)
    upload = Job(lease, "upload:telegram:1/mine.md", "mine.md", KB)
    assert (await bench.done(upload)).status == "duplicate"


async def test_each_scope_keeps_its_own(bench: Bench, lease: Path) -> None:
    await bench.run(lease)
    for scope in (ADMIN, CHAT):
        upload = Job(lease, f"upload:{scope.label}/lease.md", "lease.md", scope)
        assert (await bench.done(upload)).status == "indexed"


async def test_a_file_that_becomes_the_same_as_another_gives_up_what_it_said(
    bench: Bench, lease: Path
) -> None:
    await bench.run(lease)
    other = lease.with_name("other.md")
    other.write_bytes(b"# Other\n\nThe deposit is 400.\n")
    await bench.run(other)
    copied(lease, "other.md")
    assert (await bench.run(other)).status == "duplicate"
    assert await bench.index.found("deposit") == []
    assert len(await bench.index.found("rent")) == 1


async def test_a_file_is_read_again_when_that_is_wanted(bench: Bench, lease: Path) -> None:
    first = await bench.run(lease)
    assert (await bench.run(lease)).status == "unchanged"
    again = await bench.done(replace(build_job(lease, KB), again=True))
    assert (again.status, again.file_id) == ("indexed", first.file_id)
    assert len(await bench.index.found("rent")) == 1
