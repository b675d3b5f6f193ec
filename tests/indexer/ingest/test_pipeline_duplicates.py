"""The same bytes are kept once in a scope, and what changed by itself is read again on demand."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from indexer.ingest.jobs import Job, build_job
from indexer.ingest.pipeline import Pipeline
from indexer.parsing.limits import Limits
from indexer.parsing.pool import open_parser_pool
from indexer.scopes import ADMIN, KB, Scope
from indexer.store.analysis.worker import Passages
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


async def names(bench: Bench, question: str) -> list[str]:
    """The names of the files that a question finds."""
    return [hit.file_name for hit in await bench.index.search(question)]


def rewrite(path: Path, text: str) -> None:
    path.write_text(text)


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


@pytest.mark.spec("S4-23", "S4-112")
async def test_a_copy_keeps_its_content_findable_when_the_other_file_changes(
    bench: Bench, lease: Path
) -> None:
    first = await bench.run(lease)
    copies = [copied(lease, name) for name in ("copy.md", "third.md")]
    for copy in copies:
        await bench.run(copy)
    rewrite(lease, "# Lease\n\nIt ended.\n")
    changed = await bench.run(lease)
    assert (changed.status, changed.file_id) == ("indexed", first.file_id)
    (hit,) = await bench.index.search("rent")
    assert (hit.file, hit.file_name) == (str(copies[0]), "copy.md")
    assert await names(bench, "ended") == ["lease.md"]
    copies[0].write_text("# Copy\n\nNothing.\n")
    await bench.run(copies[0])
    assert await names(bench, "rent") == ["third.md"]


async def test_a_copy_with_other_content_of_its_own_is_a_copy_no_longer(
    bench: Bench, lease: Path
) -> None:
    await bench.run(lease)
    copy = copied(lease, "copy.md")
    await bench.run(copy)
    rewrite(copy, "# Copy\n\nThe deposit is 400.\n")
    await bench.run(copy)
    rewrite(lease, "# Lease\n\nIt ended.\n")
    await bench.run(lease)
    assert await bench.index.found("rent") == []
    assert await names(bench, "deposit") == ["copy.md"]


async def test_a_copy_of_a_file_that_becomes_the_same_as_a_third_is_still_found(
    bench: Bench, lease: Path
) -> None:
    third = lease.with_name("third.md")
    rewrite(third, "# Third\n\nThe deposit is 400.\n")
    for path in (third, lease, copied(lease, "copy.md")):
        await bench.run(path)
    copied(third, lease.name)
    assert (await bench.run(lease)).status == "duplicate"
    assert await names(bench, "rent") == ["copy.md"]
    assert len(await bench.index.found("deposit")) == 1


async def test_a_copy_is_found_by_its_own_name_and_the_document_keeps_its_history(
    bench: Bench, lease: Path
) -> None:
    await bench.run(lease)
    await bench.run(copied(lease, "tenancy.md"))
    rewrite(lease, "# Lease\n\n## Rent\n\nThe rent is 900.\n\n## Pets\n\nNo cats.\n")
    before = {row["chunk_id"] for row in await bench.rows()}
    await bench.run(lease)
    after = [row for row in await bench.rows() if row["file_path"] == str(lease)]
    assert before & {row["chunk_id"] for row in after}
    assert set(await names(bench, "tenancy")) == {"tenancy.md"}


@pytest.mark.spec("S4-23", "S4-112")
async def test_a_copy_stays_when_the_other_document_is_deleted(bench: Bench, lease: Path) -> None:
    first = await bench.run(lease)
    await bench.run(copied(lease, "copy.md"))
    writer = Writer(bench.index.database)
    assert await writer.remove(first.file_id) == "copy.md"
    (hit,) = await bench.index.search("rent")
    assert hit.file_name == "copy.md"


async def test_what_is_shared_beyond_its_chat_no_longer_belongs_to_its_senders_names(
    bench: Bench, lease: Path
) -> None:
    folder = f"upload:{CHAT.label}/telegram:7"
    first = await bench.done(Job(lease, f"{folder}/a.md", "a.md", CHAT))
    await bench.done(Job(lease, f"{folder}/b.md", "b.md", CHAT))
    writer = Writer(bench.index.database)
    await writer.relabel(first.file_id, KB)
    await writer.remove(first.file_id)
    (hit,) = await bench.index.search("rent")
    assert (hit.file_name, hit.scope) == ("b.md", KB)
    rewrite(lease, "# Lease\n\nIt ended.\n")
    assert (await bench.done(Job(lease, f"{folder}/b.md", "b.md", CHAT))).status == "indexed"


async def test_a_read_again_leaves_copies_as_they_are(bench: Bench, lease: Path) -> None:
    await bench.run(lease)
    await bench.run(copied(lease, "copy.md"))
    await bench.done(replace(build_job(lease, KB), again=True))
    assert len(await bench.index.found("rent")) == 1
