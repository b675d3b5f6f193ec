import asyncio
from pathlib import Path

from indexer.limits import Limits
from indexer.readers import Readers, open_readers
from indexer.scopes import ADMIN, KB, Scope
from tests.indexer.test_parsing import children


async def read(readers: Readers, path: Path, scope: Scope) -> set[str]:
    """The processes there are after one file."""
    async with readers.borrow(scope) as reader:
        assert [each async for each in reader.parse(path)]
    return children()


async def test_notes_of_one_scope_share_a_process_and_others_get_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_text("# Note\n\ntext\n")
    async with open_readers(Limits(), 1) as readers:
        first = await read(readers, path, KB)
        assert await read(readers, path, KB) == first
        other = await read(readers, path, ADMIN)
        assert len(other) == 1
        assert not other & first
    assert not children()


async def test_no_more_files_are_read_at_once_than_allowed(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_text("# Note\n\ntext\n")
    async with open_readers(Limits(), 2) as readers:
        seen = await asyncio.gather(*(read(readers, path, KB) for _ in range(6)))
        assert max(len(each) for each in seen) <= 2
    assert not children()
