import asyncio
from pathlib import Path

from indexer.limits import Limits
from indexer.readers import Readers, open_readers
from indexer.scopes import ADMIN, KB, Scope
from tests.processes import Started


async def read(readers: Readers, path: Path, scope: Scope, started: Started) -> set[str]:
    """The processes there are after one file."""
    async with readers.borrow(scope) as reader:
        assert [each async for each in reader.parse(path)]
    return started.now()


async def test_notes_of_one_scope_share_a_process_and_others_get_a_new_one(
    started: Started, tmp_path: Path
) -> None:
    path = tmp_path / "note.md"
    path.write_text("# Note\n\ntext\n")
    async with open_readers(Limits(), 1) as readers:
        first = await read(readers, path, KB, started)
        assert await read(readers, path, KB, started) == first
        other = await read(readers, path, ADMIN, started)
        assert len(other) == 1
        assert not other & first
    assert not started.now()


async def test_no_more_files_are_read_at_once_than_allowed(
    started: Started, tmp_path: Path
) -> None:
    path = tmp_path / "note.md"
    path.write_text("# Note\n\ntext\n")
    async with open_readers(Limits(), 2) as readers:
        seen = await asyncio.gather(*(read(readers, path, KB, started) for _ in range(6)))
        assert max(len(each) for each in seen) <= 2
    assert not started.now()
