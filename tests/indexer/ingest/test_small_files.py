"""Small plain texts are read together, as each of them would be alone."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from indexer.errors import UserError
from indexer.ingest.jobs import Job, Outcome, build_job
from indexer.ingest.pipeline import Pipeline
from indexer.ingest.small_files import SMALL, TOGETHER, group_small, open_small
from indexer.parsing.limits import Limits
from indexer.parsing.pool import open_parser_pool
from indexer.scopes import ADMIN, KB
from tests.indexer.factories import NOW, Index
from tests.indexer.filling import Bench
from tests.processes import Started


@pytest.fixture
def notes(tmp_path: Path) -> list[Job]:
    """Three small files of different kinds."""
    contents = {
        "a.md": "# Lease\n\n## Rent\n\nThe rent is 900.\n",
        "b.txt": "The ferry sails at noon.\n",
        "c.csv": "what,price\nbread,4\n",
    }
    return [write(tmp_path / name, text) for name, text in contents.items()]


def write(path: Path, text: str) -> Job:
    path.write_text(text)
    return build_job(path, KB)


def list_statuses(outcomes: dict[Job, Outcome]) -> dict[str, str]:
    return {job.name: outcome.status for job, outcome in outcomes.items()}


async def list_texts(bench: Bench) -> list[str]:
    return sorted(str(row["content"]) for row in await bench.rows())


async def test_several_are_indexed_as_each_would_be_alone(bench: Bench, notes: list[Job]) -> None:
    together = await bench.pipeline.run_together(notes)
    rows = await bench.rows()
    alone = {job: await bench.done(replace(job, again=True)) for job in notes}
    assert {job: replace(alone[job], job=job) for job in notes} == together
    assert await bench.rows() == rows
    assert await bench.index.found("rent") == ["The rent is 900."]
    assert list(await bench.pipeline.find_unchanged(notes)) == notes


async def test_one_process_reads_them_and_one_that_failed_is_replaced(
    bench: Bench, notes: list[Job], tmp_path: Path, started: Started
) -> None:
    notes.insert(1, write(tmp_path / "empty.md", ""))
    outcomes = await bench.pipeline.run_together(notes)
    assert list_statuses(outcomes) == {
        "empty.md": "failed",
        **dict.fromkeys(("a.md", "b.txt", "c.csv"), "indexed"),
    }
    assert outcomes[notes[1]].reason == "empty.md is empty."
    assert len(started.now()) == 1


async def test_what_is_known_large_or_no_text_is_left_alone(
    bench: Bench, notes: list[Job], tmp_path: Path
) -> None:
    same, *_ = notes
    await bench.done(same)
    others = [
        write(tmp_path / "large.txt", "word " * SMALL),
        same,
        write(tmp_path / "copy.md", same.path.read_text()),
        write(tmp_path / "letter.txt", r"{\rtf1 Dear Anna}"),
        build_job(tmp_path / "gone.md", KB),
        replace(same, scope=ADMIN),
    ]
    assert await bench.pipeline.run_together(others) == {}


async def test_the_same_bytes_twice_are_read_once(bench: Bench, notes: list[Job]) -> None:
    twin = write(notes[0].path.with_name("twin.md"), notes[0].path.read_text())
    assert list_statuses(await bench.pipeline.run_together([notes[0], twin])) == {"a.md": "indexed"}
    assert (await bench.done(twin)).status == "duplicate"


@pytest.mark.spec("S4-23")
async def test_a_changed_one_replaces_what_it_said(bench: Bench, notes: list[Job]) -> None:
    await bench.pipeline.run_together(notes)
    notes[1].path.write_text("The ferry sails at one.\n")
    assert list_statuses(await bench.pipeline.run_together(notes)) == {"b.txt": "indexed"}
    assert await bench.index.found("ferry") == ["The ferry sails at one."]


async def test_a_full_disk_leaves_them_to_be_reported_one_by_one(
    index: Index, notes: list[Job]
) -> None:
    def refuse() -> None:
        raise UserError("The disk is full.")

    async with open_parser_pool(Limits(), 1) as parsers:
        bench = Bench(index, Pipeline(index.writer, parsers, lambda: NOW, refuse))
        assert await bench.pipeline.run_together(notes) == {}
        assert (await bench.done(notes[0])).reason == "The disk is full."
        assert await bench.rows() == []


async def test_the_bytes_that_were_hashed_are_those_that_are_read(tmp_path: Path) -> None:
    secret, job = tmp_path / "secret.md", write(tmp_path / "note.md", "A note.")
    secret.write_text("The password is swordfish.")
    (opened,) = open_small([job], Limits())
    job.path.unlink()
    job.path.symlink_to(secret)
    with opened.file:
        assert opened.file.read() == b"A note."
    assert open_small([job], Limits()) == []


def test_only_what_may_be_small_text_is_grouped_and_the_order_stays(tmp_path: Path) -> None:
    names = [*(f"{n}.md" for n in range(TOGETHER + 2)), "book.pdf", "page.html", "one.py", "x.txt"]
    jobs = [build_job(tmp_path / name, KB) for name in names]
    jobs.append(replace(jobs[0], again=True))
    groups = list(group_small(jobs))
    assert [len(each) for each in groups] == [TOGETHER, 2, 1, 1, 2, 1]
    assert flatten(groups) == jobs


def flatten(groups: Sequence[Sequence[Job]]) -> list[Job]:
    return [job for group in groups for job in group]
