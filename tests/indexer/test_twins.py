"""The same bytes are kept once in a scope, and what changed by itself is read again on demand."""

from dataclasses import replace
from pathlib import Path

from indexer.pipeline import Job, job_of
from indexer.scopes import ADMIN, KB, Scope
from tests.indexer.filling import Bench

CHAT = Scope.of_chat("telegram:7")


def copied(path: Path, name: str) -> Path:
    copy = path.with_name(name)
    copy.write_bytes(path.read_bytes())
    return copy


async def test_the_same_bytes_under_another_name_are_kept_once(bench: Bench, lease: Path) -> None:
    first = await bench.run(lease)
    copy = copied(lease, "copy.md")
    outcome = await bench.run(copy)
    assert (outcome.status, outcome.same_as) == ("duplicate", "lease.md")
    assert (outcome.file_id, outcome.chunks) == (first.file_id, first.chunks)
    assert len(await bench.index.found("rent")) == 1


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
    again = await bench.done(replace(job_of(lease, KB), again=True))
    assert (again.status, again.file_id) == ("indexed", first.file_id)
    assert len(await bench.index.found("rent")) == 1
