"""Facts as people say them: a ledger and its reader on one database."""

from collections.abc import Sequence
from datetime import timedelta

from msgspec import Struct

from indexer.scopes import KB, Scope, Visibility
from indexer.store.database import Database
from memory.fact import Fact, FactValue, Provenance
from memory.facts.ledger import FactLedger, UpsertResult
from memory.facts.reader import FactReader
from tests.memory.conversation import START

ANN = Scope.of_chat("telegram:1")
EVE = Scope.of_chat("telegram:666")
ANNS = Visibility.only(KB, ANN)


class Facts(Struct):
    database: Database
    ledger: FactLedger
    reader: FactReader

    async def say(
        self, content: str, scope: Scope = ANN, day: float = 0, **more: object
    ) -> UpsertResult:
        statement = FactValue(content, **more)  # type: ignore[arg-type]  # real fields
        return await self.ledger.upsert(scope, statement, Provenance(), START + timedelta(days=day))

    async def load(self, visibility: Visibility = ANNS, day: float = 0) -> Sequence[Fact]:
        return await self.reader.list_facts(visibility, now=START + timedelta(days=day))

    async def texts(self, visibility: Visibility = ANNS, day: float = 0) -> list[str]:
        return [fact.value.content for fact in await self.load(visibility, day)]

    async def found(
        self, question: str, visibility: Visibility = ANNS, day: float = 0
    ) -> list[str]:
        hits = await self.reader.search(visibility, question, now=START + timedelta(days=day))
        return [hit.fact.value.content for hit in hits]
