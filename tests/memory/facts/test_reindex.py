from datetime import timedelta
from pathlib import Path

from indexer.scopes import KB, Scope, Visibility
from indexer.store.database import open_database
from indexer.store.schema import INDEX
from memory.fact import Ground, Statement
from memory.facts.ledger import ItemLedger
from memory.facts.reader import Items
from memory.facts.schema import ITEMS_CORPUS
from memory.schema import MEMORY
from tests.indexer.aging import age
from tests.memory.conversation import START

ANN = Scope.of_chat("telegram:1")
ANNS = Visibility.only(KB, ANN)


async def test_facts_that_other_rules_have_indexed_are_found_again_by_whoever_may(
    tmp_path: Path,
) -> None:
    async with open_database(tmp_path / "multis.db", INDEX, MEMORY) as database:
        ledger, items = ItemLedger(database), Items(database)

        async def found(seen: Visibility) -> list[str]:
            hits = await items.search(seen, "sister", now=START)
            return [hit.item.statement.content for hit in hits]

        await ledger.upsert(ANN, Statement("My sister is a nurse"), Ground(), START)
        gone = await ledger.upsert(ANN, Statement("My sister sings"), Ground(), START)
        await ledger.delete(ANN, [gone.item.id], START)
        await age(database, ITEMS_CORPUS)
        assert await found(ANNS) == []
        await ledger.maintain(START + timedelta(minutes=1))
        assert await found(ANNS) == ["My sister is a nurse"]
        assert await found(Visibility.only(KB)) == []
