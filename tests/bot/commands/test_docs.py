from pathlib import Path

import pytest

from indexer.documents import Chunk
from indexer.scopes import ADMIN
from tests.conversation import a_world


@pytest.mark.spec("S4-123")
async def test_documents_are_listed_and_passages_counted_by_type(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        assert (await world.owner("/docs")).text.startswith("Nothing is indexed yet.")
        await world.owner("kb", plan__md=b"# One\n\nText.\n\n# Two\n\nText.\n")
        await world.owner("admin", note__txt=b"The key is under the mat.")
        note = Chunk("mem-1", "Conversation", "Tea.", element_type="memory_summary")
        await world.services.writer.add_memory(ADMIN, note, world.clock())
        assert (await world.owner("/docs")).text.splitlines() == [
            "2 documents, 4 passages (1 conversation, 2 md, 1 txt).",
            "- note.txt: 1 passages (admin)",
            "- plan.md: 2 passages (kb)",
        ]
        assert (await world.person("2")("/docs")).text.splitlines() == [
            "1 documents, 2 passages (2 md).",
            "- plan.md: 2 passages (kb)",
        ]
