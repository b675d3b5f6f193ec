from datetime import timedelta
from pathlib import Path

from indexer.scopes import KB, Scope, Visibility
from indexer.store.database import open_database
from indexer.store.schema import INDEX
from memory.fact import FactValue, Provenance
from memory.facts.ledger import FactLedger
from memory.facts.reader import FactReader
from memory.facts.schema import FACTS_CORPUS
from memory.schema import MEMORY
from tests.indexer.aging import age
from tests.memory.conversation import START

ANN = Scope.of_chat("telegram:1")
ANNS = Visibility.only(KB, ANN)


async def test_facts_that_other_rules_have_indexed_are_found_again_by_whoever_may(
    tmp_path: Path,
) -> None:
    async with open_database(tmp_path / "multis.db", INDEX, MEMORY) as database:
        ledger, reader = FactLedger(database), FactReader(database)

        async def found(seen: Visibility) -> list[str]:
            hits = await reader.search(seen, "sister", now=START)
            return [hit.fact.value.content for hit in hits]

        await ledger.upsert(ANN, FactValue("My sister is a nurse"), Provenance(), START)
        gone = await ledger.upsert(ANN, FactValue("My sister sings"), Provenance(), START)
        await ledger.delete(ANN, [gone.fact.id], START)
        await age(database, FACTS_CORPUS)
        assert await found(ANNS) == []
        await ledger.maintain(START + timedelta(minutes=1))
        assert await found(ANNS) == ["My sister is a nurse"]
        assert await found(Visibility.only(KB)) == []
