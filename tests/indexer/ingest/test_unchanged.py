"""What is indexed as it is can be found in a database that nobody has opened."""

from pathlib import Path

import pytest

from indexer.ingest.jobs import build_job
from indexer.ingest.unchanged import look_up_unchanged
from indexer.parsing.limits import Limits
from indexer.scopes import ADMIN, KB
from tests.indexer.filling import Bench


def end(lease: Path) -> None:
    lease.write_text("# Lease\n\nIt ended.\n")


async def test_it_finds_what_the_open_index_finds(
    bench: Bench, lease: Path, tmp_path: Path
) -> None:
    outcome = await bench.run(lease)
    jobs = [build_job(lease, KB), build_job(tmp_path / "new.md", KB), build_job(lease, ADMIN)]
    found = await look_up_unchanged(tmp_path / "multis.db", jobs, Limits())
    assert found == await bench.pipeline.find_unchanged(jobs)
    assert [(each.status, each.file_id) for each in found.values()] == [
        ("unchanged", outcome.file_id)
    ]
    end(lease)
    assert await look_up_unchanged(tmp_path / "multis.db", jobs, Limits()) == {}


@pytest.mark.parametrize("content", [b"", b"no database" * 1000])
async def test_nothing_is_found_in_what_is_no_index(
    lease: Path, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "other.db").write_bytes(content)
    jobs = [build_job(lease, KB)]
    assert await look_up_unchanged(tmp_path / "other.db", jobs, Limits()) == {}
