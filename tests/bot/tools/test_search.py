"""The model's own search: numbered like the prompt, and blind to what its reader may not see."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import Struct

from bot.citations.check import check_citations
from bot.llm import Completion, LlmSettings, ModelMessage, Prompt, open_model
from bot.tools.numbered_passages import NumberedPassages
from bot.tools.search import build_search_tool
from indexer.documents import Chunk, Hit
from indexer.errors import UserError
from indexer.scopes import ADMIN, KB, Scope, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.database import open_database
from indexer.store.schema import INDEX
from indexer.store.writer import NewDocument, Writer
from tests.fake_llm import Calls, FakeLlm, Says

NOW = datetime(2026, 11, 20, tzinfo=UTC)
NONCE = "5f3a9c"
BOB = Scope.of_chat("telegram:8")
CANARY = "canary-9c1f"


class Library(Struct, frozen=True):
    store: Store
    writer: Writer

    async def put(self, scope: Scope, name: str, text: str) -> None:
        document = NewDocument(f"/{name}", name, "md")
        await self.writer.put_document(scope, document, [Chunk(f"doc:{name}", "Part", text)], NOW)

    async def search(self, visibility: Visibility, question: str) -> list[Hit]:
        return await self.store.search(visibility, question, now=NOW)


@pytest.fixture
async def library(tmp_path: Path) -> AsyncIterator[Library]:
    async with open_database(tmp_path / "multis.db", INDEX) as database:
        made = Library(Store(database, RankingSettings()), Writer(database))
        await made.put(KB, "mail.md", "The mail server listens on port 25.")
        await made.put(KB, "web.md", "The web server listens on port 443.")
        await made.put(ADMIN, "safe.md", f"The server of the safe has the word {CANARY}.")
        await made.put(BOB, "bob.md", f"Bob's server has the word {CANARY}.")
        yield made


async def test_what_a_search_finds_goes_on_counting(library: Library) -> None:
    seen = Visibility.only(KB)
    found = NumberedPassages(await library.search(seen, "mail"))
    tool = build_search_tool(library.store, seen, found, now=NOW, nonce=NONCE)
    told = await tool.run({"query": "which server listens"})
    assert "[1] was found again." in told
    assert '<passage-5f3a9c n="2" file="web.md"' in told
    assert "port 443" in told
    assert "port 25" not in told
    assert [hit.file_name for hit in found.hits] == ["mail.md", "web.md"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"query": CANARY},
        {"query": f"server {CANARY}", "scope": "admin", "visibility": "everything"},
        {"query": f"server {CANARY}", "scopes": ["admin", BOB.label], "everything": True},
        {"query": f'server" OR scope:admin {CANARY}'},
        {"query": f"server {CANARY}", "chat": "telegram:8", "limit": 1000},
    ],
)
@pytest.mark.parametrize(
    "visibility", [Visibility(), Visibility.only(KB), Visibility.only(KB, Scope("user:x:1"))]
)
async def test_no_argument_widens_what_is_seen(
    library: Library, visibility: Visibility, arguments: dict[str, object]
) -> None:
    found = NumberedPassages()
    tool = build_search_tool(library.store, visibility, found, now=NOW, nonce=NONCE)
    told = await tool.run(arguments)
    assert CANARY not in told
    assert {hit.scope for hit in found.hits} <= visibility.scopes


async def test_the_empty_visibility_finds_nothing(library: Library) -> None:
    tool = build_search_tool(library.store, Visibility(), NumberedPassages(), now=NOW, nonce=NONCE)
    assert await tool.run({"query": "server"}) == "No passage of the documents has these words."


@pytest.mark.parametrize("arguments", [{}, {"query": ""}, {"query": 7}, {"query": ["a"]}])
async def test_a_search_without_words_is_explained_to_the_model(
    library: Library, arguments: dict[str, object]
) -> None:
    tool = build_search_tool(
        library.store, Visibility.only(KB), NumberedPassages(), now=NOW, nonce=NONCE
    )
    with pytest.raises(UserError, match="query"):
        await tool.run(arguments)


async def test_the_answer_cites_what_the_tool_found(library: Library) -> None:
    seen = Visibility.only(KB)
    found = NumberedPassages(await library.search(seen, "mail"))
    tool = build_search_tool(library.store, seen, found, now=NOW, nonce=NONCE)
    async with FakeLlm() as fake:
        fake.enqueue(
            Calls("search_documents", '{"query": "web server", "scope": "admin"}'),
            Says("The web server listens on port 443 [2]. The safe is open [3]."),
        )
        async with open_model(LlmSettings("openai:m", f"{fake.address}/v1", "k")) as model:
            prompt = Prompt("Answer.", (ModelMessage("user", "Which port has the web?"),))
            [*_, last] = [piece async for piece in model.stream(prompt, (tool,))]
    assert isinstance(last, Completion)
    checked = check_citations(last.text, found.hits)
    assert checked.text == (
        "The web server listens on port 443 [2]. The safe is open (not verified)."
        "\n\nNot verified: 1"
    )
    assert [source.file for source in checked.sources] == ["web.md"]
    assert CANARY not in "".join(call.text for call in fake.calls)
