"""The memory tools with everything behind them, and what the person said."""

from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from bot.llm import Tool
from bot.tools.context import ToolContext, ToolEffects
from bot.tools.memory import Stores, build_memory_tools
from indexer.documents import Chunk
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.store.rows import TranscriptTurn
from indexer.store.writer import NewDocument
from memory.capture.user_quotes import UserQuotes
from memory.fact import FactValue, Provenance
from memory.facts.ledger import FactLedger
from memory.messages import Message, format_timestamp
from memory.vault.core_memory import CoreMemory

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
BOB = Scope.of_chat("telegram:8")
OWNER = Visibility.only(KB, ADMIN)
ELM = {"content": "Teaches at Elm School", "quote": "I teach at Elm School"}
CANARY = "canary-5120"
SAID = "I moved to Graz. Please forget my old address. I like oolong tea. I teach at Elm School."


class World(Struct, frozen=True):
    stores: Stores
    core: CoreMemory
    effects: ToolEffects
    ledger: FactLedger

    visibility: Visibility = OWNER
    scope: Scope = ADMIN
    chat: str = "telegram:7"
    said: Sequence[Message] = (Message("user", SAID, format_timestamp(NOW), "m1"),)

    def hearing(self, *said: Message) -> "World":
        return replace(self, said=said)

    @property
    def tools(self) -> dict[str, Tool]:
        witness = UserQuotes(self.said)
        reach = ToolContext(
            self.visibility, self.scope, self.chat, NOW, "5f3a9c", witness, self.effects
        )
        return {tool.name: tool for tool in build_memory_tools(self.stores, reach)}

    async def call(self, name: str, /, **arguments: object) -> str:
        return await self.tools[name].run(arguments)

    async def add_fact(self, scope: Scope, text: str, at: datetime = NOW, **more: object) -> str:
        statement = FactValue(text, **more)  # type: ignore[arg-type]  # real fields of Statement
        return (await self.ledger.upsert(scope, statement, Provenance(), at)).fact.id


async def put(world: World, scope: Scope, name: str, text: str) -> None:
    document = NewDocument(f"/{name}", name, "md")
    await world.stores.writer.put_document(scope, document, [Chunk(f"doc:{name}", name, text)], NOW)


async def talk(world: World, scope: Scope, name: str, turns: Sequence[TranscriptTurn]) -> None:
    document = NewDocument(f"/{name}", name, "conversation", kind="transcript")
    await world.stores.writer.put_transcript(scope, document, name, turns, NOW)
