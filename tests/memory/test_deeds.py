from datetime import UTC, datetime, timedelta
from pathlib import Path

from indexer.database import open_database
from indexer.schema import INDEX
from memory.deeds import Deeds
from memory.schema import MEMORY

NOW = datetime(2026, 11, 21, tzinfo=UTC)


async def test_what_a_message_did_is_known_for_as_long_as_it_may_come_again(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", INDEX, MEMORY) as database:
        deeds = Deeds(database)
        assert await deeds.first("m1", "1", NOW) == "1"
        later = NOW + timedelta(days=29)
        assert await deeds.first("m1", "2", later) == "1"
        assert await deeds.first("m2", "3", later) == "3"
        assert await deeds.first("m1", "4", NOW + timedelta(days=31)) == "4"
