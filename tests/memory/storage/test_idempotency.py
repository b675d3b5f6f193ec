from datetime import UTC, datetime, timedelta
from pathlib import Path

from indexer.store.database import open_database
from indexer.store.schema import INDEX
from memory.schema import MEMORY
from memory.storage.idempotency import IdempotencyKeys

NOW = datetime(2026, 11, 21, tzinfo=UTC)


async def test_what_a_message_did_is_known_for_as_long_as_it_may_come_again(tmp_path: Path) -> None:
    async with open_database(tmp_path / "m.db", INDEX, MEMORY) as database:
        keys = IdempotencyKeys(database)
        assert await keys.record_once("m1", "1", NOW) == "1"
        later = NOW + timedelta(days=29)
        assert await keys.record_once("m1", "2", later) == "1"
        assert await keys.record_once("m2", "3", later) == "3"
        assert await keys.record_once("m1", "4", NOW + timedelta(days=31)) == "4"
