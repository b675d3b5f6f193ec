import asyncio
from pathlib import Path

from indexer.parsing.limits import Limits
from indexer.parsing.pool import ParserPool, open_parser_pool
from indexer.scopes import ADMIN, KB, Scope
from tests.processes import Started


async def read(parsers: ParserPool, path: Path, scope: Scope, started: Started) -> set[str]:
    """The processes there are after one file."""
    async with parsers.borrow(scope) as parser:
        assert [each async for each in parser.parse(path)]
    return started.now()


async def test_notes_of_one_scope_share_a_process_and_others_get_a_new_one(
    started: Started, tmp_path: Path
) -> None:
    path = tmp_path / "note.md"
    path.write_text("# Note\n\ntext\n")
    async with open_parser_pool(Limits(), 1) as parsers:
        first = await read(parsers, path, KB, started)
        assert await read(parsers, path, KB, started) == first
        other = await read(parsers, path, ADMIN, started)
        assert len(other) == 1
        assert not other & first
    assert not started.now()


async def test_no_more_files_are_read_at_once_than_allowed(
    started: Started, tmp_path: Path
) -> None:
    path = tmp_path / "note.md"
    path.write_text("# Note\n\ntext\n")
    async with open_parser_pool(Limits(), 2) as parsers:
        seen = await asyncio.gather(*(read(parsers, path, KB, started) for _ in range(6)))
        assert max(len(each) for each in seen) <= 2
    assert not started.now()
